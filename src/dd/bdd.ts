// Binary decision diagrams with complement edges. A function is one integer: twice the number of its node, plus one when
// it is the negation of that node's function; hence 0 is false, 1 is true, and `not` flips the last bit.
//
// Invariants: the low edge of a node is never complemented (so a node's own function is false where all variables are
// false), low and high differ, and a node's variable is smaller than those below it. Functions are equal exactly when
// their integers are. Operations recurse over levels only. Managers are independent of each other; nodes live until
// `collect` is called. After [Bry86], with the complement edges of [BRB90].
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';

/** A Boolean function of one manager: 0 is false, 1 is true. */
export type BddRef = number;

const FALSE = 0;
const TRUE = 1;
/** The level of the terminal: below every variable. */
const TERMINAL = 0x7fffffff;
/** The level of a node that was reclaimed. */
const FREE = -1;
/** Node numbers stay below this, so that a reference and an operation fit one 32-bit part of a cache key. */
const MAX_NODES = 2 ** 27;

/** Operations on nodes from one look at the stopwatch to the next: some milliseconds. They count there as so many steps. */
const LOOK_INTERVAL = 1 << 14;

/** The operations that are cached; they are the last part of the key, with the third operand if there is one. */
const OP_AND = 1;
const OP_XOR = 2;
const OP_EXISTS = 3;
const OP_RESTRICT = 4;
const OP_ITE = 5;

/** A manager of binary decision diagrams over the variables 0, 1, 2, … in this order. */
export class Bdd {
  readonly false: BddRef = FALSE;
  readonly true: BddRef = TRUE;
  private stopwatch: Stopwatch | null = null;
  private untilLook = LOOK_INTERVAL;
  private variables = 0;
  /** Level, low and high of each node; node 0 is the terminal. */
  private levels = new Int32Array(64);
  private lows = new Int32Array(64);
  private highs = new Int32Array(64);
  private used = 1;
  private live = 1;
  private freeList: number[] = [];
  /** Open addressing; an entry is a node's number, 0 is free. */
  private slots = new Int32Array(128);
  /** Direct-mapped results: four integers (f, g, h with the operation, result) an entry; an f of 0 marks a free entry. */
  private cache = new Int32Array(4 * 128);

  constructor(variableCount = 0) {
    this.levels[0] = TERMINAL;
    this.variables = variableCount;
  }

  /**
   * Does the work under the stopwatch: operations that take long look at it, and it may end them; the manager stays as good as before. A
   * manager outlives the run in which it was made, so nothing watches it after that.
   */
  during<T>(stopwatch: Stopwatch, work: () => T): T {
    stopwatch.tick();
    const outer = this.stopwatch;
    this.stopwatch = stopwatch;
    try {
      return work();
    } finally {
      this.stopwatch = outer;
    }
  }

  /** For long work beside the operations: counts as one, and looks at the stopwatch every now and then. */
  tick(): void {
    if (--this.untilLook === 0) this.look();
  }

  /** The number of variables that exist so far. */
  get variableCount(): number {
    return this.variables;
  }

  /** The number of nodes in the store, the terminal included. */
  get nodeCount(): number {
    return this.live;
  }

  /** Adds a variable below all others; returns its number. */
  addVariable(): number {
    return this.variables++;
  }

  /** The function that is the variable itself. Variables up to it come into being. */
  variable(index: number): BddRef {
    if (index >= this.variables) this.variables = index + 1;
    return this.node(index, FALSE, TRUE);
  }

  /** The variable or its negation. */
  literal(index: number, positive: boolean): BddRef {
    return this.variable(index) ^ (positive ? 0 : 1);
  }

  constant(value: boolean): BddRef {
    return value ? TRUE : FALSE;
  }

  isConstant(f: BddRef): boolean {
    return f <= TRUE;
  }

  /** The first variable that `f` depends on; `f` must not be constant. */
  topVariable(f: BddRef): number {
    return this.levels[f >> 1];
  }

  /** The cofactor of `f` where its top variable is false. */
  low(f: BddRef): BddRef {
    return this.lows[f >> 1] ^ (f & 1);
  }

  /** The cofactor of `f` where its top variable is true. */
  high(f: BddRef): BddRef {
    return this.highs[f >> 1] ^ (f & 1);
  }

  not(f: BddRef): BddRef {
    return f ^ 1;
  }

  or(f: BddRef, g: BddRef): BddRef {
    return this.and(f ^ 1, g ^ 1) ^ 1;
  }

  /** f ∧ ¬g. */
  difference(f: BddRef, g: BddRef): BddRef {
    return this.and(f, g ^ 1);
  }

  implies(f: BddRef, g: BddRef): BddRef {
    return this.and(f, g ^ 1) ^ 1;
  }

  equivalent(f: BddRef, g: BddRef): BddRef {
    return this.xor(f, g) ^ 1;
  }

  /** Whether every assignment of `f` is one of `g`. */
  isSubset(f: BddRef, g: BddRef): boolean {
    return this.and(f, g ^ 1) === FALSE;
  }

  /** Whether no assignment satisfies both. */
  isDisjoint(f: BddRef, g: BddRef): boolean {
    return this.and(f, g) === FALSE;
  }

