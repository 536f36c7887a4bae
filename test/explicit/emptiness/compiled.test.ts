// What a search inside the kernel meets beside plain products: states that are packed anew or folded under it, memories that are too
// small, many propositions, deadlocks and limits. Many marks: `wide-marks.test.ts`.
import { describe, expect, it } from 'vitest';
import type { Automaton } from '../../../src/automata/automaton.ts';
import { translate } from '../../../src/automata/translate/translate.ts';
import { check } from '../../../src/check/check.ts';
import type { EmptinessCheck } from '../../../src/explicit/emptiness/check.ts';
import { suitableChecks } from '../../../src/explicit/emptiness/checks.ts';
import { couvreurCheck } from '../../../src/explicit/emptiness/couvreur.ts';
import { ndfsCheck } from '../../../src/explicit/emptiness/ndfs.ts';
import { reachabilityCheck } from '../../../src/explicit/emptiness/reachability.ts';
import { searchInKernel } from '../../../src/explicit/emptiness/search-in-kernel.ts';
import { AutomatonProperty } from '../../../src/explicit/product/automaton-property.ts';
import { Kripke } from '../../../src/explicit/product/kripke.ts';
import { ModelGraph } from '../../../src/explicit/product/model-graph.ts';
import { SynchronisedProduct } from '../../../src/explicit/product/product.ts';
import { CompiledSource } from '../../../src/explicit/product/state-source.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { propositionsOf } from '../../../src/formula/traverse.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { loadModel } from '../../../src/models/formats/load.ts';
import { kanban } from '../../../src/models/library/kanban.ts';
import { philosophers } from '../../../src/models/library/philosophers.ts';
import { slottedRing } from '../../../src/models/library/slotted-ring.ts';
import { observeNames } from '../../../src/models/observation.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { checkOnGraph, propertyOf } from '../../helpers/explicit-check.ts';
import { crowdedCounter } from '../../helpers/kernel.ts';
import { SMALL_MODELS } from '../../symbolic/small-models.ts';

function productOf(graph: ModelGraph, text: string, kind: 'tgba' | 'ba' | 'ta' | 'tgta'): SynchronisedProduct {
  const formula = parseLtl(text);
  const names = propositionsOf(formula);
  const kripke = new Kripke(
    graph,
    names.map((name) => graph.model.predicate(name).value!),
  );
  return new SynchronisedProduct(kripke, propertyOf(formula, kind, { letters: kripke.letters, names }));
}

function checksFor(graph: ModelGraph, text: string, kind: 'tgba' | 'ba' | 'ta' | 'tgta'): EmptinessCheck[] {
  return suitableChecks(productOf(graph, text, kind), 'stutter');
}

describe('states that move during a search', () => {
  const model = crowdedCounter(70_000);

  it.each([
    ['tgba', 'GF "a >= 1" | F "p >= 70001"', 'holds'],
    ['tgba', 'FG "a >= 1" | F "p >= 70001"', 'violated'],
    ['ba', 'GF ("a >= 1" | "b >= 1")', 'holds'],
    ['tgba', 'G "p <= 70000"', 'holds'],
    ['ta', 'FG "b <= 0" | G "p <= 69999"', 'violated'],
    ['tgta', 'G ("a >= 1" | "b >= 1" | F "p >= 70001")', 'holds'],
  ] as const)('are packed anew under %s: %s', (kind, text, outcome) => {
    const known = new ModelGraph(model, { deadlock: 'stutter' });
    for (const emptiness of checksFor(known, text, kind)) {
      const { name } = emptiness;
      for (const probeStates of [undefined, 300]) {
        const source = new CompiledSource(model, { memoryBytes: 1 << 27 });
        const graph = new ModelGraph(model, { deadlock: 'stutter', source });
        const result = searchInKernel(productOf(graph, text, kind), emptiness, { probeStates });
        if (result === null) continue;
        expect(result.accepting === null ? 'holds' : 'violated', name).toBe(outcome);
        if (outcome === 'holds') expect(source.space.repackings, name).toBeGreaterThan(0);
      }
    }
  });

  it('are folded from the start or when memory runs short', () => {
    const ring = netModel(slottedRing(5));
    const { name } = ring.variables[0];
    const text = `GF "${name} >= 1" | FG "${name} <= 0"`;
    const expected = couvreurCheck.search(productOf(new ModelGraph(ring, { deadlock: 'stutter' }), text, 'tgba'));
    for (const options of [{ fold: 'always' }, { memoryBytes: 6 << 20 }] as const) {
      const source = new CompiledSource(ring, options);
      const graph = new ModelGraph(ring, { deadlock: 'stutter', source });
      for (const probeStates of [undefined, 0]) {
        const result = searchInKernel(productOf(graph, text, 'tgba'), couvreurCheck, { probeStates });
        expect(result?.statistics.exploredStates).toBe(expected.statistics.exploredStates);
      }
    }
  });
});

