import { parentPort } from "node:worker_threads";

export type ToThread<Task> = { task: Task } | { next: true };
export type FromThread<Part> = { ready: true } | { part: Part } | { done: true } | { fault: string };

/**
 * The thread's side of a ThreadPool: does one task at a time and hands its parts over one by one, each when the other
 * side asks for it, so that a large result never keeps the server waiting in one piece.
 */
export function serveTasks<Task, Part>(work: (task: Task) => AsyncIterable<Part> | Iterable<Part>): void {
  const port = parentPort;
  if (!port) return;
  const say = (words: FromThread<Part>) => port.postMessage(words);
  let asked: () => void = () => {};
  port.on("message", async (words: ToThread<Task>) => {
    if ("next" in words) return asked();
    try {
      for await (const part of work(words.task)) {
        const wanted = new Promise<void>((resolve) => {
          asked = resolve;
        });
        say({ part });
        await wanted;
      }
      say({ done: true });
    } catch (error) {
      say({ fault: error instanceof Error ? error.name : "fault" });
    }
  });
  say({ ready: true });
}
