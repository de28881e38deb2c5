// Loaded into every process of the tests by --import: threads that the product starts run its TypeScript sources too.
import { isMainThread } from "node:worker_threads";

if (!isMainThread) {
  const { register } = await import("tsx/esm/api");
  register();
}
