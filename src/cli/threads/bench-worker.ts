// The process that selects and checks for `tegata bench`: takes tasks one after another, sends each record as soon as it is known. It has no
// files: when it dies, only the task under way is lost.
import { invariant } from '../../base/index.ts';
import { runTask } from '../../experiments/index.ts';
import type { Model } from '../../models/index.ts';
import { readModel } from '../input/model-input.ts';
import type { BenchAnswer, BenchOrder } from './bench-protocol.ts';
import { peakMemoryBytes, usedMemoryBytes } from './memory.ts';

const send = (answer: BenchAnswer): void => {
  invariant(process.send !== undefined, 'this module runs in a process of its own');
  process.send(answer);
};

let known: { readonly name: string; readonly model: Model } | null = null;

function modelOf(name: string): Model {
  if (known?.name !== name) known = { name, model: readModel(name) };
  return known.model;
}

function follow({ task, seconds, memoryBytes, alone }: BenchOrder): void {
  const limits = { seconds, memoryBytes, memoryUsed: usedMemoryBytes };
  for (const record of runTask(modelOf(task.model), task, limits)) {
    const measured = record.kind === 'check' && alone ? { ...record, processBytes: peakMemoryBytes() } : record;
    send({ record: measured });
  }
  send({ done: true });
}

// Ctrl-C reaches every process of the terminal; the one that owns this process ends it.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', follow);
