import ts from "typescript";

/**
 * Writes a bundle of the kernel as Python, so that a world runs where there is no Node and yet by the same engine. It covers
 * the JavaScript that the kernel is written in and throws at anything else; runtime.py has what the languages do differently.
 */
export function toPython(javascript: string): string {
  const source = ts.createSourceFile("engine.js", javascript, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const writer = new Writer();
  return `${writer.module(source).join("\n")}\n`;
}

/** A function while it is written: what it declares, and which names of functions around it it sets. */
interface Frame {
  declared: Set<string>;
  outer: Set<string>;
  module: boolean;
  /** Whether it is a constructor, which gives nothing in Python. */
  constructs: boolean;
}
interface Scope {
  names: Map<string, string>;
  parent: Scope | null;
}
/** A loop around the statement being written; `again` is the flag that another loop inside sets to continue it. */
interface Loop {
  label: string | null;
  again: string | null;
  step: string[] | null;
}

const indent = (lines: readonly string[]) =>
  lines.length > 0 ? lines.map((line) => `    ${line}`) : ["    pass"];
const text = (value: string) =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

class Writer {
  #counter = 0;
  #taken = new Map<string, number>();
  #scope: Scope = { names: new Map(), parent: null };
  #frame: Frame = { declared: new Set(), outer: new Set(), module: true, constructs: false };
  #loops: Loop[] = [];
  /** Definitions that have to stand before the statement that is being written. */
  #before: string[] = [];
  /** Names that functions set although another function declared them. */
  readonly #owners = new Map<string, Frame>();

  module(source: ts.SourceFile): string[] {
    return this.#statements(source.statements);
  }

  #fail(node: ts.Node): never {
    const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
    throw new Error(
      `line ${line + 1}: no Python for ${ts.SyntaxKind[node.kind]}: ${node.getText().slice(0, 80)}`,
    );
  }

  #fresh(prefix: string): string {
    this.#counter += 1;
    const name = `${prefix}${this.#counter}`;
    this.#own(name);
    return name;
  }

  #own(name: string): void {
    this.#frame.declared.add(name);
    this.#owners.set(name, this.#frame);
  }

  /** Gives a declared name one of its own in Python, which has no block scopes. */
  #declare(name: string): string {
    const plain = `v_${name.replaceAll("$", "_S")}`;
    const times = (this.#taken.get(plain) ?? 0) + 1;
    this.#taken.set(plain, times);
    const python = times === 1 ? plain : `${plain}__${times}`;
    this.#scope.names.set(name, python);
    this.#own(python);
    return python;
  }

  #resolve(name: string): string {
    for (let scope: Scope | null = this.#scope; scope; scope = scope.parent) {
      const found = scope.names.get(name);
      if (found) return found;
    }
    return name === "undefined" ? "UNDEF" : `g_${name}`;
  }

  #sets(name: string): void {
    if (!this.#frame.declared.has(name)) this.#frame.outer.add(name);
  }

  #inScope<T>(write: () => T): T {
    this.#scope = { names: new Map(), parent: this.#scope };
    try {
      return write();
    } finally {
      this.#scope = this.#scope.parent as Scope;
    }
  }

  /** Names of a declaration, which all stand from the beginning of their block. */
  #declareAll(statements: readonly ts.Statement[]): void {
    for (const statement of statements) {
      if (ts.isVariableStatement(statement))
        for (const { name } of statement.declarationList.declarations) this.#declarePattern(name);
      else if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name)
        this.#declare(statement.name.text);
    }
  }

  #declarePattern(name: ts.BindingName): void {
    if (ts.isIdentifier(name)) this.#declare(name.text);
    else
      for (const element of name.elements)
        if (ts.isBindingElement(element)) this.#declarePattern(element.name);
  }

  #statements(statements: readonly ts.Statement[]): string[] {
    this.#declareAll(statements);
    const isFunction = (s: ts.Statement) => ts.isFunctionDeclaration(s);
    const ordered = [...statements.filter(isFunction), ...statements.filter((s) => !isFunction(s))];
    return ordered.flatMap((s) => this.#statement(s));
  }

  /** A statement with the definitions that its expressions need before it. */
  #statement(node: ts.Statement): string[] {
    const outer = this.#before;
    this.#before = [];
    const lines = this.#bare(node);
    const all = [...this.#before, ...lines];
    this.#before = outer;
    return all;
  }

  #block(node: ts.Statement): string[] {
    return indent(this.#inScope(() => this.#statements(ts.isBlock(node) ? node.statements : [node])));
  }

  #bare(node: ts.Statement): string[] {
    if (ts.isVariableStatement(node)) return this.#variables(node.declarationList);
    if (ts.isExpressionStatement(node)) return this.#effect(node.expression);
    if (ts.isReturnStatement(node))
      return node.expression
        ? [`return ${this.#value(node.expression)}`]
        : [this.#frame.constructs ? "return" : "return UNDEF"];
    if (ts.isIfStatement(node)) return this.#ifStatement(node);
    if (ts.isForOfStatement(node)) return this.#forOf(node, null);
    if (ts.isForStatement(node)) return this.#for(node, null);
    if (ts.isWhileStatement(node)) return this.#while(node, null);
    if (ts.isLabeledStatement(node)) return this.#labeled(node);
    if (ts.isBlock(node)) return this.#inScope(() => this.#statements(node.statements));
    if (ts.isFunctionDeclaration(node))
      return this.#function(node, this.#resolve(node.name?.text ?? ""), false);
    if (ts.isClassDeclaration(node)) return this.#class(node, this.#resolve(node.name?.text ?? ""));
    if (ts.isThrowStatement(node)) return [`raise thrown(${this.#value(node.expression)})`];
    if (ts.isTryStatement(node)) return this.#try(node);
    if (ts.isSwitchStatement(node)) return this.#switch(node);
    if (ts.isContinueStatement(node)) return this.#continue(node);
    if (ts.isBreakStatement(node)) return node.label ? this.#fail(node) : ["break"];
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return this.#moduleLine(node);
    if (ts.isEmptyStatement(node)) return [];
    return this.#fail(node);
  }

  #moduleLine(node: ts.ImportDeclaration | ts.ExportDeclaration): string[] {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings;
      if (!bindings || !ts.isNamedImports(bindings)) return this.#fail(node);
      return bindings.elements.map(
        (e) => `${this.#declare(e.name.text)} = g_${(e.propertyName ?? e.name).text}`,
      );
    }
    if (!node.exportClause || !ts.isNamedExports(node.exportClause)) return this.#fail(node);
    return node.exportClause.elements.map(
      (e) => `${e.name.text} = ${this.#resolve((e.propertyName ?? e.name).text)}`,
    );
  }

  #variables(list: ts.VariableDeclarationList): string[] {
    return list.declarations.flatMap(({ name, initializer }) => {
      if (!ts.isIdentifier(name))
        return initializer ? this.#bind(name, this.#value(initializer)) : this.#fail(name);
      const python = this.#resolve(name.text);
      if (initializer && ts.isClassExpression(initializer))
        return this.#inScope(() => {
          const inner = initializer.name ? this.#declare(initializer.name.text) : python;
          return [...this.#class(initializer, inner), ...(inner === python ? [] : [`${python} = ${inner}`])];
        });
      if (initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)))
        return this.#function(initializer, python, false);
      return [`${python} = ${initializer ? this.#value(initializer) : "UNDEF"}`];
    });
  }

  /** Takes a value apart into the names of a pattern, which are declared already. */
  #bind(pattern: ts.BindingName, value: string): string[] {
    if (ts.isIdentifier(pattern)) return [`${this.#resolve(pattern.text)} = ${value}`];
    const whole = this.#fresh("t");
    const lines = [`${whole} = ${ts.isArrayBindingPattern(pattern) ? `array(${value})` : value}`];
    const keys: string[] = [];
    for (const [i, element] of pattern.elements.entries()) {
      if (ts.isOmittedExpression(element)) continue;
      let part: string;
      if (ts.isArrayBindingPattern(pattern))
        part = element.dotDotDotToken ? `Arr(${whole}[${i}:])` : `at(${whole}, ${i})`;
      else if (element.dotDotDotToken) part = `rest(${whole}, (${keys.map((k) => `${k}, `).join("")}))`;
      else {
        const named = element.propertyName ?? element.name;
        const key =
          ts.isIdentifier(named) || ts.isStringLiteral(named) ? text(named.text) : this.#fail(element);
        keys.push(key);
        part = `get(${whole}, ${key})`;
      }
      if (element.initializer) {
        const given = this.#fresh("t");
        lines.push(`${given} = ${part}`);
        lines.push(`if ${given} is UNDEF:`, `    ${given} = ${this.#value(element.initializer)}`);
        part = given;
      }
      lines.push(...this.#bind(element.name, part));
    }
    return lines;
  }

  #ifStatement(node: ts.IfStatement): string[] {
    const lines = [`if ${this.#value(node.expression)}:`, ...this.#block(node.thenStatement)];
    return node.elseStatement ? [...lines, "else:", ...this.#block(node.elseStatement)] : lines;
  }

  #labeled({ label, statement }: ts.LabeledStatement): string[] {
    if (ts.isForOfStatement(statement)) return this.#forOf(statement, label.text);
    if (ts.isForStatement(statement)) return this.#for(statement, label.text);
    if (ts.isWhileStatement(statement)) return this.#while(statement, label.text);
    return this.#fail(statement);
  }

  /** The body of a loop, and what follows the loop when an inner one continues an outer one. */
  #loop(
    label: string | null,
    step: string[] | null,
    write: () => string[],
  ): { body: string[]; after: string[] } {
    const loop: Loop = { label, again: null, step };
    this.#loops.push(loop);
    const body = write();
    this.#loops.pop();
    const first = loop.again ? [`    ${loop.again} = False`] : [];
    const after = this.#loops.flatMap((outer, i) =>
      outer.again ? [`if ${outer.again}:`, `    ${i === this.#loops.length - 1 ? "continue" : "break"}`] : [],
    );
    return { body: [...first, ...body], after };
  }

  #continue(node: ts.ContinueStatement): string[] {
    if (!node.label) return ["continue"];
    const target = this.#loops.find((loop) => loop.label === node.label?.text);
    if (!target || target.step) return this.#fail(node);
    if (target === this.#loops.at(-1)) return ["continue"];
    target.again ??= this.#fresh("again");
    return [`${target.again} = True`, "break"];
  }

  #forOf(node: ts.ForOfStatement, label: string | null): string[] {
    return this.#inScope(() => {
      if (!ts.isVariableDeclarationList(node.initializer)) return this.#fail(node);
      const name = node.initializer.declarations[0]?.name ?? this.#fail(node);
      const over = this.#value(node.expression);
      this.#declarePattern(name);
      const each = ts.isIdentifier(name) ? this.#resolve(name.text) : this.#fresh("t");
      const { body, after } = this.#loop(label, null, () => [
        ...(ts.isIdentifier(name) ? [] : this.#bind(name, each).map((line) => `    ${line}`)),
        ...this.#block(node.statement),
      ]);
      return [`for ${each} in each(${over}):`, ...body, ...after];
    });
  }

  #for(node: ts.ForStatement, label: string | null): string[] {
    return this.#inScope(() => {
      const lines: string[] = [];
      if (node.initializer && ts.isVariableDeclarationList(node.initializer)) {
        for (const { name } of node.initializer.declarations) this.#declarePattern(name);
        lines.push(...this.#variables(node.initializer));
      } else if (node.initializer) lines.push(...this.#effect(node.initializer));
      const step = node.incrementor ? this.#effect(node.incrementor) : [];
      const moved = step.length > 0 ? this.#fresh("moved") : null;
      const test = node.condition ? [`if not (${this.#value(node.condition)}):`, "    break"] : [];
      const { body, after } = this.#loop(label, null, () => this.#block(node.statement));
      const head = moved ? [`if ${moved}:`, ...indent(step), `${moved} = True`] : [];
      return [
        ...lines,
        ...(moved ? [`${moved} = False`] : []),
        "while True:",
        ...indent([...head, ...test]),
        ...body,
        ...after,
      ];
    });
  }

  #while(node: ts.WhileStatement, label: string | null): string[] {
    const test = this.#value(node.expression);
    const { body, after } = this.#loop(label, null, () => this.#block(node.statement));
    return [`while ${test}:`, ...body, ...after];
  }

  #try(node: ts.TryStatement): string[] {
    const lines = ["try:", ...this.#block(node.tryBlock)];
    const caught = node.catchClause;
    if (caught)
      this.#inScope(() => {
        const name = caught.variableDeclaration?.name;
        if (name && !ts.isIdentifier(name)) this.#fail(name);
        const given = this.#fresh("error");
        const set = name && ts.isIdentifier(name) ? [`    ${this.#declare(name.text)} = ${given}`] : [];
        lines.push(`except Exception as ${given}:`, ...set, ...this.#block(caught.block));
      });
    return node.finallyBlock ? [...lines, "finally:", ...this.#block(node.finallyBlock)] : lines;
  }

  /** A switch whose cases each end by themselves, as a chain of ifs. */
  #switch(node: ts.SwitchStatement): string[] {
    const on = this.#fresh("t");
    const lines = [`${on} = ${this.#value(node.expression)}`];
    let tests: string[] = [];
    let word = "if";
    this.#inScope(() => {
      for (const clause of node.caseBlock.clauses) {
        const isDefault = ts.isDefaultClause(clause);
        if (!isDefault) tests.push(`eq(${on}, ${this.#value(clause.expression)})`);
        if (clause.statements.length === 0 && !isDefault) continue;
        const flat = clause.statements.flatMap((s) => (ts.isBlock(s) ? [...s.statements] : [s]));
        const last = flat.at(-1);
        const body = last && ts.isBreakStatement(last) ? flat.slice(0, -1) : flat;
        const isLast = clause === node.caseBlock.clauses.at(-1);
        if (isDefault && !isLast) this.#fail(clause);
        if (!isLast && last && !endsByItself(last)) this.#fail(clause);
        const written = indent(this.#inScope(() => this.#statements(body)));
        if (isDefault) lines.push(...(word === "if" ? ["if True:"] : ["else:"]), ...written);
        else lines.push(`${word} ${tests.join(" or ")}:`, ...written);
        tests = [];
        word = "elif";
      }
    });
    return lines;
  }

  /** A function under a name. */
  #function(
    node: ts.FunctionLikeDeclaration,
    name: string,
    isMethod: boolean,
    head: (() => string[]) | null = null,
  ): string[] {
    const { parameters, lines } = this.#inFrame(() => {
      const { parameters, lines } = this.#parameters(node.parameters);
      const body = node.body;
      const written = !body
        ? []
        : ts.isBlock(body)
          ? this.#statements(body.statements)
          : this.#wrapped(() => [`return ${this.#value(body)}`]);
      return { parameters, lines: [...lines, ...(head?.() ?? []), ...written] };
    }, name === "__init__");
    const self = isMethod ? ["self"] : [];
    const ends = lines.at(-1)?.startsWith("return ") || name === "__init__" ? [] : ["return UNDEF"];
    return [`def ${name}(${[...self, ...parameters].join(", ")}):`, ...indent([...lines, ...ends])];
  }

  #wrapped(write: () => string[]): string[] {
    const outer = this.#before;
    this.#before = [];
    const lines = write();
    const all = [...this.#before, ...lines];
    this.#before = outer;
    return all;
  }

  #inFrame<T extends { lines: string[] }>(write: () => T, constructs = false): T {
    const frame = this.#frame;
    const loops = this.#loops;
    this.#frame = { declared: new Set(), outer: new Set(), module: false, constructs };
    this.#loops = [];
    const result = this.#inScope(write);
    const { outer, declared } = this.#frame;
    this.#frame = frame;
    this.#loops = loops;
    const set = [...outer].filter((name) => !declared.has(name));
    for (const name of set) if (!this.#frame.declared.has(name)) this.#frame.outer.add(name);
    const ofModule = set.filter((name) => this.#owners.get(name)?.module);
    const ofFunction = set.filter((name) => !this.#owners.get(name)?.module);
    if (ofFunction.length > 0) result.lines.unshift(`nonlocal ${ofFunction.join(", ")}`);
    if (ofModule.length > 0) result.lines.unshift(`global ${ofModule.join(", ")}`);
    return result;
  }

  #parameters(list: readonly ts.ParameterDeclaration[]): { parameters: string[]; lines: string[] } {
    const parameters: string[] = [];
    const lines: string[] = [];
    let open = true;
    for (const { name, initializer, dotDotDotToken } of list) {
      this.#declarePattern(name);
      const python = ts.isIdentifier(name) ? this.#resolve(name.text) : this.#fresh("p");
      if (dotDotDotToken) {
        parameters.push(`*${python}`);
        lines.push(`${python} = Arr(${python})`);
        open = false;
        continue;
      }
      parameters.push(`${python}=UNDEF`);
      if (initializer)
        lines.push(
          ...this.#wrapped(() => [`if ${python} is UNDEF:`, `    ${python} = ${this.#value(initializer)}`]),
        );
      if (!ts.isIdentifier(name)) lines.push(...this.#wrapped(() => this.#bind(name, python)));
    }
    return { parameters: open ? [...parameters, "*_"] : parameters, lines };
  }

  #class(node: ts.ClassLikeDeclaration, name: string): string[] {
    const base = node.heritageClauses?.[0]?.types[0]?.expression;
    const lines: string[] = [];
    const after: string[] = [];
    const fields = node.members.filter(
      (m): m is ts.PropertyDeclaration => ts.isPropertyDeclaration(m) && !isStatic(m),
    );
    const setFields = () =>
      fields.flatMap((f) =>
        this.#wrapped(() => [
          `self.${this.#member(f.name)} = ${f.initializer ? this.#value(f.initializer) : "UNDEF"}`,
        ]),
      );
    const made = node.members.find(ts.isConstructorDeclaration);
    if (made) lines.push(...this.#function(made, "__init__", true, base ? null : setFields));
    else {
      const set = this.#inFrame(() => ({ lines: setFields() })).lines;
      lines.push(
        "def __init__(self, *given):",
        ...indent([...(base ? ["super().__init__(*given)"] : []), ...set]),
      );
    }
    if (made && base && fields.length > 0) this.#fail(node);
    for (const member of node.members) {
      if (ts.isMethodDeclaration(member))
        lines.push(
          ...(isStatic(member) ? ["@staticmethod"] : []),
          ...this.#function(member, this.#member(member.name), !isStatic(member)),
        );
      else if (ts.isGetAccessor(member))
        lines.push("@property", ...this.#function(member, this.#member(member.name), true));
      else if (ts.isPropertyDeclaration(member) && isStatic(member))
        after.push(
          ...this.#wrapped(() => [
            `${name}.${this.#member(member.name)} = ${member.initializer ? this.#value(member.initializer) : "UNDEF"}`,
          ]),
        );
      else if (!ts.isConstructorDeclaration(member) && !ts.isPropertyDeclaration(member)) this.#fail(member);
    }
    return [`class ${name}${base ? `(${this.#value(base)})` : ""}:`, ...indent(lines), ...after];
  }

  #member(name: ts.PropertyName): string {
    if (ts.isPrivateIdentifier(name)) return `q_${name.text.slice(1)}`;
    return ts.isIdentifier(name) ? `p_${name.text}` : this.#fail(name);
  }

  /** An expression that stands for what it does. */
  #effect(node: ts.Expression): string[] {
    if (ts.isParenthesizedExpression(node)) return this.#effect(node.expression);
    if (ts.isBinaryExpression(node)) {
      const { left, right, operatorToken } = node;
      if (operatorToken.kind === ts.SyntaxKind.CommaToken)
        return [...this.#effect(left), ...this.#effect(right)];
      if (operatorToken.kind === ts.SyntaxKind.EqualsToken) {
        if (ts.isArrayLiteralExpression(left)) return this.#assignParts(left, right);
        if (ts.isIdentifier(left)) {
          const value = this.#value(right);
          return [`${this.#target(left)} = ${value}`];
        }
      }
      if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
        return [`if ${this.#value(left)}:`, ...indent(this.#wrapped(() => this.#effect(right)))];
    }
    return [this.#value(node)];
  }

  #assignParts(left: ts.ArrayLiteralExpression, right: ts.Expression): string[] {
    const whole = this.#fresh("t");
    return [
      `${whole} = array(${this.#value(right)})`,
      ...left.elements.map((e, i) => this.#assigned(e, `at(${whole}, ${i})`)),
    ];
  }

  #target(node: ts.Identifier): string {
    const name = this.#resolve(node.text);
    this.#sets(name);
    return name;
  }

  /** An assignment as an expression. */
  #assigned(target: ts.Expression, value: string): string {
    if (ts.isIdentifier(target)) return `(${this.#target(target)} := ${value})`;
    if (ts.isPropertyAccessExpression(target)) {
      const on = this.#value(target.expression);
      if (ts.isPrivateIdentifier(target.name) || target.expression.kind === ts.SyntaxKind.ThisKeyword)
        return `put_member(${on}, ${text(this.#member(target.name))}, ${value})`;
      return `put(${on}, ${text(target.name.text)}, ${value})`;
    }
    if (ts.isElementAccessExpression(target))
      return `put(${this.#value(target.expression)}, ${this.#value(target.argumentExpression)}, ${value})`;
    return this.#fail(target);
  }

  #value(node: ts.Expression): string {
    if (ts.isIdentifier(node)) return this.#resolve(node.text);
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return text(node.text);
    if (ts.isNumericLiteral(node)) return String(Number(node.text));
    if (ts.isRegularExpressionLiteral(node)) return this.#regex(node);
    if (ts.isParenthesizedExpression(node)) return `(${this.#value(node.expression)})`;
    if (ts.isTemplateExpression(node))
      return `cat(${[text(node.head.text), ...node.templateSpans.flatMap((s) => [this.#value(s.expression), text(s.literal.text)])].join(", ")})`;
    if (ts.isArrayLiteralExpression(node))
      return `Arr((${node.elements.map((e) => `${this.#element(e)}, `).join("")}))`;
    if (ts.isObjectLiteralExpression(node)) return this.#object(node);
    if (ts.isConditionalExpression(node))
      return `(${this.#value(node.whenTrue)} if ${this.#value(node.condition)} else ${this.#value(node.whenFalse)})`;
    if (
      ts.isPropertyAccessExpression(node) ||
      ts.isElementAccessExpression(node) ||
      ts.isCallExpression(node)
    )
      return this.#chain(node);
    if (ts.isNewExpression(node))
      return `${this.#value(node.expression)}(${this.#arguments(node.arguments ?? [])})`;
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return this.#closure(node);
    if (ts.isBinaryExpression(node)) return this.#binary(node);
    if (ts.isPrefixUnaryExpression(node)) return this.#prefix(node);
    if (ts.isPostfixUnaryExpression(node)) return this.#postfix(node);
    if (ts.isTypeOfExpression(node)) return `type_of(${this.#value(node.expression)})`;
    if (ts.isDeleteExpression(node)) return this.#delete(node);
    if (ts.isVoidExpression(node)) return "UNDEF";
    if (ts.isYieldExpression(node)) {
      const given = node.expression ? this.#value(node.expression) : "UNDEF";
      return node.asteriskToken ? `(yield from each(${given}))` : `(yield ${given})`;
    }
    switch (node.kind) {
      case ts.SyntaxKind.TrueKeyword:
        return "True";
      case ts.SyntaxKind.FalseKeyword:
        return "False";
      case ts.SyntaxKind.NullKeyword:
        return "None";
      case ts.SyntaxKind.ThisKeyword:
        return "self";
      default:
        return this.#fail(node);
    }
  }

  #element(node: ts.Expression): string {
    return ts.isSpreadElement(node) ? `*each(${this.#value(node.expression)})` : this.#value(node);
  }

  #arguments(list: readonly ts.Expression[]): string {
    return list.map((argument) => this.#element(argument)).join(", ");
  }

  #regex(node: ts.RegularExpressionLiteral): string {
    const end = node.text.lastIndexOf("/");
    return `RegExp(${text(node.text.slice(1, end))}, ${text(node.text.slice(end + 1))})`;
  }

  #object(node: ts.ObjectLiteralExpression): string {
    const parts = node.properties.map((p): string => {
      if (ts.isSpreadAssignment(p)) return `**spread(${this.#value(p.expression)})`;
      if (ts.isShorthandPropertyAssignment(p)) return `${text(p.name.text)}: ${this.#resolve(p.name.text)}`;
      if (ts.isPropertyAssignment(p)) return `${this.#key(p.name)}: ${this.#value(p.initializer)}`;
      const name = this.#fresh("f");
      if (!ts.isGetAccessor(p) && !ts.isMethodDeclaration(p)) return this.#fail(p);
      this.#before.push(...this.#function(p, name, false));
      return `${this.#key(p.name)}: ${ts.isGetAccessor(p) ? `Getter(${name})` : name}`;
    });
    return `Obj({${parts.join(", ")}})`;
  }

  #key(name: ts.PropertyName): string {
    if (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name))
      return text(name.text);
    return ts.isComputedPropertyName(name) ? `key(${this.#value(name.expression)})` : this.#fail(name);
  }

  /** An arrow or function expression: a lambda where Python can say it so, else a definition before the statement. */
  #closure(node: ts.ArrowFunction | ts.FunctionExpression): string {
    const { body } = node;
    const simple = node.parameters.every(
      (p) => ts.isIdentifier(p.name) && !p.initializer && !p.dotDotDotToken,
    );
    if (!ts.isBlock(body) && simple && !needsStatements(body)) {
      const parameters = this.#inFrame(() => {
        const { parameters } = this.#parameters(node.parameters);
        return { lines: [], parameters, value: this.#value(body) };
      });
      return `(lambda ${parameters.parameters.join(", ")}: ${parameters.value})`;
    }
    const name = this.#fresh("f");
    this.#before.push(...this.#function(node, name, false));
    return name;
  }

  /** Accesses and calls, with the parts after a `?.` left out when what stands before it is missing. */
  #chain(node: ts.PropertyAccessExpression | ts.ElementAccessExpression | ts.CallExpression): string {
    const links: ts.Expression[] = [];
    let at: ts.Expression = node;
    while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isCallExpression(at)) {
      links.unshift(at);
      at = at.expression;
    }
    return this.#links(at.kind === ts.SyntaxKind.SuperKeyword ? "super()" : this.#value(at), links, 0);
  }

  #links(base: string, links: readonly ts.Expression[], from: number): string {
    let value = base;
    for (let i = from; i < links.length; i++) {
      const link = links[i] as ts.PropertyAccessExpression | ts.ElementAccessExpression | ts.CallExpression;
      if (link.questionDotToken) {
        const held = this.#fresh("t");
        const rest = this.#links(held, [withoutQuestion(link), ...links.slice(i + 1)], 0);
        return `(UNDEF if missing(${held} := ${value}) else ${rest})`;
      }
      const next = links[i + 1];
      if (ts.isCallExpression(link)) {
        value =
          value === "super()"
            ? `super().__init__(${this.#arguments(link.arguments)})`
            : `${value}(${this.#arguments(link.arguments)})`;
        continue;
      }
      if (ts.isElementAccessExpression(link)) {
        value = `at(${value}, ${this.#value(link.argumentExpression)})`;
        continue;
      }
      const own = ts.isPrivateIdentifier(link.name) || value === "self";
      if (own) value = `${value}.${this.#member(link.name as ts.Identifier)}`;
      else if (next && ts.isCallExpression(next) && !next.questionDotToken) {
        const given = this.#arguments(next.arguments);
        value = `invoke(${value}, ${text(link.name.text)}${given ? `, ${given}` : ""})`;
        i += 1;
      } else value = `get(${value}, ${text(link.name.text)})`;
    }
    return value;
  }

  #binary(node: ts.BinaryExpression): string {
    const { left, right } = node;
    const operator = node.operatorToken.getText();
    if (operator === "=") return this.#assigned(left, this.#value(right));
    if (operator === "||=") return `(${this.#value(left)} or ${this.#assigned(left, this.#value(right))})`;
    if (operator === "&&=") return `(${this.#value(left)} and ${this.#assigned(left, this.#value(right))})`;
    if (operator === "??=") {
      const held = this.#fresh("t");
      return `(${this.#assigned(left, this.#value(right))} if missing(${held} := ${this.#value(left)}) else ${held})`;
    }
    if (operator.endsWith("=") && !["==", "===", "!=", "!==", "<=", ">="].includes(operator))
      return this.#assigned(
        left,
        operation(operator.slice(0, -1), this.#value(left), this.#value(right), node),
      );
    if (operator === "??") {
      const held = this.#fresh("t");
      return `(${held} if not missing(${held} := ${this.#value(left)}) else ${this.#value(right)})`;
    }
    if (operator === "in" && ts.isPrivateIdentifier(left)) return this.#fail(node);
    return operation(operator, this.#value(left), this.#value(right), node);
  }

  #prefix(node: ts.PrefixUnaryExpression): string {
    const value = this.#value(node.operand);
    switch (node.operator) {
      case ts.SyntaxKind.ExclamationToken:
        return `(not ${value})`;
      case ts.SyntaxKind.MinusToken:
        return `(-${value})`;
      case ts.SyntaxKind.PlusToken:
        return `g_Number(${value})`;
      case ts.SyntaxKind.TildeToken:
        return `(~int32(${value}))`;
      case ts.SyntaxKind.PlusPlusToken:
        return this.#assigned(node.operand, `(${value} + 1)`);
      default:
        return this.#assigned(node.operand, `(${value} - 1)`);
    }
  }

  /** The value before the step, which is taken back from the one after it. */
  #postfix(node: ts.PostfixUnaryExpression): string {
    const [there, back] = node.operator === ts.SyntaxKind.PlusPlusToken ? ["+", "-"] : ["-", "+"];
    return `(${this.#assigned(node.operand, `(${this.#value(node.operand)} ${there} 1)`)} ${back} 1)`;
  }

  #delete({ expression }: ts.DeleteExpression): string {
    if (ts.isPropertyAccessExpression(expression))
      return `drop(${this.#value(expression.expression)}, ${text(expression.name.text)})`;
    if (ts.isElementAccessExpression(expression))
      return `drop(${this.#value(expression.expression)}, ${this.#value(expression.argumentExpression)})`;
    return this.#fail(expression);
  }
}

