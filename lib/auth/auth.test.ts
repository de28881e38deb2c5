import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "@/tests/setup/database";
import { changePassword, signOutEverywhere } from "./account";
import { acceptInvitation, invite, openInvitation } from "./invitations";
import { hashPassword, passwordFault } from "./password";
import { signInAs, signInWithPassword } from "./sign-in";
import { createToken, revokeToken, userOfToken } from "./tokens";

const database = await testDatabase();
const password = "four short words here";
let count = 0;

const newUser = async (role: "advocate" | "admin" = "advocate") =>
  database.user.create({
    data: {
      email: `person-${++count}@studio.example`,
      name: "Kim Lee",
      role,
      passwordHash: await hashPassword(password),
    },
  });

let user: Awaited<ReturnType<typeof newUser>>;
beforeEach(async () => {
  user = await newUser();
});

test("the right password signs in, in any case of the address, and the log says so", async () => {
  const signedIn = await signInWithPassword({ email: ` ${user.email.toUpperCase()}`, password }, "10.0.0.1");
  expect(signedIn).toEqual({ id: user.id, epoch: 0 });
  expect(
    await database.auditEvent.findMany({ where: { actorId: user.id }, select: { action: true } }),
  ).toEqual([{ action: "session.begin" }]);
});

test("a wrong password, an unknown address, a disabled account and one without a password are all just refused", async () => {
  expect(await signInWithPassword({ email: user.email, password: "wrong" }, "10.0.0.2")).toBeNull();
  expect(await signInWithPassword({ email: "nobody@studio.example", password }, "10.0.0.2")).toBeNull();
  await database.user.update({ where: { id: user.id }, data: { disabledAt: new Date() } });
  expect(await signInWithPassword({ email: user.email, password }, "10.0.0.2")).toBeNull();
  expect(await signInAs(user.email, "google")).toBeNull();
  await database.user.update({ where: { id: user.id }, data: { disabledAt: null, passwordHash: null } });
  expect(await signInWithPassword({ email: user.email, password }, "10.0.0.2")).toBeNull();
  expect(await signInAs(user.email, "google")).toEqual({ id: user.id, epoch: 0 });
});

test("the sixth try in a quarter of an hour is refused even with the right password, from that address only", async () => {
  const tries = Array.from({ length: 5 }, () =>
    signInWithPassword({ email: user.email, password: "wrong" }, "10.0.0.3"),
  );
  expect(await Promise.all(tries)).toEqual([null, null, null, null, null]);
  await expect(signInWithPassword({ email: user.email, password }, "10.0.0.3")).rejects.toThrow("too_many");
  expect(await signInWithPassword({ email: user.email, password }, "10.0.0.4")).not.toBeNull();
});

test("changing the password needs the current one and ends the sessions begun with it", async () => {
  const next = "a different sentence";
  await expect(changePassword({ userId: user.id, current: "wrong", next })).rejects.toMatchObject({
    kind: "bad_input",
  });
  await expect(changePassword({ userId: user.id, current: password, next: "short" })).rejects.toMatchObject({
    extra: { field: "next" },
  });
  await changePassword({ userId: user.id, current: password, next });
  expect(await signInWithPassword({ email: user.email, password }, "10.0.0.5")).toBeNull();
  expect(await signInWithPassword({ email: user.email, password: next }, "10.0.0.5")).toEqual({
    id: user.id,
    epoch: 1,
  });
});

test.each(["short", "aaaaaaaaaaaaaaaa", "person-is-here", "i am called Robinson", "x".repeat(201)])(
  "%j is no password for its owner",
  (candidate) => {
    expect(passwordFault(candidate, { email: "person@studio.example", name: "Lee Robinson" })).not.toBeNull();
  },
);

test("an invitation makes one account, once, and a second invitation ends the first", async () => {
  const admin = await newUser("admin");
  const to = {
    email: "New.Person@studio.example",
    name: "New Person",
    role: "reviewer" as const,
    actorId: admin.id,
  };
  const tokenOf = ({ path }: { path: string }) => path.replace("/invitation/", "");
  const first = tokenOf(await invite(database, to));
  const second = tokenOf(await invite(database, to));
  expect(await openInvitation(first)).toBeNull();
  const both = await Promise.allSettled([
    acceptInvitation({ token: second, password: "three longer words" }),
    acceptInvitation({ token: second, password: "three longer words" }),
  ]);
  expect(both.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  const made = await database.user.findUniqueOrThrow({ where: { email: "new.person@studio.example" } });
  expect(made.role).toBe("reviewer");
  await expect(invite(database, to)).rejects.toMatchObject({ kind: "conflict" });
});

test("a token reads as a runner until it is revoked, out of date, or its maker is disabled", async () => {
  const { id, token } = await createToken(database, { name: "nightly", userId: user.id });
  expect(await userOfToken(token)).toMatchObject({ id: user.id, role: "runner" });
  expect(await userOfToken(`${token}x`)).toBeNull();
  await revokeToken(database, { id, actorId: user.id });
  expect(await userOfToken(token)).toBeNull();
  const old = await createToken(database, { name: "old", userId: user.id, expiresAt: new Date(0) });
  expect(await userOfToken(old.token)).toBeNull();
  const late = await createToken(database, { name: "late", userId: user.id });
  await database.user.update({ where: { id: user.id }, data: { disabledAt: new Date() } });
  expect(await userOfToken(late.token)).toBeNull();
});

test("signing out everywhere raises the epoch that sessions carry", async () => {
  await signOutEverywhere(database, { userId: user.id, actorId: user.id });
  expect(await database.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
    sessionEpoch: 1,
  });
});
