// Automata instead of formulas: no execution of the model may be accepted. The automaton stands for the bad behaviours, as a never
// claim of SPIN does and as LTSmin reads automata; whoever has the automaton of the good ones complements it first.
import { accepts } from '../automata/accepts.ts';
import type { Automaton } from '../automata/automaton.ts';
import { statisticsOf } from '../automata/statistics.ts';
import { AutomatonProperty } from '../explicit/product/automaton-property.ts';
import type { LetterTable } from '../explicit/product/letters.ts';
import type { Model } from '../models/model.ts';
import { observeNames } from '../models/observation.ts';
import { confirmLasso } from './counterexample.ts';
import { type CompleteCheckOptions, completeCheckOptions, type EngineOptions } from './options.ts';
import { type SearchOutcome, searchProduct } from './product-search.ts';
import type { CompiledProperty } from './property.ts';

/** What became of a model and an automaton of bad behaviours. */
export interface NeverResult extends SearchOutcome {
  readonly model: Model;
  readonly automaton: Automaton;
  readonly options: CompleteCheckOptions;
}

/**
 * Whether no infinite execution of the model is accepted by the automaton, whose propositions are conditions on states; `violated` comes
 * with an execution that is. Any acceptance condition will do: Büchi, Rabin, Streett, parity, Emerson–Lei. With
 * `counterexample: 'shortest'` the run of the automaton counts: prefix and cycle of the product together.
 */
export function checkNever(
  model: Model,
  automaton: Automaton,
  options: Omit<EngineOptions, 'automaton'> = {},
): NeverResult {
  const complete = completeCheckOptions(options);
  const observation = observeNames(model, automaton.propositions);
  const propertyOf = (letters: LetterTable): AutomatonProperty =>
    new AutomatonProperty(automaton, letters, observation.names);
  const outcome = searchProduct({
    model,
    observation,
    options: complete,
    compile: (letters): CompiledProperty => ({
      property: propertyOf(letters),
      stateCount: automaton.stateCount,
      edgeCount: automaton.edgeCount,
      transitionCount: statisticsOf(automaton).transitions,
    }),
    compileTight: propertyOf,
    confirm: (lasso) =>
      confirmLasso(model, lasso, { observation, deadlock: complete.deadlock }, (word) => accepts(automaton, word)),
  });
  return { ...outcome, model, automaton, options: complete };
}
