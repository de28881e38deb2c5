/**
 * The rooms of docs/architecture.md as data: which may import which, and why.
 * @type {import("dependency-cruiser").IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "A cycle means that two files are one file, or that a part belongs in a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "unresolvable",
      comment: "An import that resolves to nothing would escape every other rule.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^next-auth" },
    },
    {
      name: "compiler-is-pure",
      comment: "The compiler runs in browsers, jobs and the command line alike: nothing but zod and itself.",
      severity: "error",
      from: { path: "^compiler/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: ["^compiler/", "^node_modules/zod/"] },
    },
    {
      name: "engine-knows-no-oracle",
      comment: "Engine and oracle check one another; a shared mistake would pass both.",
      severity: "error",
      from: { path: "^compiler/engine/", pathNot: "\\.test\\.ts$" },
      to: { path: "^compiler/oracle/" },
    },
    {
      name: "oracle-knows-no-engine",
      comment: "Engine and oracle check one another; a shared mistake would pass both.",
      severity: "error",
      from: { path: "^compiler/oracle/", pathNot: "\\.test\\.ts$" },
      to: { path: "^compiler/engine/" },
    },
    {
      name: "replay-is-a-black-box",
      comment: "The replay sees what an agent sees; anything else would let it agree with hidden state.",
      severity: "error",
      from: { path: "^compiler/replay/", pathNot: "\\.test\\.ts$" },
      to: { path: "^compiler/", pathNot: "^compiler/(public|replay)/" },
    },
    {
      name: "agents-see-public-only",
      comment: "An agent that could import the world could read the answer.",
      severity: "error",
      from: { path: "^runner/agents/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(compiler|lib|app|components)/", pathNot: "^compiler/public/" },
    },
    {
      name: "playtest-sees-public-only",
      comment: "The page a person plays on must not carry the hidden world to the browser.",
      severity: "error",
      from: { path: "^components/playtest/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^(compiler|lib|runner)/", pathNot: "^(compiler/public|lib/contracts)/" },
    },
    {
      name: "components-are-browser-safe",
      comment:
        "Components know contracts and schemas, never services, database or secrets. The packet editor runs the oracle live.",
      severity: "error",
      from: { path: "^components/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^(lib|app|runner|scripts)/", pathNot: "^lib/contracts/" },
    },
    {
      name: "ui-knows-no-domain",
      comment: "Primitives stay usable for any page: no case, packet or world words.",
      severity: "error",
      from: { path: "^components/ui/" },
      to: { path: "^(compiler|lib|app|runner)/|^components/(?!ui/)" },
    },
    {
      name: "contracts-are-browser-safe",
      comment: "HTTP schemas are shared with the browser.",
      severity: "error",
      from: { path: "^lib/contracts/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(lib/(?!contracts/)|app|components|runner|node:)" },
    },
    {
      name: "lib-knows-no-page",
      comment: "Services are called by pages, routes, jobs and tests; they call none of them.",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^(app|components|runner|scripts|e2e)/" },
    },
    {
      name: "app-takes-adapters-only",
      comment: "The studio speaks MCP through the runner's adapter; commands are for the command line.",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^runner/(?!serve/)" },
    },
    {
      name: "runner-knows-no-studio",
      comment: "Bundles are verified, replayed and played without a database or a server.",
      severity: "error",
      from: { path: "^runner/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(app|components|e2e|lib/(?!crypto/))" },
    },
    {
      name: "product-knows-no-tests",
      comment: "Factories and fixtures never reach production.",
      severity: "error",
      from: { path: "^(app|components|lib|compiler|runner)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^(tests|e2e)/|\\.test\\.tsx?$" },
    },
    {
      name: "no-dev-dependencies",
      comment: "What runs in production is installed in production.",
      severity: "error",
      from: { path: "^(app|components|lib|compiler|runner)/", pathNot: "\\.test\\.tsx?$" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^lib/db/generated/|^\\.next|^\\.data/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
