import { expect, test } from "vitest";
import { certifyWorld, verifyCertificate } from "@/compiler/certify";
import { noParaphrases, paraphrasesSchema } from "@/compiler/language/paraphrases";
import { checkingPorts } from "@/runner/keys";
import { CASES, corpusText, corpusWorld } from "./read-corpus";

test.each(CASES)("certifying %s again gives its certificate, the signature aside", async (id) => {
  const world = JSON.parse(corpusText(id, "world.json"));
  const { signature, ...shipped } = JSON.parse(corpusText(id, "certificate.json"));
  const { certificate, gates } = await certifyWorld(
    world,
    { sha256: checkingPorts.sha256 },
    undefined,
    undefined,
    paraphrasesSchema.parse(JSON.parse(corpusText(id, "trials.json"))),
  );
  expect(gates.flatMap((g) => g.findings.filter((f) => f.severity === "error")).length).toBe(0);
  const { signature: none, ...made } = certificate ?? { signature: null };
  expect(none).toBeNull();
  expect(made).toEqual(shipped);
  expect(signature.algorithm).toBe("Ed25519");
});

test.each(CASES)("the certificate of %s is verified", async (id) => {
  const checked = await verifyCertificate(
    JSON.parse(corpusText(id, "world.json")),
    JSON.parse(corpusText(id, "certificate.json")),
    checkingPorts,
  );
  expect(checked.findings).toEqual([]);
  expect(checked.verdict).toBe("proved");
});

const unsigned = { sha256: checkingPorts.sha256 };
const signed = { ...unsigned, sign: () => ({ public_key: "k".repeat(43), value: "w".repeat(86) }) };
const believing = { ...unsigned, verify: () => true };

test.each(CASES)(
  "without paraphrases %s is certified by frames of its labels, and says so (L6)",
  async (id) => {
    const { certificate, ballots } = await certifyWorld(
      corpusWorld(id).spec,
      signed,
      undefined,
      undefined,
      noParaphrases(id),
    );
    const items = Object.values(certificate?.paraphrases?.items ?? {});
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(Object.keys(item)).toEqual(["framing"]);
    expect(ballots?.ballots.filter((one) => one.verdict !== "hit")).toEqual([]);
  },
);

test("a certificate holds to its paraphrases and to every ballot (L4)", async () => {
  const [id] = CASES;
  const { spec } = corpusWorld(id!);
  const { certificate } = await certifyWorld(spec, signed, undefined, undefined, noParaphrases(spec.id));
  const codes = async (altered: unknown) =>
    (await verifyCertificate(spec, altered, believing)).findings.map((f) => `${f.code} ${f.path}`);
  expect(await codes(certificate)).toEqual([]);
  expect(await codes({ ...certificate, ballots_sha256: "1".repeat(64) })).toEqual([
    "verify/claim $.ballots_sha256",
  ]);
  const poorer = structuredClone(certificate!);
  const [item] = Object.keys(poorer.paraphrases!.items);
  poorer.paraphrases!.items[item!]!.framing!.pop();
  expect(await codes(poorer)).toEqual([`language/too-few-paraphrases $.items.${item}`]);
});
