import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  emptinessCheck,
  emptinessChecks,
  emptinessNames,
  suitableChecks,
} from '../../../src/explicit/emptiness/checks.ts';
import type { Product } from '../../../src/explicit/product/product.ts';

const SIMPLE = { required: 1, forbidden: 0 };
const WEAK = { terminal: false, isAccepting: () => false };

describe('the list of emptiness checks', () => {
  it('has each name once, and finds a check by it', () => {
    expect(new Set(emptinessNames).size).toBe(emptinessChecks.length);
    for (const name of emptinessNames) expect(emptinessCheck(name).name).toBe(name);
  });

  it.each([
    [{ modes: [{ required: 0, forbidden: 0 }] }, ['couvreur', 'two-pass', 'two-pass-whole', 'tarjan', 'ndfs']],
    [{ modes: [{ required: 3, forbidden: 0 }] }, ['couvreur', 'two-pass', 'two-pass-whole', 'tarjan', 'ndfs']],
    ...[1, 2, 4].map(
      (forbidden) =>
        [{ modes: [{ required: 0, forbidden }] }, ['two-pass', 'two-pass-whole', 'tarjan', 'ndfs']] as const,
    ),
    [
      {
        modes: [
          { required: 1, forbidden: 0 },
          { required: 0, forbidden: 1 },
        ],
      },
      ['two-pass', 'two-pass-whole', 'tarjan', 'ndfs'],
    ],
    [{ modes: [SIMPLE], weakness: WEAK }, ['weak', 'couvreur', 'two-pass', 'two-pass-whole', 'tarjan', 'ndfs']],
    [
      { modes: [SIMPLE], weakness: { ...WEAK, terminal: true } },
      ['reachability', 'weak', 'couvreur', 'two-pass', 'two-pass-whole', 'tarjan', 'ndfs'],
    ],
  ] as const)('offers what is exact for a product, and nothing else: %j', (facts, names) => {
    const product: Product = { size: 1, initialStates: () => [], expand: () => {}, ...facts };
    expect(suitableChecks(product, 'stutter').map(({ name }) => name)).toEqual(names);
    const dropped = names.filter((name) => name !== 'reachability');
    expect(suitableChecks(product, 'drop').map(({ name }) => name)).toEqual(dropped);
  });

  it('is the table of the documentation, in the same order', () => {
    const rows = emptinessChecks.map(({ name, decides, how }) => `| \`${name}\` | ${decides} | ${how} |`);
    expect(readFileSync('docs/explicit.md', 'utf8')).toContain(`| --- | --- | --- |\n${rows.join('\n')}\n\n`);
  });
});
