import { z } from "zod";
import { packetSchema } from "@/compiler/packet";
import { route } from "@/lib/http/route";

/** The published JSON Schema of a packet file. */
export const GET = route({ allow: "anybody", handle: async () => z.toJSONSchema(packetSchema) });
