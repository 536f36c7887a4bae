// The searches inside the compiled kernel against those in TypeScript, on the same products: every automaton kind, every emptiness check
// that suits it. Equal verdicts, and equal counts where the formula holds, because then both see everything. A counterexample is
// replayed and judged inside `check`.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { type AutomatonKind, automatonKinds } from '../../src/check/options.ts';
import { suitableChecks } from '../../src/explicit/emptiness/checks.ts';
import { searchInKernel } from '../../src/explicit/emptiness/search-in-kernel.ts';
import { Kripke } from '../../src/explicit/product/kripke.ts';
import { ModelGraph } from '../../src/explicit/product/model-graph.ts';
import { SynchronisedProduct } from '../../src/explicit/product/product.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { NEXT_FREE } from '../../src/formula/traits.ts';
import type { DeadlockReading } from '../../src/models/deadlock.ts';
import type { Model } from '../../src/models/model.ts';
import { type Net, NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { complaintOn } from '../certificates/certified.ts';
import { checkOnGraph, propertyOf } from '../helpers/explicit-check.ts';
import { quoted } from '../helpers/odd-names.ts';
import { randomNet } from '../helpers/random-net.ts';
import { longMode, roundsOf, seedFrom } from '../helpers/shared.ts';

const NETS = roundsOf({ usual: 12, long: 300 });
const FORMULAS_PER_NET = longMode ? 8 : 6;
/** States of the probe, after which the search starts again and only visits hopeless ones. */
const PROBES = [undefined, 0, 5];
/** Checks that visit every state of the product once when there is no accepting cycle. */
const ONCE = new Set(['couvreur', 'reachability', 'tarjan', 'weak']);

/** A net with one token that walks over a random graph: unlike random nets, most states are reached in one way only. */
function randomWalk(random: Random): Net {
  const net = new NetBuilder();
  const count = random.between(2, 14);
  for (let i = 0; i < count; i++) net.place(`s${i}`, { initial: i === 0 ? 1 : 0 });
  for (let i = 0; i < count; i++) {
    for (let n = random.between(0, 4); n > 0; n--) {
      const to = random.chance(0.7) ? random.between(i, count - 1) : random.below(count);
      const arcs = { inputs: [{ place: i, weight: 1 }], outputs: [{ place: to, weight: 1 }], inhibitors: [] };
      net.transition(`t${i}.${n}`, arcs);
    }
  }
  return net.build('walk');
}

/** Random predicates of the model's places, the last one perhaps `dead`. */
function observe(model: Model, seed: number): string[] {
  const random = new Random(seed);
  const names = Array.from({ length: 3 }, (_, i) => {
    const { name } = random.pick(model.variables);
    return i === 2 && random.chance(0.5) ? 'dead()' : `${quoted(name)} >= ${random.between(1, 2)}`;
  });
  // A place may be called `dead()`: then nobody may ask for deadlocks.
  return [...new Set(names)].filter((name) => model.predicate(name).value !== null);
}

function formulasOver(propositions: string[], seed: number, operators: 'ltl' | 'next-free'): Formula[] {
  const found: Formula[] = [];
  const stream = randomFormulas(new FormulaStore(), { propositions, seed, size: { min: 2, max: 10 }, operators });
  for (const formula of stream) if (found.push(formula) === FORMULAS_PER_NET) break;
  return found;
}

function productOf(graph: ModelGraph, formula: Formula, names: string[], kind: AutomatonKind): SynchronisedProduct {
  const kripke = new Kripke(
    graph,
    names.map((name) => graph.model.predicate(name).value!),
  );
  return new SynchronisedProduct(kripke, propertyOf(formula, kind, { letters: kripke.letters, names }));
}

describe('a search inside the kernel', () => {
  it.each(automatonKinds)('agrees with the one outside on random nets: %s', (automaton) => {
    const random = new Random(seedFrom(automatonKinds.indexOf(automaton)));
    const outcomes = { holds: 0, violated: 0 };
    const all = new Set<string>();
    for (let net = 0; net < NETS; net++) {
      const inside = new Set<string>();
      const model = netModel(net % 2 === 0 ? randomNet(random) : randomWalk(random));
      const deadlock: DeadlockReading = net % 3 === 0 ? 'drop' : 'stutter';
      const graph = new ModelGraph(model, { deadlock, source: 'compiled' });
      const names = observe(model, seedFrom(net));
      for (const formula of formulasOver(names, seedFrom(net), net % 3 === 0 ? 'ltl' : 'next-free')) {
        if (!formula.has(NEXT_FREE) && !['ba', 'tgba', 'tgta', 'lazy-tgta'].includes(automaton)) continue;
        const outside = productOf(graph, formula, names, automaton);
        for (const emptiness of suitableChecks(outside, deadlock)) {
          const { name } = emptiness;
          const expected = emptiness.search(productOf(graph, formula, names, automaton));
          const context = `${printFormula(formula)} on net ${net} by ${name}`;
          for (const probeStates of PROBES) {
            // A graph that nobody has seen loses its states when the search starts again.
            const unseen = probeStates === 5 && inside.size === 0;
            const where = unseen ? new ModelGraph(model, { deadlock, source: 'compiled' }) : graph;
            const result = searchInKernel(productOf(where, formula, names, automaton), emptiness, { probeStates });
            if (result === null) continue;
            if (probeStates === 5) inside.add(name);
            all.add(name);
            expect(result.accepting === null, `${context}, probe ${probeStates}`).toBe(expected.accepting === null);
            if (result.accepting === null && ONCE.has(name)) {
              const { exploredStates, exploredEdges } = expected.statistics;
              expect(result.statistics, context).toMatchObject({ exploredStates, exploredEdges });
            }
          }
          const outcome = expected.accepting === null ? 'holds' : 'violated';
          if (outcome === 'violated') {
            const { found } = checkOnGraph(graph, formula, { automaton, emptiness: name });
            expect(found.outcome, context).toBe(outcome);
          }
          outcomes[outcome]++;
          if (outcome === 'violated' || net % 4 !== 0 || emptiness.name !== 'couvreur') continue;
          expect(
            complaintOn(model.net, formula, { engine: { kind: 'explicit', automaton }, deadlock }),
            context,
          ).toBeNull();
        }
      }
    }
    expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(NETS / 2);
    expect([...all].sort()).toEqual(expect.arrayContaining([...CARRIED_OUT[automaton]]));
  });
});

/** The checks that the kernel carries out itself, by the kind of automaton. */
const CARRIED_OUT: Readonly<Record<AutomatonKind, readonly string[]>> = {
  ba: ['couvreur', 'ndfs', 'reachability', 'tarjan', 'two-pass', 'two-pass-whole', 'weak'],
  tgba: ['couvreur', 'ndfs', 'reachability', 'tarjan', 'two-pass', 'two-pass-whole', 'weak'],
  tgta: ['couvreur', 'tarjan', 'two-pass', 'two-pass-whole', 'weak'],
  'lazy-tgta': ['couvreur', 'tarjan', 'two-pass', 'two-pass-whole'],
  ta: ['two-pass', 'two-pass-whole'],
  gta: ['two-pass', 'two-pass-whole'],
  sta: ['two-pass', 'two-pass-whole'],
  sgta: ['two-pass', 'two-pass-whole'],
};