  and(f: BddRef, g: BddRef): BddRef {
    if (f === g) return f;
    if (f <= TRUE) return f === TRUE ? g : FALSE;
    if (g <= TRUE) return g === TRUE ? f : FALSE;
    if ((f ^ g) === 1) return FALSE;
    if (f > g) [f, g] = [g, f];
    if (--this.untilLook === 0) this.look();
    const slot = this.slotOf(f, g, OP_AND);
    if (this.matches(slot, f, g, OP_AND)) return this.cache[slot + 3];
    const a = this.levels[f >> 1];
    const b = this.levels[g >> 1];
    const level = Math.min(a, b);
    const low = this.and(a === level ? this.low(f) : f, b === level ? this.low(g) : g);
    const high = this.and(a === level ? this.high(f) : f, b === level ? this.high(g) : g);
    return this.remember(f, g, OP_AND, this.node(level, low, high));
  }

  xor(f: BddRef, g: BddRef): BddRef {
    const flip = (f ^ g) & 1;
    f &= ~1;
    g &= ~1;
    if (f === g) return FALSE ^ flip;
    if (f > g) [f, g] = [g, f];
    if (f === FALSE) return g ^ flip;
    if (--this.untilLook === 0) this.look();
    const slot = this.slotOf(f, g, OP_XOR);
    if (this.matches(slot, f, g, OP_XOR)) return this.cache[slot + 3] ^ flip;
    const a = this.levels[f >> 1];
    const b = this.levels[g >> 1];
    const level = Math.min(a, b);
    const low = this.xor(a === level ? this.low(f) : f, b === level ? this.low(g) : g);
    const high = this.xor(a === level ? this.high(f) : f, b === level ? this.high(g) : g);
    return this.remember(f, g, OP_XOR, this.node(level, low, high)) ^ flip;
  }

  /** If f then g else h. */
  ite(f: BddRef, g: BddRef, h: BddRef): BddRef {
    if (f <= TRUE) return f === TRUE ? g : h;
    if (g === h) return g;
    if (g <= TRUE) return g === TRUE ? this.or(f, h) : this.and(f ^ 1, h);
    if (h <= TRUE) return h === TRUE ? this.implies(f, g) : this.and(f, g);
    if ((g ^ h) === 1) return this.xor(f, h);
    if (f & 1) [f, g, h] = [f ^ 1, h, g];
    const key = h * 8 + OP_ITE;
    if (--this.untilLook === 0) this.look();
    const slot = this.slotOf(f, g, key);
    if (this.matches(slot, f, g, key)) return this.cache[slot + 3];
    const level = Math.min(this.levels[f >> 1], this.levels[g >> 1], this.levels[h >> 1]);
    const low = this.ite(this.lowAt(f, level), this.lowAt(g, level), this.lowAt(h, level));
    const high = this.ite(this.highAt(f, level), this.highAt(g, level), this.highAt(h, level));
    return this.remember(f, g, key, this.node(level, low, high));
  }

  /** ∃ the variables of the positive cube `variables` (see `cube`). */
  exists(f: BddRef, variables: BddRef): BddRef {
    if (f <= TRUE || variables === TRUE) return f;
    const level = this.levels[f >> 1];
    while (variables !== TRUE && this.levels[variables >> 1] < level) variables = this.high(variables);
    if (variables === TRUE) return f;
    if (--this.untilLook === 0) this.look();
    const slot = this.slotOf(f, variables, OP_EXISTS);
    if (this.matches(slot, f, variables, OP_EXISTS)) return this.cache[slot + 3];
    let result: BddRef;
    if (this.levels[variables >> 1] === level) {
      const rest = this.high(variables);
      const low = this.exists(this.low(f), rest);
      result = low === TRUE ? TRUE : this.or(low, this.exists(this.high(f), rest));
    } else {
      result = this.node(level, this.exists(this.low(f), variables), this.exists(this.high(f), variables));
    }
    return this.remember(f, variables, OP_EXISTS, result);
  }

  /** ∀ the variables of the positive cube `variables`. */
  forall(f: BddRef, variables: BddRef): BddRef {
    return this.exists(f ^ 1, variables) ^ 1;
  }

  /** The cofactor of `f` under the literals of the cube `assignment`. */
  restrict(f: BddRef, assignment: BddRef): BddRef {
    if (f <= TRUE || assignment === TRUE) return f;
    const level = this.levels[f >> 1];
    while (assignment !== TRUE && this.levels[assignment >> 1] < level) assignment = this.cubeTail(assignment);
    if (assignment === TRUE) return f;
    if (--this.untilLook === 0) this.look();
    const slot = this.slotOf(f, assignment, OP_RESTRICT);
    if (this.matches(slot, f, assignment, OP_RESTRICT)) return this.cache[slot + 3];
    let result: BddRef;
    if (this.levels[assignment >> 1] === level) {
      const rest = this.cubeTail(assignment);
      result = this.restrict(this.low(assignment) === FALSE ? this.high(f) : this.low(f), rest);
    } else {
      result = this.node(level, this.restrict(this.low(f), assignment), this.restrict(this.high(f), assignment));
    }
    return this.remember(f, assignment, OP_RESTRICT, result);
  }

