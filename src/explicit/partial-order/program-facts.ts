// What one guarded program needs and does, as stubborn sets ask for it: the comparisons in its guard and what else decides whether it is
// enabled, what its effects depend on, and what is known of the values that it writes. Everything is said of the states in which the program
// is enabled; bounds of variables are those of the model, which hold in every state that is reached (docs/adr/015).
import type { Expression } from '../../models/expression/expression.ts';
import { evaluateInterval, type Interval, type Intervals, joined, met } from '../../models/expression/intervals.ts';
import { walk } from '../../models/expression/walk.ts';
import type { Assignment, Behaviour, Variable } from '../../models/model.ts';
import { AT_LEAST, BELOW, EQUAL } from '../kernel/protocol.ts';
import { type Comparison, comparisonOf } from './comparison.ts';

type Program = Extract<Behaviour, { kind: 'program' }>;
type Width = Assignment['width'];

/** How the value of a variable after the program comes from that before. */
type Form =
  | { readonly kind: 'constant'; readonly value: number }
  /** So much is added; `exact` where it never wraps around. */
  | { readonly kind: 'added'; readonly delta: number; readonly exact: boolean; readonly width: Width }
  /** Something that only depends on what the program reads. */
  | { readonly kind: 'computed' }
  /** Perhaps the value before. */
  | { readonly kind: 'perhaps' };

/** A variable that the program may write, and the values that it may have then. */
export interface Write {
  readonly form: Form;
  readonly after: Interval;
}

export interface ProgramFacts {
  /** Comparisons of the guard by which it may be told why the program is disabled. */
  readonly reasons: readonly Comparison[];
  /** Variables of whatever else decides that; null where there is nothing. */
  readonly otherReasons: ReadonlySet<number> | null;
  /** All comparisons of the guard. */
  readonly comparisons: readonly Comparison[];
  /** Values that variables can have where the comparisons hold: narrower than the bounds; null where the program is never enabled. */
  readonly before: ReadonlyMap<number, Interval> | null;
  /** Variables on which more depends than the comparisons of the guard: its other parts, requirements, values, indices. */
  readonly reads: ReadonlySet<number>;
  readonly writes: ReadonlyMap<number, Write>;
  /** Whether a value may be missing somewhere: a division by zero, an index out of range. */
  readonly mayFault: boolean;
}

const WORD: Interval = { low: -0x8000_0000, high: 0x7fff_ffff };
const TYPES: Readonly<Record<Width, Interval>> = {
  byte: { low: 0, high: 255 },
  int16: { low: -32768, high: 32767 },
  none: WORD,
};

/** What is known of variables where another one has a value: null where it never has; undefined where nothing is known. */
export interface PlaceRanges {
  at(variable: number, value: number): ReadonlyMap<number, Interval> | null | undefined;
}

export function programFacts(program: Program, variables: readonly Variable[], places?: PlaceRanges): ProgramFacts {
  return new FactFinder(variables, { places }).find(program);
}

/** What variables may be after the program, where they are within these ranges before; null where it is never enabled there. */
export function rangesAfter(
  program: Program,
  variables: readonly Variable[],
  ranges: ReadonlyMap<number, Interval>,
): ((variable: number) => Interval) | null {
  const finder = new FactFinder(variables, { ranges });
  return finder.find(program).before === null ? null : (variable) => finder.get(variable);
}

/** The values of a variable as far as they are known. */
export function boundsOf({ lower, upper }: Variable): Interval {
  return { low: lower ?? WORD.low, high: upper ?? WORD.high };
}

/** Cuts an interval down to the values for which the comparison holds; null where there are none. */
function narrowedBy({ kind, bound }: Comparison, range: Interval): Interval | null {
  if (kind === AT_LEAST) return met(range, { low: bound, high: WORD.high });
  if (kind === BELOW) return met(range, { low: WORD.low, high: bound - 1 });
  if (kind === EQUAL) return met(range, { low: bound, high: bound });
  if (range.low === bound) return met(range, { low: bound + 1, high: WORD.high });
  return range.high === bound ? met(range, { low: WORD.low, high: bound - 1 }) : range;
}

interface Known {
  readonly range: Interval;
  readonly form: Form;
}

interface GuardFacts extends Pick<ProgramFacts, 'comparisons' | 'reasons'> {
  /** Variables of what is no reason by itself; whether there is anything of that kind. */
  readonly others: Set<number>;
  readonly hasOthers: boolean;
  readonly isPossible: boolean;
}

