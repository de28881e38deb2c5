// Finds a Chromium for the end-to-end tests, or brings one, or says what to install.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { PlainError } from "./plain-error.mjs";
import { root } from "./state.mjs";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * The path of a Chromium: BABA_CHROMIUM, Playwright's own, the system's, or one that is fetched now.
 * @throws {PlainError} saying what to install
 */
export async function findChromium(say) {
  if (process.env.BABA_CHROMIUM) return process.env.BABA_CHROMIUM;
  const { chromium } = await import("@playwright/test");
  const own = chromium.executablePath();
  const present = () => [own, ...places].find((path) => path && existsSync(path));
  if (present()) return present();

  say("There is no Chromium yet: fetching Playwright's");
  spawnSync(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    timeout: 180_000,
  });
  if (present()) return present();

  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    say("It cannot be fetched: installing Debian's package");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]])
      spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] });
    if (present()) return present();
  }
  throw new PlainError(
    "The end-to-end tests need a Chromium, and none could be found or fetched.",
    "Run `npx playwright install chromium`, or install the package `chromium` (as root: apt-get install chromium), or set\nBABA_CHROMIUM to the program's path.",
  );
}
