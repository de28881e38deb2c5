import { describe, expect, test } from "vitest";
import { PLAYBOOKS } from "../language/playbooks";
import { canonicalJson } from "../spec/canonical";
import type { WorldSpec } from "../spec/world";
import { readWorld } from "../spec/world-index";
import { walkerWorld } from "../testing/walker-world";
import { type Bundle, readBundle, verifyBundle, writeBundle } from "./bundle";
import { type CertificateBody, COMPILER_VERSION, certificateSchema, GATES } from "./certificate";
import { type CertifiedWorld, certifyWorld } from "./certify";
import type { Ports, Signed } from "./ports";
import { verifyCertificate } from "./verify";

/** A stand-in for a hash and a key, good enough to notice any change: certify never looks inside. */
function fold(text: string): string {
  let out = "";
  for (let lane = 0; lane < 8; lane++) {
    let h = 0x811c9dc5 ^ lane;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193 + 2 * lane) >>> 0;
    out += h.toString(16).padStart(8, "0");
  }
  return out;
}
const KEY = "k".repeat(43);
const signatureOf = (text: string) => fold(text).padEnd(86, "A");
const ports: Ports = {
  sha256: fold,
  sign: (text): Signed => ({ public_key: KEY, value: signatureOf(text) }),
  verify: (text, signed) => signed.public_key === KEY && signed.value === signatureOf(text),
};

const brief =
  "Confirm the need for a walker, find the clinic's direct number and have the prescription on file, learn the coverage pathway and a network supplier, get the letter that it is not repairable, see the walker delivered to her, give safety guidance and have the follow-up scheduled.";

const spec = (): WorldSpec => {
  const read = readWorld({ ...walkerWorld(), brief });
  if (!read.ok) throw new Error("the fixture is not a world");
  return read.value.spec;
};
const once = certifyWorld(spec(), ports);
const certified = async () => {
  const { certified: world } = await once;
  if (!world) throw new Error("the fixture does not certify");
  return world;
};

describe("certify (world.md, section 5)", () => {
  test("the gates run in order, each is reported as it ends, and the certificate follows", async () => {
    const seen: string[] = [];
    const done = await certifyWorld(spec(), ports, (gate) => {
      seen.push(gate.gate);
    });
    expect(done.gates.flatMap((g) => g.findings.filter((f) => f.severity === "error"))).toEqual([]);
    expect(done.verdict).toBe("proved");
    expect(seen).toEqual([...GATES]);
    expect(done.certificate).toMatchObject({
      required_groups: 9,
      route: { operations: 27, days: 5 },
      difficulty: { S: 68, F: 11, R: 5, A: 4, U: 7, band: "hard" },
    });
    expect(certificateSchema.parse(done.certificate)).toEqual(done.certificate);
  });

  test("the same world gives the same bytes, whatever the order of its keys", async () => {
    const shuffled = JSON.parse(canonicalJson(spec()));
    const one = await once;
    const two = await certifyWorld(shuffled, ports);
    expect(canonicalJson(two.certificate)).toBe(canonicalJson(one.certificate));
  });

  test("a document that is no world stops at gate 1; the others say that they did not run", async () => {
    const { verdict, gates, certificate } = await certifyWorld({ ...spec(), extra: 1 }, ports);
    expect(verdict).toBe("refuted");
    expect(certificate).toBeNull();
    expect(gates[0]?.findings[0]?.message).toContain("extra");
    expect(gates.slice(1).map((g) => g.verdict)).toEqual(Array(7).fill("unknown"));
    expect(gates[1]?.summary).toBe("Not run, because gate 1 did not pass.");
  });

  test("without the helpline's contact fact it is refuted, naming the outcome and what is missing", async () => {
    const world = spec();
    world.knowledge = world.knowledge.filter((k) => k.id !== "parish_charity_contact");
    const { verdict, gates } = await certifyWorld(world, ports);
    expect(verdict).toBe("refuted");
    const [found] = gates.find((g) => g.gate === "oracle")?.findings ?? [];
    expect(found?.nodes).toContain("walker_home_receipt_confirmation");
    expect(found?.message).toMatch(/parish charity/i);
  });

  test("C18 an action limit that no route fits is refuted by the replay", async () => {
    const { verdict, gates } = await certifyWorld({ ...spec(), action_limit: 20 }, ports);
    expect(verdict).toBe("refuted");
    expect(gates.find((g) => g.gate === "replay")?.findings[0]).toMatchObject({ code: "replay/over-limit" });
  });
});

