// What may search, each strategy alone: verdicts of the naive oracle or none, and results that say what answered.
import { describe, expect, it } from 'vitest';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import { type SearchStrategy, searchStrategies } from '../../src/check/options.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { generateNet } from '../../src/models/library/index.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { randomConservativeNet } from '../helpers/random-net.ts';

const FORMULAS = ['G a', 'F b', 'G(a -> F b)', 'GF a | FG b', 'X X a'];
const NAMES = ['a', 'b'];

describe('strategies', () => {
  it.each(searchStrategies)('%s alone is never wrong, and says that it answered', (strategy) => {
    const random = new Random(31);
    const seen = new Set<string>();
    for (let turn = 0; turn < 12; turn++) {
      const net = randomConservativeNet(random);
      const [first, second] = net.places;
      const renamed = {
        ...net,
        places: net.places.map((place) => ({ ...place, name: nameOf(place.id, first.id, second.id) })),
      };
      const model = netModel(renamed);
      const kripke = naiveKripke(model, { names: NAMES, deadlock: 'stutter', maxStates: 500 });
      if (kripke === null) continue;
      for (const text of FORMULAS) {
        const formula = parseLtl(text);
        const expected = naivelyAccepts(kripke, translate(formula.store.not(formula))) ? 'violated' : 'holds';
        const engine = { kind: 'auto', strategies: [strategy], quick: 0.01 } as const;
        const { verdict, strategy: by } = check(model, formula, {
          engine,
          limits: { seconds: strategy === 'walk' ? 0.05 : 60 },
        });
        if (strategy !== 'walk') expect(verdict.outcome, text).toBe(expected);
        else expect(['unknown', expected], text).toContain(verdict.outcome);
        expect(by).toBe(verdict.outcome === 'unknown' ? null : by === 'facts' ? 'facts' : strategy);
        seen.add(verdict.outcome);
      }
    }
    expect(seen).toContain('violated');
  });

  it('are named by the result whoever was allowed', () => {
    const net = netModel(unwrap(generateNet('kanban', 2)));
    const by = (formula: string, engine: 'auto' | 'explicit' | 'symbolic'): string | null =>
      check(net, formula, { engine, reductions: 'none' }).strategy;
    expect(by('G "P1 >= 0"', 'symbolic')).toBe('diagrams');
    expect(by('GF "P1 >= 1"', 'explicit')).toBe('search');
    expect(by('a | !a'.replaceAll('a', '"P1 >= 1"'), 'auto')).toBe('facts');
  });

  it('know Promela in programs, diagrams too', () => {
    const text = 'byte x;\nactive [2] proctype P() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }\n';
    const model = unwrap(loadModel('model.pml', [text]));
    for (const [formula, outcome] of Object.entries({ 'G "x <= 4"': 'holds', 'F G "x > 0"': 'violated' })) {
      const { verdict, strategy } = check(model, formula, { engine: { kind: 'auto', strategies: ['diagrams'] } });
      expect([verdict.outcome, strategy], formula).toEqual([outcome, 'diagrams']);
    }
  });

  it('refuse what they do not know', () => {
    const net = netModel(unwrap(generateNet('kanban', 2)));
    const refused =
      (strategies: readonly string[]): (() => unknown) =>
      () =>
        check(net, 'F "P1 >= 1"', { engine: { kind: 'auto', strategies: strategies as SearchStrategy[] } });
    expect(refused(['luck'])).toThrow('there is no strategy luck');
    expect(refused([])).toThrow('no strategy is given');
  });
});

function nameOf(id: string, first: string, second: string): string {
  return id === first ? 'a' : id === second ? 'b' : `other ${id}`;
}
