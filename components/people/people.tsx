"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { asRefusal, Refusal } from "@/components/queries/http";
import { useInvite, usersQuery, useUserAct } from "@/components/queries/users";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Select } from "@/components/ui/field";
import { SeverityMark } from "@/components/ui/marks";
import { FindingCard, Person, TableHead } from "@/components/ui/pieces";
import { Time } from "@/components/ui/time";
import { ROLES, type RoleName } from "@/lib/contracts/people";
import type { UserAct, UserRow, Users } from "@/lib/contracts/users";

const ROLE_WORDS: Record<RoleName, string> = {
  advocate: "Advocate",
  reviewer: "Reviewer",
  curator: "Curator",
  admin: "Administrator",
  runner: "Runner",
};

/** Everybody with an account: what they may do, and how to end it. */
export function People({ first, you }: { first: Users; you: string }) {
  const { data } = useQuery(usersQuery(first));
  const [inviting, setInviting] = useState(false);
  const [fault, setFault] = useState<Refusal | null>(null);
  return (
    <>
      <div className="lead-row">
        <h1 className="title">People</h1>
        <p className="soft">
          {data.users.length} with an account, {data.invitations.length} invited
        </p>
        <span className="to-end">
          <Button main icon="plus" onClick={() => setInviting(true)}>
            Invite somebody
          </Button>
        </span>
      </div>
      {fault && (
        <FindingCard severity="caution" title={fault.message} live>
          {fault.fix}
        </FindingCard>
      )}
      <div className="panel">
        <table className="cases people">
          <caption className="visually-hidden">People</caption>
          <TableHead
            columns={["Person", "Role", "State", "Cases", "Last signed in"]}
            acts="What you can do"
          />
          <tbody>
            {data.users.map((user) => (
              <PersonRow key={user.id} user={user} you={user.id === you} onFault={setFault} />
            ))}
          </tbody>
        </table>
      </div>
      {data.invitations.length > 0 && (
        <section className="panel" aria-label="Open invitations">
          <div className="panel-head">
            <h2 className="subhead">Open invitations</h2>
          </div>
          <ul className="finished">
            {data.invitations.map((one) => (
              <li key={one.id}>
                <span className="strong">{one.name}</span>
                <span>{one.email}</span>
                <span className="soft">{ROLE_WORDS[one.role]}</span>
                <span className="meta">
                  until <Time at={one.expiresAt} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}

function PersonRow({
  user,
  you,
  onFault,
}: {
  user: UserRow;
  you: boolean;
  onFault: (fault: Refusal | null) => void;
}) {
  const act = useUserAct();
  const [asking, setAsking] = useState(false);
  const perform = (what: UserAct) => {
    onFault(null);
    act.mutate({ userId: user.id, act: what }, { onError: (error) => onFault(asRefusal(error)) });
  };
  return (
    <tr>
      <td>
        <Person name={user.name} note={user.email} />
        {you && <span className="meta"> This is you</span>}
      </td>
      <td data-name="Role">
        <Select
          aria-label={`Role of ${user.name}`}
          value={user.role}
          disabled={act.isPending}
          onChange={(event) => perform({ act: "role", role: event.target.value as RoleName })}
        >
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {ROLE_WORDS[role]}
            </option>
          ))}
        </Select>
      </td>
      <td data-name="State">
        {user.disabledAt ? (
          <SeverityMark severity="caution">
            <span>
              Disabled <Time at={user.disabledAt} />
            </span>
          </SeverityMark>
        ) : (
          <SeverityMark severity="good">Active</SeverityMark>
        )}
      </td>
      <td data-name="Cases">{user.cases}</td>
      <td data-name="Last signed in">{user.lastSignIn ? <Time at={user.lastSignIn} /> : "Never"}</td>
      <td>
        <div className="form-acts people-acts">
          <Button
            quiet
            aria-label={`Sign ${user.name} out everywhere`}
            onClick={() => perform({ act: "sign_out_everywhere" })}
          >
            Sign out everywhere
          </Button>
          {user.disabledAt ? (
            <Button aria-label={`Enable ${user.name}`} onClick={() => perform({ act: "enable" })}>
              Enable
            </Button>
          ) : (
            <Button aria-label={`Disable ${user.name}`} onClick={() => setAsking(true)}>
              Disable
            </Button>
          )}
        </div>
        <Dialog
          open={asking}
          onClose={() => setAsking(false)}
          title={`Disable ${user.name}`}
          acts={
            <>
              <Button quiet onClick={() => setAsking(false)}>
                Leave it
              </Button>
              <Button
                main
                onClick={() => {
                  setAsking(false);
                  perform({ act: "disable" });
                }}
              >
                Disable
              </Button>
            </>
          }
        >
          <p className="ui">
            They are signed out everywhere at once and can no longer sign in. What they wrote stays, and you
            can enable the account again.
          </p>
        </Dialog>
      </td>
    </tr>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useInvite();
  const refusal = invite.error instanceof Refusal ? invite.error : null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    invite.mutate({
      name: String(form.get("name")),
      email: String(form.get("email")),
      role: String(form.get("role")),
    });
  };
  const link = invite.data ? `${window.location.origin}${invite.data.path}` : null;
  return (
    <Dialog open onClose={onClose} title="Invite somebody">
      {link ? (
        <div className="form">
          <p className="ui">Send this link to them. It opens once, within 7 days, and is not shown again.</p>
          <Field label="Link">
            {(control) => (
              <Input
                {...control}
                className="code"
                readOnly
                value={link}
                onFocus={(event) => event.target.select()}
              />
            )}
          </Field>
          <div className="form-acts">
            <Button icon="copy" onClick={() => void navigator.clipboard?.writeText(link)}>
              Copy the link
            </Button>
            <Button quiet onClick={onClose}>
              Close
            </Button>
          </div>
        </div>
      ) : (
        <form className="form" onSubmit={submit}>
          <Field label="Name">
            {(control) => <Input {...control} name="name" required maxLength={120} autoComplete="off" />}
          </Field>
          <Field label="E-mail address" error={refusal?.message}>
            {(control) => <Input {...control} name="email" type="email" required autoComplete="off" />}
          </Field>
          <Field label="Role">
            {(control) => (
              <Select {...control} name="role" defaultValue="advocate">
                {ROLES.map((role) => (
                  <option key={role} value={role}>
                    {ROLE_WORDS[role]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <div className="form-acts">
            <Button main type="submit" busy={invite.isPending && "Inviting"}>
              Make the invitation
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
