// The further passes inside the kernel, which a testing automaton hardly ever needs: random automata with Fin do. Every answer is compared with the
// naive oracle, and some of the accepted ones must have been found in a further pass alone.
import { describe, expect, it } from 'vitest';
import { finSets } from '../../../src/automata/acceptance.ts';
import { Random } from '../../../src/base/random.ts';
import { searchInKernel } from '../../../src/explicit/emptiness/search-in-kernel.ts';
import { twoPassCheck } from '../../../src/explicit/emptiness/two-pass.ts';
import { AutomatonProperty } from '../../../src/explicit/product/automaton-property.ts';
import { Kripke } from '../../../src/explicit/product/kripke.ts';
import { ModelGraph } from '../../../src/explicit/product/model-graph.ts';
import { SynchronisedProduct } from '../../../src/explicit/product/product.ts';
import type { Model } from '../../../src/models/model.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { anyAutomaton, randomAcceptance } from '../../helpers/automata.ts';
import { naiveKripke, naivelyAccepts } from '../../helpers/naive-check.ts';

/** Two places of the graph. */
const NAMES: [string, string] = ['s0', 's1'];

/** A token that walks over a random graph. */
function walk(random: Random): Model {
  const net = new NetBuilder();
  const count = random.between(4, 9);
  for (let i = 0; i < count; i++) net.place(`s${i}`, { initial: i === 0 ? 1 : 0 });
  for (let i = 0; i < count; i++) {
    for (let n = random.between(2, 4); n > 0; n--) {
      const to = random.below(count);
      net.transition(`t${i}.${n}`, { inputs: [{ place: i, weight: 1 }], outputs: [{ place: to, weight: 1 }] });
    }
  }
  return netModel(net.build('walk'));
}

describe('the further passes inside the kernel', () => {
  it('decide what the first one leaves open, as the oracle says', () => {
    const random = new Random(21);
    const counts = { violated: 0, holds: 0, further: 0, furtherHolds: 0 };
    for (let net = 0; net < 12; net++) {
      const model = walk(random);
      const graph = new ModelGraph(model, { deadlock: 'stutter', source: 'compiled' });
      const naive = naiveKripke(model, { names: NAMES, deadlock: 'stutter', maxStates: 100 })!;
      for (let round = 0; round < 80; round++) {
        const automaton = anyAutomaton(random, randomAcceptance(random, random.between(2, 4)), NAMES);
        if (finSets(automaton.acceptance.formula) === 0) continue;
        const kripke = new Kripke(
          graph,
          NAMES.map((name) => model.predicate(name).value!),
        );
        const property = new AutomatonProperty(automaton, kripke.letters, NAMES);
        const result = searchInKernel(new SynchronisedProduct(kripke, property), twoPassCheck);
        if (result === null) continue;
        const expected = naivelyAccepts(naive, automaton);
        expect(result.accepting !== null, `net ${net}, round ${round}`).toBe(expected);
        counts[expected ? 'violated' : 'holds']++;
        if (result.statistics.passes > 1) counts[expected ? 'further' : 'furtherHolds']++;
      }
    }
    expect(counts.further, JSON.stringify(counts)).toBeGreaterThan(1);
    expect(Math.min(counts.holds, counts.furtherHolds)).toBeGreaterThan(20);
  });
});
