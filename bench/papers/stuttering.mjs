// The stuttering ratio of models [BDKT14, Table 1] without any check: the average over the first formulas that the symbolic set draws for a model, whether
// they are hard or trivial. Steps are counted in decision diagrams, or with `--explicit` state by state, for models whose diagrams are large.
//
//   node bench/papers/stuttering.mjs [--explicit] COUNT MODEL…

import { readModel } from '../../dist/cli/input/model-input.js';
import { candidate, propositionsFor, setSeed } from '../../dist/experiments/formula-sets.js';
import { Kripke } from '../../dist/explicit/product/kripke.js';
import { ModelGraph } from '../../dist/explicit/product/model-graph.js';
import { printFormula } from '../../dist/formula/print/print.js';
import { observe } from '../../dist/models/observation.js';
import { ExploredModel } from '../../dist/symbolic/explored-model.js';
import { stutteringShare } from '../../dist/symbolic/stuttering-share.js';

/** The states of a model, and of all steps between them the share that keeps what is observed. */
function inDiagrams(model) {
  const explored = new ExploredModel(model, { property: 'top' });
  const { space } = explored.states();
  const states = space.mdd.count(space.states);
  return (observation) => ({ states, share: stutteringShare(explored, observation) });
}

/** The same state by state. */
function byStates(model) {
  const graph = new ModelGraph(model, { deadlock: 'drop' });
  graph.initialStates();
  for (let state = 0; state < graph.states.size; state++) graph.expand(state);
  const { size } = graph.states;
  return ({ predicates }) => {
    const kripke = new Kripke(graph, predicates);
    let stuttering = 0;
    for (let state = 0; state < size; state++) {
      const letter = kripke.letter(state);
      const start = graph.startOf(state);
      const end = start + graph.expand(state);
      for (let i = start; i < end; i++) if (kripke.letter(graph.targets.get(i)) === letter) stuttering++;
    }
    const steps = graph.targets.length;
    return { states: size, share: steps === 0 ? null : stuttering / steps };
  };
}

const words = process.argv.slice(2);
const isExplicit = words[0] === '--explicit';
const [count, ...models] = isExplicit ? words.slice(1) : words;
console.log('model,number,states,stuttering ratio,formula');
for (const name of models) {
  const model = readModel(name);
  const propositions = propositionsFor(model);
  const counted = isExplicit ? byStates(model) : inDiagrams(model);
  for (let i = 0, found = 0; found < Number(count); i++) {
    const formula = candidate('symbolic', setSeed(1, name, 'symbolic'), i, propositions);
    if (formula === null) continue;
    found++;
    const { states, share } = counted(observe(model, formula));
    console.log(
      [name, i, states, share === null ? '' : share.toFixed(6), JSON.stringify(printFormula(formula))].join(','),
    );
  }
}
