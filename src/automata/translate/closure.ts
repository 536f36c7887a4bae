// LTL → generalized Büchi automaton by the Fischer–Ladner closure (SAV, "Constructing B_φ"): the textbook construction, whose
// states are the consistent sets of subformulas. It is exponential at once and always, and nothing is shared with the
// tableau: good for teaching, and as a second opinion on small formulas.
//
// Differs from the paper: a consistent set is given by what it says of the propositions and of the formulas X ψ and ψ₁ U ψ₂,
// the rest follows (conditions 1 to 3 of consistency); the acceptance sets, which are sets of states, are marks on the
// edges out of these states.
import { invariant } from '../../base/assert.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import type { Formula } from '../../formula/formula.ts';
import { propositionsOf, subformulas } from '../../formula/traverse.ts';
import { unabbreviate } from '../../formula/unabbreviate.ts';
import { generalizedBuchi, MAX_SETS } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder } from '../automaton.ts';

/** Beyond this many propositions, X and U formulas together, the sets are too many. */
const MAX_BASIS = 14;

/** The automaton of the closure; throws `LimitExceeded` on formulas with a basis of more than `MAX_BASIS`. */
export function closureAutomaton(formula: Formula): Automaton {
  return new Closure(unabbreviate(formula)).run(propositionsOf(formula));
}

/** A consistent set of formulas of the closure: those of its basis as bits, and the truth of every subformula. */
interface Atom {
  readonly basis: number;
  readonly truth: ReadonlyMap<Formula, boolean>;
}

class Closure {
  private readonly formula: Formula;
  private readonly nodes: readonly Formula[];
  /** Propositions, X ψ and ψ₁ U ψ₂: what determines a consistent set. */
  private readonly basis: readonly Formula[];
  private readonly untils: readonly Formula[];

  constructor(formula: Formula) {
    this.formula = formula;
    this.nodes = subformulas(formula);
    this.basis = this.nodes.filter(({ kind }) => kind === 'proposition' || kind === 'next' || kind === 'until');
    this.untils = this.nodes.filter(({ kind }) => kind === 'until');
    if (this.basis.length > MAX_BASIS || this.untils.length > MAX_SETS) {
      throw new LimitExceeded('states', `the closure construction takes formulas with a basis of up to ${MAX_BASIS}`);
    }
  }

  /** State 0 is q₀; from it and from every set, the letter read is the one of the set that is entered. */
  run(propositions: readonly string[]): Automaton {
    const atoms = this.consistentSets();
    const builder = new AutomatonBuilder(propositions);
    const { bdd } = builder;
    builder.addStates(atoms.length + 1);
    builder.setInitial(0);
    const letters = atoms.map(({ truth }) =>
      bdd.andAll(
        [...truth]
          .filter(([f]) => f.kind === 'proposition')
          .map(([f, holds]) => {
            return bdd.literal(propositions.indexOf(f.name), holds);
          }),
      ),
    );
    const all = this.untils.reduce((mask, _, set) => mask | (1 << set), 0);
    atoms.forEach((target, j) => {
      if (target.truth.get(this.formula)) builder.addEdge(0, letters[j], all, j + 1);
    });
    atoms.forEach((source, i) => {
      const marks = this.marks(source);
      atoms.forEach((target, j) => {
        if (this.follows(source, target)) builder.addEdge(i + 1, letters[j], marks, j + 1);
      });
    });
    return builder.build(generalizedBuchi(this.untils.length));
  }

  private consistentSets(): Atom[] {
    const atoms: Atom[] = [];
    for (let basis = 0; basis < 1 << this.basis.length; basis++) {
      const atom = { basis, truth: this.evaluate(basis) };
      if (this.isConsistent(atom)) atoms.push(atom);
    }
    return atoms;
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
        invariant(at >= 0, 'the closure knows ¬, ∧, ∨, X and U only');
        return ((basis >> at) & 1) === 1;
      }
    }
  }

  /** Condition 4, and its converse: ψ₂ implies ψ₁ U ψ₂. */
  private isConsistent({ truth }: Atom): boolean {
    return this.untils.every((until) => {
      const [left, right] = until.children.map((child) => truth.get(child)!);
      return truth.get(until) ? left || right : !right;
    });
  }

  /** Conditions 3 to 5 on the successors of a set. */
  private follows(source: Atom, target: Atom): boolean {
    return this.basis.every((node) => {
      if (node.kind === 'next') return source.truth.get(node) === target.truth.get(node.children[0]);
      if (node.kind !== 'until') return true;
      const [left, right] = node.children.map((child) => source.truth.get(child)!);
      if (right || !left) return true;
      return source.truth.get(node) === target.truth.get(node);
    });
  }

  private marks({ truth }: Atom): number {
    return this.untils.reduce((mask, until, set) => {
      return truth.get(until.children[1]) || !truth.get(until) ? mask | (1 << set) : mask;
    }, 0);
  }
}
