import type { Tau2Audit } from "./audit";

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c] ?? c,
  );

/** What was looked for, in the order of weight: the figure, and the sentence that says it. */
export function statements({
  figures: f,
  replayed,
  lookedUp,
  domain,
}: Tau2Audit): [string, number, string][] {
  const not = replayed ? "" : " (not carried out: give --python)";
  return [
    [
      "Reference calls that fail",
      f.raising_calls,
      `in ${f.tasks_with_raising_calls} of ${f.tasks} tasks of ${domain}${not}`,
    ],
    [
      "Tasks that doing nothing passes",
      f.idle_passes,
      `of ${f.tasks}; ${f.idle_undecided} could not be decided here`,
    ],
    [
      "Criteria that count for nothing",
      f.unscored_criteria,
      "they stand in a task, its reward leaves them out",
    ],
    ["Criteria that always hold", f.vacuous_criteria, "they count for the reward and are 1 whatever is done"],
    [
      "Values nobody can learn",
      f.unlearnable_values,
      lookedUp ? "in no text and not in the database" : "not looked for: the database is not there",
    ],
    [
      "Lists whose order alone decides",
      f.order_dependent,
      `turned round, they give another final database${not}`,
    ],
  ];
}

/** The audit as one page without scripts or outside references. Texts of the tasks are escaped. */
export function reportPage(audit: Tau2Audit): string {
  const rows = statements(audit)
    .map(
      ([what, n, more]) =>
        `<tr><th scope="row">${escaped(what)}</th><td class="n">${n}</td><td>${escaped(more)}</td></tr>`,
    )
    .join("\n");
  const tasks = audit.tasks
    .filter((task) => task.findings.length > 0)
    .map(({ id, findings }) => {
      const items = findings
        .map(
          (f) =>
            `<li class="${f.severity}"><p>${escaped(f.message)}</p><p class="fix">${escaped(f.fix)}</p><code>${escaped(f.path)}</code></li>`,
        )
        .join("\n");
      return `<section><h3>Task ${escaped(id)}</h3><ul>${items}</ul></section>`;
    })
    .join("\n");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Audit of ${escaped(audit.domain)}</title>
<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c1a;background:#fdfdfb}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #d8d8d0}
.n{text-align:right;font-variant-numeric:tabular-nums}ul{padding-left:1rem}li{margin:.6rem 0}p{margin:0}
.fix{color:#55554e}code{font-size:.8rem;overflow-wrap:anywhere}.error::marker{color:#a3231f}
@media(prefers-color-scheme:dark){body{color:#e8e8e2;background:#1a1a18}.fix{color:#b0b0a6}th,td{border-color:#44443e}}
</style></head><body>
<h1>Audit of ${escaped(audit.domain)}</h1>
<p>${audit.figures.tasks} tasks with ${audit.figures.reference_calls} reference calls. ${
    audit.replayed ? "tau2 itself carried the calls out." : "The calls were read, not carried out."
  }</p>
<table>${rows}</table>
<h2>Tasks with findings</h2>
${tasks || "<p>None.</p>"}
</body></html>
`;
}
