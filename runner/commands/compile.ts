import { readPacket } from "@/compiler/packet";
import { proposeByRules } from "@/compiler/propose";
import { mustBe } from "../documents";
import { orBadInput, readJsonFile, writeWhole } from "../input";
import { EXIT, print, say, sayFinding } from "../report";

/** `baba compile`: packet to world by the rules proposer. */
export function compile(file: string, { out }: { out?: string }): number {
  const json = readJsonFile(file);
  mustBe(["packet"], json, file);
  const packet = orBadInput(readPacket(json));
  const world = proposeByRules(packet);
  if (!world.ok) {
    say("This packet does not make a world:");
    for (const finding of world.findings) sayFinding(finding);
    return EXIT.refuted;
  }
  const text = JSON.stringify(world.value, null, 2);
  if (out) {
    writeWhole(out, `${text}\n`);
    say(`The world "${world.value.title}" is in ${out}.`);
  } else print(text);
  return EXIT.proved;
}
