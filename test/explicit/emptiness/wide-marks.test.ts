// Searches inside the kernel whose edges have a word of their own for their marks, since these have too many values for codes beside the slot. That
// takes large memories or many acceptance sets; here it is asked for.
import { describe, expect, it } from 'vitest';
import type { EmptinessCheck } from '../../../src/explicit/emptiness/check.ts';
import { suitableChecks } from '../../../src/explicit/emptiness/checks.ts';
import { couvreurCheck } from '../../../src/explicit/emptiness/couvreur.ts';
import type { EmptinessResult } from '../../../src/explicit/emptiness/result.ts';
import { searchInKernel } from '../../../src/explicit/emptiness/search-in-kernel.ts';
import { Kripke } from '../../../src/explicit/product/kripke.ts';
import { ModelGraph } from '../../../src/explicit/product/model-graph.ts';
import { SynchronisedProduct } from '../../../src/explicit/product/product.ts';
import { CompiledSource } from '../../../src/explicit/product/state-source.ts';
import { KernelSearch } from '../../../src/explicit/search/kernel-search.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { propositionsOf } from '../../../src/formula/traverse.ts';
import { kanban } from '../../../src/models/library/kanban.ts';
import type { Model } from '../../../src/models/model.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { propertyOf } from '../../helpers/explicit-check.ts';

type Kind = 'tgba' | 'ba' | 'ta' | 'gta' | 'tgta';

function productOf(model: Model, text: string, kind: Kind, source: CompiledSource | 'plain'): SynchronisedProduct {
  const formula = parseLtl(text);
  const names = propositionsOf(formula);
  const graph = new ModelGraph(model, { deadlock: 'stutter', source });
  const kripke = new Kripke(
    graph,
    names.map((name) => model.predicate(name).value!),
  );
  return new SynchronisedProduct(kripke, propertyOf(formula, kind, { letters: kripke.letters, names }));
}

/** The result of a search with such edges; a probe that ends is followed by the search itself. */
function searchWide(product: SynchronisedProduct, { kernel }: EmptinessCheck, probeStates?: number): EmptinessResult {
  const { space } = product.kripke.graph.states;
  const search = new KernelSearch(product, space!, { probeStates }, 'wide');
  let result = kernel!.search(search);
  while (result === 'probe ended') {
    search.startAgain();
    result = kernel!.search(search);
  }
  expect(typeof result, String(result)).toBe('object');
  return result as EmptinessResult;
}

/** Each is on or off, and turns whenever it likes. */
function switches(count: number): Model {
  const net = new NetBuilder();
  for (let i = 0; i < count; i++) {
    const [off, on] = [2 * i, 2 * i + 1];
    net.place(`off${i}`, { initial: 1 });
    net.place(`on${i}`, { initial: 0 });
    const arc = (place: number) => [{ place, weight: 1 }];
    net.transition(`up${i}`, { inputs: arc(off), outputs: arc(on) });
    net.transition(`down${i}`, { inputs: arc(on), outputs: arc(off) });
  }
  return netModel(net.build('switches'));
}

const outcomeOf = ({ accepting }: EmptinessResult): string => (accepting === null ? 'holds' : 'violated');

describe('marks with a word of their own', () => {
  const model = netModel(kanban(1));

  it.each([
    ['!(GF "Pout1 >= 1" & GF "Pout2 >= 1" & GF "Pm3 >= 1")', 'violated'],
    ['!(GF "Pout1 >= 1" & GF "Pout2 >= 1" & GF "Pm3 >= 2")', 'holds'],
    ['!(GF "Pm1 >= 1" & GF "Pback2 >= 1" & FG "Pm4 >= 1")', 'violated'],
    ['GF "Pm4 >= 1"', 'violated'],
    ['GF "Pm4 >= 1" -> GF "Pout4 >= 1"', 'violated'],
    ['FG !"Pm4 >= 1" | GF "Pm4 >= 1"', 'holds'],
  ])('tell cycles apart as the searches outside do, by every check: %s', (text, outcome) => {
    const checks = new Set<string>();
    for (const kind of ['tgba', 'ba', 'ta', 'gta', 'tgta'] as const) {
      for (const emptiness of suitableChecks(productOf(model, text, kind, 'plain'), 'stutter')) {
        const inKernel = (): SynchronisedProduct =>
          productOf(model, text, kind, new CompiledSource(model, { memoryBytes: 1 << 24 }));
        if (searchInKernel(inKernel(), emptiness) === null) continue;
        checks.add(emptiness.name);
        expect(outcomeOf(emptiness.search(productOf(model, text, kind, 'plain'))), emptiness.name).toBe(outcome);
        for (const probeStates of [undefined, 10]) {
          expect(outcomeOf(searchWide(inKernel(), emptiness, probeStates)), `${kind} ${emptiness.name}`).toBe(outcome);
        }
      }
    }
    expect(checks).toContain('couvreur');
  });

  it.each([
    ['all of them', 'violated', 1],
    ['all of them, one twice at once', 'holds', 2],
  ])('are used where codes do not suffice: %s', (_, outcome, tokens) => {
    const many = switches(10);
    const all = many.groups.slice(0, 10).map((__, i) => `GF "on${i} >= ${i === 9 ? tokens : 1}"`);
    const inKernel = (): SynchronisedProduct =>
      productOf(many, `!(${all.join(' & ')})`, 'tgba', new CompiledSource(many, { memoryBytes: 1 << 27 }));
    const product = inKernel();
    const coded = new KernelSearch(product, product.kripke.graph.states.space!, {}, 'coded');
    while (coded.place.misfit === null && couvreurCheck.kernel!.search(coded) === 'probe ended') {
      coded.startAgain();
    }
    expect(coded.place.misfit).toBe('too many marks');
    expect(outcomeOf(searchInKernel(inKernel(), couvreurCheck)!)).toBe(outcome);
  });
});
