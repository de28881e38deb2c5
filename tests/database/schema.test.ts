import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { migrate } from "@/scripts/migrate.mjs";
import { testDatabase } from "../setup/database";

const database = await testDatabase();

test("the migrations make what the schema says, and applying them again changes nothing", async () => {
  const url = process.env.DATABASE_URL ?? "";
  expect(await migrate(url)).toEqual([]);
  const difference = spawnSync(
    process.execPath,
    [
      "scripts/prisma.mjs",
      "migrate",
      "diff",
      "--from-config-datasource",
      "--to-schema",
      "prisma/schema.prisma",
      "--exit-code",
    ],
    { encoding: "utf8", env: { ...process.env, DATABASE_URL: url } },
  );
  expect(difference.status, difference.stdout + difference.stderr).toBe(0);
});

test("what is append-only refuses changes, deletion and truncation", async () => {
  const { id } = await database.auditEvent.create({ data: { action: "test.write" } });
  await expect(database.auditEvent.update({ where: { id }, data: { action: "x" } })).rejects.toThrow(
    /append-only/,
  );
  await expect(database.auditEvent.delete({ where: { id } })).rejects.toThrow(/append-only/);
  for (const table of [
    "PacketRevision",
    "WorldVersion",
    "CompileAttempt",
    "CertificationEvent",
    "ParaphraseChange",
    "AuditEvent",
  ])
    await expect(database.$executeRawUnsafe(`TRUNCATE "${table}" CASCADE`), table).rejects.toThrow(
      /append-only/,
    );
});

test("a publication can be withdrawn once, and not changed otherwise", async () => {
  const { id: userId } = await database.user.create({ data: { email: "p@b.c", name: "P", role: "curator" } });
  const { id: caseId } = await database.case.create({ data: { id: "c1", title: "Case" } });
  const version = {
    caseId,
    number: 1,
    packetRevision: 1,
    content: {},
    contentHash: "h",
    origin: "compiled",
  } as const;
  const { id: worldVersionId } = await database.worldVersion.create({ data: version });
  const { id } = await database.publication.create({
    data: {
      caseId,
      version: 1,
      worldVersionId,
      packetRevision: 1,
      certificate: {},
      bundle: "{}",
      bundleHash: "b",
      publishedById: userId,
    },
  });
  await expect(database.publication.update({ where: { id }, data: { bundleHash: "other" } })).rejects.toThrow(
    /withdrawn/,
  );
  const withdrawal = {
    withdrawnAt: new Date(),
    withdrawnById: userId,
    withdrawnReason: "a fault in the records",
  };
  await database.publication.update({ where: { id }, data: withdrawal });
  await expect(database.publication.update({ where: { id }, data: { withdrawnAt: null } })).rejects.toThrow(
    /withdrawn/,
  );
  await expect(database.publication.delete({ where: { id } })).rejects.toThrow(/withdrawn/);
});

test("an address is stored in lower case only", async () => {
  await expect(
    database.user.create({ data: { email: "Big@b.c", name: "B", role: "admin" } }),
  ).rejects.toThrow();
});
