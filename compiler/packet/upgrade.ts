import { type Finding, finding } from "../spec/finding";
import type { Read } from "../spec/read";
import { PACKET_SCHEMA_VERSION } from "./packet";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Version 1 wrote what a blocker stands in the way of as one text, a check's state after a full stop. */
function blockersNameItemAndState(packet: Json): Json {
  if (!Array.isArray(packet.blockers)) return packet;
  const blockers = packet.blockers.map((blocker: unknown) => {
    if (!isObject(blocker) || !isObject(blocker.hardship) || typeof blocker.hardship.on !== "string")
      return blocker;
    const [item, ...state] = blocker.hardship.on.split(".");
    const on = { item, state: state.length > 0 ? state.join(".") : null };
    return { ...blocker, hardship: { ...blocker.hardship, on } };
  });
  return { ...packet, blockers };
}

/** The change from version n to n + 1 stands at index n - 1. */
const STEPS: readonly ((packet: Json) => Json)[] = [blockersNameItemAndState];

/**
 * Brings a packet of an older version up to the present one, step by step. What is not a packet at all
 * passes through, for the schema to name its faults. Refuses a version this program does not know.
 */
export function upgradePacket(input: unknown): Read<unknown> {
  if (!isObject(input) || typeof input.schema_version !== "number") return { ok: true, value: input };
  const version = input.schema_version;
  if (!Number.isInteger(version) || version < 1 || version > PACKET_SCHEMA_VERSION)
    return { ok: false, findings: [unknownVersion(version)] };
  const upgraded = STEPS.slice(version - 1).reduce((packet, step) => step(packet), input);
  return { ok: true, value: { ...upgraded, schema_version: PACKET_SCHEMA_VERSION } };
}

function unknownVersion(version: number): Finding {
  return finding(
    "packet/unknown-version",
    `This packet is of version ${version}; this program reads versions 1 to ${PACKET_SCHEMA_VERSION}.`,
    { path: "$.schema_version", fix: "Update the program, or export the packet again." },
  );
}
