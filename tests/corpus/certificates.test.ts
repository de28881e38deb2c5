import { expect, test } from "vitest";
import { certifyWorld, verifyCertificate } from "@/compiler/certify";
import { paraphrasesSchema } from "@/compiler/language/paraphrases";
import { checkingPorts } from "@/runner/keys";
import { CASES, corpusText } from "./read-corpus";

test.each(CASES)("certifying %s again gives its certificate, the signature aside", async (id) => {
  const world = JSON.parse(corpusText(id, "world.json"));
  const { signature, ...shipped } = JSON.parse(corpusText(id, "certificate.json"));
  const { certificate, gates } = await certifyWorld(
    world,
    { sha256: checkingPorts.sha256 },
    undefined,
    undefined,
    paraphrasesSchema.parse(JSON.parse(corpusText(id, "paraphrases.json"))),
  );
  expect(gates.flatMap((g) => g.findings)).toEqual([]);
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