const isStatic = (node: ts.ClassElement) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some((m) => m.kind === ts.SyntaxKind.StaticKeyword);

const endsByItself = (node: ts.Statement): boolean =>
  ts.isReturnStatement(node) ||
  ts.isThrowStatement(node) ||
  ts.isBreakStatement(node) ||
  ts.isContinueStatement(node) ||
  (ts.isIfStatement(node) &&
    node.elseStatement !== undefined &&
    lastEnds(node.thenStatement) &&
    lastEnds(node.elseStatement)) ||
  (ts.isBlock(node) && lastEnds(node));

const lastEnds = (node: ts.Statement): boolean => {
  const last = ts.isBlock(node) ? node.statements.at(-1) : node;
  return last !== undefined && endsByItself(last);
};

/** Whether an expression sets a name or holds a function that Python can only say in statements. */
function needsStatements(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node) && node.operatorToken.getText().endsWith("=") && ts.isIdentifier(node.left))
    if (!["==", "===", "!=", "!==", "<=", ">="].includes(node.operatorToken.getText())) return true;
  if (
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
    ts.isIdentifier(node.operand)
  )
    if (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken)
      return true;
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
    const simple = node.parameters.every(
      (p) => ts.isIdentifier(p.name) && !p.initializer && !p.dotDotDotToken,
    );
    if (ts.isBlock(node.body) || !simple) return true;
  }
  if (ts.isGetAccessor(node) || ts.isMethodDeclaration(node)) return true;
  return ts.forEachChild(node, (child) => needsStatements(child) || undefined) ?? false;
}

