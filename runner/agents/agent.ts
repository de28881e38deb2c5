import type { PublicEnvironment } from "@/compiler/public/environment";

/** Something that plays a world through its public side alone and stops by itself. */
export interface Agent {
  readonly name: string;
  play(env: PublicEnvironment): void;
}
