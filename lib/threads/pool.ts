import { availableParallelism } from "node:os";
import type { Worker, WorkerOptions } from "node:worker_threads";
import type { FromThread, ToThread } from "./serve";

export interface ThreadLimits {
  /** Wall-clock milliseconds of one task. */
  ms: number;
  /** Megabytes of JavaScript values in the thread. */
  heapMb: number;
  /** Megabytes by which the whole process may grow while the task runs; buffers lie outside the heap. */
  growthMb: number;
}

/** Why a task has no result. `fault` is a fault of our own. */
export type WhyStopped = "time" | "memory" | "fault";

export class ThreadStopped extends Error {
  constructor(
    readonly why: WhyStopped,
    detail = "",
  ) {
    super(`The thread was stopped (${why}${detail ? `: ${detail}` : ""}).`);
    this.name = "ThreadStopped";
  }
}

const LOOK_MS = 100;
const START_MS = 60_000;
const IDLE_MS = 60_000;

/**
 * Threads that do hostile or heavy work away from the server's own. A task that takes too long or too much memory is
 * ended with its thread; the next task gets a new one. Tasks beyond the number of threads wait their turn.
 */
export class ThreadPool<Task, Part> {
  readonly #start: (options: WorkerOptions) => Worker;
  readonly #limits: ThreadLimits;
  readonly #waiting: (() => void)[] = [];
  #free: number;
  #idle: Worker | undefined;
  #leave: NodeJS.Timeout | undefined;

  /** `start` makes the thread: the bundler has to see `new Worker(new URL(…))` where it stands. */
  constructor(start: (options: WorkerOptions) => Worker, limits: ThreadLimits, threads?: number) {
    this.#start = start;
    this.#limits = limits;
    this.#free = threads ?? Math.max(1, Math.min(2, availableParallelism() - 1));
  }

  /**
   * Does a task and gives each part of its result to `take`.
   * @throws {ThreadStopped} when it overran a limit or failed; AbortError when the signal was aborted
   */
  async run(
    task: Task,
    take: (part: Part) => void,
    limits: Partial<ThreadLimits> = {},
    signal?: AbortSignal,
  ): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      signal?.throwIfAborted();
      await this.#runNow(task, take, { ...this.#limits, ...limits }, signal);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  async #runNow(task: Task, take: (part: Part) => void, limits: ThreadLimits, signal?: AbortSignal) {
    const usual = limits.heapMb === this.#limits.heapMb;
    const thread = (usual ? await this.#takeIdle() : undefined) ?? (await this.#begin(limits.heapMb));
    try {
      await this.#talk(thread, task, take, limits, signal);
    } catch (error) {
      await thread.terminate();
      throw error;
    }
    if (this.#idle || !usual) await thread.terminate();
    else this.#keepIdle(thread);
  }

  #talk(
    thread: Worker,
    task: Task,
    take: (part: Part) => void,
    limits: ThreadLimits,
    signal?: AbortSignal,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const before = process.memoryUsage.rss();
      const since = performance.now();
      const stop = (error: unknown) => {
        clearInterval(look);
        thread.off("message", hear).off("error", fail).off("exit", left);
        signal?.removeEventListener("abort", abort);
        if (error === undefined) resolve();
        else reject(error);
      };
      const abort = () => stop(signal?.reason);
      signal?.addEventListener("abort", abort);
      const look = setInterval(() => {
        if (performance.now() - since > limits.ms) stop(new ThreadStopped("time"));
        else if (process.memoryUsage.rss() - before > limits.growthMb * 2 ** 20)
          stop(new ThreadStopped("memory"));
      }, LOOK_MS);
      const hear = (words: FromThread<Part>) => {
        if ("done" in words) stop(undefined);
        else if ("fault" in words) stop(new ThreadStopped("fault", words.fault));
        else if ("part" in words) {
          try {
            take(words.part);
            thread.postMessage({ next: true } satisfies ToThread<Task>);
          } catch (error) {
            stop(error);
          }
        }
      };
      const fail = (error: NodeJS.ErrnoException) =>
        stop(new ThreadStopped(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "fault", error.name));
      const left = () => stop(new ThreadStopped("fault", "exit"));
      thread.on("message", hear).on("error", fail).on("exit", left);
      thread.postMessage({ task } satisfies ToThread<Task>);
    });
  }

  #begin(heapMb: number): Promise<Worker> {
    const thread = this.#start({
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    // A fault after the end of a task, or while the thread is being ended, is nobody's any more.
    thread.on("error", () => {});
    thread.once("exit", () => {
      if (this.#idle === thread) this.#idle = undefined;
    });
    return new Promise((resolve, reject) => {
      const settle = (detail?: string) => {
        clearTimeout(late);
        thread.off("message", ready).off("error", fail).off("exit", left);
        if (detail === undefined) return resolve(thread);
        void thread.terminate();
        reject(new ThreadStopped("fault", detail));
      };
      const ready = () => settle();
      const fail = (error: Error) => settle(error.name);
      const left = () => settle("exit at the start");
      const late = setTimeout(() => settle("did not start"), START_MS);
      thread.on("message", ready).on("error", fail).on("exit", left);
    });
  }

  #takeIdle(): Worker | undefined {
    const thread = this.#idle;
    this.#idle = undefined;
    clearTimeout(this.#leave);
    thread?.ref();
    return thread;
  }

  /** Keeps a thread for the next task, a minute at most. It keeps the process from nothing. */
  #keepIdle(thread: Worker): void {
    this.#idle = thread;
    thread.unref();
    this.#leave = setTimeout(() => {
      if (this.#idle === thread) void thread.terminate();
    }, IDLE_MS).unref();
  }
}
