import type { CaseInMaking } from "./finish";
import type { FileReport } from "./imported-case";

const folderOf = (name: string) => name.split(/[/\\]/).slice(0, -1).join("/");
const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, "");

/**
 * Cases that are pages of one search, or parts of one bulk export in one folder, become one for each patient.
 * Then every case's references that lead nowhere are named, and pages that were announced and are not there.
 */
export function joinFhirPages(cases: readonly CaseInMaking[]): CaseInMaking[] {
  const before = new Map<string, string>();
  const selves = new Set<string>();
  for (const { pages } of cases) {
    if (!pages?.self) continue;
    selves.add(pathOf(pages.self));
    if (pages.next) before.set(pathOf(pages.next), pathOf(pages.self));
  }
  const place = placesOf(before);
  const groups = new Map<string, { one: CaseInMaking; order: number }[]>();
  cases.forEach((one, position) => {
    const { pages } = one;
    const self = pages?.self ? pathOf(pages.self) : "";
    const paged = self !== "" && (pages!.next !== "" || before.has(self));
    const { start, order } = paged ? place(self) : { start: "", order: position };
    const group = paged
      ? `page ${start} ${pages!.subject}`
      : pages?.bulk
        ? `bulk ${folderOf(one.files[0]!.name)} ${pages.subject}`
        : `one ${position}`;
    const members = groups.get(group) ?? [];
    groups.set(group, members);
    members.push({ one, order });
  });
  return [...groups.values()].map((members) => {
    const group = members.sort((a, b) => a.order - b.order).map(({ one }) => one);
    sayMissing(group);
    for (const { pages, files } of group)
      if (pages?.next && !selves.has(pathOf(pages.next)))
        say(
          files[0]!.report,
          "fhir/page_missing",
          "The bundle says that another page follows; it is not in the import. Add it to read the whole search.",
        );
    return group.length === 1 ? group[0]! : joined(group);
  });
}

/** The first page of the search a page belongs to, and how many pages come before it. */
function placesOf(before: ReadonlyMap<string, string>) {
  const places = new Map<string, { start: string; order: number }>();
  return (self: string) => {
    const way: string[] = [];
    let at = self;
    const seen = new Set<string>();
    while (!places.has(at) && before.has(at) && !seen.has(at)) {
      seen.add(at);
      way.push(at);
      at = before.get(at)!;
    }
    const known = places.get(at) ?? { start: at, order: 0 };
    places.set(at, known);
    way.reverse().forEach((page, steps) => {
      places.set(page, { start: known.start, order: known.order + steps + 1 });
    });
    return places.get(self)!;
  };
}

/** One case of several; a resource that stands word for word on more than one page is kept once. */
function joined(group: readonly CaseInMaking[]): CaseInMaking {
  const [first, ...others] = group;
  const whole: CaseInMaking = { ...first!, records: [], files: [] };
  const seen = new Set<string>();
  for (const one of group) {
    let twice = 0;
    for (const record of one.records) {
      const mark = `${record.draft.key} ${record.draft.text}`;
      if (record.draft.key !== undefined && seen.has(mark)) twice++;
      else whole.records.push(record);
      seen.add(mark);
    }
    whole.files.push(...one.files);
    if (twice > 0)
      say(
        one.files[0]!.report,
        "fhir/twice",
        `${twice} ${twice === 1 ? "resource stands" : "resources stand"} word for word in another file of this export and was kept once.`,
      );
  }
  for (const other of others)
    say(
      other.files[0]!.report,
      "fhir/joined",
      `Its resources were joined with those of ${first!.files[0]!.name}.`,
    );
  return whole;
}

function sayMissing(group: readonly CaseInMaking[]): void {
  const known = new Set(group.flatMap(({ pages }) => pages?.known ?? []));
  const missing = [...new Set(group.flatMap(({ pages }) => pages?.missing ?? []))].filter(
    (reference) => !known.has(reference.split("/").slice(-2).join("/")),
  );
  if (missing.length === 0) return;
  const more = missing.length > 30 ? `, and ${missing.length - 30} more` : "";
  say(
    group[0]!.files[0]!.report,
    "fhir/missing_reference",
    `${missing.length} ${missing.length === 1 ? "resource is" : "resources are"} referred to but not in the file: ${missing.slice(0, 30).join(", ")}${more}.`,
  );
}

function say(report: FileReport, code: string, message: string): void {
  if (!report.warnings.some((one) => one.code === code && one.message === message))
    report.warnings.push({ code, message });
}
