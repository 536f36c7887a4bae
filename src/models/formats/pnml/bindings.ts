// The bindings of a coloured transition that agree with the colours its input places can hold and with its condition, found by
// backtracking along a plan.
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { MatchStep, Step } from './binding-plan.ts';
import { type Guard, holds } from './guard.ts';

/** At most this many candidates are tried for one net: some minutes of work. */
const MAX_ATTEMPTS = 2_000_000_000;

/** A search that is used again and again: it counts what it tries. */
export class BindingSearch {
  private readonly stopwatch: Stopwatch;
  private readonly cursors = new Int32Array(256);
  private attempts = 0;

  constructor(stopwatch: Stopwatch) {
    this.stopwatch = stopwatch;
  }

  /** Whether it has tried more than there is any use in. */
  get isExhausted(): boolean {
    return this.attempts > MAX_ATTEMPTS;
  }

  /**
   * Calls `visit` for each binding, in `binding`, until it answers false. `row` is the one that is new, for plans with a trigger. What the
   * visitor adds to the places becomes visible later.
   */
  run(steps: readonly Step[], row: number, binding: Int32Array, visit: () => boolean): void {
    const cursors = this.cursors.length < steps.length ? new Int32Array(steps.length) : this.cursors;
    if (steps.length === 0) {
      visit();
      return;
    }
    let depth = 0;
    cursors[0] = begin(steps[0], row, binding);
    while (depth >= 0) {
      const step = steps[depth];
      const cursor = cursors[depth];
      if (cursor === -1) {
        depth--;
        continue;
      }
      this.stopwatch.tick();
      if (++this.attempts > MAX_ATTEMPTS) return;
      cursors[depth] = advance(step, cursor);
      if (!bind(step, cursor, row, binding) || !allHold(step.tests, binding)) continue;
      if (depth < steps.length - 1) {
        depth++;
        cursors[depth] = begin(steps[depth], row, binding);
      } else if (!visit()) return;
    }
  }
}

/** The first candidate of a step: a row, or a colour; -1 when there is none. */
function begin(step: Step, row: number, binding: Int32Array): number {
  switch (step.kind) {
    case 'choose':
      return 0;
    case 'given': {
      const { slot, value } = step.other;
      const colour = slot === -1 ? value : (binding[slot] + value) % step.size;
      return (colour - step.offset + step.size) % step.size;
    }
    case 'match':
      return firstRow(step, row, binding);
  }
}

function firstRow(step: MatchStep, row: number, binding: Int32Array): number {
  if (step.rows === 'new') return row;
  const limit = step.rows === 'older' ? row : step.colours.visible;
  if (step.known.length === 0) return limit - 1;
  let key = 0;
  for (const { choice, size } of step.known) {
    key = key * size + (choice.slot === -1 ? choice.value : (binding[choice.slot] + choice.value) % size);
  }
  if (step.index !== null) return step.index.first(key);
  const found = step.colours.rowOf(key);
  return found < limit ? found : -1;
}

/** The candidate after this one. */
function advance(step: Step, cursor: number): number {
  switch (step.kind) {
    case 'choose':
      return cursor + 1 < step.size ? cursor + 1 : -1;
    case 'given':
      return -1;
    case 'match':
      if (step.index !== null) return step.index.after(cursor);
      return step.rows === 'new' || step.known.length > 0 ? -1 : cursor - 1;
  }
}

/** Binds what the candidate gives; false when it does not fit. */
function bind(step: Step, cursor: number, row: number, binding: Int32Array): boolean {
  if (step.kind !== 'match') {
    binding[step.slot] = cursor;
    return true;
  }
  const { colours, gives, agrees } = step;
  if (step.rows === 'older' && cursor >= row) return false;
  const { data } = colours.parts;
  const start = cursor * colours.domain.length;
  for (const { component, choice, size } of gives) {
    binding[choice.slot] = (data[start + component] - choice.value + size) % size;
  }
  for (const { component, choice, size } of agrees) {
    const colour = choice.slot === -1 ? choice.value : (binding[choice.slot] + choice.value) % size;
    if (data[start + component] !== colour) return false;
  }
  return true;
}

function allHold(guards: readonly Guard[], binding: Int32Array): boolean {
  for (const guard of guards) if (!holds(guard, binding)) return false;
  return true;
}
