// Makes the first people of an empty database, and puts the sample case into it: seed.ts <roles> [--show]. The last line of
// standard output says who was made as JSON; --show also shows it to the person at the terminal.

import { randomInt } from "node:crypto";
import { audit } from "@/lib/auth/audit";
import { hashPassword } from "@/lib/auth/password";
import { type Db, openDatabase } from "@/lib/db";
import type { Role } from "@/lib/db/generated/client";
import { seedSampleCase } from "@/lib/services/seed";

type Person = { role: Role; email: string; name: string; password: string };

const people = [
  { role: "advocate", name: "Ada Advocate" },
  { role: "reviewer", name: "Rosa Reviewer" },
  { role: "curator", name: "Cato Curator" },
  { role: "admin", name: "Ines Administrator" },
] as const;

// No letters or digits that are mistaken for one another. 20 of 31 give 99 bits.
const letters = "abcdefghjkmnpqrstuvwxyz23456789";
const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("");
const newPassword = () => [group(), group(), group(), group()].join("-");

async function firstPeople(database: Db, roles: readonly Role[]): Promise<Person[]> {
  const made: Person[] = [];
  for (const { role, name } of people.filter((person) => roles.includes(person.role))) {
    const person = { role, name, email: `${role}@studio.example`, password: newPassword() };
    const { id } = await database.user.create({
      data: { email: person.email, name, role, passwordHash: await hashPassword(person.password) },
    });
    await audit(database, { actorId: null, action: "user.seed", detail: { userId: id, role } });
    made.push(person);
  }
  return made;
}

const write = (stream: NodeJS.WriteStream, text: string) =>
  new Promise<void>((done) => {
    stream.write(text, () => done());
  });

function table(made: readonly Person[]): string {
  const rows = made.map(
    ({ role, email, password }) => `  ${role.padEnd(10)} ${email.padEnd(28)} ${password}\n`,
  );
  return `\nSign in as one of these. The passwords are shown this once, so keep them:\n\n${rows.join("")}\n`;
}

const url = process.env.DATABASE_URL;
if (!url) throw new Error("DATABASE_URL is not set; npm start sets it");
const roles = (process.argv[2] ?? "advocate,reviewer,curator,admin").split(",") as Role[];
const database = openDatabase(url, 2);
try {
  if ((await database.case.count()) === 0) await seedSampleCase(database);

  // The passwords are printed before they are stored: a start that is killed between the two prints new ones, none is lost.
  await database.$transaction(
    async (step) => {
      const made = (await step.user.count()) === 0 ? await firstPeople(step, roles) : [];
      if (made.length > 0 && process.argv.includes("--show")) await write(process.stderr, table(made));
      await write(process.stdout, `${JSON.stringify({ made })}\n`);
    },
    { timeout: 20_000 },
  );
} finally {
  await database.$disconnect();
}
