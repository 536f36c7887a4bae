// Formulas as automata, each translated once. All automata of one instance share a manager, so that comparing them needs no
// copying of labels.
import { Bdd } from '../../dd/bdd.ts';
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { nnf } from '../../formula/nnf.ts';
import { propositionsOf } from '../../formula/traverse.ts';
import type { Automaton } from '../automaton.ts';
import { overPropositions } from '../operations/align.ts';
import { reduce } from '../reduce/reduce.ts';
import { tableau } from '../translate/tableau.ts';

/** A cache of translations. Formulas may come from several stores; each store has automata of its own. */
export class Languages {
  private readonly maxStates?: number;
  private readonly bdd = new Bdd();
  private propositions: readonly string[] = [];
  private readonly automata = new Map<Formula, Automaton>();

  /** Translations that would have more than `maxStates` states, before reductions, throw `LimitExceeded`. */
  constructor(options: { readonly maxStates?: number } = {}) {
    this.maxStates = options.maxStates;
  }

  /** The automaton of the words that satisfy the formula. The number of states is bounded by `maxStates` alone. */
  of(formula: Formula, limits?: Limits | Stopwatch): Automaton {
    let automaton = this.automata.get(formula);
    if (automaton === undefined) {
      const translated = this.translate(formula, Stopwatch.over(limits).part({ states: this.maxStates }));
      const more = propositionsOf(formula).filter((name) => !this.propositions.includes(name));
      if (more.length > 0) this.propositions = [...this.propositions, ...more];
      automaton = overPropositions(translated, this.propositions, this.bdd);
      this.automata.set(formula, automaton);
    }
    return automaton;
  }

  /** The automaton of the words that do not satisfy the formula. */
  ofNegation(formula: Formula, limits?: Limits | Stopwatch): Automaton {
    return this.of(formula.store.not(formula), limits);
  }

  /** A translation that spends on being small only what the comparisons gain by it. */
  private translate(formula: Formula, limits: Stopwatch): Automaton {
    const propositions = propositionsOf(formula);
    const bdd = new Bdd(propositions.length);
    return reduce(tableau(nnf(formula), { propositions, bdd, limits }), { limits });
  }
}