class FactFinder implements Intervals {
  private readonly variables: readonly Variable[];
  /** What differs from the bounds, or is not the value before. */
  private readonly known = new Map<number, Known>();
  private readonly reads = new Set<number>();
  private readonly writes = new Set<number>();
  private mayFault = false;
  private readonly places: PlaceRanges | undefined;

  constructor(
    variables: readonly Variable[],
    known: { readonly places?: PlaceRanges | undefined; readonly ranges?: ReadonlyMap<number, Interval> },
  ) {
    this.variables = variables;
    this.places = known.places;
    for (const [variable, range] of known.ranges ?? []) this.known.set(variable, { range, form: UNCHANGED });
  }

  get(variable: number): Interval {
    return this.known.get(variable)?.range ?? boundsOf(this.variables[variable]);
  }

  private formOf(variable: number): Form {
    return this.known.get(variable)?.form ?? UNCHANGED;
  }

  find({ guard, effects }: Program): ProgramFacts {
    const { comparisons, reasons, others, hasOthers, isPossible } = this.readGuard(guard);
    const before = isPossible ? new Map([...this.known].map(([v, { range }]) => [v, range])) : null;
    let hasRequirement = false;
    for (const effect of isPossible ? effects : []) {
      if ('required' in effect) {
        hasRequirement = true;
        this.read(effect.required);
      } else {
        this.assign(effect);
      }
    }
    if (hasRequirement) for (const variable of this.reads) others.add(variable);
    return {
      reasons,
      otherReasons: hasOthers || hasRequirement ? others : null,
      comparisons,
      before,
      reads: this.reads,
      writes: this.found(),
      mayFault: this.mayFault,
    };
  }

  /**
   * Reads the conjuncts from the left, each where the comparisons before it hold. Behind one that may fault, a comparison that does not hold is
   * no reason by itself: the fault would come first.
   */
  private readGuard(guard: Expression): GuardFacts {
    const facts = { comparisons: [] as Comparison[], reasons: [] as Comparison[], others: new Set<number>() };
    let hasOthers = false;
    let isPossible = true;
    for (const part of conjunctsOf(guard)) {
      const comparison = comparisonOf(part);
      if (comparison === null) {
        hasOthers = true;
        isPossible &&= part.kind !== 'constant';
        for (const variable of this.read(part)) facts.others.add(variable);
        continue;
      }
      facts.comparisons.push(comparison);
      if (!this.mayFault) {
        facts.reasons.push(comparison);
      } else {
        hasOthers = true;
        facts.others.add(comparison.variable);
      }
      isPossible &&= this.narrow(comparison);
    }
    // A second time: what cuts off an end of a range may find it only now.
    isPossible &&= facts.comparisons.every((comparison) => this.narrow(comparison));
    return { ...facts, hasOthers, isPossible };
  }

  /** Cuts ranges down to where the comparison holds; false where it never does. */
  private narrow(comparison: Comparison): boolean {
    const { variable } = comparison;
    const range = narrowedBy(comparison, this.get(variable));
    if (range === null) return false;
    this.known.set(variable, { range, form: UNCHANGED });
    const there = range.low === range.high ? this.places?.at(variable, range.low) : undefined;
    if (there === null) return false;
    for (const [owned, values] of there ?? []) {
      const rest = met(this.get(owned), values);
      if (rest === null) return false;
      this.known.set(owned, { range: rest, form: UNCHANGED });
    }
    return true;
  }

  /** Notes what the value of an expression depends on, and whether it may be missing; gives the variables. */
  private read(expression: Expression): Set<number> {
    const found = new Set<number>();
    const note = (variable: number): void => {
      const { kind } = this.formOf(variable);
      // What was computed depends on what was read then.
      if (kind === 'added' || kind === 'perhaps') found.add(variable);
    };
    for (const part of walk([expression])) {
      if (part.kind === 'variable' || part.kind === 'lookup') note(part.variable);
      else if (part.kind === 'element') for (const cell of this.cells(part)) note(cell);
      else if (part.kind === 'binary' && (part.operator === '/' || part.operator === '%')) {
        const { low, high } = evaluateInterval(part.right, this);
        if (low <= 0 && high >= 0) this.mayFault = true;
      }
    }
    for (const variable of found) this.reads.add(variable);
    return found;
  }

