// Puts cases of the corpus into the database of DATABASE_URL as two experts left them: place-accepted.ts <id>...
import { openDatabase } from "@/lib/db";
import { placeAcceptedCase } from "../factories/accepted-case";

const database = openDatabase(process.env.DATABASE_URL ?? "", 2);
try {
  const author = await database.user.findFirst({ where: { role: "advocate" } });
  for (const id of process.argv.slice(2)) await placeAcceptedCase(database, id, author?.id ?? null);
} finally {
  await database.$disconnect();
}
