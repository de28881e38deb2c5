import type { Metadata } from "next";
import { People } from "@/components/people/people";
import { requireRole } from "@/lib/auth/session";
import { db } from "@/lib/db";
import { listUsers } from "@/lib/services/users";
import "../cases/cases.css";
import "./people.css";

export const metadata: Metadata = { title: "People" };

export default async function PeoplePage() {
  const user = await requireRole();
  return (
    <main className="page" id="main">
      <People first={await listUsers(db())} you={user.id} />
    </main>
  );
}
