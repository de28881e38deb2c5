import { redirect } from "next/navigation";
import { requireUser } from "@/lib/auth/session";
import { homeOf } from "./(studio)/navigation";

export default async function Home() {
  const user = await requireUser();
  redirect(homeOf(user.role));
}
