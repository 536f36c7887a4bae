// Stubborn sets inside the kernel against those in TypeScript: the same sets, so the same reduced product, by every check.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { InputError, unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { suitableChecks } from '../../../src/explicit/emptiness/checks.ts';
import type { EmptinessResult, ProductAgain, StubbornOffer } from '../../../src/explicit/emptiness/result.ts';
import { searchInKernel } from '../../../src/explicit/emptiness/search-in-kernel.ts';
import type { PlanSource } from '../../../src/explicit/kernel/product/stubborn-tables.ts';
import { StubbornProduct } from '../../../src/explicit/partial-order/stubborn-product.ts';
import { WaitingPlans } from '../../../src/explicit/partial-order/waiting-plans.ts';
import type { SynchronisedProduct } from '../../../src/explicit/product/product.ts';
import { CompiledSource } from '../../../src/explicit/product/state-source.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { readDve } from '../../../src/models/formats/dve/model.ts';
import { generateNet } from '../../../src/models/library/index.ts';
import type { Model } from '../../../src/models/model.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { naiveGraph } from '../../helpers/naive-check.ts';
import { oddlyNamed } from '../../helpers/odd-names.ts';
import { randomConcurrentNet } from '../../helpers/random-concurrent-net.ts';
import { randomDve } from '../../helpers/random-dve.ts';
import { roundsOf, seedFrom } from '../../helpers/shared.ts';
import { randomProposition } from '../../reductions/agreement.ts';
import { type Asked, formulasOver, productOf } from './agreement.ts';

const ROUNDS = roundsOf({ usual: 15, long: 800 });

const MOST_STATES = 1000;

/** Expects the check to decide alike in both, and to visit as much where nothing is accepted. */
function compare(asked: Asked, context: string): { followed: number; enabled: number } {
  const { model, deadlock } = asked;
  // The smallest memory that holds a product of this kind; a new one for each check.
  const compiled = (): SynchronisedProduct => productOf(asked, new CompiledSource(model, { memoryBytes: 1 << 26 }));
  let counts = { followed: 0, enabled: 0 };
  for (const check of suitableChecks(compiled(), deadlock)) {
    const plain = productOf(asked);
    const reduced = new StubbornProduct(plain);
    const expected = check.search(reduced);
    for (const probeStates of [0, 8]) {
      const product = compiled();
      const stubborn = { plans: () => new WaitingPlans(product), use: 'always' } as const;
      const found = searchInKernel(product, check, { stubborn, probeStates });
      if (found === null) continue;
      expect(outcome(found), `${context} by ${check.name}`).toBe(outcome(expected));
      const { partialOrder, exploredStates, exploredEdges } = found.statistics;
      if (expected.accepting !== null || typeof partialOrder !== 'object') continue;
      expect({ exploredStates, exploredEdges }, `${context} by ${check.name}`).toEqual({
        exploredStates: expected.statistics.exploredStates,
        exploredEdges: expected.statistics.exploredEdges,
      });
      counts = partialOrder;
    }
  }
  return counts;
}

interface AnyModel {
  readonly model: Model;
  proposition(random: Random): string;
}

function anyNet(random: Random): AnyModel {
  const plain = randomConcurrentNet(random);
  const net = random.chance(0.3) ? oddlyNamed(random, plain) : plain;
  return { model: netModel(net), proposition: (chooser) => randomProposition(chooser, net, 8) };
}

function anyProgram(random: Random): AnyModel {
  const { text, proposition } = randomDve(random);
  return { model: analyse(unwrap(readDve({ name: text, text }))), proposition };
}

function outcome({ accepting }: EmptinessResult): string {
  return accepting === null ? 'holds' : 'violated';
}

function askedOf(net: Parameters<typeof generateNet>[0], size: number, formula: string): Asked {
  const model = netModel(generateNet(net, size).value!);
  return { model, formula: parseLtl(formula), deadlock: 'stutter', kind: 'tgba' };
}

function compiled(asked: Asked): SynchronisedProduct {
  return productOf(asked, new CompiledSource(asked.model, { memoryBytes: 1 << 28 }));
}

