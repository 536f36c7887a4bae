// What tests of programs in diagrams compare: models from texts, and what is counted of them.
import { InputError } from '../../src/diagnostics/diagnostic.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';

export function modelOf(text: string): Model {
  return analyse(loadModel('m.dve', [text]).value!);
}

/** The counts, or that there is a fault. */
export function orFault<T>(work: () => T): T | 'fault' {
  try {
    return work();
  } catch (error) {
    if (error instanceof InputError) return 'fault';
    throw error;
  }
}

type Counts<N> = Readonly<Record<'states' | 'transitions' | 'deadlocks', N>>;

export function counts({ states, transitions, deadlocks }: Counts<number>): Counts<bigint> {
  return { states: BigInt(states), transitions: BigInt(transitions), deadlocks: BigInt(deadlocks) };
}
