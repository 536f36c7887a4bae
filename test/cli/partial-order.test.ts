// Stubborn sets as a user of the command meets them.
import { describe, expect, it } from 'vitest';
import { tegata } from '../helpers/tegata.ts';

const QUESTION = ['check', 'philosophers:5', 'G !("IsEating0 = 1" & "IsEating1 = 1")', '--reductions', 'none'];

function json(...options: string[]): { verdict: string; statistics: Record<string, unknown> } {
  return JSON.parse(tegata([...QUESTION, '--json', ...options]).stdout);
}

describe('tegata check --partial-order', () => {
  it('leaves states out and says what it saved', () => {
    const [whole, reduced] = [json('--partial-order', 'none'), json('--partial-order', 'always')];
    expect([whole.verdict, reduced.verdict]).toEqual(['holds', 'holds']);
    expect(Number(reduced.statistics.productStates)).toBeLessThan(Number(whole.statistics.productStates) / 4);
    expect(whole.statistics.partialOrder).toBe(undefined);
    const { expanded, full, enabled, followed } = reduced.statistics.partialOrder as Record<string, number>;
    expect(followed).toBeLessThan(enabled);
    expect(full).toBeLessThan(expanded);
    const { stdout } = tegata([...QUESTION, '--stats', '--partial-order', 'always']);
    expect(stdout).toMatch(
      /partial order: \d+ of \d+ enabled transitions followed, \d+ of \d+ states expanded in full/,
    );
  });

  it('says why it was not used where it was asked for', () => {
    expect(json('--partial-order', 'always', '--full-product').statistics.partialOrder).toEqual({
      unused: 'states of the product are counted',
    });
    const { stdout } = tegata([...QUESTION, '--stats', '--partial-order', 'always', '--weak-fairness', 'transitions']);
    expect(stdout).toContain('partial order: none, because fairness speaks of single transitions');
  });

  it('is for explicit searches, and knows three ways', () => {
    const symbolic = tegata([...QUESTION, '--engine', 'symbolic', '--partial-order', 'always']);
    expect(symbolic.stderr).toContain(
      '--partial-order is for the explicit engine: it means nothing with --engine symbolic',
    );
    expect(tegata([...QUESTION, '--partial-order', 'some']).status).toBe(64);
  });
});
