import { describe, expect, it } from 'vitest';
import { candidate, dedicatedFormulas, propositionsFor, setSeed } from '../../src/experiments/formula-sets.ts';
import { select } from '../../src/experiments/select.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { NEXT_FREE } from '../../src/formula/traits.ts';
import { mapk } from '../../src/models/library/mapk.ts';
import { philosophers } from '../../src/models/library/philosophers.ts';
import { netModel } from '../../src/models/petri/net-model.ts';

const model = netModel(philosophers(3), 'library');
const places = propositionsFor(model);

function texts(set: 'rnd' | 'wfair' | 'next', seed: number, count = 30): (string | null)[] {
  return Array.from({ length: count }, (_, i) => {
    const formula = candidate(set, seed, i, places);
    return formula && printFormula(formula);
  });
}

describe('the candidates of a set', () => {
  it('depend on seed and number only', () => {
    const forwards = texts('rnd', 7);
    const backwards = Array.from({ length: 30 }, (_, i) => candidate('rnd', 7, 29 - i, places))
      .reverse()
      .map((formula) => formula && printFormula(formula));
    expect(backwards).toEqual(forwards);
    expect(texts('rnd', 8)).not.toEqual(forwards);
  });

  it('of a set for a model have a seed of their own', () => {
    const seeds = [setSeed(1, 'a', 'rnd'), setSeed(1, 'a', 'wfair'), setSeed(1, 'b', 'rnd'), setSeed(2, 'a', 'rnd')];
    expect(new Set(seeds).size).toBe(4);
    expect(setSeed(1, 'a', 'rnd')).toBe(seeds[0]);
  });

  it('have no X in RND and WFair, and an X in the set with X', () => {
    for (let i = 0; i < 100; i++) {
      for (const set of ['rnd', 'wfair', 'symbolic'] as const) {
        expect(candidate(set, 3, i, places)?.has(NEXT_FREE) ?? true).toBe(true);
      }
      expect(candidate('next', 3, i, places)?.has(NEXT_FREE) ?? false).toBe(false);
    }
  });

  it('of WFair are put under hypotheses GF p', () => {
    for (const text of texts('wfair', 5)) expect(text ?? 'GF "p" & GF q -> r').toMatch(/^GF \S+ & GF .* -> /);
  });
});

describe('the selection', () => {
  const task = {
    kind: 'select',
    model: 'philosophers:3',
    set: 'rnd',
    seed: 11,
    from: 0,
    wanted: { holds: 2, violated: 2 },
    threshold: 40,
    maxCandidates: 500,
  } as const;

  it('takes formulas beyond the threshold until there are enough of both outcomes', () => {
    const records = [...select(model, task, {})];
    const formulas = records.filter((record) => record.kind === 'formula');
    expect(formulas.map(({ outcome }) => outcome).sort((a, b) => (a < b ? -1 : 1))).toEqual([
      'holds',
      'holds',
      'violated',
      'violated',
    ]);
    for (const { exploredStates } of formulas) expect(exploredStates).toBeGreaterThan(40);
    expect(records.at(-1)?.kind).toBe('selected');
  });

  it('that was cut off goes on to the same formulas', () => {
    const whole = [...select(model, task, {})];
    const [first] = whole.filter((record) => record.kind === 'formula');
    const wanted = { ...task.wanted, [first.outcome]: task.wanted[first.outcome] - 1 };
    const rest = [...select(model, { ...task, from: first.candidate + 1, wanted }, {})];
    expect(rest).toEqual(whole.slice(1));
  });

  it('of a case study takes its own formula: Φ holds on MAPK', () => {
    const own = { ...task, model: 'mapk:4', set: 'dedicated', threshold: 0 } as const;
    const [record] = [...select(netModel(mapk(4), 'library'), own, {})];
    expect(record).toMatchObject({ kind: 'formula', outcome: 'holds' });
    expect(dedicatedFormulas('kanban:3')).toEqual([]);
  });
});
