import { parseArgs } from "node:util";
import { serveHttp, serveOpenenv } from "../commands/serve";
import { BadInput } from "../input";
import { say, sayFinding } from "../report";

// The world server as one program for containers: the one episode that was agreed on, or an OpenEnv environment.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: "string", default: "8000" },
    host: { type: "string", default: "0.0.0.0" },
    "allow-host": { type: "string", multiple: true, default: [] },
    "grade-token-sha256": { type: "string", default: "" },
    logs: { type: "string" },
    openenv: { type: "boolean", default: false },
  },
});
try {
  const options = {
    port: Number(values.port),
    host: values.host,
    allowHost: values["allow-host"],
    logs: values.logs,
  };
  const agreed = { episode: "main", gradeTokenSha256: values["grade-token-sha256"] };
  process.exitCode = values.openenv
    ? await serveOpenenv(positionals[0] ?? "", options)
    : await serveHttp(positionals, { ...options, ...agreed });
} catch (error) {
  if (!(error instanceof BadInput)) throw error;
  error.findings.forEach(sayFinding);
  say("The world cannot be served.");
  process.exitCode = 2;
}