describe("verify: nothing is taken on trust", () => {
  test("an honest certificate is proved, and gives the certified world", async () => {
    const { world, certificate } = await certified();
    const checked = await verifyCertificate(world.spec, certificate, ports);
    expect(checked.findings).toEqual([]);
    expect(checked.certified?.certificate).toEqual(certificate);
  });

  test("a certificate does not fit another world", async () => {
    const { world, certificate } = await certified();
    const other = { ...world.spec, title: "Another walker" };
    expect((await verifyCertificate(other, certificate, ports)).findings[0]).toMatchObject({
      code: "verify/other-world",
    });
  });

  const claims: [string, (body: CertificateBody) => void][] = [
    ["difficulty", (b) => (b.difficulty.S = 5)],
    ["route", (b) => b.route.witness.splice(3, 1)],
    ["shortened", (b) => (b.shortened = null)],
    ["gates", (b) => (b.gates[2] = { ...b.gates[2]!, summary: "Fine." })],
    ["ladder", (b) => (b.ladder[1]!.operations += 1)],
    ["transcript_sha256", (b) => (b.transcript_sha256 = "0".repeat(64))],
    ["required_groups", (b) => (b.required_groups = 8)],
  ];
  test.each(claims)(
    "a false claim about %s is found although the key holder signed it",
    async (claim, lie) => {
      const { world, certificate } = await certified();
      const { signature: _, ...body } = structuredClone(certificate);
      lie(body);
      const signed = { algorithm: "Ed25519" as const, ...(await ports.sign!(canonicalJson(body))) };
      const checked = await verifyCertificate(world.spec, { ...body, signature: signed }, ports);
      expect(checked.verdict).toBe("refuted");
      expect(checked.certified).toBeNull();
      expect(checked.findings).toMatchObject([{ code: "verify/claim", path: `$.${claim}` }]);
    },
  );

  test("a change after signing, a missing signature and another version are told apart", async () => {
    const { world, certificate } = await certified();
    const verdict = async (c: object) => (await verifyCertificate(world.spec, c, ports)).findings[0]?.code;
    expect(await verdict({ ...certificate, required_groups: 10 })).toBe("verify/signature");
    expect(await verdict({ ...certificate, signature: null })).toBe("verify/unsigned");
    const { signature: _, ...body } = certificate;
    const older = { ...body, versions: { ...body.versions, compiler: "0.0.1" } };
    const signed = { algorithm: "Ed25519" as const, ...(await ports.sign!(canonicalJson(older))) };
    const checked = await verifyCertificate(world.spec, { ...older, signature: signed }, ports);
    expect(checked).toMatchObject({ verdict: "unsupported", findings: [{ code: "verify/other-version" }] });
    expect(COMPILER_VERSION).not.toBe("0.0.1");
  });

  test("a certificate of another version need not have the shape of today's, nor its world", async () => {
    const { world, certificate } = await certified();
    const { signature: _, ...body } = certificate;
    const older = { ...body, versions: { compiler: "0.0.1" }, rungs: 3 };
    const signature = { algorithm: "Ed25519" as const, ...(await ports.sign!(canonicalJson(older))) };
    const undecided = { verdict: "unsupported", findings: [{ code: "verify/other-version" }] };
    expect(await verifyCertificate(world.spec, { ...older, signature }, ports)).toMatchObject(undecided);
    const theirs = { ...world.spec, mood: "calm" };
    expect(await verifyCertificate(theirs, { ...older, signature }, ports)).toMatchObject(undecided);
    const changed = { ...older, rungs: 4, signature };
    expect((await verifyCertificate(world.spec, changed, ports)).findings[0]?.code).toBe("verify/signature");
    const today = { ...certificate, rungs: 3 };
    expect((await verifyCertificate(world.spec, today, ports)).findings[0]?.code).toBe(
      "schema/unrecognized-keys",
    );
  });
});

