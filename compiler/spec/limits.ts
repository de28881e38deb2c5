/**
 * Explicit limits of everything that is parsed (SPEC: limits). Texts are counted in UTF-16 code
 * units, files in bytes. A document beyond a limit is refused with exit code 2 or HTTP 413/422.
 */
export const LIMITS = {
  /** Bytes of one JSON document given to the command line or posted to the studio. */
  documentBytes: 8 * 1024 * 1024,
  /** Depth of nested arrays and objects. */
  nesting: 64,
  /** Objects of one kind in a world. */
  nodesPerKind: 100_000,
  /** Ids in one list (shares, authorities, AND-set, OR). */
  listLength: 256,
  /** Ways to ask for one thing that the translator reads. */
  ways: 40,
  label: 240,
  statement: 4_000,
  brief: 12_000,
  /** Public actions a world may allow. */
  actionLimit: 10_000,
  /** Longest single delay, gap or wait: one fictional year, in minutes. */
  minutes: 366 * 24 * 60,
} as const;
