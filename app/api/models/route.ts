import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { route } from "@/lib/http/route";
import { modelsView } from "@/lib/services/model-calls";

export const GET = route({ allow: [], handle: () => modelsView(db(), env()) });
