import { route } from "@/lib/http/route";
import { publishedKeys } from "@/lib/services/published-keys";

/** The keys that this studio signs and has signed with, for `baba verify --keys`. */
export const GET = route({ allow: "anybody", handle: async () => publishedKeys() });
