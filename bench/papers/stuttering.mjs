// The stuttering ratio of models [BDKT14, Table 1] without any check: the average over the first formulas that the symbolic set draws for a model, whether
// they are hard or trivial.
//
//   node bench/papers/stuttering.mjs COUNT MODEL…

import { readModel } from '../../dist/cli/input/model-input.js';
import { candidate, propositionsFor, setSeed } from '../../dist/experiments/formula-sets.js';
import { printFormula } from '../../dist/formula/print/print.js';
import { observe } from '../../dist/models/observation.js';
import { ExploredModel } from '../../dist/symbolic/explored-model.js';
import { stutteringShare } from '../../dist/symbolic/stuttering-share.js';

const [count, ...models] = process.argv.slice(2);
console.log('model,number,states,stuttering ratio,formula');
for (const name of models) {
  const model = readModel(name);
  const propositions = propositionsFor(model);
  const explored = new ExploredModel(model, { property: 'top' });
  const { space } = explored.states();
  const states = space.mdd.count(space.states);
  for (let i = 0, found = 0; found < Number(count); i++) {
    const formula = candidate('symbolic', setSeed(1, name, 'symbolic'), i, propositions);
    if (formula === null) continue;
    found++;
    const share = stutteringShare(explored, observe(model, formula), {});
    console.log(
      [name, i, states, share === null ? '' : share.toFixed(6), JSON.stringify(printFormula(formula))].join(','),
    );
  }
}
