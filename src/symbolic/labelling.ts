// The labelling L of a symbolic Kripke structure, and what follows from it: relations restricted to source states with a label
// [BDKT14, Def. 5], and relations split by changeset, the relation R^⊕ [BDKT14, Def. 9].
//
// A relation is split as §4.2 of the paper splits the lines of an ETF table, for every kind of group: it is followed together with the
// letter before and the letter after, two copies of one diagram that drift apart where the relation changes a value. Only propositions
// that the relation can change take part; a relation that can change none is left as it is.
import { LimitExceeded } from '../diagnostics/limit.ts';
import { type Expression, evaluate } from '../models/expression/expression.ts';
import { levelSizes, restrict } from './enabled.ts';
import { type Filter, FilterStore, isTerminal, NEVER, terminal, terminalValue } from './filter.ts';
import { FAULT, PredicateEncoder } from './predicate.ts';
import { IDENTITY, type Relation, TableRows } from './relation.ts';
import type { SymbolicSpace } from './space.ts';

/** A set of propositions by their numbers, as bits; as a changeset, those whose value changes. */
export type Changeset = number;

/** More propositions do not fit the bit mask of a letter or a changeset. */
const MAX_LETTER = 30;

/** A predicate that may be a fault of the model in some state: whether it is in a reachable one is not known before these are. */
export class PerhapsFault extends Error {
  override name = 'PerhapsFault';
}

/** What labellings of one space can share: functions of states, and relations restricted by them. */
export class FilterTools {
  readonly store: FilterStore;
  readonly restricted = new Map<string, Relation | null>();
  private readonly space: SymbolicSpace;
  private readonly encoder: PredicateEncoder;
  private readonly made = new WeakMap<Expression, Filter>();

  constructor(space: SymbolicSpace) {
    this.space = space;
    this.store = new FilterStore(levelSizes(space), space.mdd);
    this.encoder = new PredicateEncoder(space, this.store);
  }

  /** How much is remembered. */
  get size(): number {
    return this.store.nodeCount + this.restricted.size;
  }

  /** 1 where the predicate holds, else 0; a fault that a reachable state shows is thrown, and `PerhapsFault` where these are not known. */
  filterOf(predicate: Expression): Filter {
    let filter = this.made.get(predicate);
    if (filter === undefined) {
      filter = this.withoutFaults(this.encoder.encode(predicate), predicate);
      this.made.set(predicate, filter);
    }
    return filter;
  }

  private withoutFaults(filter: Filter, predicate: Expression): Filter {
    const { space, store } = this;
    if (!space.isExplored) {
      return store.map(filter, (value) => {
        if (value === FAULT) throw new PerhapsFault();
        return value;
      });
    }
    const faulty = restrict(space, space.states, { store, filter, value: FAULT });
    const vector = space.mdd.pick(faulty);
    if (vector !== null) evaluate(predicate, space.stateOf(vector));
    return store.map(filter, (value) => (value === 1 ? 1 : 0));
  }
}

/** The propositions of a formula on the states of a space: whose exploration has ended, or whose variables all have bounds. */
export class SymbolicLabelling {
  readonly space: SymbolicSpace;
  readonly store: FilterStore;
  /** 1 where the proposition holds, else 0. */
  readonly filters: readonly Filter[];
  private readonly supports: readonly ReadonlySet<number>[];
  private readonly letterFilters = new Map<string, { readonly filter: Filter; readonly letters: readonly number[] }>();
  private readonly restricted: Map<string, Relation | null>;
  private readonly changes = new Map<Relation, ReadonlyMap<Changeset, Relation>>();

  constructor(space: SymbolicSpace, predicates: readonly Expression[], tools: FilterTools = new FilterTools(space)) {
    this.space = space;
    this.store = tools.store;
    this.restricted = tools.restricted;
    this.filters = predicates.map((predicate) => tools.filterOf(predicate));
    this.supports = this.filters.map((filter) => this.levelsOf(filter));
  }

