"use client";

import { signIn } from "next-auth/react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { FindingCard } from "@/components/ui/pieces";

const faults = {
  mismatch: [
    "Not signed in",
    "The address and the password do not match an open account. Check both and try again.",
  ],
  too_many: [
    "Too many attempts",
    "Wait 15 minutes, then try again. An administrator can give you a new password.",
  ],
  provider: [
    "Not signed in",
    "There is no open account for that address here. Ask an administrator to invite you.",
  ],
  unreachable: ["No answer from the studio", "Check your connection and try again. Nothing was lost."],
} as const;

export function SignInForm({
  next,
  providers,
  refused,
}: {
  next: string;
  providers: readonly { id: string; name: string }[];
  refused: boolean;
}) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<keyof typeof faults | null>(refused ? "provider" : null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFault(null);
    try {
      const answer = await signIn("credentials", {
        email: String(form.get("email")),
        password: String(form.get("password")),
        redirect: false,
      });
      if (answer?.ok && !answer.error) {
        window.location.assign(next);
        return;
      }
      setFault(answer?.error === "too_many" ? "too_many" : "mismatch");
    } catch {
      setFault("unreachable");
    }
    setBusy(false);
  }

  return (
    <div className="panel">
      <form className="panel-body" method="post" onSubmit={submit}>
        {fault && (
          <FindingCard severity="caution" title={faults[fault][0]} live>
            {faults[fault][1]}
          </FindingCard>
        )}
        <Field label="E-mail address">
          {(control) => <Input {...control} name="email" type="email" autoComplete="username" required />}
        </Field>
        <Field label="Password">
          {(control) => (
            <Input {...control} name="password" type="password" autoComplete="current-password" required />
          )}
        </Field>
        <Button main type="submit" busy={busy && "Signing in"}>
          Sign in
        </Button>
        {providers.map(({ id, name }) => (
          <Button key={id} onClick={() => signIn(id, { callbackUrl: next })}>
            Sign in with {name}
          </Button>
        ))}
        <p className="meta">No account, or a lost password? An administrator of this studio can help.</p>
      </form>
    </div>
  );
}
