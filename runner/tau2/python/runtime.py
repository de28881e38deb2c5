"""What JavaScript does differently from Python: the ground on which engine.py, written from the kernel, stands."""
import datetime
import functools
import json
import math
import re
import unicodedata


class Undefined:
    def __bool__(self):
        return False

    def __repr__(self):
        return "undefined"


UNDEF = Undefined()


class Obj(dict):
    """An object: equal only to itself, and true even when it is empty."""

    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other

    def __bool__(self):
        return True


class Arr(list):
    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other

    def __bool__(self):
        return True


class Getter:
    def __init__(self, read):
        self.read = read


class Fault(Exception):
    def __init__(self, message="", *_):
        super().__init__(message)
        self.p_message = message


g_Error = g_TypeError = g_RangeError = Fault
g_NaN = math.nan
g_Infinity = math.inf
PRIMITIVE = (str, int, float)


def thrown(value):
    return value if isinstance(value, BaseException) else Fault(text_of(value))


def missing(value):
    return value is None or value is UNDEF


def eq(a, b):
    if a is b:
        return True
    if isinstance(a, bool) or isinstance(b, bool):
        return False
    return isinstance(a, PRIMITIVE) and isinstance(b, PRIMITIVE) and a == b


def key(value):
    return value if isinstance(value, str) else text_of(value)


def text_of(value):
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if value.is_integer() and abs(value) < 1e21:
            return str(int(value))
        if math.isinf(value):
            return "Infinity" if value > 0 else "-Infinity"
        return "NaN" if math.isnan(value) else repr(value)
    if isinstance(value, Arr):
        return ",".join("" if missing(v) else text_of(v) for v in value)
    return str(value)


def cat(*parts):
    return "".join(text_of(part) for part in parts)


def whole(value):
    return int(value) if isinstance(value, float) and value.is_integer() else value


def add(a, b):
    if isinstance(a, str) or isinstance(b, str):
        return text_of(a) + text_of(b)
    return a + b


def div(a, b):
    if b == 0:
        return math.nan if a == 0 else math.copysign(math.inf, a)
    return whole(a / b)


def mod(a, b):
    return whole(math.fmod(a, b))


def int32(value):
    value = int(value) & 0xFFFFFFFF
    return value - 0x100000000 if value >= 0x80000000 else value


def bit_or(a, b):
    return int32(int32(a) | int32(b))


def bit_and(a, b):
    return int32(int32(a) & int32(b))


def bit_xor(a, b):
    return int32(int32(a) ^ int32(b))


def shift_left(a, b):
    return int32(int32(a) << (int(b) & 31))


def shift_right(a, b):
    return int32(a) >> (int(b) & 31)


def shift_right_zero(a, b):
    return (int(a) & 0xFFFFFFFF) >> (int(b) & 31)


def type_of(value):
    if value is UNDEF:
        return "undefined"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, (int, float)):
        return "number"
    return "function" if callable(value) and not isinstance(value, (Obj, Arr)) else "object"


def get(on, name):
    if isinstance(on, Obj):
        value = dict.get(on, name, UNDEF)
        return value.read() if isinstance(value, Getter) else value
    if isinstance(on, (str, list)):
        return len(on) if name == "length" else getattr(on, "p_" + name, UNDEF)
    if missing(on):
        raise Fault(f"{name} of {text_of(on)}")
    return getattr(on, "p_" + name, UNDEF)


def at(on, index):
    if isinstance(on, Obj):
        return get(on, key(index))
    if isinstance(index, (int, float)) and isinstance(on, (str, list)):
        return on[int(index)] if 0 <= index < len(on) and index == int(index) else UNDEF
    return get(on, index)


def put(on, name, value):
    if isinstance(on, Obj):
        on[key(name)] = value
    elif isinstance(on, list):
        if name == "length":
            del on[value:]
        else:
            while len(on) <= name:
                on.append(UNDEF)
            on[name] = value
    else:
        setattr(on, "p_" + name, value)
    return value


def put_member(on, name, value):
    setattr(on, name, value)
    return value


def drop(on, name):
    on.pop(key(name), None)
    return True


def has(name, on):
    return key(name) in on if isinstance(on, Obj) else hasattr(on, "p_" + name)