  /** To be asked before letters or changesets are: throws `LimitExceeded` where there are too many propositions for them. */
  requireLetters(): void {
    if (this.filters.length <= MAX_LETTER) return;
    const most = `the symbolic engine takes at most ${MAX_LETTER} propositions with a TGTA`;
    throw new LimitExceeded('memory', `${most}: --automaton tgba takes any number`);
  }

  /** The letter of a vector, as bits. */
  letterOf(vector: ArrayLike<number>): number {
    return this.filters.reduce((letter, filter, i) => letter | (this.store.evaluate(filter, vector) << i), 0);
  }

  /** The part of the relation whose left side satisfies the filter; null when there is none. */
  restrictSource(relation: Relation, filter: Filter): Relation | null {
    if (isTerminal(filter)) return filter === NEVER ? null : relation;
    if (relation === IDENTITY) return this.store.toRelation(filter, 1, this.space.relations);
    const key = `${relation} ${filter}`;
    let result = this.restricted.get(key);
    if (result === undefined) {
      result = this.restrictNode(relation, filter);
      this.restricted.set(key, result);
    }
    return result;
  }

  /** The parts of the relation by the changeset between left and right side; empty parts are left out. */
  splitByChange(relation: Relation): ReadonlyMap<Changeset, Relation> {
    let parts = this.changes.get(relation);
    if (parts === undefined) this.changes.set(relation, (parts = this.splitAnew(relation)));
    return parts;
  }

  private splitAnew(relation: Relation): ReadonlyMap<Changeset, Relation> {
    const written = this.writtenLevels(relation);
    const changeable = this.filters
      .map((_, i) => i)
      .filter((i) => written.some((level) => this.supports[i].has(level)));
    if (changeable.length === 0) return new Map([[0, relation]]);
    const { filter, letters } = this.lettersOver(changeable);
    const parts = new ChangeSplit(this, letters).split(relation, filter, filter);
    // Nothing to tell apart: the tests that a split adds are not needed.
    return parts.size === 1 ? new Map([[[...parts.keys()][0], relation]]) : parts;
  }

  private restrictNode(relation: Relation, filter: Filter): Relation | null {
    const { relations, mdd } = this.space;
    mdd.tick();
    const node = relations.node(relation);
    const level = this.store.level(filter);
    const rows = new TableRows();
    const add = (from: number, to: number, next: Relation | null): void => {
      if (next !== null) rows.add(from, to, next);
    };
    if (level > node.level) {
      for (let code = 0; code < this.store.size(level); code++) {
        add(code, code, this.restrictSource(relation, this.store.child(filter, level, code)));
      }
      return rows.size === 0 ? null : relations.table(level, rows);
    }
    if (node.kind === 'shift') {
      if (level < node.level) {
        const next = this.restrictSource(node.next, filter);
        return next === null ? null : relations.shift({ ...node, next });
      }
      const last = Math.min(node.max, this.store.size(level) - 1);
      for (let code = node.min; code <= last; code++) {
        add(code, code + node.delta, this.restrictSource(node.next, this.store.child(filter, level, code)));
      }
    } else {
      for (const [i, from] of node.from.entries()) {
        if (from >= this.store.size(node.level)) continue;
        add(from, node.to[i], this.restrictSource(node.next[i], this.store.child(filter, node.level, from)));
      }
    }
    return rows.size === 0 ? null : relations.table(node.level, rows);
  }

