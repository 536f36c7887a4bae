// Guarded programs (DVE, Promela) for stubborn sets: which can make a condition true, and which go together. Two programs go together where, in every state in which both are enabled, either order leads to the same state and
// neither ends the other (docs/adr/015).
import type { Expression } from '../../models/expression/expression.ts';
import type { Interval } from '../../models/expression/intervals.ts';
import { collectReads } from '../../models/expression/support.ts';
import type { Behaviour, Model, Variable } from '../../models/model.ts';
import { AT_LEAST, BELOW, DIFFERENT, EQUAL } from '../kernel/protocol.ts';
import { type Comparison, type ComparisonKind, comparisonOf, opposite, oppositeKind, testOf } from './comparison.ts';
import { findPlaceRanges, isAboutPlaces } from './place-ranges.ts';
import { boundsOf, type ProgramFacts, programFacts, type Write } from './program-facts.ts';
import { type ProgramRelations, ProgramRows } from './program-rows.ts';
import {
  type Effects,
  type HelpedComparison,
  MAY_BOTH,
  MAY_FALL,
  MAY_RISE,
  type StubbornParts,
} from './stubborn-tables.ts';

type Program = Extract<Behaviour, { kind: 'program' }>;

/** For sets of a model all of whose groups are programs; null for others. */
export interface ProgramParts {
  /**
   * Soon made, and a guess: values are known by the bounds of the model alone, and a program that may have no value somewhere is taken for one
   * that has, where what is known at places could show it. Only to see what sets would be like. Null where the others are as soon made.
   */
  readonly hasty: StubbornParts | null;
  /** What sets are made from. */
  readonly exact: StubbornParts;
}

export function programParts(model: Model): ProgramParts | null {
  const programs: Program[] = [];
  for (const { behaviour } of model.groups) {
    if (behaviour.kind !== 'program') return null;
    programs.push(behaviour);
  }
  const { variables } = model;
  const rough = programs.map((program) => programFacts(program, variables));
  const faulty = faultyOf(rough);
  if (faulty.length === 0) return { hasty: null, exact: partsOf(rough, variables, []) };
  const isOpen = isAboutPlaces(variables, rough);
  const taken = faulty.filter((group) => !isOpen(rough[group]));
  let exact: StubbornParts | null = null;
  return {
    hasty: partsOf(rough, variables, taken),
    get exact(): StubbornParts {
      exact ??= exactParts(model, programs, rough);
      return exact;
    },
  };
}

/** What is known at places takes time to find, and is looked for where it may free programs from faults: these are in every set. */
function exactParts(model: Model, programs: readonly Program[], rough: readonly ProgramFacts[]): StubbornParts {
  const { variables } = model;
  const places = findPlaceRanges(model, programs, rough);
  const facts = programs.map((program) => programFacts(program, variables, places));
  return partsOf(facts, variables, faultyOf(facts));
}

function faultyOf(facts: readonly ProgramFacts[]): number[] {
  return facts.flatMap(({ mayFault }, group) => (mayFault ? [group] : []));
}

function partsOf(
  facts: readonly ProgramFacts[],
  variables: readonly Variable[],
  faulty: readonly number[],
): StubbornParts {
  const effects = new ProgramEffects(facts, variables);
  const rows = new ProgramRows(facts, effects);
  return { groups: facts.length, faulty: Int32Array.from(faulty), effects, rows, tables: () => rows.tables() };
}

class ProgramEffects implements Effects, ProgramRelations {
  private readonly facts: readonly ProgramFacts[];
  /** By variable the values that it may have. */
  private readonly bounds: readonly Interval[];
  /** For each variable the programs that may write it, and those that read it, as comparison or otherwise. */
  private readonly writers: readonly number[][];
  private readonly readers: readonly number[][];
  private readonly helped = new Map<string, HelpedComparison>();

  constructor(facts: readonly ProgramFacts[], variables: readonly Variable[]) {
    this.facts = facts;
    this.bounds = variables.map(boundsOf);
    this.writers = variables.map(() => []);
    this.readers = variables.map(() => []);
    facts.forEach(({ before, reads, writes, comparisons }, group) => {
      if (before === null) return;
      for (const variable of writes.keys()) this.writers[variable].push(group);
      const all = new Set([...reads, ...comparisons.map(({ variable }) => variable)]);
      for (const variable of all) this.readers[variable].push(group);
    });
  }

  get variableCount(): number {
    return this.bounds.length;
  }

  touching(variables: Iterable<number>): readonly number[] {
    const groups = new Set<number>();
    for (const variable of variables) for (const group of this.writers[variable]) groups.add(group);
    return [...groups].sort((a, b) => a - b);
  }

  effectOn(group: number, part: Expression): number {
    const fact = this.facts[group];
    const comparison = comparisonOf(part);
    if (comparison !== null) {
      const rises = this.mayMakeTrue(fact, comparison) ? MAY_RISE : 0;
      return rises | (this.mayMakeTrue(fact, opposite(comparison)) ? MAY_FALL : 0);
    }
    const reads = new Set<number>();
    collectReads(part, reads);
    return [...reads].some((variable) => fact.writes.has(variable)) ? MAY_BOTH : 0;
  }