  /** The conjunction of the variables: what `exists` and `forall` take. */
  cube(variables: Iterable<number>): BddRef {
    let result: BddRef = TRUE;
    for (const index of [...variables].sort((a, b) => b - a)) result = this.and(this.variable(index), result);
    return result;
  }

  andAll(functions: Iterable<BddRef>): BddRef {
    let result: BddRef = TRUE;
    for (const f of functions) result = this.and(result, f);
    return result;
  }

  orAll(functions: Iterable<BddRef>): BddRef {
    let result: BddRef = FALSE;
    for (const f of functions) result = this.or(result, f);
    return result;
  }

  /** The value of `f` where variable i has the value `letter(i)`. */
  evaluate(f: BddRef, letter: (variable: number) => boolean): boolean {
    while (f > TRUE) f = letter(this.levels[f >> 1]) ? this.high(f) : this.low(f);
    return f === TRUE;
  }

  /** The value of `f` where variable i is bit i of `letter`; for functions of the first 32 variables. */
  evaluateMask(f: BddRef, letter: number): boolean {
    while (f > TRUE) {
      const node = f >> 1;
      f = ((letter >>> this.levels[node]) & 1 ? this.highs[node] : this.lows[node]) ^ (f & 1);
    }
    return f === TRUE;
  }

  /** The node with the given cofactors, which must depend on later variables only. */
  node(level: number, low: BddRef, high: BddRef): BddRef {
    if (low === high) return low;
    const flip = low & 1;
    low ^= flip;
    high ^= flip;
    const mask = this.slots.length - 1;
    let slot = hash3(level, low, high) & mask;
    for (let node = this.slots[slot]; node !== 0; node = this.slots[slot]) {
      if (this.lows[node] === low && this.highs[node] === high && this.levels[node] === level) return node * 2 + flip;
      slot = (slot + 1) & mask;
    }
    const node = this.allocate();
    this.levels[node] = level;
    this.lows[node] = low;
    this.highs[node] = high;
    this.slots[slot] = node;
    if (this.live * 2 > this.slots.length) this.rebuildTable(this.slots.length * 2);
    return node * 2 + flip;
  }

  /** Reclaims every node that the roots do not reach. References to the others stay valid. */
  collect(roots: Iterable<BddRef>): void {
    const marked = new Uint8Array(this.used);
    marked[0] = 1;
    const stack: number[] = [];
    for (const root of roots) stack.push(root >> 1);
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (marked[node]) continue;
      marked[node] = 1;
      stack.push(this.lows[node] >> 1, this.highs[node] >> 1);
    }
    this.freeList = [];
    this.live = 0;
    for (let node = this.used - 1; node >= 0; node--) {
      if (marked[node]) this.live++;
      else {
        this.levels[node] = FREE;
        this.freeList.push(node);
      }
    }
    this.rebuildTable(this.slots.length);
    this.cache.fill(0);
  }

  private look(): void {
    this.untilLook = LOOK_INTERVAL;
    this.stopwatch?.tick(LOOK_INTERVAL);
  }

  private lowAt(f: BddRef, level: number): BddRef {
    return this.levels[f >> 1] === level ? this.low(f) : f;
  }

  private highAt(f: BddRef, level: number): BddRef {
    return this.levels[f >> 1] === level ? this.high(f) : f;
  }

  /** A cube of literals without its first one. */
  private cubeTail(cube: BddRef): BddRef {
    const low = this.low(cube);
    return low === FALSE ? this.high(cube) : low;
  }

  private allocate(): number {
    this.live++;
    const free = this.freeList.pop();
    if (free !== undefined) return free;
    if (this.used === this.levels.length) {
      if (this.used * 2 > MAX_NODES) throw new LimitExceeded('memory', 'a decision diagram has too many nodes');
      this.levels = grown(this.levels);
      this.lows = grown(this.lows);
      this.highs = grown(this.highs);
    }
    return this.used++;
  }

  private rebuildTable(size: number): void {
    this.slots = new Int32Array(size);
    const mask = size - 1;
    for (let node = 1; node < this.used; node++) {
      if (this.levels[node] === FREE) continue;
      let slot = hash3(this.levels[node], this.lows[node], this.highs[node]) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = node;
    }
    if (this.cache.length < 4 * size) this.cache = new Int32Array(4 * size);
  }

  private slotOf(f: number, g: number, h: number): number {
    return (hash3(f, g, h) & ((this.cache.length >> 2) - 1)) << 2;
  }

  private matches(slot: number, f: number, g: number, h: number): boolean {
    const { cache } = this;
    return cache[slot] === f && cache[slot + 1] === g && cache[slot + 2] === h;
  }

  private remember(f: number, g: number, h: number, result: BddRef): BddRef {
    const slot = this.slotOf(f, g, h); // computed again: the cache may have grown
    this.cache[slot] = f;
    this.cache[slot + 1] = g;
    this.cache[slot + 2] = h;
    this.cache[slot + 3] = result;
    return result;
  }
}

function hash3(a: number, b: number, c: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
