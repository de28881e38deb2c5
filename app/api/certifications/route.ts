import { db } from "@/lib/db";
import { route } from "@/lib/http/route";
import { listCertifications } from "@/lib/services/certify";

export const GET = route({ allow: ["curator"], handle: () => listCertifications(db()) });
