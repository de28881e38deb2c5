import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/options";
import { readBody } from "@/lib/http/body";
import { answerTo } from "@/lib/http/route";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handle(request: NextRequest, context: Context): Promise<Response> {
  try {
    const { method, headers, url } = request;
    const body = method === "GET" ? undefined : await readBody(request, 64 * 1024);
    const bounded = new NextRequest(url, { method, headers, body: body as BodyInit | undefined });
    return await NextAuth(bounded, context, authOptions());
  } catch (error) {
    return answerTo(error);
  }
}

export { handle as GET, handle as POST };
