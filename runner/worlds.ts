import { type Bundle, readBundle } from "@/compiler/certify";
import { readJson } from "@/compiler/spec/read";
import { readWorld, type World } from "@/compiler/spec/world-index";
import { mustBe } from "./documents";
import { orBadInput, readText, unmarked } from "./input";
import { checkingPorts } from "./keys";

/** The world of a world file or of a bundle, whose hashes and signature are checked. */
export async function loadWorld(file: string): Promise<World> {
  const text = readText(file);
  const json = orBadInput(readJson(unmarked(text)));
  mustBe(["world", "bundle"], json, file);
  const kind = (json as Partial<Bundle> | null)?.kind;
  const spec = kind === "bundle" ? orBadInput(await readBundle(text, checkingPorts)).world : json;
  return orBadInput(readWorld(spec));
}