def rest(on, without):
    return Obj({k: v for k, v in on.items() if k not in without})


def spread(on):
    if isinstance(on, Obj):
        return {k: get(on, k) for k in on}
    return {}


def each(on):
    if isinstance(on, (list, str)) or not missing(on):
        return iter(on)
    raise Fault("nothing to go through")


def array(on):
    return on if isinstance(on, list) else Arr(each(on))


def invoke(on, name, *given):
    if isinstance(on, str):
        return STRING[name](on, *given)
    if isinstance(on, Arr):
        return ARRAY[name](on, *given)
    if isinstance(on, Obj):
        if name == "hasOwnProperty":
            return given[0] in on
        return get(on, name)(*given)
    if isinstance(on, (int, float)):
        return NUMBER[name](on, *given)
    return getattr(on, "p_" + name)(*given)


# Collections


class g_Map:
    def __init__(self, entries=UNDEF, *_):
        self.held = {}
        if not missing(entries):
            for entry in each(entries):
                self.held[entry[0]] = entry[1]

    def keys_in_order(self):
        """Also meets what is added meanwhile, as JavaScript does."""
        met = set()
        while True:
            fresh = [k for k in self.held if k not in met]
            if not fresh:
                return
            for k in fresh:
                met.add(k)
                if k in self.held:
                    yield k

    def __iter__(self):
        return (Arr((k, self.held[k])) for k in self.keys_in_order())

    @property
    def p_size(self):
        return len(self.held)

    def p_get(self, k, *_):
        return self.held.get(k, UNDEF)

    def p_set(self, k, v=UNDEF, *_):
        self.held[k] = v
        return self

    def p_has(self, k, *_):
        return k in self.held

    def p_delete(self, k, *_):
        return self.held.pop(k, self) is not self

    def p_clear(self, *_):
        self.held.clear()
        return UNDEF

    def p_keys(self, *_):
        return self.keys_in_order()

    def p_values(self, *_):
        return (self.held[k] for k in self.keys_in_order())

    def p_entries(self, *_):
        return iter(self)

    def p_forEach(self, visit, *_):
        for k in self.keys_in_order():
            visit(self.held[k], k, self)
        return UNDEF


g_WeakMap = g_Map


class g_Set(g_Map):
    def __init__(self, values=UNDEF, *_):
        self.held = {} if missing(values) else dict.fromkeys(each(values))

    def __iter__(self):
        return self.keys_in_order()

    def p_add(self, k, *_):
        self.held[k] = None
        return self

    p_values = g_Map.p_keys

    def p_forEach(self, visit, *_):
        for k in self.keys_in_order():
            visit(k, k, self)
        return UNDEF


g_WeakSet = g_Set


def numbers(size=0, *_):
    return Arr(each(size)) if not isinstance(size, int) else Arr([0] * size)


class Numbers:
    def __call__(self, size=0, *_):
        return numbers(size)

    def p_from(self, values, make=UNDEF, *_):
        return Arr(each(values) if missing(make) else (make(v, i) for i, v in enumerate(each(values))))


g_Int32Array = g_Uint32Array = g_Uint8Array = g_Uint16Array = g_Float64Array = Numbers()


# Arrays


def found(values, test):
    for i, v in enumerate(values):
        if test(v, i, values):
            return i
    return -1


def bounds(length, start, end):
    start = 0 if missing(start) else int(start)
    end = length if missing(end) else int(end)
    start = max(0, length + start) if start < 0 else min(start, length)
    end = max(0, length + end) if end < 0 else min(end, length)
    return start, max(start, end)


def index_of(values, wanted, start=0, *_):
    for i in range(int(start), len(values)):
        if eq(values[i], wanted):
            return i
    return -1


def ordered(values, compare=UNDEF):
    if missing(compare):
        return sorted(values, key=text_of)
    return sorted(values, key=functools.cmp_to_key(lambda a, b: compare(a, b)))


def in_place(values, new):
    values[:] = new
    return values


def reduced(values, step, *first):
    """Leaves out places of an array that were never set."""
    rest_of = [(i, v) for i, v in enumerate(values) if v is not UNDEF]
    held = first[0] if first else rest_of.pop(0)[1]
    for i, v in rest_of:
        held = step(held, v, i, values)
    return held


