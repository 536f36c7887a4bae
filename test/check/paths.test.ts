// Paths that decide: what is found in a smaller net, or for a simplified formula, is judged as the user asked it.
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';

function net(...lines: string[]): Model {
  return unwrap(loadModel('paths.net', [lines.join('\n')]));
}

describe('a path', () => {
  it('is not enough where only the simplified formula is lost on it', () => {
    const model = net(
      '#place p mk(6*<..>)',
      '#place q',
      '#trans t in {p:<..>;} out {q:<..>;} #endtr',
      '#trans u in {q:<..>;} out {p:<..>;} #endtr',
    );
    // The state equation knows that q never has nine tokens; on no finite trace is that seen.
    const asked = check(model, 'F "q >= 9" | G "p >= 1"', { reductions: ['lp'] });
    expect(asked.simplified?.formula.kind).toBe('globally');
    expect(asked.verdict).toMatchObject({ outcome: 'violated', counterexample: { kind: 'lasso' } });
    const plain = check(model, 'G "p >= 1"', { reductions: ['lp'] });
    expect(plain.verdict).toMatchObject({ outcome: 'violated', counterexample: { kind: 'prefix' } });
  });

  it('of a reduced net without bounds is one of the given net', () => {
    const model = net(
      '#place p mk(<..>)',
      '#place q',
      '#place r',
      '#trans t in {p:<..>;} out {p:<..>;r:<..>;} #endtr',
      '#trans u in {r:<..>;} out {q:<..>;} #endtr',
    );
    for (const reductions of ['auto', 'none', ['constant']] as const) {
      const { verdict, layers } = check(model, 'G "q <= 20"', { reductions, limits: { states: 20_000 } });
      expect(layers.length, String(reductions)).toBe(reductions === 'none' ? 0 : 1);
      expect(verdict, String(reductions)).toMatchObject({ outcome: 'violated', counterexample: { kind: 'prefix' } });
    }
  });
});
