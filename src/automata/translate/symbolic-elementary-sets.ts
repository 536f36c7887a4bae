// The automaton of elementary sets [VL25, "Constructing B_φ"] as decision diagrams: its consistent sets are the valuations of one variable for
// each proposition, X ψ and ψ₁ U ψ₂ of the formula, so that nothing has to be enumerated [CGH94]. It
// is here to be compared with other automata on formulas for which `elementary-sets.ts` would need too many states.
//
// A set has one predecessor for each letter: X ψ holds where ψ holds next, ψ₁ U ψ₂ where ψ₂ holds or ψ₁ holds and it holds next.
// Hence the successors of sets are found by substitution, without a transition relation. An automaton that is
// intersected with it stays explicit: for each of its states there is one diagram of the sets that can be there.
import { invariant } from '../../base/assert.ts';
import { Bdd, type BddRef } from '../../dd/bdd.ts';
import { LimitExceeded, type Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { subformulas } from '../../formula/traverse.ts';
import { unabbreviate } from '../../formula/unabbreviate.ts';
import { isGeneralizedBuchi, type Marks } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { acceptingComponents } from '../component-facts.ts';
import { componentsOf } from '../scc.ts';

/** Whether the automaton of elementary sets of the formula accepts a word that the automaton (generalized Büchi) accepts. */
export function elementarySetsIntersect(
  formula: Formula,
  automaton: Automaton,
  options: ElementarySetsOptions = {},
): boolean {
  invariant(isGeneralizedBuchi(automaton.acceptance), 'the other automaton has generalized Büchi acceptance');
  const stopwatch = Stopwatch.over(options.limits);
  const bdd = new Bdd();
  return bdd.during(stopwatch, () => {
    const elementary = new SymbolicElementarySets(unabbreviate(formula), bdd);
    return new Product(elementary, automaton, { stopwatch, nodes: options.nodes }).isNonEmpty();
  });
}

interface ElementarySetsOptions {
  readonly limits?: Limits | Stopwatch;
  /** Nodes of decision diagrams. */
  readonly nodes?: number;
}

/** The consistent sets and their successors. Variable 2k is the k-th of the basis in a set, 2k + 1 in the set after it. */
class SymbolicElementarySets {
  readonly bdd: Bdd;
  readonly initial: BddRef;
  /** For each until the sets that do not put it off. */
  readonly fair: readonly BddRef[];
  private readonly basis: readonly Formula[];
  private readonly values = new Map<Formula, BddRef>();
  private readonly consistent: BddRef;
  private readonly letters: BddRef;
  /** By variable: its value in terms of the letter and of the set after. */
  private readonly substitution: BddRef[] = [];
  private readonly composed = new Map<BddRef, BddRef>();
  private readonly primed = new Map<BddRef, BddRef>();
  private readonly unprimed = new Map<BddRef, BddRef>();

  constructor(formula: Formula, bdd: Bdd) {
    this.bdd = bdd;
    const { values } = this;
    const nodes = subformulas(formula);
    this.basis = nodes.filter(({ kind }) => kind === 'proposition' || kind === 'next' || kind === 'until');
    for (const node of nodes) values.set(node, this.valueOf(node));
    const untils = this.basis.filter(({ kind }) => kind === 'until').map((until) => this.parts(until));
    // condition 4 of consistency, and its converse: ψ₂ implies ψ₁ U ψ₂
    this.consistent = bdd.andAll(
      untils.map(([until, left, right]) => bdd.and(bdd.implies(until, bdd.or(left, right)), bdd.implies(right, until))),
    );
    this.fair = untils.map(([until, , right]) => bdd.or(bdd.not(until), right));
    this.initial = bdd.and(this.consistent, values.get(formula)!);
    this.letters = bdd.cube(this.basis.flatMap(({ kind }, k) => (kind === 'proposition' ? [2 * k] : [])));
    for (const [k, node] of this.basis.entries()) this.substitution[2 * k] = this.before(node, k);
  }

  /** A function over propositions, given by name, as a set of consistent sets. */
  lettersOf(automaton: Automaton): (label: BddRef) => BddRef {
    const variables = automaton.propositions.map((name) =>
      this.basis.findIndex((node) => node.kind === 'proposition' && node.name === name),
    );
    const known = new Map<BddRef, BddRef>();
    const copy = (label: BddRef): BddRef => {
      const { bdd } = automaton;
      if (bdd.isConstant(label)) return this.bdd.constant(label === bdd.true);
      let copied = known.get(label);
      if (copied === undefined) {
        const at = variables[bdd.topVariable(label)];
        invariant(at >= 0, 'the automaton reads propositions of the formula only');
        copied = this.bdd.ite(this.bdd.variable(2 * at), copy(bdd.high(label)), copy(bdd.low(label)));
        known.set(label, copied);
      }
      return copied;
    };
    return copy;
  }

  /** The sets that follow one of the given sets. */
  successors(sets: BddRef): BddRef {
    const after = this.bdd.exists(this.compose(sets), this.letters);
    return this.bdd.and(this.consistent, this.shift(after, -1, this.unprimed));
  }

  private parts(until: Formula): [BddRef, BddRef, BddRef] {
    const [left, right] = until.children.map((child) => this.values.get(child)!);
    return [this.values.get(until)!, left, right];
  }

  private valueOf(node: Formula): BddRef {
    const parts = node.children.map((child) => this.values.get(child)!);
    switch (node.kind) {
      case 'true':
      case 'false':
        return this.bdd.constant(node.kind === 'true');
      case 'not':
        return this.bdd.not(parts[0]);
      case 'and':
        return this.bdd.andAll(parts);
      case 'or':
        return this.bdd.orAll(parts);
      default: {
        const at = this.basis.indexOf(node);
        invariant(at >= 0, 'the construction knows ¬, ∧, ∨, X and U only');
        return this.bdd.variable(2 * at);
      }
    }
  }

  /** The value of the k-th of the basis in terms of the letter and of the set after; those of its operands are known. */
  private before(node: Formula, k: number): BddRef {
    const { bdd } = this;
    if (node.kind === 'proposition') return bdd.variable(2 * k);
    if (node.kind === 'next') return this.shift(this.values.get(node.children[0])!, 1, this.primed);
    const [left, right] = node.children.map((child) => this.compose(this.values.get(child)!));
    return bdd.or(right, bdd.and(left, bdd.variable(2 * k + 1)));
  }

  /** Substitutes all variables at once. Recurses over levels. */
  private compose(f: BddRef): BddRef {
    const { bdd } = this;
    if (bdd.isConstant(f)) return f;
    let result = this.composed.get(f);
    if (result === undefined) {
      const top = this.substitution[bdd.topVariable(f)];
      result = bdd.ite(top, this.compose(bdd.high(f)), this.compose(bdd.low(f)));
      this.composed.set(f, result);
    }
    return result;
  }

  private shift(f: BddRef, by: 1 | -1, known: Map<BddRef, BddRef>): BddRef {
    const { bdd } = this;
    if (bdd.isConstant(f)) return f;
    let result = known.get(f);
    if (result === undefined) {
      result = bdd.ite(
        bdd.variable(bdd.topVariable(f) + by),
        this.shift(bdd.high(f), by, known),
        this.shift(bdd.low(f), by, known),
      );
      known.set(f, result);
    }
    return result;
  }
}

interface ProductLimits {
  readonly stopwatch: Stopwatch;
  readonly nodes: number | undefined;
}

/** The product with an explicit automaton: for each of its states the consistent sets that it is together with. */
class Product {
  private readonly elementary: SymbolicElementarySets;
  private readonly automaton: Automaton;
  private readonly labels: Int32Array;
  private readonly stopwatch: Stopwatch;
  private readonly maxNodes: number;

  constructor(elementary: SymbolicElementarySets, automaton: Automaton, { stopwatch, nodes }: ProductLimits) {
    this.elementary = elementary;
    this.automaton = automaton;
    this.labels = automaton.edgeLabel.map(elementary.lettersOf(automaton));
    this.stopwatch = stopwatch;
    this.maxNodes = nodes ?? Number.POSITIVE_INFINITY;
  }

  /** Each component of the automaton that could accept is reduced to the hull of its fair cycles. */
  isNonEmpty(): boolean {
    const reached = this.reached();
    const components = componentsOf(this.automaton);
    const accepting = acceptingComponents(this.automaton, components);
    for (let c = 0; c < components.count; c++) {
      if (!accepting[c]) continue;
      const inside = Int32Array.from(reached, (sets, state) => (components.of[state] === c ? sets : 0));
      if (this.hull(inside).some((sets) => sets !== this.elementary.bdd.false)) return true;
    }
    return false;
  }

  private reached(): Int32Array {
    const { automaton, elementary } = this;
    const start = new Int32Array(automaton.stateCount);
    for (const state of automaton.initial) start[state] = elementary.initial;
    return this.forward(start, new Int32Array(automaton.stateCount).fill(elementary.bdd.true));
  }

  /**
   * The largest part in which every set is reached from inside by every fair set and every mark, again and again: not empty
   * exactly when there is a fair cycle (forward OWCTY, as in [BDKT14, Fig. 2]).
   */
  private hull(given: Int32Array): Int32Array {
    const { automaton, elementary } = this;
    let part = given;
    let before: Int32Array = new Int32Array(0);
    while (part.some((sets, state) => sets !== before[state])) {
      before = part;
      for (const fair of elementary.fair) {
        part = this.forward(
          part.map((sets) => elementary.bdd.and(sets, fair)),
          part,
        );
      }
      for (let set = 0; set < automaton.acceptance.setCount; set++) {
        part = this.forward(this.step(part, part, 1 << set), part);
      }
      part = this.step(part, part, 0);
    }
    return part;
  }

  /** What is reached from `start` within `bounds`, `start` included. */
  private forward(start: Int32Array, bounds: Int32Array): Int32Array {
    const { bdd } = this.elementary;
    let seen = start;
    let fresh = start;
    while (fresh.some((sets) => sets !== bdd.false)) {
      const next = this.step(fresh, bounds, 0);
      fresh = next.map((sets, state) => bdd.difference(sets, seen[state]));
      const found = fresh;
      seen = seen.map((sets, state) => bdd.or(sets, found[state]));
    }
    return seen;
  }

  /** One step from `part` into `bounds`, along the edges that carry all of `marks`. */
  private step(part: Int32Array, bounds: Int32Array, marks: Marks): Int32Array {
    const { automaton, elementary, labels } = this;
    const { bdd } = elementary;
    const result = new Int32Array(part.length);
    for (let state = 0; state < part.length; state++) {
      if (part[state] === bdd.false) continue;
      for (let e = automaton.edgeStart[state]; e < automaton.edgeStart[state + 1]; e++) {
        const target = automaton.edgeTarget[e];
        if ((automaton.edgeMarks[e] & marks) !== marks || bounds[target] === bdd.false) continue;
        this.stopwatch.tick();
        const next = bdd.and(bounds[target], elementary.successors(bdd.and(part[state], labels[e])));
        result[target] = bdd.or(result[target], next);
      }
    }
    if (bdd.nodeCount > this.maxNodes) {
      throw new LimitExceeded('memory', `the closure construction needs more than ${this.maxNodes} nodes`);
    }
    return result;
  }
}