def flattened(values, depth=1):
    out = Arr()
    for v in values:
        if isinstance(v, Arr) and depth > 0:
            out.extend(flattened(v, depth - 1))
        else:
            out.append(v)
    return out


def spliced(values, start, count=UNDEF, *fresh):
    start, _ = bounds(len(values), start, UNDEF)
    count = len(values) - start if missing(count) else max(0, int(count))
    taken = Arr(values[start : start + count])
    values[start : start + count] = fresh
    return taken


def filled(values, value=UNDEF, start=UNDEF, end=UNDEF, *_):
    start, end = bounds(len(values), start, end)
    values[start:end] = [value] * (end - start)
    return values


def pushed(values, *fresh):
    values.extend(fresh)
    return len(values)


def visited(values, visit):
    for i, v in enumerate(values):
        visit(v, i, values)
    return UNDEF


def concatenated(values, *more):
    out = Arr(values)
    for m in more:
        out.extend(m) if isinstance(m, Arr) else out.append(m)
    return out


def last_index(values, test):
    for i in range(len(values) - 1, -1, -1):
        if test(values[i], i, values):
            return i
    return -1


ARRAY = {
    "map": lambda a, f, *_: Arr([f(v, i, a) for i, v in enumerate(a)]),
    "filter": lambda a, f, *_: Arr([v for i, v in enumerate(a) if f(v, i, a)]),
    "some": lambda a, f, *_: found(a, f) >= 0,
    "every": lambda a, f, *_: found(a, lambda v, i, w: not f(v, i, w)) < 0,
    "find": lambda a, f, *_: a[i] if (i := found(a, f)) >= 0 else UNDEF,
    "findIndex": lambda a, f, *_: found(a, f),
    "findLast": lambda a, f, *_: a[i] if (i := last_index(a, f)) >= 0 else UNDEF,
    "findLastIndex": lambda a, f, *_: last_index(a, f),
    "forEach": lambda a, f, *_: visited(a, f),
    "flatMap": lambda a, f, *_: flattened([f(v, i, a) for i, v in enumerate(a)]),
    "flat": lambda a, depth=1, *_: flattened(a, depth),
    "reduce": reduced,
    "includes": lambda a, v, *_: index_of(a, v) >= 0,
    "indexOf": index_of,
    "join": lambda a, by=",", *_: by.join("" if missing(v) else text_of(v) for v in a),
    "slice": lambda a, start=UNDEF, end=UNDEF, *_: Arr(list.__getitem__(a, slice(*bounds(len(a), start, end)))),
    "subarray": lambda a, start=UNDEF, end=UNDEF, *_: Arr(list.__getitem__(a, slice(*bounds(len(a), start, end)))),
    "splice": spliced,
    "push": pushed,
    "pop": lambda a, *_: list.pop(a) if len(a) > 0 else UNDEF,
    "shift": lambda a, *_: list.pop(a, 0) if len(a) > 0 else UNDEF,
    "unshift": lambda a, *v: len(in_place(a, [*v, *a])),
    "reverse": lambda a, *_: in_place(a, a[::-1]),
    "toReversed": lambda a, *_: Arr(a[::-1]),
    "sort": lambda a, f=UNDEF, *_: in_place(a, ordered(a, f)),
    "toSorted": lambda a, f=UNDEF, *_: Arr(ordered(a, f)),
    "concat": concatenated,
    "fill": filled,
    "set": lambda a, b, start=0, *_: a.__setitem__(slice(start, start + len(b)), b),
    "at": lambda a, i, *_: at(a, i + len(a) if i < 0 else i),
    "keys": lambda a, *_: iter(range(len(a))),
    "values": lambda a, *_: iter(a),
    "entries": lambda a, *_: (Arr((i, v)) for i, v in enumerate(a)),
}

# Texts and patterns

WORD = "A-Za-z0-9_"
BOUNDARY = f"(?:(?<=[{WORD}])(?![{WORD}])|(?<![{WORD}])(?=[{WORD}]))"
LETTER = r"[^\W\d_]"
PROPERTY = {"L": LETTER, "Letter": LETTER, "N": r"\d", "Nd": r"\d"}