  /** The cells that an element may be. */
  private cells({ base, length, index }: Extract<Expression, { kind: 'element' }>): number[] {
    const { low, high } = evaluateInterval(index, this);
    if (low < 0 || high >= length) this.mayFault = true;
    const [first, last] = [Math.max(0, low), Math.min(length - 1, high)];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => base + first + i);
  }

  private assign({ target, value, width }: Assignment): void {
    const cells = target.kind === 'variable' ? [target.variable] : this.targetCells(target);
    const [cell] = cells;
    if (cells.length === 1 && this.add(cell, value, width)) return;
    const reads = this.valueReads(value);
    const after = reduced(evaluateInterval(value, this), width);
    const isConstant = after.low === after.high && reads === 'none';
    const form: Form = isConstant ? { kind: 'constant', value: after.low } : { kind: 'computed' };
    if (cells.length === 1) {
      this.write(cell, { range: after, form });
    } else {
      for (const one of cells) this.write(one, { range: joined(this.get(one), after), form: { kind: 'perhaps' } });
    }
  }

  private targetCells(target: Extract<Expression, { kind: 'element' }>): number[] {
    this.read(target.index);
    return this.cells(target);
  }

  /** Reads a value; `none` where it is the same in all states, whatever it is made from. */
  private valueReads(value: Expression): 'some' | 'none' {
    const { low, high } = evaluateInterval(value, this);
    const [faulted, before] = [this.mayFault, new Set(this.reads)];
    this.mayFault = false;
    const reads = this.read(value);
    const isSafe = !this.mayFault;
    this.mayFault ||= faulted;
    if (low !== high || !isSafe) return 'some';
    for (const variable of reads) if (!before.has(variable)) this.reads.delete(variable);
    return 'none';
  }

  /** Follows `variable + number`, written to the variable itself; false where it is something else. */
  private add(variable: number, value: Expression, width: Width): boolean {
    const form = this.formOf(variable);
    const number = addedTo(variable, value);
    if (number === null || form.kind !== 'added') return false;
    const delta = form.delta + number;
    const { low, high } = this.get(variable);
    const type = TYPES[width];
    const exact = form.exact && low + number >= type.low && high + number <= type.high;
    if (!Number.isSafeInteger(delta) || (form.delta !== 0 && form.width !== width)) return false;
    const range = exact ? { low: low + number, high: high + number } : type;
    this.write(variable, { range, form: { kind: 'added', delta, exact, width } });
    return true;
  }

  private write(variable: number, known: Known): void {
    this.known.set(variable, known);
    this.writes.add(variable);
  }

  private found(): Map<number, Write> {
    const writes = new Map<number, Write>();
    for (const variable of this.writes) {
      const { range, form } = this.known.get(variable)!;
      if (form.kind !== 'added' || form.delta !== 0 || !form.exact) writes.set(variable, { form, after: range });
    }
    return writes;
  }
}

const UNCHANGED: Form = { kind: 'added', delta: 0, exact: true, width: 'none' };

/** The conjuncts of a guard, from the left. */
function conjunctsOf(guard: Expression): Expression[] {
  const found: Expression[] = [];
  const pending: Expression[] = [guard];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'binary' && next.operator === '&&') pending.push(next.right, next.left);
    else if (next.kind === 'all') for (let i = next.operands.length - 1; i >= 0; i--) pending.push(next.operands[i]);
    else if (next.kind !== 'constant' || next.value === 0) found.push(next);
  }
  return found;
}

/** The number that the expression adds to the variable; null where it is no such sum. */
function addedTo(variable: number, value: Expression): number | null {
  const isIt = (part: Expression): boolean => part.kind === 'variable' && part.variable === variable;
  if (isIt(value)) return 0;
  if (value.kind !== 'binary') return null;
  const { operator, left, right } = value;
  if (operator === '+' && isIt(left) && right.kind === 'constant') return right.value;
  if (operator === '+' && isIt(right) && left.kind === 'constant') return left.value;
  return operator === '-' && isIt(left) && right.kind === 'constant' ? -right.value : null;
}

/** The values that are stored; all of the type where some do not fit. */
function reduced(range: Interval, width: Width): Interval {
  const type = TYPES[width];
  return range.low >= type.low && range.high <= type.high ? range : type;
}
