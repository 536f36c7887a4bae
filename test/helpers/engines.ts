// The engines that are compared with each other: every way to decide whether a model satisfies a formula. A new one joins by a
// line in `engines`.
import { testingAutomatonFor } from '../../src/automata/testing/for-formula.ts';
import { stateDecision } from '../../src/automata/testing/stutter-decision.ts';
import { type TestingKind, testingKinds } from '../../src/automata/testing/testing-automaton.ts';
import { translate } from '../../src/automata/translate/translate.ts';
import { validateCounterexample } from '../../src/check/confirm.ts';
import { suitableChecks } from '../../src/explicit/emptiness/checks.ts';
import type { EmptinessResult } from '../../src/explicit/emptiness/result.ts';
import { searchInKernel } from '../../src/explicit/emptiness/search-in-kernel.ts';
import { AutomatonProperty } from '../../src/explicit/product/automaton-property.ts';
import { Kripke } from '../../src/explicit/product/kripke.ts';
import { LazyTgtaProperty } from '../../src/explicit/product/lazy-property.ts';
import type { LetterTable } from '../../src/explicit/product/letters.ts';
import { ModelGraph } from '../../src/explicit/product/model-graph.ts';
import { type Property, SynchronisedProduct } from '../../src/explicit/product/product.ts';
import { TestingProperty } from '../../src/explicit/product/testing-property.ts';
import { findLasso } from '../../src/explicit/search/lasso-search.ts';
import type { Formula } from '../../src/formula/formula.ts';
import type { Model } from '../../src/models/model.ts';
import type { Observation } from '../../src/models/observation.ts';
import type { StateLasso } from '../../src/models/state-lasso.ts';
import { checkSymbolically, type SymbolicAutomatonKind, symbolicAutomatonKinds } from '../../src/symbolic/check.ts';
import { ExploredModel } from '../../src/symbolic/explored-model.ts';
import { checkHybrid, type HybridAutomatonKind, hybridAutomatonKinds } from '../../src/symbolic/hybrid/check.ts';
import { negationOf } from './explicit-check.ts';

export interface QuestionOptions {
  /** The propositions that are seen. */
  readonly names: readonly string[];
  readonly deadlock: 'stutter' | 'drop';
  /** Kernels take a while to compile, and diagrams to build: `out` asks the searches in TypeScript alone. */
  readonly kernel: 'in' | 'out';
  /** The states of the model in diagrams, where there are some already. */
  readonly explored?: ExploredModel;
}

/** A model, how its deadlocks are read, and what is seen of it; engines share the explored graphs. */
export class Question {
  readonly model: Model;
  readonly formula: Formula;
  readonly observation: Observation;
  readonly deadlock: 'stutter' | 'drop';
  readonly plain: ModelGraph;
  /** Null when the model cannot be compiled. */
  readonly compiled: ModelGraph | null;
  /** The states of the model in diagrams; null where kernels are left out. */
  readonly explored: ExploredModel | null;

  constructor(model: Model, formula: Formula, { names, deadlock, kernel, explored }: QuestionOptions) {
    this.model = model;
    this.formula = formula;
    this.deadlock = deadlock;
    this.observation = { names, predicates: names.map((name) => model.predicate(name).value!) };
    this.plain = new ModelGraph(model, { deadlock, source: 'plain' });
    const opaque =
      kernel === 'out' ||
      model.groups.length === 0 ||
      model.groups.some(({ behaviour }) => behaviour.kind === 'opaque');
    this.compiled = opaque ? null : new ModelGraph(model, { deadlock, source: 'compiled' });
    this.explored = explored ?? (kernel === 'out' ? null : new ExploredModel(model));
  }
}

/** What one emptiness check said; a counterexample has been replayed and judged. */
export interface Answer {
  readonly check: string;
  readonly outcome: 'holds' | 'violated';
}

/** Prepared for one formula, an engine answers questions about it. */
export type Prepared = (question: Question) => Answer[];

export interface Engine {
  readonly name: string;
  /** Whether it takes every formula, or stutter-invariant ones only. */
  readonly takes: 'all' | 'stutter-invariant';
  prepare(formula: Formula): Prepared;
}

/** States of the probe, after which the kernel starts again and only visits hopeless ones; at first the model is unknown. */
const PROBES = [3, undefined, 0];

type Compile = (letters: LetterTable, names: readonly string[]) => Property;

