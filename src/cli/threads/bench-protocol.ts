// What `tegata bench` and its processes tell each other.
import type { ResultRecord, Task } from '../../experiments/index.ts';

/** What a process is told. */
export interface BenchOrder {
  readonly task: Task;
  readonly seconds: number;
  readonly memoryBytes: number;
  /** Whether the task is the only one of this process. */
  readonly alone: boolean;
}

/** What it answers: its records, and that the task is over, with what the process has used of the processors since its start. */
export type BenchAnswer =
  | { readonly record: ResultRecord }
  | { readonly done: true; readonly processorSeconds: number };
