// Does a reduction keep what a formula says of a net? The given net by the naive oracle, which knows nothing of reductions; the reduced one by
// a plain search, whose lassos are lifted, replayed on the given net and judged.
import { translate } from '../../src/automata/translate/translate.ts';
import type { Random } from '../../src/base/random.ts';
import { confirm } from '../../src/check/confirm.ts';
import { searchExplicitly } from '../../src/check/explicit-engine.ts';
import { completeExplicit } from '../../src/check/options.ts';
import { PreparedModel } from '../../src/check/prepare.ts';
import { FormulaQuestion } from '../../src/check/question.ts';
import { reductionLayer } from '../../src/check/reduction-layer.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { ModelGraph } from '../../src/explicit/product/model-graph.ts';
import type { Formula } from '../../src/formula/formula.ts';
import { collectReads } from '../../src/models/expression/support.ts';
import { observe } from '../../src/models/observation.ts';
import type { Net } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { Reducer } from '../../src/reductions/reduce.ts';
import type { ReducedNet } from '../../src/reductions/reduced-net.ts';
import type { RuleName } from '../../src/reductions/rules.ts';
import { naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { quoted } from '../helpers/odd-names.ts';

/** More states than these are left to others. */
const MOST_STATES = 400;

/** A proposition about a net; on its first `places` alone, so that others can be reduced. */
export function randomProposition(random: Random, net: Net, places: number): string {
  const place = (): string => quoted(net.places[random.below(Math.min(places, net.places.length))].id);
  const choices = [
    `${place()} >= ${random.between(1, 3)}`,
    `${place()} >= ${random.between(1, 2)}`,
    `tokens(${place()}, ${place()}) <= ${random.between(0, 3)}`,
    `${place()} < ${place()}`,
  ];
  if (net.transitions.length > 0 && random.chance(0.3))
    choices.push(`fireable(${quoted(random.pick(net.transitions).id)})`);
  return random.pick(choices);
}

export interface Case {
  readonly net: Net;
  readonly formula: Formula;
  readonly deadlock: 'stutter' | 'drop';
  readonly preserve: 'all' | 'next-free';
  readonly rules?: readonly RuleName[];
  /** Places that other formulas see, which are asked together with this one. */
  readonly alsoSeen?: readonly number[];
  /** Whether the state equation is asked about the net. */
  readonly equation?: boolean;
}

export interface Compared {
  readonly reduced: ReducedNet;
  /** `unknown` where there are too many states. */
  readonly given: 'holds' | 'violated' | 'unknown';
  readonly above: 'holds' | 'violated' | 'unknown';
  /** Whether the counterexample, if there is one, has a place that grows. */
  readonly grows: boolean;
}

/** The verdicts on the net and on the reduced net. Throws where a counterexample is refused. */
export function compare(asked: Case): Compared {
  const { net, formula, deadlock, preserve, rules, alsoSeen, equation } = asked;
  const model = netModel(net);
  const question = new FormulaQuestion(formula, observe(model, formula));
  const seen = new Set<number>();
  for (const predicate of question.observation.predicates) collectReads(predicate, seen);
  const reduced = new Reducer(net).reduce({
    visible: seen,
    preserve,
    ...(rules && { rules }),
    ...(alsoSeen && { expected: [...new Set([...seen, ...alsoSeen])] }),
    ...(equation && { equationSeconds: 60 }),
  });
  const layer = reductionLayer(model, reduced, preserve);
  const graph = new ModelGraph(layer.model, { deadlock, source: 'plain', maxStates: MOST_STATES });
  const { found } = searchExplicitly({
    graph,
    deadlock,
    question: layer.observe(question),
    engine: completeExplicit({ search: 'interpreted' }),
    stopwatch: new Stopwatch(),
  });
  let grows = false;
  if (found.outcome === 'violated') {
    const prepared = new PreparedModel(model, model, [layer]);
    const asked = { question, choices: { deadlock, trace: 'lasso' }, stopwatch: new Stopwatch() } as const;
    grows = confirm(prepared, found.lasso, asked).counterexample.grows !== undefined;
  }
  return { reduced, given: naiveVerdict(asked), above: found.outcome, grows };
}

function naiveVerdict({ net, formula, deadlock }: Case): Compared['given'] {
  const model = netModel(net);
  const { names } = observe(model, formula);
  const kripke = naiveKripke(model, { names, deadlock, maxStates: MOST_STATES });
  if (kripke === null) return 'unknown';
  return naivelyAccepts(kripke, translate(formula.store.not(formula))) ? 'violated' : 'holds';
}