def closing(source, at):
    """Where the group that opens at `at` is closed."""
    depth, inside = 0, False
    while True:
        c = source[at]
        if c == "\\":
            at += 1
        elif inside:
            inside = c != "]"
        elif c == "[":
            inside = True
        elif c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
            if depth == 0:
                return at
        at += 1


def looking_behind(sign, source):
    """Python looks behind by a fixed width only: one look for each alternative."""
    if source.startswith("(?:") and closing(source, 0) == len(source) - 1:
        source = source[3:-1]
    parts, depth, inside = [""], 0, False
    for c in source:
        if inside:
            inside = c != "]"
        else:
            inside = c == "["
            depth += (c == "(") - (c == ")")
        if c == "|" and depth == 0 and not inside:
            parts.append("")
        else:
            parts[-1] += c
    for part in list(parts):
        if part.endswith("]?"):  # what may be there once is two alternatives
            parts += [part[:-1], part[: part.rindex("[")]]
            parts.remove(part)
    looks = [f"(?<{sign}{pattern_of(part)})" for part in parts]
    return "".join(looks) if sign == "!" else f"(?:{'|'.join(looks)})"


def pattern_of(source):
    """The same pattern in Python's own notation."""
    out, i, inside = [], 0, False
    while i < len(source):
        c = source[i]
        if c == "\\":
            n = source[i + 1]
            i += 2
            if n in "pP":
                name = source[i + 1 : source.index("}", i)]
                i = source.index("}", i) + 1
                if inside or n == "P" or name not in PROPERTY:
                    out.append(property_class(name, inside, n == "P"))
                else:
                    out.append(PROPERTY[name])
            elif n == "d":
                out.append("0-9" if inside else "[0-9]")
            elif n == "w":
                out.append(WORD if inside else f"[{WORD}]")
            elif n == "W" and not inside:
                out.append(f"[^{WORD}]")
            elif n == "D" and not inside:
                out.append("[^0-9]")
            elif n == "b" and not inside:
                out.append(BOUNDARY)
            elif n == "u" and source[i] == "{":
                end = source.index("}", i)
                out.append(re.escape(chr(int(source[i + 1 : end], 16))))
                i = end + 1
            elif n == "k":
                end = source.index(">", i)
                out.append(f"(?P={source[i + 1 : end]})")
                i = end + 1
            elif n == "/":
                out.append("/")
            else:
                out.append("\\" + n)
            continue
        if inside:
            if c == "[":
                c = "\\["
            inside = c != "]"
        elif c == "[":
            inside = True
            if source[i + 1] == "]":
                raise Fault("empty class")
        elif c == "$":
            c = r"\Z"
        elif source.startswith(("(?<=", "(?<!"), i):
            end = closing(source, i)
            out.append(looking_behind(source[i + 3], source[i + 4 : end]))
            i = end + 1
            continue
        elif source.startswith("(?<", i):
            c = "(?P<"
            i += 2
        out.append(c)
        i += 1
    return "".join(out)


@functools.lru_cache(None)
def characters_of(category):
    """Ranges of the characters of a general category, for a character class."""
    ranges, start = [], None
    for code in range(0x110000):
        belongs = unicodedata.category(chr(code)).startswith(category)
        if belongs and start is None:
            start = code
        elif not belongs and start is not None:
            ranges.append((start, code - 1))
            start = None
    return "".join(re.escape(chr(a)) + ("" if a == b else "-" + re.escape(chr(b))) for a, b in ranges)


def property_class(name, inside, negated):
    members = characters_of(name.replace("Letter", "L"))
    if inside and negated:
        raise Fault("a negated property inside a class")
    return members if inside else f"[{'^' if negated else ''}{members}]"


@functools.lru_cache(None)
def compiled(source, flags):
    if "m" in flags:
        raise Fault("no pattern over several lines")
    return re.compile(pattern_of(source), (re.IGNORECASE if "i" in flags else 0) | (re.DOTALL if "s" in flags else 0))


class RegExp:
    def __init__(self, source, flags="", *_):
        self.p_source, self.p_flags, self.p_lastIndex = source, flags, 0
        self.pattern = compiled(source, flags)
        self.every = "g" in flags

    def p_test(self, text, *_):
        return self.p_exec(text) is not None

    def p_exec(self, text, *_):
        found_at = self.pattern.search(text, self.p_lastIndex if self.every else 0)
        if self.every:
            self.p_lastIndex = found_at.end() if found_at else 0
        return match_of(found_at) if found_at else None


