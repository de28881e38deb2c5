import { z } from "zod";

const filled = z.string().trim().min(1);
const envSchema = z.object({
  DATABASE_URL: filled,
  NEXTAUTH_SECRET: filled.min(32, "at least 32 characters"),
  NEXTAUTH_URL: z.url().optional(),
  /** PKCS 8 private key in PEM: signs certificates. */
  CERTIFICATE_KEY: filled,
  /** File with the list of keys that this studio has replaced or revoked. */
  PUBLISHED_KEYS: filled.optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** "off" leaves background jobs to another server. */
  JOBS: z.enum(["on", "off"]).default("on"),
  OPENAI_API_KEY: filled.optional(),
  OPENAI_BASE_URL: z.url().optional(),
  /** The model of every step that names none of its own. */
  OPENAI_MODEL: filled.default("gpt-5.6-luna"),
  OPENAI_MODEL_DRAFT: filled.optional(),
  OPENAI_MODEL_PROPOSE: filled.optional(),
  OPENAI_MODEL_TRANSLATE: filled.optional(),
  OPENAI_MODEL_SCREEN: filled.optional(),
  OPENAI_MODEL_PARAPHRASE: filled.optional(),
  /** Dollars for a million tokens, for the budgets. */
  MODEL_INPUT_PRICE: z.coerce.number().min(0).default(2),
  MODEL_OUTPUT_PRICE: z.coerce.number().min(0).default(10),
  MODEL_BUDGET_PER_CASE: z.coerce.number().min(0).default(5),
  MODEL_BUDGET_PER_DAY: z.coerce.number().min(0).default(50),
  MODEL_TIMEOUT_SECONDS: z.coerce.number().min(1).default(60),
  /** An outside analyser in Presidio's format, asked for more identifiers; off when absent. */
  SCREENING_ANALYZER_URL: z.url({ protocol: /^https?$/ }).optional(),
  SCREENING_ANALYZER_TIMEOUT_SECONDS: z.coerce.number().min(1).max(600).default(20),
  GOOGLE_CLIENT_ID: filled.optional(),
  GOOGLE_CLIENT_SECRET: filled.optional(),
  OIDC_ISSUER: z.url().optional(),
  OIDC_NAME: filled.optional(),
  OIDC_CLIENT_ID: filled.optional(),
  OIDC_CLIENT_SECRET: filled.optional(),
});

export type Env = z.infer<typeof envSchema>;

let parsed: Env | undefined;

/**
 * The settings of this process, parsed at first use. Empty values count as absent.
 * @throws {Error} naming each setting that is missing or wrong, never its value
 */
export function env(): Env {
  if (parsed) return parsed;
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()));
  const result = envSchema.safeParse(given);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`Settings are missing or wrong (npm start sets what is needed):\n${faults.join("\n")}`);
  }
  parsed = result.data;
  return parsed;
}
