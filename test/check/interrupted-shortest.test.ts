// Somebody says stop while a shortest counterexample is looked for. Before a violation is known, the verdict is `unknown`; from then on
// it is `violated`, with what was found so far and the word that it may not be the shortest.
import { expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import type { CheckResult } from '../../src/check/result.ts';
import { generateNet } from '../../src/models/library/index.ts';
import { netModel } from '../../src/models/petri/net-model.ts';

/** Stops with this look at the limits. */
function stoppedAt(look: number, counterexample: 'short' | 'shortest' = 'shortest'): CheckResult {
  let looks = 0;
  return check(netModel(generateNet('kanban', 2).value!), 'G("Pm1 >= 1" -> F "Pout1 >= 1")', {
    engine: { kind: 'explicit', search: 'interpreted', counterexample },
    limits: { isCancelled: () => ++looks >= look },
  });
}

it('an interrupted search for a shortest counterexample gives unknown first, then a violation', () => {
  const outcomes: string[] = [];
  for (let look = 1; outcomes.at(-1) !== 'violated, proved'; look = Math.ceil(look * 1.3)) {
    const { verdict } = stoppedAt(look);
    if (verdict.outcome === 'unknown') expect(verdict.limit).toBe('cancelled');
    if (verdict.outcome === 'violated') expect(verdict.counterexample.prefix.length).toBeGreaterThan(0);
    outcomes.push(verdict.outcome === 'violated' ? `violated, ${verdict.shortest}` : verdict.outcome);
  }
  const changes = outcomes.filter((outcome, i) => outcome !== outcomes[i - 1]);
  expect(changes).toEqual(['unknown', 'violated, not proved', 'violated, proved']);
});

it.each(['short', 'shortest'] as const)(
  'nobody who says stop misses a violation whose lasso is looked for: %s',
  (kind) => {
    let unknown = 0;
    for (let look = 1; ; look++) {
      const { verdict, statistics } = stoppedAt(look, kind);
      if (verdict.outcome === 'violated') break;
      expect(statistics.phases?.counterexample ?? 0, `look ${look}`).toBe(0);
      unknown++;
    }
    expect(unknown).toBeGreaterThan(5);
  },
);