  /** The function from states to letters over some propositions: its terminals are numbers of `letters`. */
  private lettersOver(propositions: readonly number[]): {
    readonly filter: Filter;
    readonly letters: readonly number[];
  } {
    const key = propositions.join();
    let known = this.letterFilters.get(key);
    if (known === undefined) {
      const letters = [0];
      const numbers = new Map([[0, 0]]);
      let filter: Filter = terminal(0);
      for (const i of propositions) {
        filter = this.store.combine(filter, this.filters[i], (x, y) => {
          if (!isTerminal(x) || !isTerminal(y)) return y === NEVER ? x : null;
          const letter = letters[terminalValue(x)] | (terminalValue(y) << i);
          let number = numbers.get(letter);
          if (number === undefined) numbers.set(letter, (number = letters.push(letter) - 1));
          return terminal(number);
        });
      }
      known = { filter, letters };
      this.letterFilters.set(key, known);
    }
    return known;
  }

  private levelsOf(filter: Filter): Set<number> {
    return new Set(this.store.nodesOf(filter).map((node) => this.store.level(node)));
  }

  private writtenLevels(relation: Relation): number[] {
    const written = new Set<number>();
    const seen = new Set<Relation>([IDENTITY]);
    const stack = [relation];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const node = this.space.relations.node(next);
      const writes = node.kind === 'shift' ? node.delta !== 0 : node.from.some((from, i) => from !== node.to[i]);
      if (writes) written.add(node.level);
      if (node.kind === 'shift') stack.push(node.next);
      else for (const below of new Set(node.next)) stack.push(below);
    }
    return [...written];
  }
}

/** Follows a relation together with the letter before and the letter after. */
class ChangeSplit {
  private readonly labelling: SymbolicLabelling;
  private readonly letters: readonly number[];
  private readonly memo = new Map<string, ReadonlyMap<Changeset, Relation>>();

  constructor(labelling: SymbolicLabelling, letters: readonly number[]) {
    this.labelling = labelling;
    this.letters = letters;
  }

  split(relation: Relation, before: Filter, after: Filter): ReadonlyMap<Changeset, Relation> {
    if (relation === IDENTITY && before === after) return new Map([[0, IDENTITY]]);
    if (relation === IDENTITY && isTerminal(before) && isTerminal(after)) {
      const change = this.letters[terminalValue(before)] ^ this.letters[terminalValue(after)];
      return new Map([[change, IDENTITY]]);
    }
    const key = `${relation} ${before} ${after}`;
    let parts = this.memo.get(key);
    if (parts === undefined) {
      parts = this.splitNode(relation, before, after);
      this.memo.set(key, parts);
    }
    return parts;
  }

  private splitNode(relation: Relation, before: Filter, after: Filter): ReadonlyMap<Changeset, Relation> {
    const { space, store } = this.labelling;
    const { relations, mdd } = space;
    mdd.tick();
    const top = relations.top(relation);
    const level = Math.max(top, store.level(before), store.level(after));
    const tables = new Map<Changeset, TableRows>();
    const add = (from: number, to: number, next: Relation): void => {
      const below = this.split(next, store.child(before, level, from), store.child(after, level, to));
      for (const [change, part] of below) {
        let rows = tables.get(change);
        if (rows === undefined) tables.set(change, (rows = new TableRows()));
        rows.add(from, to, part);
      }
    };
    if (level > top) {
      for (let code = 0; code < store.size(level); code++) add(code, code, relation);
    } else {
      const node = relations.node(relation);
      if (node.kind === 'shift') {
        if (store.level(before) < level && store.level(after) < level) {
          const below = this.split(node.next, before, after);
          return new Map([...below].map(([change, next]) => [change, relations.shift({ ...node, next })]));
        }
        // A target beyond the largest code that occurs belongs to no reachable state.
        const largest = store.size(level) - 1;
        const last = Math.min(node.max, largest, largest - node.delta);
        for (let code = node.min; code <= last; code++) add(code, code + node.delta, node.next);
      } else {
        const size = store.size(level);
        for (const [i, from] of node.from.entries()) {
          if (from < size && node.to[i] < size) add(from, node.to[i], node.next[i]);
        }
      }
    }
    return new Map([...tables].map(([change, rows]) => [change, relations.table(level, rows)]));
  }
}