const withoutQuestion = <T extends ts.Expression>(link: T): T =>
  new Proxy(link, {
    get: (node, key) => (key === "questionDotToken" ? undefined : Reflect.get(node, key, node)),
  });

const HELPERS: Record<string, string> = {
  "+": "add",
  "/": "div",
  "%": "mod",
  "|": "bit_or",
  "&": "bit_and",
  "^": "bit_xor",
  "<<": "shift_left",
  ">>": "shift_right",
  ">>>": "shift_right_zero",
  in: "has",
};
const PLAIN: Record<string, string> = {
  "&&": "and",
  "||": "or",
  "-": "-",
  "*": "*",
  "**": "**",
  "<": "<",
  ">": ">",
  "<=": "<=",
  ">=": ">=",
};

function operation(operator: string, left: string, right: string, node: ts.Node): string {
  const helper = HELPERS[operator];
  if (helper) return `${helper}(${left}, ${right})`;
  const plain = PLAIN[operator];
  if (plain) return `(${left} ${plain} ${right})`;
  if (operator === "instanceof") return `isinstance(${left}, ${right})`;
  const not = operator.startsWith("!") ? "not " : "";
  if (operator === "===" || operator === "!==") {
    if (right === "None" || right === "UNDEF") return `(${not}(${left} is ${right}))`;
    return `(${not}eq(${left}, ${right}))`;
  }
  if ((operator === "==" || operator === "!=") && (right === "None" || right === "UNDEF"))
    return `(${not}missing(${left}))`;
  throw new Error(`no Python for ${operator}: ${node.getText().slice(0, 80)}`);
}
