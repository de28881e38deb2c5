"use client";

import { signIn } from "next-auth/react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";

type Fault = { field?: unknown; detail: string };

async function post(path: string, body?: unknown): Promise<Fault | null> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return response.ok ? null : ((await response.json()) as Fault);
  } catch {
    return { detail: "No connection. Nothing was changed; try again." };
  }
}

export function PasswordForm({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const next = String(form.get("next"));
    setBusy(true);
    const found = await post("/api/account/password", { current: String(form.get("current")), next });
    setFault(found);
    setBusy(false);
    if (found) return;
    await signIn("credentials", { email, password: next, redirect: false });
    window.location.assign("/");
  }

  return (
    <form className="form" method="post" onSubmit={submit}>
      <Field label="Current password" error={fault && fault.field !== "next" && fault.detail}>
        {(control) => (
          <Input {...control} name="current" type="password" autoComplete="current-password" required />
        )}
      </Field>
      <Field
        label="New password"
        note="At least 12 characters; four words will do"
        error={fault?.field === "next" && fault.detail}
      >
        {(control) => (
          <Input
            {...control}
            name="next"
            type="password"
            autoComplete="new-password"
            required
            minLength={12}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={busy && "Changing"}>
          Change password
        </Button>
      </div>
    </form>
  );
}

export function SignOutEverywhere() {
  const [fault, setFault] = useState<Fault | null>(null);
  async function end() {
    const found = await post("/api/account/sign-out-everywhere");
    if (found) setFault(found);
    else window.location.assign("/sign-in");
  }
  return (
    <>
      <Button onClick={end}>Sign out everywhere</Button>
      {fault && (
        <p className="ui" role="alert">
          {fault.detail}
        </p>
      )}
    </>
  );
}
