// Does a reduction keep what a formula says of a net? Both sides by the naive oracle, which knows nothing of reductions; runs of the
// reduced net are lifted and judged elsewhere.
import type { Automaton } from '../../src/automata/automaton.ts';
import { translate } from '../../src/automata/translate/translate.ts';
import type { Random } from '../../src/base/random.ts';
import type { Formula } from '../../src/formula/formula.ts';
import { collectReads } from '../../src/models/expression/support.ts';
import type { Model } from '../../src/models/model.ts';
import { observe } from '../../src/models/observation.ts';
import type { Net } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { reduceNet } from '../../src/reductions/reduce.ts';
import type { ReducedNet } from '../../src/reductions/reduced-net.ts';
import type { RuleName } from '../../src/reductions/rules.ts';
import { substitute } from '../../src/reductions/substitute.ts';
import { naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';

/** A proposition about a net with places p0, p1, … and transitions t0, t1, …; on the first `places`, so that others can be reduced. */
export function randomProposition(random: Random, net: Net, places: number): string {
  const place = (): string => `p${random.below(Math.min(places, net.places.length))}`;
  const choices = [
    `${place()} >= ${random.between(1, 3)}`,
    `${place()} >= ${random.between(1, 2)}`,
    `tokens(${place()}, ${place()}) <= ${random.between(0, 3)}`,
    `${place()} < ${place()}`,
  ];
  if (net.transitions.length > 0 && random.chance(0.3)) choices.push(`fireable(${random.pick(net.transitions).id})`);
  return random.pick(choices);
}

export interface Case {
  readonly net: Net;
  readonly formula: Formula;
  readonly deadlock: 'stutter' | 'drop';
  readonly preserve: 'all' | 'next-free';
  readonly rules?: readonly RuleName[];
}

export interface Compared {
  readonly reduced: ReducedNet;
  /** Null where the given net is too large for the oracle. */
  readonly given: 'holds' | 'violated' | null;
  readonly above: 'holds' | 'violated' | null;
}

/** The verdicts on the net and on the reduced net. */
export function compare({ net, formula, deadlock, preserve, rules }: Case): Compared {
  const model = netModel(net);
  const observation = observe(model, formula);
  const seen = new Set<number>();
  for (const predicate of observation.predicates) collectReads(predicate, seen);
  const reduced = reduceNet(net, { visible: seen, preserve, ...(rules && { rules }) });
  const smaller = netModel(reduced.net);
  const predicates = new Map(
    observation.names.map((name, i) => [name, substitute(observation.predicates[i], (p) => reduced.meaningOf(p))]),
  );
  const above: Model = Object.assign(Object.create(smaller) as Model, {
    predicate: (name: string) => ({ value: predicates.get(name)!, diagnostics: [] }),
  });
  const negation = translate(formula.store.not(formula));
  const names = observation.names;
  const verdict = (of: Model): Compared['given'] => naiveVerdict(of, negation, names, deadlock);
  return { reduced, given: verdict(model), above: verdict(above) };
}

function naiveVerdict(
  model: Model,
  negation: Automaton,
  names: readonly string[],
  deadlock: 'stutter' | 'drop',
): 'holds' | 'violated' | null {
  const kripke = naiveKripke(model, { names, deadlock, maxStates: 400 });
  return kripke && (naivelyAccepts(kripke, negation) ? 'violated' : 'holds');
}