g_RegExp = RegExp


class Match(Arr):
    pass


def match_of(found_at):
    groups = Match(UNDEF if g is None else g for g in (found_at.group(0), *found_at.groups()))
    groups.p_index = found_at.start()
    named = {k: UNDEF if v is None else v for k, v in found_at.groupdict().items()}
    groups.p_groups = Obj(named) if named else UNDEF
    return groups


def matched(text, pattern):
    if not pattern.every:
        found_at = pattern.pattern.search(text)
        return match_of(found_at) if found_at else None
    all_of = Arr(m.group(0) for m in pattern.pattern.finditer(text))
    return all_of if len(all_of) > 0 else None


def replaced(text, what, by, *_, all_of=False):
    if isinstance(what, RegExp):
        if callable(by):
            make = lambda m: text_of(by(*[UNDEF if g is None else g for g in (m.group(0), *m.groups())], m.start(), text))  # noqa: E731
        else:
            make = lambda m: re.sub(r"\$(\d|&)", lambda d: m.group(0 if d[1] == "&" else int(d[1])) or "", by)  # noqa: E731
        return what.pattern.sub(make, text, count=0 if what.every else 1)
    new = text_of(by(what)) if callable(by) else by
    return text.replace(what, new) if all_of else text.replace(what, new, 1)


def split(text, by=UNDEF, limit=UNDEF, *_):
    if missing(by):
        parts = [text]
    elif isinstance(by, RegExp):
        parts, start = [], 0
        for m in by.pattern.finditer(text):
            if m.end() == m.start() and m.start() in (0, len(text)):
                continue
            parts.append(text[start : m.start()])
            parts.extend(UNDEF if g is None else g for g in m.groups())
            start = m.end()
        parts.append(text[start:])
    else:
        parts = list(text) if by == "" else text.split(by)
    return Arr(parts if missing(limit) else parts[:limit])


SPACE = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"


def between(text, start=0, end=UNDEF, *_):
    limit = lambda n: max(0, min(len(text), int(n)))  # noqa: E731
    start, end = limit(start), len(text) if missing(end) else limit(end)
    return text[min(start, end) : max(start, end)]


def padded(text, size, by, left):
    fill = (by * size)[: max(0, int(size) - len(text))] if by else ""
    return fill + text if left else text + fill


STRING = {
    "toString": lambda s, *_: s,
    "slice": lambda s, start=UNDEF, end=UNDEF, *_: s[slice(*bounds(len(s), start, end))],
    "substring": between,
    "split": split,
    "replace": replaced,
    "replaceAll": lambda s, what, by, *_: replaced(s, what, by, all_of=True),
    "match": lambda s, p, *_: matched(s, p),
    "matchAll": lambda s, p, *_: iter([match_of(m) for m in p.pattern.finditer(s)]),
    "search": lambda s, p, *_: m.start() if (m := p.pattern.search(s)) else -1,
    "startsWith": lambda s, p, start=0, *_: s.startswith(p, start),
    "endsWith": lambda s, p, *_: s.endswith(p),
    "includes": lambda s, p, *_: p in s,
    "indexOf": lambda s, p, start=0, *_: s.find(p, start),
    "lastIndexOf": lambda s, p, *_: s.rfind(p),
    "toLowerCase": lambda s, *_: s.lower(),
    "toUpperCase": lambda s, *_: s.upper(),
    "trim": lambda s, *_: s.strip(SPACE),
    "trimStart": lambda s, *_: s.lstrip(SPACE),
    "trimEnd": lambda s, *_: s.rstrip(SPACE),
    "padStart": lambda s, size, by=" ", *_: padded(s, size, by, True),
    "padEnd": lambda s, size, by=" ", *_: padded(s, size, by, False),
    "repeat": lambda s, n, *_: s * n,
    "concat": lambda s, *more: cat(s, *more),
    "at": lambda s, i, *_: at(s, i + len(s) if i < 0 else i),
    "charAt": lambda s, i=0, *_: s[i] if 0 <= i < len(s) else "",
    "charCodeAt": lambda s, i=0, *_: ord(s[i]) if 0 <= i < len(s) else math.nan,
    "codePointAt": lambda s, i=0, *_: ord(s[i]) if 0 <= i < len(s) else UNDEF,
    "normalize": lambda s, form="NFC", *_: unicodedata.normalize(form, s),
    "localeCompare": lambda s, other, *_: (s > other) - (s < other),
}


