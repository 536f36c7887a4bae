// Formulas whose automata take too long: limits bite before there is anything to search.
import { describe, expect, it } from 'vitest';
import { testingAutomatonFor } from '../../src/automata/testing/for-formula.ts';
import { translate } from '../../src/automata/translate/translate.ts';
import { automatonKinds, type CheckOptions, check } from '../../src/check/index.ts';
import { LimitExceeded, Stopwatch, unwrap } from '../../src/diagnostics/index.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { generateNet, netModel } from '../../src/models/index.ts';

/** A formula whose automata take minutes, whatever their kind, and so do those of its negation. */
function costly(next: 'X' | ''): string {
  const parts = Array.from({ length: 9 }, (_, i) => `F("P1 > ${i}" & ${next}F "P2 > ${20 - i}")`);
  return `G(${parts.join(' | ')})`;
}

const net = netModel(unwrap(generateNet('kanban', 30)), 'library');

describe('a formula whose automaton takes too long', () => {
  const choices: CheckOptions[] = [
    ...automatonKinds.map((automaton) => ({ engine: { kind: 'explicit', automaton } as const })),
    { engine: 'symbolic' },
  ];

  it.each(choices)('is unknown when the check is cancelled: %j', (choice) => {
    for (const formula of [costly('X'), costly('')]) {
      const { verdict } = check(net, parseLtl(formula), { ...choice, limits: { isCancelled: () => true } });
      expect(verdict).toMatchObject({ outcome: 'unknown', limit: 'cancelled' });
    }
  });

  it('leaves diagrams that are used long after its time', () => {
    let isOver = false;
    const limits = new Stopwatch({ isCancelled: () => isOver });
    for (const { bdd } of [
      translate(parseLtl('G(a -> F[0:9] b)'), { limits }),
      testingAutomatonFor(parseLtl('G(a -> F b)'), 'tgta', { limits }),
    ]) {
      isOver = true;
      expect(() => limits.look()).toThrow('interrupted');
      for (let i = 0; i < 100_000; i++) bdd.and(bdd.variable(i % 50), bdd.variable(50 + (i % 37)));
      isOver = false;
    }
  });

  it('can be given a time by those who translate it themselves', () => {
    const formula = parseLtl(costly('X'));
    expect(() => translate(formula, { limits: { seconds: 0 } })).toThrow(LimitExceeded);
  });
});