  /** An equality is also two inequalities, which say from which side it must come. */
  demands(comparison: Comparison): readonly HelpedComparison[] {
    const { variable, kind, bound } = comparison;
    const one = (side: ComparisonKind, at: number): HelpedComparison => this.help({ variable, kind: side, bound: at });
    if (kind !== EQUAL) return [this.help(comparison)];
    return [this.help(comparison), one(AT_LEAST, bound), one(BELOW, bound + 1)];
  }

  private help(comparison: Comparison): HelpedComparison {
    const test = testOf(comparison);
    const { bound, variable } = comparison;
    const key = `${test} ${bound}`;
    let found = this.helped.get(key);
    if (found === undefined) {
      const helpers = this.writers[variable].filter((group) => this.mayMakeTrue(this.facts[group], comparison));
      found = { test, bound, helpers: Int32Array.from(helpers) };
      this.helped.set(key, found);
    }
    return found;
  }

  /** The programs that write what this one reads or writes, or read what it writes. */
  near({ before, reads, writes, comparisons }: ProgramFacts): number[] {
    const found = new Set<number>();
    if (before === null) return [];
    const add = (groups: readonly number[]): void => {
      for (const group of groups) found.add(group);
    };
    for (const variable of reads) add(this.writers[variable]);
    for (const { variable } of comparisons) add(this.writers[variable]);
    for (const variable of writes.keys()) {
      add(this.writers[variable]);
      add(this.readers[variable]);
    }
    return [...found].sort((a, b) => a - b);
  }

  /** Whether nothing depends on the order of the two where both are enabled. */
  goTogether(one: ProgramFacts, other: ProgramFacts): boolean {
    if (!canBothBeEnabled(one, other)) return true;
    return this.leavesAlone(one, other) && this.leavesAlone(other, one) && writesCommute(one, other);
  }

  /** Whether what the first writes makes no difference to whether the second is enabled, nor to what it does. */
  private leavesAlone(first: ProgramFacts, second: ProgramFacts): boolean {
    for (const variable of first.writes.keys()) if (second.reads.has(variable)) return false;
    for (const comparison of second.comparisons) {
      if (!first.writes.has(comparison.variable)) continue;
      if (this.mayMakeTrue(first, opposite(comparison), second)) return false;
    }
    return true;
  }

  /**
   * Whether the program may lead from a state in which the comparison does not hold, and `together` is enabled, to one in which it holds. Asked
   * very often: nothing is allocated here.
   */
  private mayMakeTrue(fact: ProgramFacts, comparison: Comparison, together?: ProgramFacts): boolean {
    const { variable, kind, bound } = comparison;
    const write = fact.writes.get(variable);
    if (write === undefined || fact.before === null) return false;
    if (!canHold(kind, bound, write.after.low, write.after.high) || goesAway(write, kind)) return false;
    const own = fact.before.get(variable);
    const bounds = together?.before?.get(variable) ?? this.bounds[variable];
    const low = own === undefined ? bounds.low : Math.max(own.low, bounds.low);
    const high = own === undefined ? bounds.high : Math.min(own.high, bounds.high);
    if (low > high || !canHold(oppositeKind(kind), bound, low, high)) return false;
    for (const other of fact.comparisons) if (isSame(other, comparison)) return false;
    return true;
  }
}

/** Whether the comparison of a value between `low` and `high` may hold. */
function canHold(kind: ComparisonKind, bound: number, low: number, high: number): boolean {
  if (kind === AT_LEAST) return high >= bound;
  if (kind === BELOW) return low < bound;
  if (kind === EQUAL) return low <= bound && bound <= high;
  return low !== bound || high !== bound;
}

/** Whether values only move away from where the comparison holds. */
function goesAway({ form }: Write, kind: ComparisonKind): boolean {
  if (form.kind !== 'added' || !form.exact) return false;
  return (kind === AT_LEAST && form.delta < 0) || (kind === BELOW && form.delta > 0);
}

function isSame(one: Comparison, other: Comparison): boolean {
  return one.variable === other.variable && one.kind === other.kind && one.bound === other.bound;
}

/** False where the comparisons of their guards exclude each other. */
function canBothBeEnabled(one: ProgramFacts, other: ProgramFacts): boolean {
  if (one.before === null || other.before === null) return false;
  for (const [variable, range] of one.before) {
    const there = other.before.get(variable);
    if (there === undefined) continue;
    const [low, high] = [Math.max(range.low, there.low), Math.min(range.high, there.high)];
    if (low > high) return false;
    if (low < high) continue;
    const isExcluded = ({ kind, bound, variable: own }: Comparison): boolean =>
      own === variable && kind === DIFFERENT && bound === low;
    if (one.comparisons.some(isExcluded) || other.comparisons.some(isExcluded)) return false;
  }
  return true;
}

/** Whether variables that both write have the same values after both orders. */
function writesCommute(one: ProgramFacts, other: ProgramFacts): boolean {
  for (const [variable, { form }] of one.writes) {
    const there = other.writes.get(variable)?.form;
    if (there === undefined) continue;
    if (form.kind === 'constant' && there.kind === 'constant' && form.value === there.value) continue;
    if (form.kind !== 'added' || there.kind !== 'added') return false;
    if (!(form.exact && there.exact) && form.width !== there.width) return false;
  }
  return true;
}
