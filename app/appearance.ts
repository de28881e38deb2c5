import { z } from "zod";
import type { Appearance } from "@/components/ui/appearance";

const appearanceSchema = z.object({
  theme: z.enum(["system", "light", "dark"]).catch("system"),
  density: z.enum(["comfortable", "compact"]).catch("comfortable"),
  keys: z.enum(["on", "off"]).catch("on"),
});

type Cookies = { get: (name: string) => { value: string } | undefined };

/** What the person chose on this device; anything else is the standard. */
export function appearanceFrom(cookies: Cookies): Appearance {
  const [theme, density, keys] = ["theme", "density", "keys"].map((name) => cookies.get(name)?.value);
  return appearanceSchema.parse({ theme, density, keys });
}
