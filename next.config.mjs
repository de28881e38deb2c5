const headers = [
  { key: "x-content-type-options", value: "nosniff" },
  { key: "x-frame-options", value: "DENY" },
  { key: "referrer-policy", value: "same-origin" },
  { key: "cross-origin-opener-policy", value: "same-origin" },
  { key: "cross-origin-resource-policy", value: "same-origin" },
  { key: "permissions-policy", value: "camera=(), microphone=(), geolocation=(), browsing-topics=()" },
];
const nothingRuns = { key: "content-security-policy", value: "default-src 'none'; frame-ancestors 'none'" };

/** @type {import("next").NextConfig} */
const config = {
  distDir: process.env.BABA_DIST_DIR ?? ".next",
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  agentRules: false,
  // `npm test` checks types and lints; a start should not wait for it.
  typescript: { ignoreBuildErrors: true },
  // strictRouteTypes keeps the build from rewriting tsconfig.json for each output folder.
  experimental: { authInterrupts: true, strictRouteTypes: true },
  serverExternalPackages: ["@node-rs/argon2", "pg", "pg-boss", "pino", "openai"],
  // Browsers and crawlers ask for it without looking at the page.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
  headers: async () => [
    { source: "/:path*", headers },
    { source: "/api/:path*", headers: [nothingRuns] },
  ],
};

export default config;
