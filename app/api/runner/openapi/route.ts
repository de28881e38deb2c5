import { runnerApi } from "@/lib/contracts/runner-api";
import { route } from "@/lib/http/route";

export const GET = route({ allow: "anybody", handle: async () => runnerApi() });
