// A question about a model: what must not happen, seen through which propositions. The automaton of what must not happen is made when it is
// first asked for, and kept: several attempts and both engines use the same one.
import { accepts } from '../automata/accepts.ts';
import type { Automaton } from '../automata/automaton.ts';
import { testingAutomatonFor } from '../automata/testing/for-formula.ts';
import { stateDecision } from '../automata/testing/stutter-decision.ts';
import type { TestingAutomaton } from '../automata/testing/testing-automaton.ts';
import { translate } from '../automata/translate/translate.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import { AutomatonProperty } from '../explicit/product/automaton-property.ts';
import { LazyTgtaProperty } from '../explicit/product/lazy-property.ts';
import type { LetterTable } from '../explicit/product/letters.ts';
import type { Property } from '../explicit/product/product.ts';
import { TestingProperty } from '../explicit/product/testing-property.ts';
import { TightProperty } from '../explicit/product/tight-property.ts';
import type { Formula } from '../formula/formula.ts';
import { satisfies } from '../formula/lasso.ts';
import { lostAfter, settledBy } from '../formula/prefix.ts';
import { simplify } from '../formula/simplify/simplify.ts';
import { BOOLEAN } from '../formula/traits.ts';
import type { Letter, Word } from '../formula/word.ts';
import { booleanPredicate } from '../models/boolean-predicate.ts';
import type { Expression } from '../models/expression/expression.ts';
import type { Observation } from '../models/observation.ts';
import { condense } from './condense.ts';
import type { AutomatonKind } from './options.ts';

export interface Question {
  /** What the judge sees of a state. */
  readonly observation: Observation;
  /** What the automata of this kind see of a state: they may need fewer propositions. */
  observationFor(kind: AutomatonKind): Observation;
  /** The automaton of what must not happen; a lazy TGTA is a TGBA until it is asked. Throws `LimitExceeded`. */
  automaton(kind: AutomatonKind, stopwatch: Stopwatch): Automaton | TestingAutomaton;
  /** The same, compiled for products over these letters. */
  property(kind: AutomatonKind, letters: LetterTable, stopwatch: Stopwatch): Property;
  /** The same language by an automaton whose runs are no longer than the words, for shortest counterexamples. */
  tightProperty(kind: AutomatonKind, letters: LetterTable): Property;
  /** Of an invariant: the condition on single states that none may satisfy. Null for everything else. */
  readonly forbidden: Expression | null;
  /** Whether a run with this word must not happen: the judge's own rule. Throws `LimitExceeded`. */
  isViolation(word: Word, watch?: Pick<Stopwatch, 'look'>): boolean;
  /** Whether these letters must not happen, whatever follows, as far as the judge knows. Throws `LimitExceeded`. */
  isLostBy(letters: readonly Letter[], watch?: Pick<Stopwatch, 'look'>): boolean;
  /** The length of the shortest beginning of these letters that must not happen, whatever follows; null where the judge knows none. Throws `LimitExceeded`. */
  lostAfter(letters: readonly Letter[], watch?: Pick<Stopwatch, 'look'>): number | null;
}

/** Testing automata know the letter of a state, and grow with the number of propositions. */
function knowsLetters(kind: AutomatonKind): boolean {
  return kind !== 'tgba' && kind !== 'ba';
}

/** Whether only the truth of one condition matters to the formula: of all its propositions, the automaton need not know more. */
function isOfOneMoment({ kind, children }: Formula): boolean {
  return (kind === 'globally' || kind === 'finally') && (children[0].traits & BOOLEAN) !== 0;
}

/** Every execution satisfies the formula. */
export class FormulaQuestion implements Question {
  readonly formula: Formula;
  readonly observation: Observation;
  private readonly automata = new Map<AutomatonKind, Automaton | TestingAutomaton>();
  private condensed: { readonly formula: Formula; readonly observation: Observation } | null = null;

  /** The question of the user, about the given model, where this is another form of it. */
  private readonly original: FormulaQuestion | null;

  constructor(formula: Formula, observation: Observation, original: FormulaQuestion | null = null) {
    this.formula = formula;
    this.observation = observation;
    this.original = original;
  }

  /** The question as it was asked: what is found is judged by it. */
  get asked(): FormulaQuestion {
    return this.original ?? this;
  }

