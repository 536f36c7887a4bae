// Facts about all runs of a net as a formula: which letters come at the first moments, and which propositions never change their value back.
import type { Formula, FormulaStore } from '../../formula/formula.ts';
import { subformulas } from '../../formula/traverse.ts';
import type { Expression } from '../../models/expression/expression.ts';
import type { Model } from '../../models/model.ts';
import type { Observation } from '../../models/observation.ts';
import { casesOf } from '../lp/cases.ts';
import type { Terms } from '../lp/state-equation.ts';

/** The letters that a moment can show: for each of them the value of every proposition of the observation. No letter where they are not known. */
export type MomentLetters = readonly (readonly boolean[])[];

/** More letters than these at a moment are not told apart. */
const FEW_LETTERS = 6;

/** What is known of all runs of a model of tokens; made once for it. */
export class RunFacts {
  private readonly model: Model;
  /** For each place whether some transition takes tokens away, and whether some adds them. */
  private readonly shrinks: Uint8Array;
  private readonly grows: Uint8Array;

  constructor(model: Model) {
    this.model = model;
    this.shrinks = new Uint8Array(model.variables.length);
    this.grows = new Uint8Array(model.variables.length);
    for (const { behaviour } of model.groups) {
      if (behaviour.kind !== 'tokens') {
        this.shrinks.fill(1);
        this.grows.fill(1);
        break;
      }
      for (const { variable, delta } of behaviour.changes) {
        if (delta < 0) this.shrinks[variable] = 1;
        if (delta > 0) this.grows[variable] = 1;
      }
    }
  }

  /** What all runs satisfy, over the propositions of the formula that is observed; true where nothing is known. */
  about(formula: Formula, { names, predicates }: Observation, moments: readonly MomentLetters[]): Formula {
    const { store } = formula;
    const byName = new Map(subformulas(formula).map((node) => [node.kind === 'proposition' ? node.name : null, node]));
    const propositions = names.map((name) => byName.get(name)!);
    let start = store.true;
    for (const letters of [...moments].reverse()) {
      start = store.and(letterFact(store, propositions, letters), store.next(start));
    }
    return store.and(start, ...propositions.flatMap((proposition, i) => this.lasting(proposition, predicates[i])));
  }

  /** G (p → G p) where no transition makes p false, G (¬p → G ¬p) where none makes it true. */
  private lasting(proposition: Formula, predicate: Expression): Formula[] {
    const { store } = proposition;
    const facts: Formula[] = [];
    for (const value of ['true', 'false'] as const) {
      const cases = casesOf(predicate, value, this.model.variables);
      if (cases === null || !cases.every((constraints) => constraints.every(({ terms }) => this.neverFalls(terms)))) {
        continue;
      }
      const literal = value === 'true' ? proposition : store.not(proposition);
      facts.push(store.globally(store.implies(literal, store.globally(literal))));
    }
    return facts;
  }

  /** Whether no transition makes the sum smaller, for which it is enough that none does so to a term: a case that is met then stays so. */
  private neverFalls(terms: Terms): boolean {
    return terms.every(({ place, coefficient }) => !(coefficient > 0 ? this.shrinks : this.grows)[place]);
  }
}

/** One of the letters, where they are few; otherwise what they have in common. */
function letterFact(store: FormulaStore, propositions: readonly Formula[], letters: MomentLetters): Formula {
  const literal = (i: number, value: boolean): Formula => (value ? propositions[i] : store.not(propositions[i]));
  if (letters.length === 0) return store.true;
  const distinct = new Map(letters.map((letter) => [letter.join(), letter]));
  if (distinct.size <= FEW_LETTERS) {
    return store.or(
      ...[...distinct.values()].map((letter) => store.and(...letter.map((value, i) => literal(i, value)))),
    );
  }
  const common = propositions.flatMap((_, i) =>
    letters.every((letter) => letter[i] === letters[0][i]) ? [literal(i, letters[0][i])] : [],
  );
  return store.and(...common);
}
