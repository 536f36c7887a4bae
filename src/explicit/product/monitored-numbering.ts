// The states of a model that numbers them itself, each with the state of a monitor beside it: what `MonitoredModel` is, by numbers alone. Steps
// of the model are found once and kept by its own numbering; those here are made of them each time.
import { Int32List } from '../../base/growable.ts';
import { PairTable } from '../../base/pair-table.ts';
import type { StateNumbering } from '../../models/model.ts';
import { LOST, type MonitorTable } from './monitor.ts';

/** The group of the step by which a deadlock repeats. */
const NO_GROUP = -1;

export class MonitoredNumbering implements StateNumbering {
  readonly steps: Int32List = new Int32List(64);
  private readonly inner: StateNumbering;
  private readonly monitor: MonitorTable;
  private readonly letterOf: (state: number) => number;
  private readonly pairs: PairTable;

  /** `letterOf`: what the monitor reads in a state of the model. */
  constructor(inner: StateNumbering, monitor: MonitorTable, letterOf: (state: number) => number) {
    this.inner = inner;
    this.monitor = monitor;
    this.letterOf = letterOf;
    this.pairs = new PairTable(monitor.states);
  }

  get bytes(): number {
    return this.inner.bytes + this.pairs.bytes + 4 * this.steps.data.length;
  }

  /** The number of states of the model among these. */
  get below(): number {
    const seen = new Uint8Array(this.pairs.left.data.reduce((most, state) => Math.max(most, state), 0) + 1);
    let count = 0;
    for (let i = 0; i < this.pairs.size; i++) {
      const state = this.pairs.left.data[i];
      count += 1 - seen[state];
      seen[state] = 1;
    }
    return count;
  }

  initial(): readonly number[] {
    return this.inner.initial().map((state) => this.pairs.intern(state, 0));
  }

  find(state: number, tick?: () => void): number {
    this.steps.clear();
    this.pass(state, this.steps, tick);
    return this.steps.length / 2;
  }

  startOf(): number {
    return 0;
  }

  pass(state: number, found: Int32List, tick?: () => void): void {
    const { inner, monitor, pairs } = this;
    const below = pairs.left.data[state];
    const next = monitor.next[(pairs.right.data[state] << monitor.letterBits) | this.letterOf(below)];
    if (next === LOST) return;
    const count = inner.find(below, tick);
    const steps = inner.steps.data;
    const start = inner.startOf(below);
    for (let i = start; i < start + 2 * count; i += 2) {
      found.push(pairs.intern(steps[i], next));
      found.push(steps[i + 1]);
    }
    if (count > 0) return;
    found.push(pairs.intern(below, next));
    found.push(NO_GROUP);
  }

  read(state: number, vector: Int32Array, wanted?: readonly number[]): void {
    this.inner.read(this.pairs.left.data[state], vector, wanted);
    vector[vector.length - 1] = this.pairs.right.data[state];
  }
}