def rounded(value, digits):
    return f"{value:.{int(digits)}f}"


NUMBER = {
    "toFixed": lambda n, digits=0, *_: rounded(n, digits),
    "toString": lambda n, base=10, *_: text_of(n) if base == 10 else in_base(n, base),
}


def in_base(n, base):
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    out = ""
    while n > 0:
        n, d = divmod(n, base)
        out = digits[d] + out
    return out or "0"


# What JavaScript has everywhere


class g_Math:
    p_PI = math.pi
    p_floor = staticmethod(lambda n, *_: math.floor(n) if math.isfinite(n) else n)
    p_ceil = staticmethod(lambda n, *_: math.ceil(n) if math.isfinite(n) else n)
    p_round = staticmethod(lambda n, *_: math.floor(n + 0.5))
    p_trunc = staticmethod(lambda n, *_: math.trunc(n))
    p_abs = staticmethod(lambda n, *_: abs(n))
    p_sign = staticmethod(lambda n, *_: (n > 0) - (n < 0))
    p_min = staticmethod(lambda *n: min(n, default=math.inf))
    p_max = staticmethod(lambda *n: max(n, default=-math.inf))
    p_sqrt = staticmethod(lambda n, *_: whole(math.sqrt(n)))
    p_log = staticmethod(lambda n, *_: math.log(n) if n > 0 else -math.inf)
    p_log1p = staticmethod(lambda n, *_: math.log1p(n))
    p_log10 = staticmethod(lambda n, *_: math.log10(n) if n > 0 else -math.inf)
    p_log2 = staticmethod(lambda n, *_: math.log2(n) if n > 0 else -math.inf)
    p_exp = staticmethod(lambda n, *_: math.exp(n))
    p_pow = staticmethod(lambda a, b, *_: a**b)
    p_hypot = staticmethod(lambda *n: math.hypot(*n))
    p_tanh = staticmethod(lambda n, *_: math.tanh(n))
    p_imul = staticmethod(lambda a, b, *_: int32(int(a) * int(b)))


class g_Object:
    p_keys = staticmethod(lambda o, *_: Arr(o))
    p_values = staticmethod(lambda o, *_: Arr(get(o, k) for k in o))
    p_entries = staticmethod(lambda o, *_: Arr(Arr((k, get(o, k))) for k in o))
    p_fromEntries = staticmethod(lambda entries, *_: Obj({key(e[0]): e[1] for e in each(entries)}))
    p_freeze = staticmethod(lambda o, *_: o)
    p_hasOwn = staticmethod(lambda o, k, *_: key(k) in o)

    @staticmethod
    def p_assign(o, *more):
        for m in more:
            for k, v in spread(m).items():
                put(o, k, v)
        return o


class ArrayMaker:
    def __call__(self, *given):
        return Arr([UNDEF] * given[0]) if len(given) == 1 and isinstance(given[0], int) else Arr(given)

    def p_isArray(self, value, *_):
        return isinstance(value, Arr)

    def p_of(self, *values):
        return Arr(values)

    def p_from(self, values, make=UNDEF, *_):
        held = [UNDEF] * get(values, "length") if isinstance(values, Obj) else list(each(values))
        return Arr(held) if missing(make) else Arr(make(v, i) for i, v in enumerate(held))


g_Array = ArrayMaker()


def number_of(value=0, *_):
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, (int, float)):
        return value
    if value is None:
        return 0
    if not isinstance(value, str):
        return math.nan
    try:
        return whole(float(value.strip(SPACE) or "0"))
    except ValueError:
        return math.nan


