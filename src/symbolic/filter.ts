// Functions of a state with few values: decision diagrams whose terminals are numbers, over the levels of a symbolic space. A predicate
// has the terminals 0 and 1; a letter is the number whose bits are propositions. Levels that do not matter are skipped.
//
// A node has a child for each code that occurs at its level, up to the largest. Numbers below 0 stand for terminals: -1 is the
// terminal 0, -2 the terminal 1, and so on. Nodes are hash-consed, so that equal functions are equal numbers, and a node's number
// is larger than those of its children.
import { LimitExceeded } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { IDENTITY, type Relation, type RelationStore, TableRows } from './relation.ts';

export type Filter = number;

export const NEVER: Filter = -1;
export const ALWAYS: Filter = -2;

/** More nodes than this are a sign that the predicates and the order do not fit together. */
const MAX_NODES = 1_000_000;

/** A level with more codes than this would make nodes too large to handle. */
const MAX_CODES = 1 << 18;

/** Nodes with more children take so long that each is worth a look at the clock. */
const MANY_CODES = 1 << 10;

/** Larger than any node or terminal: for keys of pairs. */
const OFFSET = 2 ** 22;

export function terminal(value: number): Filter {
  return -1 - value;
}

/** The value of a terminal. */
export function terminalValue(filter: Filter): number {
  return -1 - filter;
}

export function isTerminal(filter: Filter): boolean {
  return filter < 0;
}

function pairKey(a: Filter, b: Filter): number {
  return (a + OFFSET) * (2 * OFFSET) + (b + OFFSET);
}

/** What a store looks at while it works; it may throw to end the work. A stopwatch, or a manager in the run under way. */
type Clock = Pick<Stopwatch, 'look' | 'tick'>;

/** The functions over levels of which level l has the codes 0 … sizes[l] - 1. */
export class FilterStore {
  private readonly sizes: ArrayLike<number>;
  private readonly levels: number[] = [];
  private readonly childrenOf: (readonly Filter[])[] = [];
  private readonly numbers = new Map<string, Filter>();
  private readonly clock: Clock;
  private mostNodes = MAX_NODES;

  constructor(sizes: ArrayLike<number>, clock: Clock = new Stopwatch()) {
    this.sizes = sizes;
    this.clock = clock;
  }

  get nodeCount(): number {
    return this.levels.length;
  }

  /** The number of codes of a level. Throws `LimitExceeded` when they are too many for nodes. */
  size(level: number): number {
    const size = this.sizes[level];
    if (size > MAX_CODES)
      throw new LimitExceeded('memory', `predicates take at most ${MAX_CODES} values of a variable`);
    return size;
  }

  /** The level of a function's top node; -1 for terminals. */
  level(filter: Filter): number {
    return filter < 0 ? -1 : this.levels[filter];
  }

  /** What is left of the function when `level`, at or above its top, has the code. */
  child(filter: Filter, level: number, code: number): Filter {
    return this.level(filter) === level ? this.childrenOf[filter][code] : filter;
  }

  /** The function that continues with a child for each code of the level; all children lie below. */
  node(level: number, children: readonly Filter[]): Filter {
    if (children.length > MANY_CODES) this.clock.look();
    else this.clock.tick();
    if (children.every((child) => child === children[0])) return children[0];
    const key = `${level}:${children.join()}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    if (this.levels.length >= this.mostNodes) throw new LimitExceeded('memory', 'the predicates need too much memory');
    const filter = this.levels.push(level) - 1;
    this.childrenOf.push(children);
    this.numbers.set(key, filter);
    return filter;
  }

  /** What the work makes with at most so many new nodes; null when it needs more. */
  within<T>(nodes: number, work: () => T): T | null {
    this.mostNodes = Math.min(MAX_NODES, this.levels.length + nodes);
    try {
      return work();
    } catch (error) {
      if (error instanceof LimitExceeded && this.levels.length >= this.mostNodes) return null;
      throw error;
    } finally {
      this.mostNodes = MAX_NODES;
    }
  }

  /** The function whose child for each code is computed. */
  nodeBy(level: number, child: (code: number) => Filter): Filter {
    return this.node(
      level,
      Array.from({ length: this.size(level) }, (_, code) => child(code)),
    );
  }

  /**
   * Both functions combined. `decided` gives the result where it knows it, at the latest for two terminals, and null elsewhere.
   * Works with a stack of its own: a conjunction over a ring of components goes through all levels.
   */
  combine(a: Filter, b: Filter, decided: (a: Filter, b: Filter) => Filter | null): Filter {
    const known = decided(a, b);
    if (known !== null) return known;
    const memo = new Map<number, Filter>();
    const stack = [this.frame(a, b)];
    for (;;) {
      const frame = stack[stack.length - 1];
      const { level, children } = frame;
      let pushed = false;
      while (children.length < this.size(level)) {
        const [x, y] = [this.child(frame.a, level, children.length), this.child(frame.b, level, children.length)];
        const below = decided(x, y) ?? memo.get(pairKey(x, y));
        if (below === undefined) {
          this.clock.tick();
          stack.push(this.frame(x, y));
          pushed = true;
          break;
        }
        children.push(below);
      }
      if (pushed) continue;
      const result = this.node(level, children);
      memo.set(pairKey(frame.a, frame.b), result);
      stack.pop();
      if (stack.length === 0) return result;
    }
  }

  private frame(a: Filter, b: Filter): { a: Filter; b: Filter; level: number; children: Filter[] } {
    return { a, b, level: Math.max(this.level(a), this.level(b)), children: [] };
  }

  and(a: Filter, b: Filter): Filter {
    return this.combine(a, b, (x, y) =>
      x === NEVER || y === ALWAYS || x === y ? x : x === ALWAYS || y === NEVER ? y : null,
    );
  }

  or(a: Filter, b: Filter): Filter {
    return this.combine(a, b, (x, y) =>
      x === ALWAYS || y === NEVER || x === y ? x : x === NEVER || y === ALWAYS ? y : null,
    );
  }

  /** The function with other terminals. */
  map(filter: Filter, change: (value: number) => number): Filter {
    return this.combine(filter, ALWAYS, (x) => (x < 0 ? terminal(change(terminalValue(x))) : null));
  }

  not(filter: Filter): Filter {
    return this.map(filter, (value) => 1 - value);
  }

  /** All nodes of the function, children before parents. */
  nodesOf(filter: Filter): Filter[] {
    const found = new Set<Filter>();
    const stack = [filter];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (next < 0 || found.has(next)) continue;
      found.add(next);
      for (const child of new Set(this.childrenOf[next])) stack.push(child);
    }
    return [...found].sort((a, b) => a - b);
  }

  /** The relation of each vector where the function is `value` with itself; null when it never is. */
  toRelation(filter: Filter, value: number, relations: RelationStore): Relation | null {
    const made = new Map<Filter, Relation | null>();
    const relationOf = (child: Filter): Relation | null =>
      child < 0 ? (terminalValue(child) === value ? IDENTITY : null) : (made.get(child) ?? null);
    for (const node of this.nodesOf(filter)) {
      const rows = new TableRows();
      for (const [code, child] of this.childrenOf[node].entries()) {
        const next = relationOf(child);
        if (next !== null) rows.add(code, code, next);
      }
      made.set(node, rows.size === 0 ? null : relations.table(this.levels[node], rows));
    }
    return relationOf(filter);
  }

  /** The value of the function for a vector. */
  evaluate(filter: Filter, vector: ArrayLike<number>): number {
    let rest = filter;
    while (rest >= 0) rest = this.childrenOf[rest][vector[this.levels[rest]]];
    return terminalValue(rest);
  }
}
