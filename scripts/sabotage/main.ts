import { JSON_OPTION, optionsOf } from "../options";
import { loadCertified } from "./cases";
import { sabotage, tableOf } from "./run";

const { json } = optionsOf(JSON_OPTION);
const result = await sabotage(await loadCertified(), (line) => {
  if (!json) process.stderr.write(`${line}\n`);
});
process.stdout.write(json ? `${JSON.stringify(result, null, 2)}\n` : `${tableOf(result)}\n`);
process.exitCode = result.good ? 0 : 10;
