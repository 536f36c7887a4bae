// Small random models that all have the same propositions, so that one formula or automaton fits all of them.
import type { Random } from '../../src/base/random.ts';
import type { Expression } from '../../src/models/expression/expression.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { graphModel, randomGraph } from './graph-model.ts';
import { randomNet } from './random-net.ts';

/** A net, a graph, or every eighth time a model of the library. `dead` may be one of the names. */
export function anyModel(
  random: Random,
  { library, names, turn }: { readonly library: readonly Model[]; readonly names: readonly string[]; turn: number },
): Model {
  if (turn % 8 === 7) return withPropositions(random, random.pick(library), names);
  if (turn % 2 === 0) return withPropositions(random, netModel(randomNet(random)), names);
  const states = random.between(2, turn % 4 === 1 ? 5 : 14);
  const propositions = names.filter((name) => name !== 'dead');
  return graphModel(randomGraph(random, { states, propositions, degree: 1.2 + random.unit(), deadlocks: true }));
}

/** The model with these propositions for random conditions on its variables. */
function withPropositions(random: Random, model: Model, names: readonly string[]): Model {
  const conditions = new Map(names.map((name) => [name, anyCondition(random, model, name)]));
  const predicate: Model['predicate'] = (name) => ({ value: conditions.get(name)!, diagnostics: [] });
  return Object.assign(Object.create(model) as Model, { predicate });
}

function anyCondition(random: Random, model: Model, name: string): Expression {
  if (name === 'dead') return { kind: 'dead' };
  return {
    kind: 'binary',
    operator: '>=',
    left: { kind: 'variable', variable: random.below(model.variables.length) },
    right: { kind: 'constant', value: random.between(1, 2) },
  };
}
