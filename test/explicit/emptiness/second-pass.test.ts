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
import { anyAutomaton, randomAcceptance } from '../../helpers/automata.ts';
import { naiveKripke, naivelyAccepts } from '../../helpers/naive-check.ts';
import { randomWalk } from '../../helpers/random-walk.ts';

/** Two places of the graph. */
const NAMES: [string, string] = ['s0', 's1'];

describe('the further passes inside the kernel', () => {
  it('decide what the first one leaves open, as the oracle says', () => {
    const random = new Random(21);
    const counts = { violated: 0, holds: 0, further: 0, furtherHolds: 0 };
    for (let net = 0; net < 12; net++) {
      const model = randomWalk(random, { places: [4, 9], steps: [2, 4] });
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
