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

/** What it answers: its records, and that the task is over. */
export type BenchAnswer = { readonly record: ResultRecord } | { readonly done: true };
