// A survey of a model's steps in a kernel: all states, one by one, and then for each group the values with which it has a step. A projection of a state is its packed words
// under a mask, so that millions of steps are told apart by a few words each, and only projections that are new are unpacked.
import { Int32List } from '../../base/growable.ts';
import { MemoryRefused, wasmHost } from '../../base/wasm-host.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Model } from '../../models/model.ts';
import type { StepSurvey, SurveyedGroup } from '../../models/step-survey.ts';
import type { Packing } from '../kernel/packing/packing.ts';
import { StateSpace } from '../kernel/store/state-space.ts';

/** States that are expanded between two looks at the stopwatch. */
const SLICE = 8192;
/** The states may use this share of the memory that is left, and no more than so many bytes. */
const MEMORY_SHARE = 0.25;
const MOST_BYTES = 2 ** 30;

/** Begins a survey; null where the model is no program, or there is no memory for it. */
export function openStepSurvey(model: Model, stopwatch: Stopwatch): StepSurvey | null {
  if (wasmHost() === null || model.groups.some(({ behaviour }) => behaviour.kind !== 'program')) return null;
  try {
    return new KernelSurvey(model, stopwatch);
  } catch (error) {
    if (error instanceof MemoryRefused) return null;
    if (!(error instanceof LimitExceeded)) throw error;
    stopwatch.look();
    return null;
  }
}

class KernelSurvey implements StepSurvey {
  private readonly space: StateSpace;
  private readonly stopwatch: Stopwatch;

  constructor(model: Model, stopwatch: Stopwatch) {
    this.stopwatch = stopwatch;
    const memoryBytes = Math.min(MOST_BYTES, (stopwatch.memoryLeft ?? Number.POSITIVE_INFINITY) * MEMORY_SHARE);
    // One memory, in which all fields of a state are.
    this.space = new StateSpace(model, {
      states: 'counted',
      fold: 'never',
      implied: 'never',
      memoryBytes,
      watch: stopwatch,
    });
  }

  explore(states: number): 'complete' | 'open' | 'ended' {
    const { space, stopwatch } = this;
    while (space.states < states) {
      const result = space.slice(SLICE);
      if (result === 'done') return 'complete';
      if (result === 'full' || space.memories > 1) return 'ended';
      stopwatch.look();
    }
    return 'open';
  }

  forEachSource(groups: readonly SurveyedGroup[], visit: (group: SurveyedGroup, values: Int32Array) => void): void {
    const { model, kernel } = this.space;
    const { packing, words } = kernel;
    const projections: (Projection | null)[] = model.groups.map(() => null);
    for (const one of groups) projections[one.group] = new Projection(packing, one);
    kernel.forEachStep((state, group) => {
      this.stopwatch.tick();
      projections[group]?.note(words, state / 4);
    });
    for (const projection of projections) projection?.forEach(visit);
  }
}

/** Where a variable is: the first half word of the projection that has bits of it, or -1 where it never changes. */
interface Place {
  readonly half: number;
  readonly shift: number;
  readonly bits: number;
  readonly lower: number;
}

/** The distinct projections of states to the variables of a group, in half words of 32 bits. */
class Projection {
  private readonly group: SurveyedGroup;
  /** The half words of a state that are looked at, and what of them. */
  private readonly halves: Int32Array;
  private readonly masks: Int32Array;
  private readonly places: readonly Place[];
  /** All projections one after another; slots have their numbers plus one, 0 is free. */
  private readonly found = new Int32List(64);
  private slots = new Int32Array(64);
  private count = 0;

  constructor({ fields }: Packing, group: SurveyedGroup) {
    this.group = group;
    const masks = new Map<number, number>();
    const use = (half: number, mask: number): void => {
      masks.set(half, (masks.get(half) ?? 0) | mask);
    };
    for (const variable of group.variables) {
      const { word, shift, bits } = fields[variable];
      if (bits === 0) continue;
      const mask = ((1n << BigInt(bits)) - 1n) << BigInt(shift);
      if ((mask & 0xffff_ffffn) !== 0n) use(2 * word, Number(mask & 0xffff_ffffn));
      if (mask >> 32n !== 0n) use(2 * word + 1, Number(mask >> 32n));
    }
    this.halves = Int32Array.from(masks.keys()).sort();
    this.masks = this.halves.map((half) => masks.get(half)!);
    this.places = group.variables.map((variable) => {
      const { word, shift, bits, lower } = fields[variable];
      return { half: bits === 0 ? -1 : this.halves.indexOf(2 * word + (shift >>> 5)), shift: shift & 31, bits, lower };
    });
  }

  /** Takes in the projection of the state at this half word of a memory. */
  note(words: Uint32Array, at: number): void {
    const { halves, masks } = this;
    let hash = 0;
    for (let i = 0; i < halves.length; i++) {
      hash = Math.imul(hash ^ (words[at + halves[i]] & masks[i]), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const last = this.slots.length - 1;
    let slot = hash & last;
    for (; this.slots[slot] !== 0; slot = (slot + 1) & last) if (this.isAt(this.slots[slot] - 1, words, at)) return;
    this.slots[slot] = ++this.count;
    for (let i = 0; i < halves.length; i++) this.found.push(words[at + halves[i]] & masks[i]);
    if (this.count * 2 > this.slots.length) this.rehash();
  }

  private isAt(number: number, words: Uint32Array, at: number): boolean {
    const { halves, masks, found } = this;
    const start = number * halves.length;
    for (let i = 0; i < halves.length; i++) {
      if (found.data[start + i] !== (words[at + halves[i]] & masks[i])) return false;
    }
    return true;
  }

  private rehash(): void {
    const { halves, found } = this;
    const slots = new Int32Array(this.slots.length * 2);
    for (let number = 0; number < this.count; number++) {
      let hash = 0;
      for (let i = 0; i < halves.length; i++) {
        hash = Math.imul(hash ^ found.data[number * halves.length + i], 0x9e3779b1);
        hash ^= hash >>> 15;
      }
      let slot = hash & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
    }
    this.slots = slots;
  }

  forEach(visit: (group: SurveyedGroup, values: Int32Array) => void): void {
    const { places, found, halves } = this;
    const values = new Int32Array(places.length);
    for (let number = 0; number < this.count; number++) {
      const start = number * halves.length;
      for (const [i, { half, shift, bits, lower }] of places.entries()) {
        let value = 0;
        if (half >= 0) {
          value = found.data[start + half] >>> shift;
          if (shift + bits > 32) value |= found.data[start + half + 1] << (32 - shift);
          if (bits < 32) value &= 2 ** bits - 1;
        }
        values[i] = value + lower;
      }
      visit(this.group, values);
    }
  }
}
