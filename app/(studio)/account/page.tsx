import type { Metadata } from "next";
import { cookies } from "next/headers";
import { AppearanceControls } from "@/components/ui/appearance";
import { FindingCard } from "@/components/ui/pieces";
import { requireUser } from "@/lib/auth/session";
import { appearanceFrom } from "../../appearance";
import { PasswordForm, SignOutEverywhere } from "./account-forms";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const user = await requireUser();
  return (
    <main className="page page-narrow" id="main">
      <div className="lead-row">
        <h1 className="title">Your account</h1>
        <p className="soft">
          {user.name}, {user.role}
        </p>
      </div>
      {user.mustChangePassword && (
        <FindingCard severity="caution" title="Choose a password of your own first">
          The one you signed in with was made by somebody else. The rest of the studio opens when you have
          changed it.
        </FindingCard>
      )}
      <section className="panel">
        <div className="panel-head">
          <h2 className="subhead">Password</h2>
        </div>
        <div className="panel-body">
          <PasswordForm email={user.email} />
        </div>
      </section>
      <section className="panel">
        <div className="panel-head">
          <h2 className="subhead">On this device</h2>
        </div>
        <div className="panel-body">
          <AppearanceControls initial={appearanceFrom(await cookies())} />
        </div>
      </section>
      <section className="panel">
        <div className="panel-head">
          <h2 className="subhead">Sessions</h2>
        </div>
        <div className="panel-body form">
          <p className="soft ui">
            Ends every session of yours at once, on this device too. Use it when a device is lost.
          </p>
          <div>
            <SignOutEverywhere />
          </div>
        </div>
      </section>
    </main>
  );
}
