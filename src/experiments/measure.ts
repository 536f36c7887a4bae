// One check of one approach with everything that the papers' tables show of it. Each check starts from nothing: no state and no letter is
// left from an earlier one, so that times and memories compare.
import type { Automaton } from '../automata/automaton.ts';
import { type TestingAutomatonOptions, testingAutomatonFor } from '../automata/testing/for-formula.ts';
import type { TestingAutomaton } from '../automata/testing/testing-automaton.ts';
import { translate } from '../automata/translate/translate.ts';
import { countAssignments } from '../dd/measure.ts';
import { LimitExceeded, type Limits } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { emptinessCheck } from '../explicit/emptiness/checks.ts';
import type { EmptinessResult } from '../explicit/emptiness/result.ts';
import { searchInKernel } from '../explicit/emptiness/search-in-kernel.ts';
import { unconditionalTwoPassCheck } from '../explicit/emptiness/two-pass.ts';
import { AutomatonProperty } from '../explicit/product/automaton-property.ts';
import { Kripke } from '../explicit/product/kripke.ts';
import { ModelGraph } from '../explicit/product/model-graph.ts';
import { type Property, SynchronisedProduct } from '../explicit/product/product.ts';
import { TestingProperty } from '../explicit/product/testing-property.ts';
import type { Formula } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import { observe } from '../models/observation.ts';
import type { AutomatonSource, ExplicitApproach, TestingWay } from './approaches.ts';
import type { CheckRecord } from './records.ts';

/** What a check found and what it cost. */
export type Measured = Omit<CheckRecord, 'kind' | 'model' | 'set' | 'formula' | 'approach'>;

export interface MeasureOptions {
  readonly limits?: Limits;
  /** Milliseconds from any beginning, by which the phases are timed; those of the wall unless given. */
  readonly now?: () => number;
  /** What a deadlock of the model means; it repeats for ever unless given. */
  readonly deadlock?: 'stutter' | 'drop';
}

export const wallClock = (): number => performance.now();

/** Checks the formula by an explicit approach. Throws `LimitExceeded`, and `InputError` as `check` does. */
export function measureExplicit(
  model: Model,
  formula: Formula,
  approach: ExplicitApproach,
  { limits, now = wallClock, deadlock = 'stutter' }: MeasureOptions = {},
): Measured {
  const stopwatch = new Stopwatch(limits);
  const started = now();
  const automaton = automatonFor(formula.store.not(formula), approach, stopwatch);
  const translated = now();
  const graph = new ModelGraph(model, { deadlock });
  const product = productOf(graph, formula, automaton);
  const before = now();
  const { accepting, statistics } = search(product, approach.emptiness, stopwatch);
  const after = now();
  const { exploredStates, exploredEdges, passes } = statistics;
  const memoryBytes = statistics.bytes + (graph.states.space?.bytes ?? 0);
  const whole =
    accepting === null && passes === 1
      ? { states: exploredStates, transitions: exploredEdges }
      : sizeOf(productOf(graph, formula, automaton), limits);
  return {
    outcome: accepting === null ? 'holds' : 'violated',
    automatonStates: automaton.stateCount,
    automatonTransitions: transitionsOf(automaton),
    productStates: whole.states,
    productTransitions: whole.transitions,
    exploredStates,
    exploredTransitions: exploredEdges,
    passes,
    seconds: (after - before) / 1000,
    translationSeconds: (translated - started) / 1000,
    memoryBytes,
  };
}

/** The automaton of the formula, as the approach makes it; a limit of states is not one on it. */
export function automatonFor(
  formula: Formula,
  { automaton: source, way }: { readonly automaton: AutomatonSource; readonly way: TestingWay },
  stopwatch: Stopwatch = new Stopwatch(),
): Automaton | TestingAutomaton {
  const limits = stopwatch.part({});
  const how: TestingAutomatonOptions =
    way === 'printed' ? { construction: 'printed', limits } : { method: 'two-step', letters: way, limits };
  switch (source) {
    case 'ba':
    case 'tgba':
      return translate(formula, { to: source, limits });
    case 'tgta-direct':
      return testingAutomatonFor(formula, 'tgta', { method: 'direct', limits });
    case 'ta':
      return testingAutomatonFor(formula, 'ta', how);
    case 'tgta':
    case 'tgta-all':
      return testingAutomatonFor(formula, 'tgta', how);
  }
}

function isTesting(automaton: Automaton | TestingAutomaton): automaton is TestingAutomaton {
  return 'edgeChange' in automaton;
}

/** Edges counted once for each letter or changeset that they read. */
function transitionsOf(automaton: Automaton | TestingAutomaton): number {
  const labels = isTesting(automaton) ? automaton.edgeChange : automaton.edgeLabel;
  let transitions = 0;
  for (const label of labels) transitions += countAssignments(automaton.bdd, label, automaton.propositions.length);
  return transitions;
}

/** A product that nobody has looked into yet. */
export function productOf(
  graph: ModelGraph,
  formula: Formula,
  automaton: Automaton | TestingAutomaton,
): SynchronisedProduct {
  const { names, predicates } = observe(graph.model, formula);
  const kripke = new Kripke(graph, predicates);
  const property = isTesting(automaton)
    ? new TestingProperty(automaton, kripke.letters, names)
    : new AutomatonProperty(automaton, kripke.letters, names);
  return new SynchronisedProduct(kripke, property);
}

/** The emptiness check, in the kernel where it can. */
export function search(
  product: SynchronisedProduct,
  name: ExplicitApproach['emptiness'],
  limits: Limits | Stopwatch | undefined,
): EmptinessResult {
  const check = name === 'two-pass-always' ? unconditionalTwoPassCheck : emptinessCheck(name);
  return searchInKernel(product, check, { limits }) ?? check.search(product, { limits });
}

/** The whole product: what Couvreur's check visits when nothing is accepting. Not known where that reaches a limit. */
function sizeOf(
  { kripke, property }: SynchronisedProduct,
  limits: Limits | undefined,
): { states: number | null; transitions: number | null } {
  const whole = new SynchronisedProduct(kripke, new WithoutAcceptance(property));
  try {
    const { statistics } = search(whole, 'couvreur', limits);
    return { states: statistics.exploredStates, transitions: statistics.exploredEdges };
  } catch (error) {
    if (error instanceof LimitExceeded) return { states: null, transitions: null };
    throw error;
  }
}

/** A property of which no cycle is accepting. */
class WithoutAcceptance implements Property {
  readonly reads: Property['reads'];
  readonly modes: Property['modes'] = [];
  private readonly property: Property;

  constructor(property: Property) {
    this.property = property;
    this.reads = property.reads;
  }

  initialStates(letter: number): readonly number[] {
    return this.property.initialStates(letter);
  }

  edges(state: number, from: number, to: number): Int32Array {
    return this.property.edges(state, from, to);
  }
}
