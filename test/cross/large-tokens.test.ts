// Places with up to 2^31 - 1 tokens and transitions that move as many: kernels, diagrams and the plain explorer count the same
// states or meet the same fault, and diagrams may give up.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/index.ts';
import { LimitExceeded } from '../../src/diagnostics/limit.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { quoteName } from '../../src/formula/syntax/quoting.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { explore } from '../../src/models/explore.ts';
import { EvaluationFault } from '../../src/models/expression/expression.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { countStates } from '../../src/symbolic/states.ts';
import { complaintOn } from '../certificates/certified.ts';
import { expectAgreement } from '../helpers/kernel.ts';
import { quoted } from '../helpers/odd-names.ts';
import { randomLargeNet } from '../helpers/random-net.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

const ROUNDS = roundsOf({ usual: 60, long: 5000 });
/** Diagrams of values that lie far apart ask for much. */
const limits = { memoryBytes: 2 ** 25 };

/** What the work gives, or that it ended with a fault or at a limit. */
function outcome<T>(work: () => T): T | 'fault' | 'limit' {
  try {
    return work();
  } catch (error) {
    if (error instanceof EvaluationFault) return 'fault';
    if (error instanceof LimitExceeded) return 'limit';
    throw error;
  }
}

function statesOf(model: Model): bigint | 'fault' | 'limit' {
  return outcome(() => BigInt(explore(model).states));
}

describe('nets with very many tokens', () => {
  it('have the same states, in the same order, in kernels', () => {
    const random = new Random(seedFrom(1));
    for (let round = 0; round < ROUNDS; round++) {
      const net = randomLargeNet(random);
      for (const model of [netModel(net), analyse(netModel(net))]) {
        expectAgreement(model, { order: 'breadth-first' });
        expectAgreement(model, { order: 'depth-first', states: 'counted' });
      }
    }
  });

  it('have as many states in diagrams, unless these give up', () => {
    const random = new Random(seedFrom(2));
    const seen = { fault: 0, limit: 0, counted: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const model = netModel(randomLargeNet(random));
      const found = outcome(() => countStates(model, { limits }).states);
      seen[typeof found === 'bigint' ? 'counted' : found]++;
      if (found !== 'limit') expect(found).toEqual(statesOf(model));
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(2);
  });

  it('satisfy the same formulas by all engines, as far as these answer', () => {
    const random = new Random(seedFrom(3));
    for (let round = 0; round < ROUNDS; round++) {
      const net = randomLargeNet(random);
      const model = analyse(netModel(net));
      if (statesOf(model) === 'fault') continue;
      const { name } = random.pick(model.variables);
      const condition = `${quoted(name)} >= ${random.pick([1, 65_536, 2 ** 30, 2 ** 31 - 1])}`;
      const formula = parseLtl(`FG ${quoteName(condition)}`);
      const ask = (options: Parameters<typeof check>[2]): string => check(model, formula, options).verdict.outcome;
      const expected = ask({ engine: { kind: 'explicit', search: 'interpreted' } });
      expect(ask({})).toBe(expected);
      if (expected === 'holds' && round % 5 === 0) expect(complaintOn(net, formula), condition).toBeNull();
      expect(ask({ engine: { kind: 'explicit', automaton: 'tgta' } })).toBe(expected);
      for (const look of ['none', 'first-states'] as const) {
        expect(ask({ engine: { kind: 'symbolic', look }, limits })).toBeOneOf([expected, 'unknown']);
      }
    }
  });
});