describe('a terminal automaton', () => {
  it.each([
    ['G "Pout1 <= 0"', true],
    ['G "Pout1 <= 1"', false],
  ])('is decided by the first accepting state where that is enough: %s', (text, isViolated) => {
    const graph = new ModelGraph(netModel(kanban(1)), { deadlock: 'stutter' });
    const decision = searchInKernel(productOf(graph, text, 'tgba'), reachabilityCheck, { goal: 'decision' })!;
    expect([decision.accepting, decision.deciding !== undefined]).toEqual([null, isViolated]);
    const cycle = searchInKernel(productOf(graph, text, 'tgba'), reachabilityCheck)!;
    expect([cycle.accepting !== null, cycle.deciding]).toEqual([isViolated, undefined]);
  });
});

describe('an array that the formula indexes, and the model never does', () => {
  // Its elements are packed one by one: of different widths, and from different values on.
  const spare = Array.from({ length: 6 }, (_, k) => `x${k}`);
  const text = `int a[3]; int i; ${spare.map((name) => `int ${name};`).join(' ')}
active proctype P() {
  a[1] = 100; a[2] = -5;
  do
  :: a[0] < 1 -> a[0] = a[0] + 1
  :: a[1] < 20000 -> a[1] = a[1] + 9950
  :: a[2] < -3 -> a[2] = a[2] + 1
  :: i < 2 -> i = i + 1
  :: i == 2 -> i = 0
  ${spare.map((name) => `:: ${name} < 1 -> ${name} = 1`).join('\n  ')}
  od
}`;
  const model = loadModel('array.pml', [text]).value!;

  it.each([
    ['GF "a[i] >= 0" & G "a[i] >= -5"', 'holds'],
    ['FG "a[i] >= 0"', 'violated'],
    ['FG("i == 2" -> "a[i] < 0")', 'holds'],
    ['FG("i == 1" -> "a[i] >= 100")', 'holds'],
    ['FG("i == 1" -> "a[i] <= 10050")', 'violated'],
    ['G("a[i] == a[0]" | "a[i] == a[1]" | "a[i] == a[2]")', 'holds'],
    ['G "a[i] >= 0"', 'violated'],
    ['GF "a[i] == -3" -> FG "a[i] == -3"', 'violated'],
  ] as const)('%s', (formula, expected) => {
    for (const emptiness of ['couvreur', 'tarjan'] as const) {
      for (const search of ['compiled', 'interpreted'] as const) {
        const engine = { kind: 'explicit', emptiness, search, partialOrder: 'none' } as const;
        const { verdict } = check(model, parseLtl(formula), { engine, vacuity: 'skip' });
        expect(verdict.outcome, `${emptiness}, ${search}`).toBe(expected);
      }
    }
  });
});

