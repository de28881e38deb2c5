// npm run password -- <address>: gives somebody a new password, which they change at their next sign-in. For who can reach
// this machine's studio while it runs, when nobody can sign in as an administrator any more.
import { randomBytes } from "node:crypto";
import { audit } from "@/lib/auth/audit";
import { hashPassword } from "@/lib/auth/password";
import { openDatabase } from "@/lib/db";
import { startPostgres } from "./database.mjs";
import { main, PlainError } from "./plain-error.mjs";
import { root } from "./state.mjs";

await main(async () => {
  const email = process.argv[2]?.trim().toLowerCase();
  if (!email) throw new PlainError("Whose? Give the address: npm run password -- name@example.org");
  const embedded = process.env.DATABASE_URL
    ? null
    : await startPostgres({ stateDir: process.env.BABA_DATA ?? `${root}.data`, database: "baba_studio" });
  const database = openDatabase(process.env.DATABASE_URL ?? embedded?.url ?? "", 1);
  try {
    const user = await database.user.findUnique({ where: { email } });
    if (!user) throw new PlainError(`There is no account with the address ${email}.`);
    const password = randomBytes(15).toString("base64url");
    const passwordHash = await hashPassword(password);
    await database.$transaction(async (step) => {
      await step.user.update({
        where: { id: user.id },
        data: { passwordHash, mustChangePassword: true, sessionEpoch: { increment: 1 } },
      });
      await audit(step, { actorId: null, action: "user.reset_password", detail: { userId: user.id } });
    });
    console.log(`New password for ${email}: ${password}\nIt has to be changed at the next sign-in.`);
  } finally {
    await database.$disconnect();
    if (embedded && !embedded.reused) embedded.stop();
  }
});
