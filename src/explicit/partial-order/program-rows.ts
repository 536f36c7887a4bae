// The rows of guarded programs for stubborn sets: for each program its conditions with those that can make them true, and those that do not go
// with it. Each row is made when it is first asked for, because most sets ask for few; the flat tables of a kernel have them all.
import { ALWAYS_OPEN } from '../kernel/protocol.ts';
import type { Comparison } from './comparison.ts';
import type { ProgramFacts } from './program-facts.ts';
import { type HelpedComparison, rows, type StubbornRows, type StubbornTables } from './stubborn-tables.ts';

/** Pairs of programs that are compared at most. */
const MOST_PAIRS = 4_000_000;
const NO_LISTS: readonly number[] = [];

/** How programs depend on each other. */
export interface ProgramRelations {
  readonly variableCount: number;
  touching(variables: Iterable<number>): readonly number[];
  demands(comparison: Comparison): readonly HelpedComparison[];
  /** The programs that write what this one reads or writes, or read what it writes; ascending. */
  near(fact: ProgramFacts): readonly number[];
  /** Whether nothing depends on the order of the two where both are enabled. */
  goTogether(one: ProgramFacts, other: ProgramFacts): boolean;
}

export class ProgramRows implements StubbornRows {
  private readonly facts: readonly ProgramFacts[];
  private readonly relations: ProgramRelations;
  private readonly lists = new Lists();
  private readonly conditionRows: (readonly number[] | undefined)[] = [];
  private readonly harmRows: (readonly number[] | undefined)[] = [];
  /** By program those that do not go with it, as far as they were asked for. */
  private readonly conflicts = new Map<number, readonly number[]>();

  constructor(facts: readonly ProgramFacts[], relations: ProgramRelations) {
    this.facts = facts;
    this.relations = relations;
  }

  get groups(): number {
    return this.facts.length;
  }

  list(number: number): ArrayLike<number> {
    return this.lists.all[number];
  }

  conditions(group: number): readonly number[] {
    this.conditionRows[group] ??= this.conditionWords(this.facts[group]);
    return this.conditionRows[group];
  }

  harms(group: number): readonly number[] {
    this.harmRows[group] ??= [this.lists.numberOf(this.conflictsOf(group))];
    return this.harmRows[group];
  }

  threats(): readonly number[] {
    return NO_LISTS;
  }

  tables(): StubbornTables {
    const conditions = this.facts.map((_, group) => this.conditions(group));
    const harms = this.allConflicts().map((members) => [this.lists.numberOf(members)]);
    return {
      variables: this.relations.variableCount,
      groups: this.groups,
      lists: rows(this.lists.all),
      conditions: rows(conditions),
      harms: rows(harms),
      threats: rows(this.facts.map(() => NO_LISTS)),
    };
  }

  private conditionWords({ reasons, otherReasons }: ProgramFacts): number[] {
    const { relations, lists } = this;
    const words = reasons
      .flatMap((reason) => relations.demands(reason))
      .sort((a, b) => a.helpers.length - b.helpers.length)
      .flatMap(({ helpers, test, bound }) => [lists.numberOf(helpers), test, bound]);
    if (otherReasons === null) return words;
    return [...words, lists.numberOf(relations.touching(otherReasons)), ALWAYS_OPEN, 0];
  }

  /** The programs that do not go with this one, ascending. */
  private conflictsOf(group: number): readonly number[] {
    const { facts, relations, conflicts } = this;
    const fact = facts[group];
    let found = conflicts.get(group);
    if (found === undefined) {
      found = relations.near(fact).filter((other) => other !== group && !relations.goTogether(fact, facts[other]));
      conflicts.set(group, found);
    }
    return found;
  }

  /** The same for every program, each pair compared once; all of them for every program where there are too many pairs to compare. */
  private allConflicts(): readonly (readonly number[])[] {
    const { facts, relations, conflicts } = this;
    const found = facts.map((_, group): number[] => [...(conflicts.get(group) ?? [])]);
    let pairs = 0;
    for (const [group, fact] of facts.entries()) {
      const known = conflicts.get(group);
      const near = known ?? relations.near(fact);
      pairs += near.length;
      if (pairs > MOST_PAIRS) {
        const all = facts.map((_, other) => other);
        return facts.map(() => all);
      }
      for (const other of near) {
        if (other <= group || (known === undefined && relations.goTogether(fact, facts[other]))) continue;
        if (known === undefined) found[group].push(other);
        if (!conflicts.has(other)) found[other].push(group);
      }
    }
    return found;
  }
}

/** Lists of programs, each once. */
class Lists {
  readonly all: ArrayLike<number>[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly known = new Map<ArrayLike<number>, number>();

  numberOf(members: readonly number[] | Int32Array): number {
    const known = this.known.get(members);
    if (known !== undefined) return known;
    const key = members.join();
    const number = this.numbers.get(key) ?? this.all.push(members) - 1;
    this.numbers.set(key, number);
    this.known.set(members, number);
    return number;
  }
}
