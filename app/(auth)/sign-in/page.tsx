import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { otherProviders } from "@/lib/auth/options";
import { currentUser } from "@/lib/auth/session";
import { localPath } from "./local-path";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { next, error } = await searchParams;
  const goOn = localPath(next);
  if (await currentUser()) redirect(goOn);
  return (
    <>
      <div className="stack">
        <h1 className="title">Sign in</h1>
        <p className="soft">Turn cases into worlds that agents can be tested in.</p>
      </div>
      <SignInForm next={goOn} providers={otherProviders()} refused={error !== undefined} />
    </>
  );
}
