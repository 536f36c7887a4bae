// LTL → generalized Büchi automaton by elementary sets [VL25, "Constructing B_φ"]: the textbook construction, whose states are the
// consistent sets of subformulas, that is, of formulas of the Fischer–Ladner closure. It is always exponential, and shares nothing
// with the tableau: good for teaching, and as a second opinion on small formulas.
//
// Differs from the paper: a consistent set is given by what it says of the propositions and of the formulas X ψ and ψ₁ U ψ₂,
// the rest follows (conditions 1 to 3 of consistency); the acceptance sets, which are sets of states, are marks on the
// edges out of these states.
import { invariant } from '../../base/assert.ts';
import { LimitExceeded, type Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { propositionsOf, subformulas } from '../../formula/traverse.ts';
import { unabbreviate } from '../../formula/unabbreviate.ts';
import { generalizedBuchi, MAX_SETS } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder } from '../automaton.ts';

/** Beyond this many propositions, X and U formulas together, the sets are too many. */
const MAX_BASIS = 14;

/** The automaton of the elementary sets; throws `LimitExceeded` on formulas with a basis of more than `MAX_BASIS`. */
export function elementarySetsAutomaton(formula: Formula, limits?: Limits | Stopwatch): Automaton {
  return new ElementarySets(unabbreviate(formula), Stopwatch.over(limits)).run(propositionsOf(formula));
}

/** A consistent set of subformulas: those of its basis as bits, and the truth of every subformula. */
interface ElementarySet {
  readonly basis: number;
  readonly truth: ReadonlyMap<Formula, boolean>;
}

class ElementarySets {
  private readonly formula: Formula;
  private readonly stopwatch: Stopwatch;
  private readonly nodes: readonly Formula[];
  /** Propositions, X ψ and ψ₁ U ψ₂: what determines a consistent set. */
  private readonly basis: readonly Formula[];
  private readonly untils: readonly Formula[];

  constructor(formula: Formula, stopwatch: Stopwatch) {
    this.formula = formula;
    this.stopwatch = stopwatch;
    this.nodes = subformulas(formula);
    this.basis = this.nodes.filter(({ kind }) => kind === 'proposition' || kind === 'next' || kind === 'until');
    this.untils = this.nodes.filter(({ kind }) => kind === 'until');
    if (this.basis.length > MAX_BASIS || this.untils.length > MAX_SETS) {
      throw new LimitExceeded('states', `the closure construction takes formulas with a basis of up to ${MAX_BASIS}`);
    }
  }

  /** State 0 is q₀; from it and from every set, the letter read is the one of the set that is entered. */
  run(propositions: readonly string[]): Automaton {
    const sets = this.consistentSets();
    const builder = new AutomatonBuilder(propositions);
    const { bdd } = builder;
    builder.addStates(sets.length + 1);
    builder.setInitial(0);
    const letters = sets.map(({ truth }) =>
      bdd.andAll(
        [...truth]
          .filter(([f]) => f.kind === 'proposition')
          .map(([f, holds]) => {
            return bdd.literal(propositions.indexOf(f.name), holds);
          }),
      ),
    );
    const all = this.untils.reduce((mask, _, set) => mask | (1 << set), 0);
    sets.forEach((target, j) => {
      if (target.truth.get(this.formula)) builder.addEdge(0, letters[j], all, j + 1);
    });
    sets.forEach((source, i) => {
      const marks = this.marks(source);
      this.stopwatch.countStates(i + 1);
      sets.forEach((target, j) => {
        this.stopwatch.tick();
        if (this.follows(source, target)) builder.addEdge(i + 1, letters[j], marks, j + 1);
      });
    });
    return builder.build(generalizedBuchi(this.untils.length));
  }

  private consistentSets(): ElementarySet[] {
    const sets: ElementarySet[] = [];
    for (let basis = 0; basis < 1 << this.basis.length; basis++) {
      this.stopwatch.tick();
      const set = { basis, truth: this.evaluate(basis) };
      if (this.isConsistent(set)) sets.push(set);
    }
    return sets;
  }

  /** The truth of every subformula when exactly the given members of the basis hold. */
  private evaluate(basis: number): Map<Formula, boolean> {
    const truth = new Map<Formula, boolean>();
    for (const node of this.nodes) {
      const values = node.children.map((child) => truth.get(child)!);
      truth.set(node, this.valueOf(node, values, basis));
    }
    return truth;
  }

  private valueOf(node: Formula, values: readonly boolean[], basis: number): boolean {
    switch (node.kind) {
      case 'true':
      case 'false':
        return node.kind === 'true';
      case 'not':
        return !values[0];
      case 'and':
        return values.every(Boolean);
      case 'or':
        return values.some(Boolean);
      default: {
        const at = this.basis.indexOf(node);
        invariant(at >= 0, 'the construction knows ¬, ∧, ∨, X and U only');
        return ((basis >> at) & 1) === 1;
      }
    }
  }

  /** Condition 4, and its converse: ψ₂ implies ψ₁ U ψ₂. */
  private isConsistent({ truth }: ElementarySet): boolean {
    return this.untils.every((until) => {
      const [left, right] = until.children.map((child) => truth.get(child)!);
      return truth.get(until) ? left || right : !right;
    });
  }

  /** Conditions 3 to 5 on the successors of a set. */
  private follows(source: ElementarySet, target: ElementarySet): boolean {
    return this.basis.every((node) => {
      if (node.kind === 'next') return source.truth.get(node) === target.truth.get(node.children[0]);
      if (node.kind !== 'until') return true;
      const [left, right] = node.children.map((child) => source.truth.get(child)!);
      if (right || !left) return true;
      return source.truth.get(node) === target.truth.get(node);
    });
  }

  private marks({ truth }: ElementarySet): number {
    return this.untils.reduce((mask, until, set) => {
      return truth.get(until.children[1]) || !truth.get(until) ? mask | (1 << set) : mask;
    }, 0);
  }
}