describe('what the kernel cannot do', () => {
  it('is left to the searches outside: too little memory', () => {
    const model = netModel(kanban(3));
    const source = new CompiledSource(model, { memoryBytes: 1 << 20 });
    const graph = new ModelGraph(model, { deadlock: 'stutter', source });
    const text = 'GF "Pout1 >= 1" | FG "Pout1 <= 0"';
    expect(searchInKernel(productOf(graph, text, 'tgba'), couvreurCheck)).toBeNull();
    const plain = new ModelGraph(model, { deadlock: 'stutter', source: 'plain' });
    expect(searchInKernel(productOf(plain, text, 'tgba'), couvreurCheck)).toBeNull();
  });

  it('is left to the searches outside, which go on in further memories: more states than one memory holds', () => {
    const model = netModel(kanban(3));
    const text = 'GF "Pout1 >= 1" | FG "Pout1 <= 0"';
    const known = couvreurCheck.search(
      productOf(new ModelGraph(model, { deadlock: 'stutter', source: 'plain' }), text, 'tgba'),
    );
    const source = new CompiledSource(model, { memoryBytes: 1 << 24, largestMemory: 3 << 17, fold: 'never' });
    const graph = new ModelGraph(model, { deadlock: 'stutter', source });
    const product = productOf(graph, text, 'tgba');
    expect(searchInKernel(product, couvreurCheck)).toBeNull();
    const found = couvreurCheck.search(product);
    expect(found.accepting === null).toBe(known.accepting === null);
    expect(found.statistics.exploredStates).toBe(known.statistics.exploredStates);
    expect(source.space.memories).toBeGreaterThan(1);
  });

  it('is left to the searches outside, and leaves nothing behind: memories too small for one part after the other', () => {
    const model = netModel(kanban(2));
    const places = model.variables.map(({ name }) => name);
    const many = `!(${places
      .slice(0, 5)
      .map((name) => `F("${name} >= 1" & X "${name} <= 1")`)
      .join(' & ')})`;
    const automata = [many, 'GF "Pout1 >= 1" | FG "Pout1 <= 0"', many].map((text) => translate(parseLtl(`!(${text})`)));
    const product = (graph: ModelGraph, automaton: Automaton): SynchronisedProduct => {
      const { predicates, names } = observeNames(model, automaton.propositions);
      const kripke = new Kripke(graph, predicates);
      return new SynchronisedProduct(kripke, new AutomatonProperty(automaton, kripke.letters, names));
    };
    const plain = new ModelGraph(model, { deadlock: 'stutter', source: 'plain' });
    const expected = automata.map((automaton) => couvreurCheck.search(product(plain, automaton)).accepting === null);
    const seen = { done: 0, left: 0 };
    for (let bytes = 1 << 17; bytes < 1 << 23; bytes = Math.ceil(bytes * 1.2)) {
      const source = new CompiledSource(model, { memoryBytes: bytes });
      const graph = new ModelGraph(model, { deadlock: 'stutter', source });
      automata.forEach((automaton, i) => {
        for (const emptiness of suitableChecks(product(graph, automaton), 'stutter')) {
          const result = searchInKernel(product(graph, automaton), emptiness, { probeStates: 100 });
          if (result !== null) {
            expect(result.accepting === null, `automaton ${i} by ${emptiness.name}, ${bytes}`).toBe(expected[i]);
          }
          seen[result === null ? 'left' : 'done']++;
        }
      });
    }
    expect(Math.min(seen.done, seen.left)).toBeGreaterThan(10);
  });

  it('is left to the searches outside: a path that is longer than the room for it', () => {
    const long = 3000;
    const builder = new NetBuilder();
    const [p, q] = [builder.place('p', { initial: long }), builder.place('q')];
    builder.move('on', ['p'], ['q']);
    builder.transition('back', { inputs: [{ place: q, weight: long }], outputs: [{ place: p, weight: long }] });
    const model = netModel(builder.build('ring'));
    const questions = [
      [`!(GF "q <= 0" & GF "q >= ${long}")`, 'violated'],
      [`GF "q <= 0" -> GF "q >= ${long}"`, 'holds'],
    ] as const;
    const plain = new ModelGraph(model, { deadlock: 'stutter', source: 'plain' });
    const seen = { done: 0, left: 0 };
    for (const kind of ['tgba', 'ba', 'ta', 'tgta'] as const) {
      for (const [text, expected] of questions) {
        for (const emptiness of checksFor(plain, text, kind)) {
          for (let bytes = 3 << 17; bytes < 1 << 23; bytes = Math.ceil(bytes * 1.7)) {
            const graph = new ModelGraph(model, {
              deadlock: 'stutter',
              source: new CompiledSource(model, { memoryBytes: bytes }),
            });
            const result = searchInKernel(productOf(graph, text, kind), emptiness, { probeStates: 100 });
            seen[result === null ? 'left' : 'done']++;
            const outcome = result === null ? expected : result.accepting === null ? 'holds' : 'violated';
            expect(outcome, `${text}, ${kind}, ${emptiness.name}, ${bytes}`).toBe(expected);
          }
        }
      }
    }
    expect(Math.min(seen.done, seen.left)).toBeGreaterThan(10);
  });

  it('is left to the searches outside: nested search with acceptance on edges', () => {
    const model = netModel(kanban(1));
    const graph = new ModelGraph(model, { deadlock: 'stutter' });
    const text = '!(GF "Pout1 >= 1" & GF "Pout2 >= 1")';
    expect(searchInKernel(productOf(graph, text, 'tgba'), ndfsCheck)).toBeNull();
    expect(checkOnGraph(graph, parseLtl(text), { automaton: 'tgba', emptiness: 'ndfs' }).found.outcome).toBe(
      'violated',
    );
  });
});

describe('large properties', () => {
  const model = netModel(kanban(1));
  const places = model.variables.map(({ name }) => name);

  it.each([9, 16])('may have %d propositions', (count) => {
    const names = places.slice(0, count);
    const text = `G (${names.map((name) => `"${name} <= 1"`).join(' & ')})`;
    const { verdict, statistics } = check(model, parseLtl(text), {});
    expect([verdict.outcome, statistics.modelStates]).toEqual(['holds', 160]);
  });

  it('may have more propositions than a letter has bits', () => {
    const names = places.flatMap((name) => [`"${name} <= 1"`, `"${name} <= 2"`, `"${name} <= 3"`]);
    expect(names.length).toBeGreaterThan(32);
    for (const automaton of ['tgba', 'lazy-tgta'] as const) {
      const { verdict, statistics } = check(model, parseLtl(`G (${names.join(' & ')})`), {
        engine: { kind: 'explicit', automaton },
      });
      expect([verdict.outcome, statistics.modelStates]).toEqual(['holds', 160]);
    }
  });
});