class NumberMaker:
    p_POSITIVE_INFINITY = math.inf
    p_NEGATIVE_INFINITY = -math.inf
    p_MAX_SAFE_INTEGER = 2**53 - 1
    p_EPSILON = 2**-52

    def __call__(self, value=0, *_):
        return number_of(value)

    def p_isInteger(self, n, *_):
        return isinstance(n, (int, float)) and not isinstance(n, bool) and math.isfinite(n) and n == int(n)

    p_isSafeInteger = p_isInteger

    def p_isFinite(self, n, *_):
        return isinstance(n, (int, float)) and math.isfinite(n)

    def p_isNaN(self, n, *_):
        return isinstance(n, float) and math.isnan(n)

    def p_parseInt(self, value, *_):
        digits = re.match(r"\s*([+-]?\d+)", value)
        return int(digits[1]) if digits else math.nan

    def p_parseFloat(self, value, *_):
        digits = re.match(r"\s*([+-]?\d+(?:\.\d+)?)", value)
        return whole(float(digits[1])) if digits else math.nan


g_Number = NumberMaker()
g_parseInt = g_Number.p_parseInt
g_parseFloat = g_Number.p_parseFloat
g_isNaN = g_Number.p_isNaN


class StringMaker:
    def __call__(self, value="", *_):
        return text_of(value)

    def p_fromCharCode(self, *codes):
        return "".join(chr(int(c)) for c in codes)

    p_fromCodePoint = p_fromCharCode


g_String = StringMaker()


def g_Boolean(value=UNDEF, *_):
    return bool(value)


def to_js(value):
    """Python's plain data as the engine's."""
    if isinstance(value, dict):
        return Obj({k: to_js(v) for k, v in value.items()})
    if isinstance(value, (list, tuple)):
        return Arr(to_js(v) for v in value)
    return value


def to_plain(value):
    """The engine's data as Python's; what is undefined is left out."""
    if isinstance(value, dict):
        return {k: to_plain(get(value, k)) for k in value if dict.get(value, k) is not UNDEF}
    if isinstance(value, list):
        return [to_plain(None if v is UNDEF else v) for v in value]
    return whole(value)


class g_JSON:
    p_parse = staticmethod(lambda text, *_: to_js(json.loads(text)))
    p_stringify = staticmethod(
        lambda value, *_: json.dumps(to_plain(value), ensure_ascii=False, separators=(",", ":"))
    )


def g_structuredClone(value, *_):
    return to_js(to_plain(value))


# The schemas that the engine parses tool calls with


class Wrong(Exception):
    def __init__(self, message, path=()):
        super().__init__(message)
        self.path = path


class Schema:
    """What zod does for the shapes that the kernel declares."""

    def __init__(self, check, shape=None, kind="any", options=None):
        self.check, self.p_shape, self.kind, self.p_options = check, shape, kind, options
        self.fallback = UNDEF
        self.may_be_left_out = False

    def read(self, value):
        if value is UNDEF and self.fallback is not UNDEF:
            return g_structuredClone(self.fallback) if isinstance(self.fallback, (Obj, Arr)) else self.fallback
        if value is UNDEF and self.may_be_left_out:
            return UNDEF
        return self.check(value)

    def then(self, test, message="Invalid input"):
        def check(value):
            out = self.check(value)
            if not test(out):
                raise Wrong(message)
            return out

        return Schema(check, self.p_shape, self.kind, self.p_options)

    def p_min(self, n, *_):
        return self.then(lambda v: (len(v) if isinstance(v, (str, Arr)) else v) >= n, "Too small")

    def p_max(self, n, *_):
        return self.then(lambda v: (len(v) if isinstance(v, (str, Arr)) else v) <= n, "Too big")

    def p_length(self, n, *_):
        return self.then(lambda v: len(v) == n)

    def p_regex(self, pattern, *_):
        return self.then(lambda v: pattern.pattern.search(v) is not None)

    def p_trim(self, *_):
        return Schema(lambda v: self.check(v).strip(SPACE), kind="string")

    def p_refine(self, test, *_):
        return self.then(test)

    p_check = p_superRefine = lambda self, *_: self

    def p_describe(self, *_):
        return self

    p_meta = p_describe

    def p_transform(self, change, *_):
        return Schema(lambda v: change(self.check(v)))

    def p_nullable(self, *_):
        return Schema(lambda v: None if v is None else self.check(v))

    def p_optional(self, *_):
        out = Schema(self.check, self.p_shape, self.kind, self.p_options)
        out.may_be_left_out = True
        return out

    def p_default(self, value, *_):
        out = Schema(self.check, self.p_shape, self.kind, self.p_options)
        out.fallback = value
        return out

    def p_extend(self, more, *_):
        return strict_object(Obj({**self.p_shape, **more}))

    def p_omit(self, without, *_):
        return strict_object(Obj({k: v for k, v in self.p_shape.items() if k not in without}))

    def p_pick(self, only, *_):
        return strict_object(Obj({k: v for k, v in self.p_shape.items() if k in only}))

    def p_partial(self, *_):
        return strict_object(Obj({k: v.p_optional() for k, v in self.p_shape.items()}))

    def p_parse(self, value, *_):
        return self.read(value)

    def p_safeParse(self, value, *_):
        try:
            return Obj({"success": True, "data": self.read(value)})
        except Wrong as wrong:
            issue = Obj({"path": Arr(wrong.path), "message": str(wrong)})
            return Obj({"success": False, "error": Obj({"issues": Arr([issue])})})


