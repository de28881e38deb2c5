import type { Metadata } from "next";
import { FindingCard } from "@/components/ui/pieces";
import { openInvitation } from "@/lib/auth/invitations";
import { AcceptForm } from "./accept-form";

export const metadata: Metadata = { title: "Your invitation" };

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await openInvitation(token);
  return (
    <>
      <h1 className="title">Your invitation</h1>
      {invitation ? (
        <AcceptForm token={token} email={invitation.email} name={invitation.name} role={invitation.role} />
      ) : (
        <FindingCard severity="caution" title="This invitation is not open">
          It was used, replaced, or is older than 7 days. Ask whoever invited you for a new one.
        </FindingCard>
      )}
    </>
  );
}
