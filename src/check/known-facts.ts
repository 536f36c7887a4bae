// The step of the road at which formulas are made smaller by facts of all runs of the model (`src/reductions/knowledge/`), before any search
// or thread begins. Facts of all reachable states, and of the first ones, hold whatever a deadlock means and whatever fairness is assumed; only
// where a deadlock is an error all states have to be seen, and nothing is gained.
import { simplifyUnder } from '../automata/semantics/under-facts.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Formula } from '../formula/formula.ts';
import { simplify } from '../formula/simplify/simplify.ts';
import type { Model } from '../models/model.ts';
import { type Observation, observe } from '../models/observation.ts';
import { FormulaFacts, type SimplifiedFormula } from '../reductions/knowledge/formula-facts.ts';
import { mergeSameAtoms } from '../reductions/knowledge/same-atoms.ts';
import type { CompleteChoices } from './options.ts';
import { isSmall } from './plan.ts';
import type { FormulaQuestion } from './question.ts';
import type { SimplifiedQuestion } from './result.ts';
import type { StateBound } from './state-bound.ts';

/** Seconds that may be spent on the facts of one model, and the part of the time that is left. */
const MOST_SECONDS = 10;
const SHARE = 0.2;
/** Seconds for what the facts together say of one formula; some milliseconds are usual. */
const UNDER_FACTS_SECONDS = 1;

/** Whether the state equation is asked, about formulas and about the net: where it is wanted by name, or a search may take long. */
export function asksEquation(
  { engine, reductions }: CompleteChoices,
  bound: StateBound,
  stopwatch: Stopwatch,
): boolean {
  if (reductions !== 'auto') return reductions !== 'none' && reductions.includes('lp');
  return engine.kind === 'auto' && !isSmall({ states: bound.states(stopwatch) });
}

/** What there is to be known of one model, kept for all questions about it. */
export class KnownFacts {
  private readonly model: Model;
  private readonly wanted: Wanted;
  /** Null where there are none. */
  private made: { readonly facts: FormulaFacts | null } | null = null;
  private secondsSpent = 0;

  private constructor(model: Model, wanted: Wanted) {
    this.model = model;
    this.wanted = wanted;
  }

  /** Null where the choices ask for no facts about this model. Throws `LimitExceeded`. */
  static wanted(model: Model, choices: CompleteChoices, bound: StateBound, stopwatch: Stopwatch): KnownFacts | null {
    const { engine, deadlock, reductions } = choices;
    if (deadlock === 'error' || reductions === 'none') return null;
    // The product of the formula as it is was asked for.
    if (engine.kind === 'explicit' && engine.fullProduct === 'counted') return null;
    const atoms = reductions === 'auto' || reductions.includes('atoms');
    const equation = asksEquation(choices, bound, stopwatch);
    return atoms || equation ? new KnownFacts(model, { atoms, equation }) : null;
  }

  /** What the question becomes; null where nothing was found out. A limit of the run is left to the search, which meets it too. */
  simplify(question: FormulaQuestion, stopwatch: Stopwatch): SimplifiedQuestion | null {
    const started = stopwatch.seconds;
    const { formula, observation } = question;
    const { model } = this;
    const merged = this.wanted.atoms ? mergeSameAtoms(formula, observation, model.variables) : formula;
    const propositions = observation.names.length;
    const distinct = merged === formula ? observation : observe(model, merged);
    const facts = this.wanted.equation ? this.byEquation(merged, distinct, stopwatch) : null;
    if (facts === null && merged === formula) return null;
    const found = facts?.formula ?? merged;
    return {
      // What facts have left unchanged is not simplified yet.
      formula: found === merged && merged !== formula ? simplify(merged, { limits: stopwatch }) : found,
      propositions,
      same: propositions - distinct.names.length,
      decided: facts?.decided ?? 0,
      seconds: stopwatch.seconds - started,
    };
  }

  private byEquation(formula: Formula, observation: Observation, stopwatch: Stopwatch): SimplifiedFormula | null {
    const seconds = Math.min(MOST_SECONDS, SHARE * stopwatch.secondsLeft) - this.secondsSpent;
    const started = stopwatch.seconds;
    if (seconds <= 0) return null;
    const simplified = stopwatch.attempt({ seconds }, (part) => {
      this.made ??= { facts: FormulaFacts.of(this.model, { seconds: seconds / 2, stopwatch: part }) };
      return this.made.facts && this.underFacts(this.made.facts, formula, observation, part);
    });
    // Facts that take too long to collect are not begun again.
    this.made ??= { facts: null };
    this.secondsSpent += stopwatch.seconds - started;
    return simplified;
  }

  /** Facts are first put into the formula, one by one; then all of them together tell which parts of what is left do not matter. */
  private underFacts(
    facts: FormulaFacts,
    formula: Formula,
    observation: Observation,
    stopwatch: Stopwatch,
  ): SimplifiedFormula {
    const simplified = facts.simplify(formula, observation, stopwatch);
    const left = simplified.formula;
    if (left.children.length === 0) return simplified;
    const ofRuns = facts.ofRuns(left, observe(this.model, left));
    const smaller = stopwatch.attempt({ seconds: UNDER_FACTS_SECONDS }, (part) => simplifyUnder(left, ofRuns, part));
    return { ...simplified, formula: smaller ?? left };
  }
}

/** `atoms`: propositions that say the same become one; `equation`: the state equation decides what it can. */
interface Wanted {
  readonly atoms: boolean;
  readonly equation: boolean;
}