def expects(test, message):
    def check(value):
        if not test(value):
            raise Wrong(f"Invalid input: expected {message}")
        return value

    return Schema(check, kind=message)


def inside(schema, value, step):
    try:
        return schema.read(value)
    except Wrong as wrong:
        raise Wrong(str(wrong), (step, *wrong.path)) from None


def strict_object(shape, *_, loose=False):
    def check(value):
        if not isinstance(value, Obj):
            raise Wrong("Invalid input: expected object")
        out = Obj()
        for name, schema in shape.items():
            part = inside(schema, get(value, name), name)
            if part is not UNDEF:
                out[name] = part
        more = [k for k in value if k not in shape]
        if more and not loose:
            raise Wrong("Unrecognized key" + ("" if len(more) == 1 else "s") + ": " + ", ".join(f'"{k}"' for k in more))
        if loose:
            out.update({k: value[k] for k in more})
        return out

    return Schema(check, shape, "object")


def array_of(schema, *_):
    def check(value):
        if not isinstance(value, Arr):
            raise Wrong("Invalid input: expected array")
        return Arr(inside(schema, v, i) for i, v in enumerate(value))

    return Schema(check, kind="array")


def union_of(options, *_):
    def check(value):
        for option in options:
            try:
                return option.read(value)
            except Wrong:
                continue
        raise Wrong("Invalid input")

    return Schema(check, kind="union", options=options)


def told_apart_by(name, options, *_):
    def check(value):
        for option in options:
            tag = get(value, name) if isinstance(value, Obj) else UNDEF
            try:
                option.p_shape[name].read(tag)
            except Wrong:
                continue
            return option.read(value)
        raise Wrong("Invalid discriminator value", (name,))

    return Schema(check, kind="union", options=options)


def record_of(keys, values, *_):
    def check(value):
        if not isinstance(value, Obj):
            raise Wrong("Invalid input: expected record")
        return Obj({inside(keys, k, k): inside(values, v, k) for k, v in value.items()})

    return Schema(check, kind="record")


def is_date(value):
    try:
        return isinstance(value, str) and len(value) == 10 and datetime.date.fromisoformat(value) is not None
    except ValueError:
        return False


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def one_of(values, *_):
    return expects(lambda v: isinstance(v, str) and v in list(values), "one of " + "|".join(f'"{v}"' for v in values))


g_z = Obj(
    {
        "string": lambda *_: expects(lambda v: isinstance(v, str), "string"),
        "number": lambda *_: expects(is_number, "number"),
        "int": lambda *_: expects(g_Number.p_isInteger, "int"),
        "boolean": lambda *_: expects(lambda v: isinstance(v, bool), "boolean"),
        "null": lambda *_: expects(lambda v: v is None, "null"),
        "unknown": lambda *_: Schema(lambda v: v),
        "any": lambda *_: Schema(lambda v: v),
        "literal": lambda value, *_: expects(lambda v: eq(v, value), text_of(value)),
        "enum": one_of,
        "array": array_of,
        "strictObject": strict_object,
        "object": strict_object,
        "looseObject": lambda shape, *_: strict_object(shape, loose=True),
        "union": union_of,
        "discriminatedUnion": told_apart_by,
        "record": record_of,
        "iso": Obj({"date": lambda *_: expects(is_date, "ISO date")}),
        "lazy": lambda make, *_: Schema(lambda v: make().read(v)),
    }
)
