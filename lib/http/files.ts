import { readBody } from "./body";
import { Problem } from "./problem";

const mostBytes = 60 * 1024 * 1024;

/**
 * The files of a multipart form, each with its name (with folders, where the browser sent them) and bytes.
 * @throws {Problem} too_large, wrong_media_type, bad_input
 */
export async function filesOf(request: Request): Promise<{ name: string; bytes: Uint8Array }[]> {
  const type = request.headers.get("content-type") ?? "";
  const bytes = await readBody(request, mostBytes);
  if (!type.startsWith("multipart/form-data"))
    throw new Problem("wrong_media_type", "Files are sent as a form.", {
      fix: "Send multipart/form-data with a field files.",
    });
  let form: FormData;
  try {
    form = await new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { "content-type": type },
    }).formData();
  } catch {
    throw new Problem("bad_input", "The form with the files broke off.", { fix: "Send it again." });
  }
  const files = form.getAll("files").filter((one): one is File => one instanceof File);
  return Promise.all(
    files.map(async (file) => ({
      name: file.name || "file",
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
}
