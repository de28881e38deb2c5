/** @type {import("next").NextConfig} */
const config = {
  distDir: process.env.BABA_DIST_DIR ?? ".next",
  reactStrictMode: true,
  poweredByHeader: false,
  serverExternalPackages: ["@node-rs/argon2", "pg", "pg-boss", "pino", "openai"],
};

export default config;
