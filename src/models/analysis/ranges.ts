// Bounds of variables by interval analysis: the least intervals, up to widening, that hold the initial values and are
// closed under all `program` groups. Guards narrow the intervals inside their own group, so that a counter with a guard
// gets the bound of the guard, and an index that was used is within its array. Each assignment counts, also one that a
// later assignment of the same group overwrites: whoever packs variables by their bounds may do so in the middle of a
// group.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Expression } from '../expression/expression.ts';
import { type IndexRange, indexRanges } from '../expression/index-ranges.ts';
import { evaluateInterval, type Interval, type Intervals, joined, met, narrowed } from '../expression/intervals.ts';
import type { Assignment, Effect, Group, Model, Variable } from '../model.ts';

/** How often a variable may grow before it is given its declared bounds. */
const MAX_GROWTH = 80;

/** Groups are looked at this often in all; then everything that still grows gets its declared bounds. */
const MAX_VISITS = 300_000;

type ProgramGroup = Group & { readonly behaviour: Extract<Group['behaviour'], { kind: 'program' }> };

/** A model all of whose groups, if any, are programs. */
type ProgramModel = Model & { readonly groups: readonly ProgramGroup[] };

/** Whether ranges can be found. */
export function isProgramModel(model: Model): model is ProgramModel {
  return model.groups.every(({ behaviour }) => behaviour.kind === 'program') && model.initialStates().length > 0;
}

/** The variables with the bounds that the groups can reach from the initial states. */
export function tightenBounds(model: ProgramModel, stopwatch: Stopwatch): Variable[] {
  const ranges = new RangeAnalysis(model, stopwatch).run();
  return model.variables.map((variable, i) => ({ ...variable, lower: ranges[i].low, upper: ranges[i].high }));
}

class RangeAnalysis {
  private readonly groups: readonly ProgramGroup[];
  private readonly declared: readonly Interval[];
  private readonly ranges: Interval[];
  private readonly growth: Int32Array;
  /** For each variable the groups that read it. */
  private readonly readers: number[][];
  private readonly waiting: number[] = [];
  private readonly isWaiting: boolean[];
  private readonly stopwatch: Stopwatch;
  private visits = 0;

  constructor(model: ProgramModel, stopwatch: Stopwatch) {
    const { variables, groups } = model;
    const [first, ...others] = model.initialStates();
    this.stopwatch = stopwatch;
    this.groups = groups;
    this.declared = variables.map(({ lower, upper }) => ({ low: lower ?? -0x8000_0000, high: upper ?? 0x7fff_ffff }));
    this.ranges = variables.map((_, i) =>
      others.reduce((range: Interval, state) => joined(range, { low: state[i], high: state[i] }), {
        low: first[i],
        high: first[i],
      }),
    );
    this.growth = new Int32Array(variables.length);
    this.readers = variables.map(() => []);
    for (const [number, { reads }] of groups.entries()) for (const read of reads) this.readers[read].push(number);
    this.isWaiting = groups.map(() => true);
    for (let number = groups.length - 1; number >= 0; number--) this.waiting.push(number);
  }

  run(): readonly Interval[] {
    for (let number = this.waiting.pop(); number !== undefined; number = this.waiting.pop()) {
      this.stopwatch.tick();
      this.isWaiting[number] = false;
      this.visits++;
      const { guard, effects } = this.groups[number].behaviour;
      const inside = this.inside(guard);
      if (inside !== null) effects.every((effect) => this.follow(effect, inside));
    }
    return this.ranges;
  }

  /** The intervals in states where the guard holds, or null where it cannot. */
  private inside(guard: Expression): Overlay | null {
    const overlay = new Overlay(this.ranges);
    return this.demand(guard, overlay) ? overlay : null;
  }

  /** Cuts the intervals down to what a condition allows; false where it never holds. */
  private demand(condition: Expression, overlay: Overlay): boolean {
    for (const part of condition.kind === 'all' ? condition.operands : [condition]) {
      const value = evaluateInterval(part, overlay);
      if (value.low === 0 && value.high === 0) return false;
      if (!overlay.narrow(indexRanges(part)) || !overlay.narrow(narrowed(part, overlay))) return false;
    }
    return true;
  }

  /** Follows one effect; false where nothing comes behind it. */
  private follow(effect: Effect, overlay: Overlay): boolean {
    return 'required' in effect ? this.demand(effect.required, overlay) : this.assign(effect, overlay);
  }

  /** Follows one assignment; false where it always faults. */
  private assign({ target, value, width }: Assignment, overlay: Overlay): boolean {
    if (!overlay.narrow(indexRanges(value)) || !overlay.narrow(indexRanges(target))) return false;
    const stored = reduced(evaluateInterval(value, overlay), width);
    if (target.kind === 'variable') {
      overlay.set(target.variable, stored);
      this.grow(target.variable, stored);
      return true;
    }
    const index = evaluateInterval(target.index, overlay);
    const last = Math.min(target.length - 1, index.high);
    for (let i = Math.max(0, index.low); i <= last; i++) {
      const cell = target.base + i;
      overlay.set(cell, joined(overlay.get(cell), stored));
      this.grow(cell, stored);
    }
    return true;
  }

  private grow(variable: number, by: Interval): void {
    const before = this.ranges[variable];
    if (by.low >= before.low && by.high <= before.high) return;
    const tired = ++this.growth[variable] > MAX_GROWTH || this.visits > MAX_VISITS;
    this.ranges[variable] = tired ? this.declared[variable] : joined(before, by);
    for (const reader of this.readers[variable]) {
      if (this.isWaiting[reader]) continue;
      this.isWaiting[reader] = true;
      this.waiting.push(reader);
    }
  }
}

/** Intervals of which a few are replaced. */
class Overlay implements Intervals {
  private readonly base: readonly Interval[];
  private readonly changed = new Map<number, Interval>();

  constructor(base: readonly Interval[]) {
    this.base = base;
  }

  get(variable: number): Interval {
    return this.changed.get(variable) ?? this.base[variable];
  }

  set(variable: number, range: Interval): void {
    this.changed.set(variable, range);
  }

  /** Cuts variables down to ranges; false where nothing is left of one. */
  narrow(ranges: readonly IndexRange[]): boolean {
    for (const { variable, range } of ranges) {
      const rest = met(this.get(variable), range);
      if (rest === null) return false;
      this.changed.set(variable, rest);
    }
    return true;
  }
}

/** The values that are stored; all of the type where some do not fit. */
function reduced(range: Interval, width: Assignment['width']): Interval {
  if (width === 'none') return range;
  const type = width === 'byte' ? { low: 0, high: 255 } : { low: -32768, high: 32767 };
  return range.low >= type.low && range.high <= type.high ? range : type;
}