  observationFor(kind: AutomatonKind): Observation {
    return this.viewOf(kind).observation;
  }

  automaton(kind: AutomatonKind, stopwatch: Stopwatch): Automaton | TestingAutomaton {
    let automaton = this.automata.get(kind);
    if (automaton === undefined) {
      automaton = automatonOf(this.negation(kind), kind, stopwatch);
      this.automata.set(kind, automaton);
    }
    return automaton;
  }

  property(kind: AutomatonKind, letters: LetterTable, stopwatch: Stopwatch): Property {
    const automaton = this.automaton(kind, stopwatch);
    const { names } = this.observationFor(kind);
    if ('edgeChange' in automaton) return new TestingProperty(automaton, letters, names);
    if (kind !== 'lazy-tgta') return new AutomatonProperty(automaton, letters, names);
    const decision = stateDecision(this.negation(kind), automaton, { limits: stopwatch.part({}) });
    return new LazyTgtaProperty(automaton, letters, names, decision);
  }

  tightProperty(kind: AutomatonKind, letters: LetterTable): Property {
    return new TightProperty(simplify(this.negation(kind)), letters, this.observationFor(kind).names);
  }

  get forbidden(): Expression | null {
    const { names, predicates } = this.observation;
    const formula = simplify(this.formula);
    const [condition] = formula.children;
    if (formula.kind !== 'globally' || (condition.traits & BOOLEAN) === 0) return null;
    const predicateOf = new Map(names.map((name, i) => [name, predicates[i]]));
    return booleanPredicate(formula.store.not(condition), predicateOf);
  }

  isViolation(word: Word, watch?: Pick<Stopwatch, 'look'>): boolean {
    return !satisfies(word, this.formula, watch);
  }

  isLostBy(letters: readonly Letter[], watch?: Pick<Stopwatch, 'look'>): boolean {
    return settledBy(letters, this.formula, watch) === false;
  }

  lostAfter(letters: readonly Letter[], watch?: Pick<Stopwatch, 'look'>): number | null {
    return lostAfter(letters, this.formula, watch);
  }

  private negation(kind: AutomatonKind): Formula {
    const { formula } = this.viewOf(kind);
    return formula.store.not(formula);
  }

  private viewOf(kind: AutomatonKind): { readonly formula: Formula; readonly observation: Observation } {
    if (!knowsLetters(kind) && !isOfOneMoment(this.formula)) return this;
    this.condensed ??= condense(this.formula, this.observation);
    return this.condensed;
  }
}

/** A question about a fair model: assumptions → what was asked of the model below. */
export class FairQuestion extends FormulaQuestion {
  /** The question about the model below, as if no fairness were assumed. */
  readonly below: FormulaQuestion;

  constructor(formula: Formula, observation: Observation, below: FormulaQuestion) {
    super(formula, observation);
    this.below = below;
  }
}

/** An automaton of the given kind with the words of the negated formula. Throws `LimitExceeded`. */
export function automatonOf(
  negation: Formula,
  kind: AutomatonKind,
  stopwatch: Stopwatch,
): Automaton | TestingAutomaton {
  const limits = stopwatch.part({}); // a limit of states is one on the model
  if (kind === 'tgba' || kind === 'ba') return translate(negation, { to: kind, limits });
  return kind === 'lazy-tgta' ? translate(negation, { limits }) : testingAutomatonFor(negation, kind, { limits });
}

/** No execution is accepted by the automaton, whatever its kind. */
export class NeverQuestion implements Question {
  readonly given: Automaton;
  readonly observation: Observation;
  readonly forbidden = null;

  constructor(given: Automaton, observation: Observation) {
    this.given = given;
    this.observation = observation;
  }

  observationFor(): Observation {
    return this.observation;
  }

  automaton(): Automaton {
    return this.given;
  }

  property(_kind: AutomatonKind, letters: LetterTable): Property {
    return new AutomatonProperty(this.given, letters, this.observation.names);
  }

  tightProperty(kind: AutomatonKind, letters: LetterTable): Property {
    return this.property(kind, letters);
  }

  isViolation(word: Word): boolean {
    return accepts(this.given, word);
  }

  /** There is no judge of finite words for automata. */
  isLostBy(): boolean {
    return false;
  }

  lostAfter(): null {
    return null;
  }
}
