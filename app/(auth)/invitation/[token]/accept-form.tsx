"use client";

import { signIn } from "next-auth/react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";

export function AcceptForm({
  token,
  email,
  name,
  role,
}: {
  token: string;
  email: string;
  name: string;
  role: string;
}) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    setBusy(true);
    try {
      const response = await fetch("/api/invitations/accept", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token, password }),
      });
      if (response.ok) {
        await signIn("credentials", { email, password, redirect: false });
        window.location.assign("/");
        return;
      }
      setFault(((await response.json()) as { detail: string }).detail);
    } catch {
      setFault("No connection. Nothing was changed; try again.");
    }
    setBusy(false);
  }

  return (
    <div className="panel">
      <form className="panel-body" method="post" onSubmit={submit}>
        <p>
          {name}, you are invited as {role}. You will sign in as <span className="strong">{email}</span>.
        </p>
        <Field label="Choose a password" note="At least 12 characters" error={fault}>
          {(control) => (
            <Input
              {...control}
              name="password"
              type="password"
              autoComplete="new-password"
              required
              minLength={12}
            />
          )}
        </Field>
        <Button main type="submit" busy={busy && "Opening your account"}>
          Open your account
        </Button>
      </form>
    </div>
  );
}
