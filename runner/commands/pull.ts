import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readBundle } from "@/compiler/certify";
import { finding } from "@/compiler/spec/finding";
import { sha256 } from "@/lib/crypto/hash";
import { BadInput, orBadInput, writeWhole } from "../input";
import { checkingPorts } from "../keys";
import { EXIT, print, printJson, say } from "../report";

interface Options {
  token?: string;
  to: string;
  json?: boolean;
}

const listSchema = z.object({
  worlds: z.array(
    z.object({ world: z.string().regex(/^[a-z0-9][a-z0-9_]{0,79}$/), version: z.int(), sha256: z.string() }),
  ),
});

/**
 * `baba pull`: fetches the newest version of published worlds from a studio and checks bytes, hashes and signature before
 * anything is written. What is there already, with the same hash, is not fetched again.
 */
export async function pull(
  studio: string,
  wanted: readonly string[],
  { token, to, json }: Options,
): Promise<number> {
  const { base, worlds } = await publishedBy(studio, token);
  const newest = new Map<string, (typeof worlds)[number]>();
  for (const w of worlds) if ((newest.get(w.world)?.version ?? 0) < w.version) newest.set(w.world, w);
  const missing = wanted.filter((id) => !newest.has(id));
  if (missing.length > 0)
    throw refused(`Not published there: ${missing.join(", ")}.`, "Leave the names out to fetch everything.");
  const chosen = wanted.length > 0 ? wanted.map((id) => newest.get(id)!) : [...newest.values()];
  mkdirSync(to, { recursive: true });
  const done: { world: string; version: number; file: string; fetched: boolean }[] = [];
  for (const { world, version, sha256: hash } of chosen) {
    const file = join(to, `${world}-v${version}.bundle.json`);
    if (existsSync(file)) {
      if (sha256(readFileSync(file)) !== hash)
        throw refused(`${file} is not the published bundle.`, "Move it away, then pull again.");
      done.push({ world, version, file, fetched: false });
      continue;
    }
    const text = await fetched(`${base}/api/runner/worlds/${world}/${version}`, token);
    if (sha256(text) !== hash)
      throw refused(
        `The bundle of ${world} is not the one in the list.`,
        "Try again; if it stays, ask the publisher.",
      );
    orBadInput(await readBundle(text, checkingPorts));
    writeWhole(file, text);
    say(`${world}, version ${version}: ${file}`);
    done.push({ world, version, file, fetched: true });
  }
  if (json) printJson({ worlds: done });
  else
    print(
      `${done.filter((d) => d.fetched).length} fetched, ${done.filter((d) => !d.fetched).length} were there already.`,
    );
  return EXIT.proved;
}

/** What a studio has published and not withdrawn, and its address without a slash at the end. */
export async function publishedBy(studio: string, token: string | undefined) {
  const base = studio.replace(/\/+$/, "");
  if (!URL.canParse(base))
    throw refused("This is no address of a studio.", "Give it like http://localhost:3000");
  const list = listSchema.safeParse(jsonOf(await fetched(`${base}/api/runner/worlds`, token)));
  if (!list.success)
    throw refused("The studio's list of worlds cannot be read.", "Is this the address of a studio?");
  return { base, worlds: list.data.worlds };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const refused = (message: string, fix: string) => new BadInput([finding("pull/refused", message, { fix })]);

async function fetched(address: string, token: string | undefined): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  } catch {
    throw refused("The studio could not be reached.", "Check the address and that the studio runs.");
  }
  const text = await answer.text();
  if (answer.ok) return text;
  const problem = z.object({ detail: z.string(), fix: z.string().optional() }).safeParse(jsonOf(text));
  throw refused(
    problem.data?.detail ?? `The studio answered ${answer.status}.`,
    problem.data?.fix ?? "Give a token with --token or BABA_TOKEN.",
  );
}