describe('a weak automaton', () => {
  // its states are met one after the other; those of rejecting components once lay beyond the table of the accepting ones
  it('may have states beyond those in accepting components', () => {
    const model = netModel(philosophers(2));
    const places = ['Idle0', 'HasLeft0', 'HasRight0', 'IsEating0'];
    const names = places.filter((name) => model.predicate(name).value !== null);
    expect(names.length).toBeGreaterThan(2);
    for (const a of names) {
      for (const b of names) {
        const formula = parseLtl(`!((G !${a} M F ${b}) U X(${a} R !${b}))`);
        for (const deadlock of ['stutter', 'drop'] as const) {
          const [inside, outside] = (['compiled', 'interpreted'] as const).map((search) =>
            check(model, formula, { engine: { kind: 'explicit', automaton: 'tgta', search }, deadlock }),
          );
          expect(inside.verdict.outcome, `${a}, ${b}, ${deadlock}`).toBe(outside.verdict.outcome);
        }
      }
    }
  });
});

describe('a second pass', () => {
  it('starts from an empty path, whatever the first one had left to its queue', () => {
    const model = analyse(loadModel('channel.dve', [SMALL_MODELS['channel.dve']]).value!);
    for (const name of ['total >= 1', 'at >= 1', 'at >= 3']) {
      const { verdict, statistics } = check(model, parseLtl(`GF "${name}"`), {
        engine: { kind: 'explicit', automaton: 'ta' },
        deadlock: 'drop',
      });
      expect([verdict.outcome, statistics.passes]).toEqual(['holds', 2]);
    }
  });
});

describe('a state with several successors', () => {
  it('is followed to each of them, which nothing else leads to', () => {
    const net = new NetBuilder();
    net.place('start', { initial: 1 });
    const ends = Array.from({ length: 9 }, (_, i) => `end${i}`);
    for (const name of ends) net.place(name);
    ends.forEach((_, i) => {
      const arcs = { inputs: [{ place: 0, weight: 1 }], outputs: [{ place: i + 1, weight: 1 }], inhibitors: [] };
      net.transition(`t${i}`, arcs);
    });
    const fan = netModel(net.build('fan'));
    for (const name of ends) {
      const graph = new ModelGraph(fan, { deadlock: 'stutter' });
      for (const text of [`G "${name} <= 0"`, `!GF "${name} >= 1"`, `FG "start <= 0" & GF "${name} <= 0"`]) {
        for (const kind of ['tgba', 'ba', 'tgta'] as const) {
          for (const check of checksFor(graph, text, kind)) {
            const result = searchInKernel(productOf(graph, text, kind), check, { probeStates: 0 });
            expect(result?.accepting, `${text} by ${kind}, ${check.name}`).not.toBeNull();
          }
        }
      }
    }
  });
});

describe('deadlocks and limits', () => {
  const model = netModel(philosophers(4));
  const name = model.variables[0].name;

  it('a deadlock is refused where the model must not have one', () => {
    const text = `G ("${name} >= 0")`;
    expect(() => check(model, parseLtl(`${text} & GF "${name} <= 5"`), { deadlock: 'error' })).toThrow('deadlock');
  });

  it('limits stop the search with what it has seen', () => {
    const large = netModel(kanban(4));
    const formula = parseLtl('GF "Pout1 <= 3" | FG "Pout1 >= 4"');
    const { verdict, statistics } = check(large, formula, { limits: { states: 5000 }, reductions: 'none' });
    expect(verdict).toMatchObject({ outcome: 'unknown', limit: 'states', reason: 'more than 5000 states' });
    expect(statistics.modelStates).toBeGreaterThan(5000);
    expect(statistics.modelStates).toBeLessThan(5100);
    let seen = 0;
    const cancelled = check(large, formula, {
      reductions: 'none',
      limits: { isCancelled: () => seen > 0 },
      onProgress: ({ states }) => {
        seen = states;
      },
    });
    expect(cancelled.verdict).toMatchObject({ outcome: 'unknown', limit: 'cancelled' });
    expect(cancelled.statistics.productStates).toBeGreaterThan(0);
    expect(cancelled.statistics.productStates).toBeLessThan(400_000);
  });

  it('a graph serves one formula after the other', () => {
    const graph = new ModelGraph(model, { deadlock: 'stutter' });
    for (const text of ['F dead', 'G !dead', `GF "${name} >= 1" | F dead`, 'G !dead', 'F dead']) {
      const outside = check(model, parseLtl(text), { engine: { kind: 'explicit', search: 'interpreted' } });
      expect(checkOnGraph(graph, parseLtl(text)).found.outcome, text).toBe(outside.verdict.outcome);
    }
  });
});
