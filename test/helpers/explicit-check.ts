// The parts of a check by themselves: an explicit search on a graph that the test has made, and automata of what must not happen.
import type { Automaton } from '../../src/automata/automaton.ts';
import type { TestingAutomaton } from '../../src/automata/testing/testing-automaton.ts';
import type { EngineAnswer } from '../../src/check/answer.ts';
import { validateCounterexample } from '../../src/check/confirm.ts';
import { searchExplicitly } from '../../src/check/explicit-engine.ts';
import { type AutomatonKind, completeExplicit, type ExplicitEngine } from '../../src/check/options.ts';
import { automatonOf, FormulaQuestion } from '../../src/check/question.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import type { LetterTable } from '../../src/explicit/product/letters.ts';
import type { ModelGraph } from '../../src/explicit/product/model-graph.ts';
import type { Property } from '../../src/explicit/product/product.ts';
import type { Formula } from '../../src/formula/formula.ts';
import type { DeadlockReading } from '../../src/models/deadlock.ts';
import { observe } from '../../src/models/observation.ts';

/** The answer of the explicit engine; a lasso has been judged. */
export function checkOnGraph(
  graph: ModelGraph,
  formula: Formula,
  { deadlock = graph.options.deadlock, ...engine }: Omit<ExplicitEngine, 'kind'> & { deadlock?: DeadlockReading } = {},
): EngineAnswer {
  const observation = observe(graph.model, formula);
  const question = new FormulaQuestion(formula, observation);
  const answer = searchExplicitly({
    graph,
    deadlock,
    question,
    engine: completeExplicit(engine),
    stopwatch: new Stopwatch(),
  });
  if (answer.found.outcome === 'violated')
    validateCounterexample(graph.model, formula, answer.found.lasso, { observation, deadlock });
  return answer;
}

/** The automaton of the negated formula. */
export function negationOf(formula: Formula, kind: AutomatonKind): Automaton | TestingAutomaton {
  return automatonOf(formula.store.not(formula), kind, new Stopwatch());
}

/** The same, compiled for products whose letters have these propositions. */
export function propertyOf(
  formula: Formula,
  kind: AutomatonKind,
  { letters, names }: { readonly letters: LetterTable; readonly names: readonly string[] },
): Property {
  const question = new FormulaQuestion(formula, {
    names,
    predicates: names.map(() => ({ kind: 'constant', value: 0 })),
  });
  return question.property(kind, letters, new Stopwatch());
}
