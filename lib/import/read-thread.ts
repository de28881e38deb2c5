import { serveTasks } from "@/lib/threads/serve";
import { partsOf, type ReadPart, type ReadTask } from "./read-file";

/** The thread's side of isolation.ts. */
serveTasks<ReadTask, ReadPart>(partsOf);
