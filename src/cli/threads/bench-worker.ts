// The process that selects and checks for `tegata bench`: takes tasks one after another, sends each record as soon as it is known. It has no
// files: when it dies, only the task under way is lost.
import { invariant } from '../../base/index.ts';
import { runTask, Subject } from '../../experiments/index.ts';
import { readModel } from '../input/model-input.ts';
import type { BenchAnswer, BenchOrder } from './bench-protocol.ts';
import { peakMemoryBytes, usedMemoryBytes } from './memory.ts';

const send = (answer: BenchAnswer): void => {
  invariant(process.send !== undefined, 'this module runs in a process of its own');
  process.send(answer);
};

let known: { readonly name: string; readonly subject: Subject } | null = null;

function subjectOf(name: string): Subject {
  if (known?.name !== name) known = { name, subject: new Subject(readModel(name)) };
  return known.subject;
}

/** What this process has used of the processors, in milliseconds: a busy machine makes a check wait, not work. Checks are timed and limited by it. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function follow({ task, seconds, memoryBytes, alone }: BenchOrder): void {
  const limits = { seconds, clock: processorTime, memoryBytes, memoryUsed: usedMemoryBytes };
  for (const record of runTask(subjectOf(task.model), task, { limits, now: processorTime })) {
    const measured = record.kind === 'check' && alone ? { ...record, processBytes: peakMemoryBytes() } : record;
    send({ record: measured });
  }
  send({ done: true, processorSeconds: processorTime() / 1000 });
}

// Ctrl-C reaches every process of the terminal; the one that owns this process ends it.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', follow);
