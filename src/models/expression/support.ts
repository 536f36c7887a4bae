// Which variables an expression or a list of assignments reads and writes: the dependencies of a transition group.
import type { Effect } from '../model.ts';
import type { Expression } from './expression.ts';
import { walk } from './walk.ts';

/** Adds to `reads` every variable that the value of `expression` may depend on. */
export function collectReads(expression: Expression, reads: Set<number>): void {
  for (const part of walk([expression])) {
    if (part.kind === 'variable' || part.kind === 'lookup') reads.add(part.variable);
    else if (part.kind === 'element') for (let i = 0; i < part.length; i++) reads.add(part.base + i);
  }
}

/** Read and write sets, ascending. */
interface Support {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
}

/**
 * The support of a guarded sequence of effects. An array element with an index that is not constant may be any of
 * the array: all of them are written, and also read, because those that are not meant keep their value.
 */
export function programSupport(guard: Expression, effects: readonly Effect[]): Support {
  const reads = new Set<number>();
  const writes = new Set<number>();
  collectReads(guard, reads);
  for (const effect of effects) {
    if ('required' in effect) {
      collectReads(effect.required, reads);
      continue;
    }
    const { target, value } = effect;
    collectReads(value, reads);
    if (target.kind === 'variable') {
      writes.add(target.variable);
      continue;
    }
    collectReads(target, reads);
    for (let i = 0; i < target.length; i++) writes.add(target.base + i);
  }
  return { reads: ascending(reads), writes: ascending(writes) };
}

function ascending(members: ReadonlySet<number>): number[] {
  return [...members].sort((a, b) => a - b);
}
