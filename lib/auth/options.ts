import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import GoogleProvider from "next-auth/providers/google";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { audit } from "./audit";
import { signInAs, signInWithPassword } from "./sign-in";

/** How long somebody who does nothing stays signed in, in seconds. */
export const sessionSeconds = 12 * 60 * 60;

function providers(): NextAuthOptions["providers"] {
  const settings = env();
  const list: NextAuthOptions["providers"] = [
    CredentialsProvider({
      credentials: { email: { type: "email" }, password: { type: "password" } },
      authorize: async (given, request) => {
        const forwarded = request.headers?.["x-forwarded-for"];
        return signInWithPassword(
          given,
          String(forwarded ?? "")
            .split(",")[0]
            ?.trim() || "unknown",
        );
      },
    }),
  ];
  const { GOOGLE_CLIENT_ID: googleId, GOOGLE_CLIENT_SECRET: googleSecret } = settings;
  if (googleId && googleSecret) list.push(GoogleProvider({ clientId: googleId, clientSecret: googleSecret }));
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: oidcId, OIDC_CLIENT_SECRET: oidcSecret } = settings;
  if (issuer && oidcId && oidcSecret)
    list.push({
      id: "oidc",
      name: settings.OIDC_NAME ?? "your organisation",
      type: "oauth",
      wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
      authorization: { params: { scope: "openid email profile" } },
      clientId: oidcId,
      clientSecret: oidcSecret,
      idToken: true,
      checks: ["pkce", "state", "nonce"],
      profile: (profile) => ({
        id: String(profile.sub),
        name: String(profile.name ?? profile.email ?? ""),
        email: profile.email_verified === false ? null : (profile.email ?? null),
        epoch: 0,
      }),
    });
  return list;
}

/** The other ways to sign in that are configured: id and what the button says. */
export function otherProviders(): { id: string; name: string }[] {
  return providers()
    .filter((provider) => provider.id !== "credentials")
    .map((provider) => ({ id: provider.id, name: provider.name }));
}

/** NextAuth with sessions in signed cookies; who the person is now is looked up at each request (see session.ts). */
export function authOptions(): NextAuthOptions {
  const settings = env();
  return {
    secret: settings.NEXTAUTH_SECRET,
    session: { strategy: "jwt", maxAge: sessionSeconds, updateAge: 10 * 60 },
    useSecureCookies: settings.NEXTAUTH_URL?.startsWith("https://") ?? false,
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: providers(),
    callbacks: {
      /** Another provider only vouches for an address: the account has to exist here, and to be open. */
      signIn: async ({ user, account }) => {
        if (account?.type === "credentials") return true;
        const known = user.email ? await signInAs(user.email, account?.provider ?? "oauth") : null;
        if (known) Object.assign(user, known);
        return known !== null;
      },
      jwt: async ({ token, user }) => (user ? { sub: user.id, epoch: user.epoch } : token),
      session: async ({ session, token }) => ({
        expires: session.expires,
        userId: token.sub,
        epoch: token.epoch,
      }),
    },
    events: {
      signOut: async ({ token }) => {
        if (token?.sub) await audit(db(), { actorId: token.sub, action: "session.end" });
      },
    },
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  };
}
