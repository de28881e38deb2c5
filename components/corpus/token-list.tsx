"use client";

import "@/components/certify/worlds.css";
import "./corpus.css";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { z } from "zod";
import { ask, Refusal, send } from "@/components/queries/http";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { Chip, Empty, FindingCard } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";
import type { TokenRow } from "@/lib/contracts/corpus";

const madeSchema = z.strictObject({ id: z.string(), token: z.string() });

/** Tokens with which runners fetch published worlds. A token is shown once. */
export function TokenList({ tokens }: { tokens: readonly TokenRow[] }) {
  const router = useRouter();
  const [name, setName] = useState("");
  const [made, setMade] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const run = async (work: () => Promise<unknown>) => {
    setFault(null);
    try {
      await work();
      router.refresh();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.message);
    }
  };
  return (
    <main id="main" className="page">
      <div className="lead-row">
        <h1 className="title">Runner tokens</h1>
        <p className="soft">
          Whoever holds a token reads what is published, and nothing else.{" "}
          <a href="/api/runner/openapi">The API as OpenAPI</a>.
        </p>
      </div>
      {fault && <FindingCard title={fault} live />}
      {made && (
        <section className="panel" role="status">
          <div className="panel-body token-once">
            <p className="strong">This token is shown this once. Keep it where your runner finds it.</p>
            <p className="code">{made}</p>
            <p className="soft ui code">
              BABA_TOKEN={made.slice(0, 8)}… npm run -s baba -- pull{" "}
              {typeof location === "undefined" ? "" : location.origin}
            </p>
          </div>
        </section>
      )}
      <section className="panel">
        <form
          className="panel-body tools"
          onSubmit={(event) => {
            event.preventDefault();
            run(async () => {
              const { token } = await ask("/api/tokens", madeSchema, { method: "POST", body: { name } });
              setMade(token);
              setName("");
            });
          }}
        >
          <Field label="What it is for">
            {(control) => (
              <Input {...control} value={name} onChange={(e) => setName(e.target.value)} required />
            )}
          </Field>
          <Button type="submit" icon="plus">
            Make a token
          </Button>
        </form>
      </section>
      <section className="panel" aria-label="Tokens">
        {tokens.length === 0 ? (
          <Empty icon="link" title="No token yet">
            A runner needs one to fetch worlds by itself.
          </Empty>
        ) : (
          <table className="worlds">
            <tbody>
              {tokens.map((t) => (
                <tr key={t.id}>
                  <td>
                    <span className="strong">{t.name}</span>
                    <span className="meta world-sub">made by {t.by}</span>
                  </td>
                  <td data-name="Last used">{t.lastUsedAt ? <Time at={t.lastUsedAt} /> : "Never used"}</td>
                  <td data-name="Ends">
                    {t.revokedAt ? (
                      <Chip tone="bad">Revoked</Chip>
                    ) : t.expiresAt ? (
                      <Time at={t.expiresAt} dateOnly />
                    ) : (
                      "Never"
                    )}
                  </td>
                  <td>
                    {!t.revokedAt && (
                      <Button onClick={() => run(() => send(`/api/tokens/${t.id}`, { method: "DELETE" }))}>
                        Revoke
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </main>
  );
}
