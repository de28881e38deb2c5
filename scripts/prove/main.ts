import { countOf, JSON_OPTION, optionsOf } from "../options";
import { compare, HORIZON_DAYS, KINDS, nothingCompared } from "./agree";
import { WITHOUT } from "./without";

const values = optionsOf({
  ...JSON_OPTION,
  seed: { type: "string", default: "1" },
  count: { type: "string", default: "10000" },
});
const first = countOf("seed", values.seed);
const count = countOf("count", values.count);

const BATCH = 100;
const agreement = nothingCompared();
const begun = performance.now();
for (let next = first; agreement.compared < count; next += BATCH) {
  await compare(
    Array.from({ length: BATCH }, (_, i) => next + i),
    agreement,
    count,
  );
  if (process.stderr.isTTY) process.stderr.write(`\r${agreement.compared} of ${count} worlds`);
  if (agreement.excluded > 2 * count) break;
}
if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");

const seconds = (performance.now() - begun) / 1000;
const lacking =
  count < 500
    ? []
    : KINDS.filter((kind) => !(WITHOUT[kind] ? agreement.decides : agreement.worldsWith)[kind]);
const short = agreement.compared < count;
const good =
  agreement.disagreements.length === 0 &&
  agreement.failedRoutes.length === 0 &&
  lacking.length === 0 &&
  !short;
const agreed = agreement.compared - new Set(agreement.disagreements.map((d) => d.seed)).size;
const summary = `${agreed} of ${count} worlds agree: oracle, exploration and solver on ${agreement.groups} groups; ${agreement.routes - agreement.failedRoutes.length} of ${agreement.routes} routes carried out${
  lacking.length > 0 ? `; not covered: ${lacking.join(", ")}` : ""
}`;

if (values.json) process.stdout.write(`${JSON.stringify({ ...agreement, seconds, lacking, summary })}\n`);
else {
  const row = (name: string, value: number, more = "") =>
    process.stdout.write(`${name.padEnd(34)}${String(value).padStart(9)}${more}\n`);
  process.stdout.write(`Seeds from ${first}, ${HORIZON_DAYS} days ahead, ${seconds.toFixed(0)} s\n\n`);
  process.stdout.write(`${"worlds with".padEnd(34)}${"".padEnd(9)}   it decides something in\n`);
  for (const kind of KINDS)
    row(
      kind,
      agreement.worldsWith[kind] ?? 0,
      WITHOUT[kind] ? String(agreement.decides[kind] ?? 0).padStart(9) : "",
    );
  process.stdout.write("\n");
  row("worlds compared", agreement.compared);
  row("excluded (too many states)", agreement.excluded);
  row("groups", agreement.groups);
  row("groups reached", agreement.reached);
  row("groups reached only in time", agreement.later);
  row("states explored", agreement.states);
  row("disagreements", agreement.disagreements.length);
  for (const failed of agreement.failedRoutes.slice(0, 20)) process.stdout.write(`${failed}\n`);
  for (const d of agreement.disagreements.slice(0, 20))
    process.stdout.write(
      `seed ${d.seed} ${d.group}: oracle ${d.oracle}, exploration ${d.exploration}, solver ${d.solver}\n`,
    );
  process.stdout.write(`\n${summary}\n`);
}
process.exit(good ? 0 : 10);
