// A product whose states are in memories of their own, against one with all in one memory: processor seconds of the search for accepting cycles (couvreur), states a
// second and the most memory. `usual` begins in one memory, and moves when it is full.
//
//   node bench/memories/run.mjs [--gib N] [--only usual|apart] [MODEL FORMULA]        after `npm run build`; MODEL as for `tegata check`
//
// --gib says how much all memories may have (8). Beyond 4 the first one is left: kanban:8 with GF("P1>=8") | FG("P1<=7") needs about 7 GiB, while it moves.
import { parseArgs } from 'node:util';
import { translate } from '../../dist/automata/translate/translate.js';
import { readModel } from '../../dist/cli/input/model-input.js';
import { couvreurCheck } from '../../dist/explicit/emptiness/couvreur.js';
import { searchInKernel } from '../../dist/explicit/emptiness/search-in-kernel.js';
import { AutomatonProperty } from '../../dist/explicit/product/automaton-property.js';
import { Kripke } from '../../dist/explicit/product/kripke.js';
import { ModelGraph } from '../../dist/explicit/product/model-graph.js';
import { SynchronisedProduct } from '../../dist/explicit/product/product.js';
import { CompiledSource } from '../../dist/explicit/product/state-source.js';
import { parseLtl } from '../../dist/formula/parse.js';
import { observeNames } from '../../dist/models/observation.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { gib: { type: 'string', default: '8' }, only: { type: 'string' } },
});
const questions =
  positionals.length > 0
    ? [positionals]
    : [
        ['kanban:5', 'GF("P1<=4") | FG("P1>=5")'],
        ['kanban:5', 'GF("P1>=5") | FG("P1<=4")'],
        ['kanban:6', 'GF("P1>=6") | FG("P1<=5")'],
      ];

for (const [name, text] of questions) {
  for (const way of ['usual', 'apart'].filter((each) => values.only === undefined || values.only === each)) {
    const model = readModel(name);
    const automaton = translate(parseLtl(`!(${text})`));
    const memoryBytes = Number(values.gib) * 2 ** 30;
    const source = new CompiledSource(model, { memoryBytes, product: way === 'apart' ? 'apart' : 'reserved' });
    const graph = new ModelGraph(model, { deadlock: 'stutter', source });
    const { predicates, names } = observeNames(model, automaton.propositions);
    const kripke = new Kripke(graph, predicates);
    const product = new SynchronisedProduct(kripke, new AutomatonProperty(automaton, kripke.letters, names));
    const before = process.cpuUsage();
    const result = searchInKernel(product, couvreurCheck);
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    const states = result?.statistics.exploredStates ?? 0;
    const outcome = result === null ? 'does not fit' : result.accepting === null ? 'holds' : 'violated';
    const memory = `${source.space.memories} memories, at most ${(process.resourceUsage().maxRSS / 2 ** 20).toFixed(1)} GiB so far`;
    console.log(`${name} ${text}, ${way}: ${outcome}, ${source.space.states} states, ${states} of the product`);
    console.log(
      `  ${seconds.toFixed(2)} s of the processor, ${(states / seconds / 1e6).toFixed(2)} million a second, ${memory}`,
    );
  }
}
