// Whether two automata accept a common word, without building their product: pairs of states are visited as the search
// needs them, and it stops at the first accepting component. Couvreur's algorithm [Cou99] with Tarjan's components: the stack
// of roots carries the marks seen in each component that is being merged.
import { Int32List } from '../../base/growable.ts';
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Word } from '../../formula/word.ts';
import { allMarks, isGeneralizedBuchi } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { align } from './align.ts';
import { findAcceptedWord, isEmpty } from './emptiness.ts';
import { IntegerPairs } from './integer-pairs.ts';
import { product } from './product.ts';

/** Whether some word is accepted by both. */
export function intersects(first: Automaton, second: Automaton, limits?: Limits | Stopwatch): boolean {
  const stopwatch = Stopwatch.over(limits);
  return first.bdd.during(stopwatch, () => {
    const [left, right] = align(first, second);
    const sets = left.acceptance.setCount + right.acceptance.setCount;
    if (sets > 32 || !isGeneralizedBuchi(left.acceptance) || !isGeneralizedBuchi(right.acceptance)) {
      return !isEmpty(product(left, right, stopwatch), stopwatch);
    }
    return new Search(left, right, stopwatch).run();
  });
}

/** A word that both accept, or null. */
export function commonWord(first: Automaton, second: Automaton, limits?: Limits | Stopwatch): Word | null {
  const stopwatch = Stopwatch.over(limits);
  if (!intersects(first, second, stopwatch)) return null;
  return findAcceptedWord(product(first, second, stopwatch), stopwatch);
}

/** A pair whose component is complete. */
const CLOSED = 0x7fffffff;

class Search {
  private readonly left: Automaton;
  private readonly right: Automaton;
  private readonly stopwatch: Stopwatch;
  private readonly pairs: IntegerPairs;
  private readonly wanted: number;
  /** When each pair was entered; `CLOSED` once its component is complete. Indexed by pair. */
  private readonly entered = new Int32List();
  /** The pairs on the way, and for each the next pair of edges to look at. */
  private readonly path = new Int32List();
  private readonly leftEdge = new Int32List();
  private readonly rightEdge = new Int32List();
  /** Entered pairs whose components are not complete, in order. */
  private readonly open = new Int32List();
  /** For each root: when it was entered, the marks inside its component, and those on the edge that led to it. */
  private readonly roots = new Int32List();
  private readonly inner = new Int32List();
  private readonly arrival = new Int32List();
  private clock = 0;

  constructor(left: Automaton, right: Automaton, stopwatch: Stopwatch) {
    this.left = left;
    this.right = right;
    this.stopwatch = stopwatch;
    this.pairs = new IntegerPairs(left.stateCount, right.stateCount);
    this.wanted = allMarks(left.acceptance.setCount + right.acceptance.setCount);
  }

  run(): boolean {
    for (const s of this.left.initial) {
      for (const t of this.right.initial) {
        const known = this.pairs.size;
        const pair = this.pairs.intern(s, t);
        if (pair !== known) continue;
        this.enter(pair, 0);
        if (this.explore()) return true;
      }
    }
    return false;
  }

  private enter(pair: number, marks: number): void {
    this.stopwatch.countStates(this.pairs.size);
    this.entered.push(this.clock);
    this.roots.push(this.clock++);
    this.inner.push(0);
    this.arrival.push(marks);
    this.open.push(pair);
    this.path.push(pair);
    this.leftEdge.push(this.left.edgeStart[this.pairs.first(pair)]);
    this.rightEdge.push(this.right.edgeStart[this.pairs.second(pair)]);
  }

  private explore(): boolean {
    const { left, right, pairs, path, leftEdge, rightEdge, stopwatch } = this;
    const shift = left.acceptance.setCount;
    while (path.length > 0) {
      stopwatch.tick();
      const pair = path.top();
      const e = leftEdge.top();
      if (e === left.edgeStart[pairs.first(pair) + 1]) {
        this.leave(pair);
        continue;
      }
      const t = pairs.second(pair);
      const f = rightEdge.top();
      if (f === right.edgeStart[t + 1]) {
        leftEdge.set(leftEdge.length - 1, e + 1);
        rightEdge.set(rightEdge.length - 1, right.edgeStart[t]);
        continue;
      }
      rightEdge.set(rightEdge.length - 1, f + 1);
      if (left.bdd.isDisjoint(left.edgeLabel[e], right.edgeLabel[f])) continue;
      const marks = left.edgeMarks[e] | (shift < 32 ? right.edgeMarks[f] << shift : 0);
      const known = pairs.size;
      const target = pairs.intern(left.edgeTarget[e], right.edgeTarget[f]);
      if (target === known) this.enter(target, marks);
      else if (this.entered.get(target) !== CLOSED && this.merge(this.entered.get(target), marks)) return true;
    }
    return false;
  }

  /** An edge back to a pair entered at `time` makes one component of all roots since; tells whether it accepts. */
  private merge(time: number, marks: number): boolean {
    const { roots, inner, arrival } = this;
    let all = marks;
    while (roots.top() > time) {
      roots.pop();
      all |= inner.pop() | arrival.pop();
    }
    all |= inner.top();
    inner.set(inner.length - 1, all);
    return all === this.wanted;
  }

  private leave(pair: number): void {
    this.path.pop();
    this.leftEdge.pop();
    this.rightEdge.pop();
    if (this.entered.get(pair) !== this.roots.top()) return;
    this.roots.pop();
    this.inner.pop();
    this.arrival.pop();
    for (let member = -1; member !== pair; ) {
      member = this.open.pop();
      this.entered.set(member, CLOSED);
    }
  }
}
