// Random conditions on the markings of a net: comparisons of places and of sums, what enables a transition, and Boolean combinations; and
// random nets without capacities, which need not be bounded.
import type { Random } from '../../src/base/random.ts';
import type { BinaryOperator, Expression } from '../../src/models/expression/expression.ts';
import type { Model } from '../../src/models/model.ts';
import { type Arc, type Net, NetBuilder } from '../../src/models/petri/net.ts';

const COMPARISONS: readonly BinaryOperator[] = ['>=', '<=', '>', '<', '==', '!='];

export function randomCondition(random: Random, model: Model, depth = 2): Expression {
  if (depth > 0 && random.chance(0.4)) {
    const operands = [randomCondition(random, model, depth - 1), randomCondition(random, model, depth - 1)];
    if (random.chance(0.2)) return { kind: 'unary', operator: '!', operand: operands[0] };
    return { kind: random.chance(0.5) ? 'all' : 'any', operands };
  }
  if (model.groups.length > 0 && random.chance(0.3)) return model.names.fireable(random.pick(model.groups).name)!;
  if (model.variables.length === 0) return { kind: 'constant', value: random.below(2) };
  const constant = { kind: 'constant', value: random.between(-1, 6) } as const;
  const right = random.chance(0.7) ? constant : randomSum(random, model);
  return { kind: 'binary', operator: random.pick(COMPARISONS), left: randomSum(random, model), right };
}

/** A place, tokens of several places, or their sum or difference with 32 bits. */
function randomSum(random: Random, model: Model): Expression {
  const place = (): Expression => ({ kind: 'variable', variable: random.below(model.variables.length) });
  if (random.chance(0.5)) return place();
  if (random.chance(0.3)) {
    return { kind: 'binary', operator: random.pick(['+', '-'] as const), left: place(), right: place() };
  }
  return { kind: 'sum', operands: Array.from({ length: random.between(1, 4) }, place) };
}

/** A net with weights and loops; a third of the transitions move tokens only, so that sums stay constant now and then. */
export function randomOpenNet(random: Random): Net {
  const builder = new NetBuilder();
  const places = random.between(1, 6);
  for (let i = 0; i < places; i++) builder.place(`p${i}`, { initial: random.between(0, 2) });
  const arc = (): Arc => ({ place: random.below(places), weight: random.pick([1, 1, 1, 2, 3]) });
  const arcs = (most: number): Arc[] => Array.from({ length: random.between(0, most) }, arc);
  for (let t = random.between(0, 6); t > 0; t--) {
    const inputs = arcs(3);
    const outputs = random.chance(0.5) ? inputs.map(({ weight }) => ({ ...arc(), weight })) : arcs(2);
    builder.transition(`t${t}`, { inputs, outputs });
  }
  return builder.build('open');
}