/** The explicit engine with one kind of automaton and every emptiness check that is exact for it, in TypeScript and compiled. */
function explicit(name: string, takes: Engine['takes'], automatonOf: (negation: Formula) => Compile): Engine {
  return {
    name,
    takes,
    prepare: (formula) => {
      const compile = automatonOf(formula.store.not(formula));
      return (question) => [
        ...answers(question, question.plain, compile),
        ...(question.compiled ? compiledAnswers(question, question.compiled, compile) : []),
      ];
    },
  };
}

function answers(question: Question, graph: ModelGraph, compile: Compile): Answer[] {
  const product = productOf(question, graph, compile);
  return suitableChecks(product, question.deadlock).map((check) => ({
    check: check.name,
    outcome: judged(question, product, check.search(product)),
  }));
}

function compiledAnswers(question: Question, graph: ModelGraph, compile: Compile): Answer[] {
  const product = productOf(question, graph, compile);
  return suitableChecks(product, question.deadlock).flatMap((check) =>
    PROBES.flatMap((probeStates) => {
      const result = searchInKernel(product, check, { probeStates });
      if (result === null) return [];
      const name = `${check.name} in the kernel, probe of ${probeStates} states`;
      return [{ check: name, outcome: judged(question, product, result) }];
    }),
  );
}

function productOf({ observation }: Question, graph: ModelGraph, compile: Compile): SynchronisedProduct {
  const kripke = new Kripke(graph, observation.predicates);
  return new SynchronisedProduct(kripke, compile(kripke.letters, observation.names));
}

function judged(question: Question, product: SynchronisedProduct, { accepting }: EmptinessResult): Answer['outcome'] {
  if (accepting === null) return 'holds';
  const { model, formula, observation, deadlock } = question;
  const { prefix, cycle } = findLasso(product, accepting);
  const vector = (state: number): Int32Array => {
    const values = new Int32Array(model.variables.length);
    product.kripke.graph.states.read(product.pairs.left.get(state), values);
    return values;
  };
  const lasso: StateLasso = { prefix: prefix.map(vector), cycle: cycle.map(vector) };
  validateCounterexample(model, formula, lasso, { observation, deadlock });
  return 'violated';
}

/** The symbolic engine with one kind of automaton. */
function symbolic(automaton: SymbolicAutomatonKind): Engine {
  return {
    name: `symbolic ${automaton}`,
    takes: 'all',
    prepare: (formula) => {
      const negation = negationOf(formula, automaton);
      return ({ model, observation, deadlock, explored }) => {
        if (explored === null) return [];
        const { lasso } = checkSymbolically(explored, negation, observation, { deadlock });
        if (lasso !== null) validateCounterexample(model, formula, lasso, { observation, deadlock });
        return [{ check: 'a hull', outcome: lasso === null ? 'holds' : 'violated' }];
      };
    },
  };
}

/** The hybrid engine with one kind of automaton: as it is, and as published. */
function hybrid(automaton: HybridAutomatonKind): Engine {
  return {
    name: `hybrid ${automaton}`,
    takes: 'all',
    prepare: (formula) => {
      const negation = negationOf(formula, automaton);
      return ({ model, observation, deadlock, explored }) => {
        if (explored === null) return [];
        return (['granted', 'published'] as const).map((aggregation) => {
          const { lasso } = checkHybrid(explored, negation, observation, { deadlock, aggregation });
          if (lasso !== null) validateCounterexample(model, formula, lasso, { observation, deadlock });
          return { check: `aggregates, ${aggregation}`, outcome: lasso === null ? 'holds' : 'violated' };
        });
      };
    },
  };
}

function testing(kind: TestingKind, method: 'two-step' | 'direct'): Engine {
  return explicit(`${kind} ${method}`, kind === 'tgta' ? 'all' : 'stutter-invariant', (negation) => {
    const automaton = testingAutomatonFor(negation, kind, { method });
    return (letters, names) => new TestingProperty(automaton, letters, names);
  });
}

export const engines: readonly Engine[] = [
  ...(['ba', 'tgba'] as const).map((to) =>
    explicit(to, 'all', (negation) => {
      const automaton = translate(negation, { to });
      return (letters, names) => new AutomatonProperty(automaton, letters, names);
    }),
  ),
  ...testingKinds.map((kind) => testing(kind, 'two-step')),
  testing('tgta', 'direct'),
  explicit('tgta on the fly', 'all', (negation) => {
    const tgba = translate(negation);
    return (letters, names) => new LazyTgtaProperty(tgba, letters, names, stateDecision(negation, tgba));
  }),
  ...symbolicAutomatonKinds.map(symbolic),
  ...hybridAutomatonKinds.map(hybrid),
];
