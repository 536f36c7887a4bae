// A walk through a model, step by step, that can be taken back.

import type { Random } from '../base/random.ts';
import type { Model, StateEntry } from './model.ts';
import { stepNameOf } from './step-name.ts';

/** A step that can be taken next; `group` is -1 for the choice of an initial state. */
export interface Choice {
  readonly group: number;
  readonly name: string;
  readonly state: Int32Array;
}

/** What one step changed. */
export interface Change {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

export class Simulation {
  readonly model: Model;
  private readonly path: Choice[] = [];
  private enabled: readonly Choice[] | null = null;

  /** Starts in the initial state; where there are several, one of them is the first choice. */
  constructor(model: Model) {
    this.model = model;
    const initial = this.choices();
    if (initial.length === 1) this.take(initial[0]);
  }

  /** The steps taken so far, the choice of the initial state first. */
  get steps(): readonly Choice[] {
    return this.path;
  }

  /** The present state, or null before an initial state is chosen. */
  get state(): Int32Array | null {
    return this.path.at(-1)?.state ?? null;
  }

  /** The number of steps taken. */
  get length(): number {
    return Math.max(0, this.path.length - 1);
  }

  /** The steps that can be taken now, in the order of the model. Throws what the model throws on a fault. */
  choices(): readonly Choice[] {
    this.enabled ??= this.computeChoices();
    return this.enabled;
  }

  take(choice: Choice): void {
    this.path.push(choice);
    this.enabled = null;
  }

  /** Takes one of the steps at random; false where there is none. */
  takeRandom(random: Random): boolean {
    const choices = this.choices();
    if (choices.length > 0) this.take(random.pick(choices));
    return choices.length > 0;
  }

  /** Takes back up to `count` steps; gives how many there were. */
  undo(count = 1): number {
    const start = this.model.initialStates().length === 1 ? 1 : 0;
    const taken = Math.min(count, Math.max(0, this.path.length - start));
    if (taken > 0) this.path.splice(this.path.length - taken);
    this.enabled = null;
    return taken;
  }

  /** What the last step changed, in the order of the description of states. */
  changes(): Change[] {
    const [before, after] = [this.path.at(-2), this.path.at(-1)];
    if (before === undefined || after === undefined) return [];
    return changesBetween(this.model.describe(before.state), this.model.describe(after.state));
  }

  private computeChoices(): Choice[] {
    const { model, state } = this;
    if (state === null) {
      const initial = model.initialStates();
      return initial.map((start, i) => ({
        group: -1,
        name: initial.length === 1 ? 'start' : `start ${i + 1}`,
        state: start,
      }));
    }
    const found: Pick<Choice, 'group' | 'state'>[] = [];
    model.successors(state, (target, group) => {
      found.push({ group, state: target.slice() });
    });
    return found.map((choice) => ({
      ...choice,
      name: stepNameOf(model, { group: choice.group, from: state, to: choice.state }),
    }));
  }
}

/** The entries that differ; what one of the states does not have is shown as `none`. */
function changesBetween(before: readonly StateEntry[], after: readonly StateEntry[]): Change[] {
  const old = new Map(before.map((entry) => [entry.name, entry.value]));
  const changes: Change[] = [];
  for (const { name, value } of after) {
    const previous = old.get(name);
    if (previous !== value) changes.push({ name, before: previous ?? 'none', after: value });
    old.delete(name);
  }
  for (const [name, value] of old) changes.push({ name, before: value, after: 'none' });
  return changes;
}
