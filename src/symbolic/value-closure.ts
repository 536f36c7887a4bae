// The tables of a program's groups, filled before any state is explored: for all values that each variable can have when the variables
// are looked at one by one (a Cartesian abstraction of the reachable states). Groups are tried for every combination of the values
// found so far that their guard may allow, what they write may be new values, and so on until nothing is new.
//
// The values found contain all that reachable states show, so a table filled for them is complete, and states are closed once instead of
// once for each round of learning. Where there are too many combinations a group is given up: what it writes is then open, and so are
// the tables of all groups that depend on it.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Model } from '../models/model.ts';
import type { ValueCoding } from './coding.ts';
import { GuardedCombinations } from './guarded-combinations.ts';
import type { LearnedRows } from './learned-rows.ts';

/** Combinations of values that one group is tried for at first, and if it needs more, once the others are through. */
const COMBINATIONS = [2000, 20_000];
/** Work for all groups together: combinations, also those of only some of the variables. */
const MAX_WORK = 500_000;
/** A fault costs as much as so many combinations without one. */
const FAULT_WORK = 10;

/** Fills the tables as far as possible; those that have all their rows are marked complete. */
export function fillByValues(
  model: Model,
  groups: readonly LearnedRows[],
  codings: readonly ValueCoding[],
  stopwatch: Stopwatch,
): void {
  new ValueClosure(model, groups, codings, stopwatch).run();
}

class ValueClosure {
  private readonly model: Model;
  private readonly groups: readonly LearnedRows[];
  /** The codes of each variable, in the order in which they were found. */
  private readonly domains: number[][];
  private readonly known: Set<number>[];
  /** For each group, how many values of each of its variables it was tried for. */
  private readonly tried: number[][];
  private readonly isGivenUp: boolean[];
  private readonly combinations: readonly GuardedCombinations[];
  private readonly spent: number[];
  private readonly stopwatch: Stopwatch;
  private work = 0;

  constructor(model: Model, groups: readonly LearnedRows[], codings: readonly ValueCoding[], stopwatch: Stopwatch) {
    this.model = model;
    this.stopwatch = stopwatch;
    this.groups = groups;
    this.domains = model.variables.map(() => []);
    this.known = model.variables.map(() => new Set());
    this.tried = groups.map(({ variables }) => variables.map(() => 0));
    this.isGivenUp = groups.map(() => false);
    this.combinations = groups.map(
      (group, i) => new GuardedCombinations(model.groups[i].behaviour, group.variables, codings),
    );
    this.spent = groups.map(() => 0);
    for (const state of model.initialStates()) {
      for (const [variable, coding] of codings.entries()) this.addValue(variable, coding.encode(state[variable]));
    }
  }

  run(): void {
    for (const most of COMBINATIONS) this.close(most);
    const open = this.openVariables();
    for (const [number, group] of this.groups.entries()) {
      if (this.isGivenUp[number]) group.forget();
      else if (!group.variables.some((variable) => open.has(variable))) group.markComplete();
    }
  }

  /** Tries the groups, up to so many combinations each, until there is nothing new; those that need more are given up for now. */
  private close(most: number): void {
    this.isGivenUp.fill(false);
    for (let isNew = true; isNew; ) {
      isNew = false;
      for (const number of this.groups.keys()) {
        this.stopwatch.tick();
        if (this.isGivenUp[number] || !this.hasNewValues(number)) continue;
        isNew = true;
        if (this.work > MAX_WORK || !this.tryGroup(number, most)) this.isGivenUp[number] = true;
      }
    }
  }

  private addValue(variable: number, code: number): void {
    if (this.known[variable].has(code)) return;
    this.known[variable].add(code);
    this.domains[variable].push(code);
  }

  private hasNewValues(number: number): boolean {
    return this.groups[number].variables.some((variable, i) => this.domains[variable].length > this.tried[number][i]);
  }

  /** Tries all combinations with at least one new value: the first new one is at each place in turn. Whether all of them were tried. */
  private tryGroup(number: number, most: number): boolean {
    const group = this.groups[number];
    const before = this.tried[number];
    const now = group.variables.map((variable) => this.domains[variable].length);
    for (let pivot = 0; pivot < now.length; pivot++) {
      const starts = now.map((_, i) => (i === pivot ? before[i] : 0));
      const ends = now.map((count, i) => (i < pivot ? before[i] : count));
      if (starts.every((start, i) => start < ends[i]) && !this.tryRange(number, most, starts, ends)) return false;
    }
    this.tried[number] = now;
    return true;
  }

  private tryRange(number: number, most: number, starts: readonly number[], ends: readonly number[]): boolean {
    const group = this.groups[number];
    const { variables, rows } = group;
    return this.combinations[number].visit(
      variables.map((variable, i) => this.domains[variable].slice(starts[i], ends[i])),
      () => {
        this.stopwatch.tick();
        return ++this.work <= MAX_WORK;
      },
      (codes) => {
        const faults = group.faults.length;
        const isNew = group.learn(codes);
        if (group.faults.length > faults) this.work += FAULT_WORK;
        if (isNew) {
          const row = rows[rows.length - 1];
          for (let i = 0; i < variables.length; i++) this.addValue(variables[i], row[variables.length + i]);
        }
        return ++this.spent[number] <= most;
      },
    );
  }

  /** The variables that may have values that were not found. */
  private openVariables(): ReadonlySet<number> {
    const open = new Set<number>();
    for (let size = -1; size !== open.size; ) {
      size = open.size;
      for (const [number, { variables }] of this.groups.entries()) {
        if (!this.isGivenUp[number] && !variables.some((variable) => open.has(variable))) continue;
        for (const variable of this.model.groups[number].writes) open.add(variable);
      }
    }
    return open;
  }
}