/** Stubborn sets that are left to the search, which looks at them after so many states. */
function offered(asked: Asked, lookAfter: number, plans: () => PlanSource): StubbornOffer {
  const again = (): ProductAgain => {
    const product = compiled(asked);
    return { product, plans: () => new WaitingPlans(product) };
  };
  return { plans, use: 'auto', again, lookAfter };
}

function exploredBy(asked: Asked, use: 'auto' | 'none', lookAfter = 1024): EmptinessResult {
  const product = compiled(asked);
  const [check] = suitableChecks(product, 'stutter');
  const stubborn = use === 'none' ? {} : { stubborn: offered(asked, lookAfter, () => new WaitingPlans(product)) };
  return searchInKernel(product, check, { ...stubborn, probeStates: 1024 })!;
}

/** Random programs may have a fault: others ask what becomes of it. */
function isSmallAndSound(model: Model): boolean {
  try {
    return naiveGraph(model, { deadlock: 'drop', maxStates: MOST_STATES }) !== null;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

describe('stubborn sets inside the kernel', () => {
  it.each(['nets', 'programs'] as const)(
    'are those of the product in TypeScript, on random %s and formulas',
    (models) => {
      const random = new Random(seedFrom(models === 'nets' ? 83 : 86));
      const formulaOver = formulasOver(new FormulaStore(), { operators: 'ltl', seed: 83, largest: 8 });
      let smaller = 0;
      for (let round = 0; round < ROUNDS; ) {
        const { model, proposition } = models === 'nets' ? anyNet(random) : anyProgram(random);
        if (!isSmallAndSound(model)) continue;
        round++;
        const formula = formulaOver(() => proposition(random));
        const deadlock = random.chance(0.3) ? 'drop' : 'stutter';
        const kind = random.chance(0.5) ? 'tgta' : 'tgba';
        const asked = { model, formula, deadlock, kind } as const;
        const { enabled, followed } = compare(asked, `${round}: ${printFormula(formula)}, ${kind}, ${model.name}`);
        if (followed < enabled) smaller++;
      }
      expect(smaller).toBeGreaterThan(0);
    },
  );

  it.each([
    ['philosophers', 4, 'G !("IsEating0 = 1" & "IsEating1 = 1")'],
    ['philosophers', 4, 'GF "IsEating0 = 1" | FG "IsEating0 = 0"'],
    ['kanban', 1, 'G("P1 >= 1" -> X("P1 >= 1" U "P2 >= 1")) | GF "Pm1 >= 1"'],
  ] as const)('are those of the product in TypeScript on %s %i, for %s', (name, size, text) => {
    const model = netModel(generateNet(name, size).value!);
    for (const kind of ['tgba', 'tgta'] as const) {
      const { enabled, followed } = compare({ model, formula: parseLtl(text), deadlock: 'stutter', kind }, name);
      expect(followed, kind).toBeLessThanOrEqual(enabled);
    }
  });

  it.each([
    { why: 'they leave out too little', net: 'kanban', size: 3, formula: 'GF "P1 <= 2" | FG "P1 >= 3"' },
    // Most transitions go, and all states stay.
    {
      why: 'what they leave out is reached all the same',
      net: 'round-robin',
      size: 11,
      formula: 'G !("Bus >= 90" & "Empty8 >= 90")',
    },
  ] as const)('are given up, where it is left to the search, when $why: the counts are then those without', (given) => {
    const asked = askedOf(given.net, given.size, given.formula);
    const [auto, none] = [exploredBy(asked, 'auto'), exploredBy(asked, 'none')];
    expect(auto.statistics.partialOrder).toBe('little saved');
    expect(auto.statistics.exploredStates).toBe(none.statistics.exploredStates);
    expect(auto.statistics.exploredEdges).toBe(none.statistics.exploredEdges);
  });

  it('are not begun, where it is left to the search, when some states say that they promise little', () => {
    const asked = askedOf('philosophers', 6, 'F G "IsEating0 = 0" | G F "IsEating1 = 1" | G F "IsEating0 = 1"');
    const product = productOf(asked, new CompiledSource(asked.model, { memoryBytes: 1 << 28 }));
    const plans = new WaitingPlans(product);
    const source = {
      get tables(): never {
        throw new Error('tables of all transitions are made');
      },
      rows: plans.rows,
      hasty: plans.hasty,
      of: (q: number, letter: number) => plans.of(q, letter),
    };
    const [check] = suitableChecks(product, 'stutter');
    const stubborn = offered(asked, 1024, () => source);
    const { statistics } = searchInKernel(product, check, { stubborn, probeStates: 1024 })!;
    const none = exploredBy(asked, 'none').statistics;
    expect(statistics.partialOrder).toBe('little saved');
    expect(statistics.exploredStates).toBe(none.exploredStates);
    expect(statistics.exploredEdges).toBe(none.exploredEdges);
  });

  it('do not make a search of safety begin anew when they promise little', () => {
    const asked = askedOf('kanban', 3, 'G("Pm1 >= 3" -> ("Pm1 >= 1" W "Pm1 = 0"))');
    const product = productOf(asked, new CompiledSource(asked.model, { memoryBytes: 1 << 28 }));
    const [check] = suitableChecks(product, 'stutter');
    const stubborn = offered(asked, 1024, () => new WaitingPlans(product));
    const seen: number[] = [];
    const onProgress = ({ states }: { readonly states: number }): void => void seen.push(states);
    const { statistics } = searchInKernel(product, check, { stubborn, probeStates: 1024, onProgress })!;
    expect(check.name).toBe('reachability');
    expect(statistics.partialOrder).toBe('little saved');
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it('leave nothing to search where those of the initial states are empty: no tables are made then', () => {
    const counter = (name: string): string => `process ${name} {
      byte n = 0;
      state q; init q;
      trans q -> q { guard n < 20; effect n = n + 1; }, q -> q { guard n == 20; effect n = 0; };
    }`;
    const text = `byte x = 0;\n${counter('P')}\n${counter('Q')}\nsystem async;`;
    const model = analyse(unwrap(readDve({ name: 'counters', text })));
    const asked: Asked = { model, formula: parseLtl('G !"x >= 1"'), deadlock: 'stutter', kind: 'tgba' };
    const product = productOf(asked, new CompiledSource(model, { memoryBytes: 1 << 26 }));
    const plans = new WaitingPlans(product);
    const source = {
      get tables(): never {
        throw new Error('tables of all transitions are made');
      },
      rows: plans.rows,
      hasty: plans.hasty,
      of: (q: number, letter: number) => plans.of(q, letter),
    };
    const [check] = suitableChecks(product, 'stutter');
    const stubborn = offered(asked, 16, () => source);
    const found = searchInKernel(product, check, { stubborn, probeStates: 16 })!;
    expect(outcome(found)).toBe('holds');
    expect(found.statistics).toMatchObject({
      exploredStates: 1,
      exploredEdges: 0,
      partialOrder: { expanded: 1, full: 0, enabled: 2, followed: 0 },
    });
  });

  it('are kept, where it is left to the search, when states go', () => {
    const asked = askedOf('kanban', 4, 'G !("P1 >= 90" & "Pback2 >= 90")');
    const { partialOrder, exploredStates } = exploredBy(asked, 'auto').statistics;
    expect(partialOrder).toMatchObject({ enabled: expect.any(Number) as number });
    // Of 454,475, and enough for the first two looks.
    expect(exploredStates).toBeLessThan(45_000);
    expect(exploredStates).toBeGreaterThan(8192);
  });

  it('begin, where it is left to the search, only when it has become long', () => {
    const asked: Asked = {
      model: netModel(generateNet('philosophers', 4).value!),
      formula: parseLtl('G !("IsEating0 = 1" & "IsEating1 = 1")'),
      deadlock: 'stutter',
      kind: 'tgba',
    };
    const whole = exploredBy(asked, 'auto', 1 << 15);
    expect(whole.statistics.partialOrder).toBe(undefined);
    const reduced = exploredBy(asked, 'auto', 16);
    expect(reduced.statistics.exploredStates).toBeLessThan(whole.statistics.exploredStates);
    expect(outcome(reduced)).toBe(outcome(whole));
  });
});
