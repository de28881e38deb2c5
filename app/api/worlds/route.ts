import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { listWorlds } from "@/lib/services/worlds";

export const GET = route({ allow: ["curator"], handle: () => listWorlds(db()) });