test("a world does not become certified by being called so", async () => {
  const { world, certificate } = await certified();
  // @ts-expect-error only certifying and verifying make a CertifiedWorld
  const forged: CertifiedWorld = { world, certificate };
  expect(forged.world).toBe(world);
});

describe("bundle", () => {
  test("it round-trips, verifies, and shows the first day alone in its public part", async () => {
    const world = await certified();
    const text = await writeBundle(world, ports);
    const read = await readBundle(text, ports);
    if (!read.ok) throw new Error(read.findings[0]?.message);
    expect(read.value.world).toEqual(world.world.spec);
    expect(read.value.playbooks).toEqual(PLAYBOOKS);
    expect(read.value.public.case_file.parties.map((p) => p.party)).not.toContain("parish_charity");
    expect(await verifyBundle(text, ports)).toMatchObject({ ok: true, value: { verdict: "proved" } });
  });

  test("a bundle with one byte changed anywhere is refused", async () => {
    const text = await writeBundle(await certified(), ports);
    const step = Math.max(1, Math.floor(text.length / 400));
    for (let at = 0; at < text.length; at += step) {
      const changed = text.slice(0, at) + (text[at] === "a" ? "b" : "a") + text.slice(at + 1);
      const read = await readBundle(changed, ports);
      expect(read.ok, `byte ${at} of ${text.length}`).toBe(false);
    }
    for (const changed of [`${text} `, `${text}\n`, text.slice(0, -1), text.replace(",", ", ")])
      expect((await readBundle(changed, ports)).ok).toBe(false);
  });

  test("C14 a bundle whose public part or playbooks say more than the world's is refuted, whoever signed it", async () => {
    const lies: [string, (bundle: Bundle) => void][] = [
      ["public", (b) => (b.public.case_file.brief += " The answer is four.")],
      ["playbooks", (b) => (b.playbooks[0]!.text += " The answer is four.")],
    ];
    for (const [part, lie] of lies) {
      const bundle = JSON.parse(await writeBundle(await certified(), ports)) as Bundle;
      lie(bundle);
      bundle.manifest[part as "public"] = fold(canonicalJson(bundle[part as "public"]));
      bundle.signature = { algorithm: "Ed25519", ...(await ports.sign!(canonicalJson(bundle.manifest))) };
      const path = `$.${part}`;
      expect(await verifyBundle(`${canonicalJson(bundle)}\n`, ports)).toMatchObject({
        ok: true,
        value: { verdict: "refuted", findings: [{ path }], certified: null },
      });
    }
  });

  test("a bundle of another version that today's schema does not know is not decided; changed, it is refused", async () => {
    const bundle = JSON.parse(await writeBundle(await certified(), ports));
    bundle.world.mood = "calm";
    bundle.certificate = { ...bundle.certificate, versions: { compiler: "0.0.1" }, rungs: 3 };
    bundle.manifest.world = fold(canonicalJson(bundle.world));
    bundle.manifest.certificate = fold(canonicalJson(bundle.certificate));
    bundle.signature = { algorithm: "Ed25519", ...(await ports.sign!(canonicalJson(bundle.manifest))) };
    const text = `${canonicalJson(bundle)}\n`;
    const findings = [{ code: "verify/other-version", path: "$.certificate.versions.compiler" }];
    expect(await readBundle(text, ports)).toMatchObject({ ok: false, findings });
    expect(await verifyBundle(text, ports)).toMatchObject({
      ok: true,
      value: { verdict: "unsupported", findings, certified: null },
    });
    expect(await readBundle(text.replace("calm", "calf"), ports)).toMatchObject({
      ok: false,
      findings: [{ code: "schema/unrecognized-keys" }, { code: "schema/invalid-type" }, {}],
    });
  });
});
