// The further passes inside the kernel, which a testing automaton hardly ever needs: random automata with Fin do. Every answer is compared with the
// naive oracle, and some of the accepted ones must have been found in a further pass alone.
import { describe, expect, it } from 'vitest';
import { finSets } from '../../../src/automata/acceptance.ts';
import { testingAutomatonFor } from '../../../src/automata/testing/for-formula.ts';
import { Random } from '../../../src/base/random.ts';
import { couvreurCheck } from '../../../src/explicit/emptiness/couvreur.ts';
import { searchInKernel } from '../../../src/explicit/emptiness/search-in-kernel.ts';
import {
  twoPassCheck,
  unconditionalTwoPassCheck,
  wholeTwoPassCheck,
} from '../../../src/explicit/emptiness/two-pass.ts';
import { AutomatonProperty } from '../../../src/explicit/product/automaton-property.ts';
import { Kripke } from '../../../src/explicit/product/kripke.ts';
import { ModelGraph } from '../../../src/explicit/product/model-graph.ts';
import { type Product, SynchronisedProduct } from '../../../src/explicit/product/product.ts';
import { TestingProperty } from '../../../src/explicit/product/testing-property.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { randomFormulas } from '../../../src/formula/random-formula.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
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

describe('the second pass as printed', () => {
  it('walks all of the product once more, and says what ours says', () => {
    const random = new Random(7);
    const stream = randomFormulas(new FormulaStore(), {
      propositions: NAMES,
      seed: 3,
      size: { min: 3, max: 8 },
      operators: 'next-free',
    });
    const seen = { twice: 0, once: 0, violated: 0 };
    for (let net = 0; net < 8; net++) {
      const model = randomWalk(random, { places: [4, 9], steps: [2, 4] });
      const graph = new ModelGraph(model, { deadlock: 'stutter', source: 'compiled' });
      for (let round = 0; round < 20; round++) {
        const automaton = testingAutomatonFor(stream.next().value!, 'ta');
        const product = (): SynchronisedProduct => {
          const predicates = NAMES.map((name) => model.predicate(name).value!);
          const kripke = new Kripke(graph, predicates);
          return new SynchronisedProduct(kripke, new TestingProperty(automaton, kripke.letters, NAMES));
        };
        const ours = twoPassCheck.search(product()).accepting;
        const [whole, always] = [wholeTwoPassCheck, unconditionalTwoPassCheck].map((check) => {
          const inKernel = searchInKernel(product(), check);
          const plain = check.search(product());
          for (const one of [inKernel, plain]) if (one) expect(one.accepting !== null).toBe(ours !== null);
          if (inKernel !== null && ours === null) {
            const { exploredStates, exploredEdges, passes } = plain.statistics;
            expect(inKernel.statistics).toMatchObject({ exploredStates, exploredEdges, passes });
          }
          return plain.statistics;
        });
        if (ours !== null) {
          seen.violated++;
          continue;
        }
        expect(always.passes).toBe(2);
        expect((always.exploredStates % 2) + (always.exploredEdges % 2)).toBe(0);
        expect(whole.exploredStates * 2).toBe(always.exploredStates * whole.passes);
        expect(whole.exploredEdges * 2).toBe(always.exploredEdges * whole.passes);
        seen[whole.passes === 2 ? 'twice' : 'once']++;
      }
    }
    expect(Math.min(seen.once, seen.violated), JSON.stringify(seen)).toBeGreaterThan(3);
  });

  it('is taken where a livelock state was seen, and counts the product twice', () => {
    // a token goes round: FG ¬p1 is never satisfied, but ¬p1 is repeated five times in each round
    const net = new NetBuilder();
    for (let i = 0; i < 6; i++) net.place(`p${i}`, { initial: i === 0 ? 1 : 0 });
    for (let i = 0; i < 6; i++) net.move(`t${i}`, [`p${i}`], [`p${(i + 1) % 6}`]);
    const model = netModel(net.build('ring'), 'library');
    const automaton = testingAutomatonFor(parseLtl('FG !p1'), 'ta');
    const graph = new ModelGraph(model, { deadlock: 'stutter', source: 'compiled' });
    const product = (): SynchronisedProduct => {
      const kripke = new Kripke(graph, [model.predicate('p1').value!]);
      return new SynchronisedProduct(kripke, new TestingProperty(automaton, kripke.letters, ['p1']));
    };
    const ours = twoPassCheck.search(product()).statistics;
    for (const result of [wholeTwoPassCheck.search(product()), searchInKernel(product(), wholeTwoPassCheck)!]) {
      const { accepting, statistics } = result;
      expect(accepting).toBeNull();
      expect(statistics.passes).toBe(2);
      expect(statistics.exploredStates).toBeGreaterThan(ours.exploredStates);
      expect(statistics.exploredEdges).toBeGreaterThan(ours.exploredEdges);
      const whole = couvreurCheck.search(listedOnce(product())).statistics;
      expect(statistics.exploredStates).toBe(2 * whole.exploredStates);
      expect(statistics.exploredEdges).toBe(2 * whole.exploredEdges);
    }
  });
});

/** A product without acceptance, as a search sees it. */
function listedOnce(product: SynchronisedProduct): Product {
  return {
    modes: [],
    size: 0,
    initialStates: () => product.initialStates(),
    expand: (state, edges) => product.expand(state, edges),
  };
}
