// Random Promela models against SPIN itself, where it is installed with a C compiler: the same numbers of states and steps, the same faults, the
// same verdicts of formulas and claims. In the long mode two thousand and more models, every kind of statement among them.
import { afterAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { explore } from '../../src/models/explore.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { randomPromela } from '../helpers/random-promela.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';
import { isSpinInstalled, Spin } from '../helpers/spin.ts';
import { compareWithSpin } from '../helpers/spin-agreement.ts';

const isInstalled = isSpinInstalled();
const ROUNDS = roundsOf({ usual: 8, long: 2800 });

describe('a random Promela model', () => {
  const spin = new Spin();
  afterAll(() => spin.close());

  it.skipIf(isInstalled)('left out: spin and gcc are not installed', () => {});

  it.skipIf(!isInstalled).each(Array.from({ length: ROUNDS }, (_, i) => seedFrom(10_000) + i))(
    'is to us what it is to SPIN (seed %i)',
    (seed) => {
      expect(compareWithSpin(seed, spin).differences).toEqual([]);
    },
    120_000,
  );

  it.skipIf(!isInstalled).each([
    ['if :: skip; x = 1 fi', 4, 4],
    // each `skip` is a step of its own for us, as the manual has it
    ['if :: skip; skip; x = 1 fi', 5, 4],
    ['if :: skip; skip; skip; x = 1 fi', 6, 4],
    ['do :: skip; skip; break od', 4, 3],
    ['if :: skip; skip; goto L fi; L: x = 1', 5, 4],
    ['if :: skip; L: skip; x = 1 fi', 5, 5],
    ['if :: skip; skip fi; x = 1', 5, 5],
    ['skip; skip; x = 1', 5, 5],
  ])('known difference: of skips in an option SPIN keeps the first (%s)', (body, ours, theirs) => {
    const text = `byte x;\nactive proctype P() { ${body} }\n`;
    expect(spin.compile(text)).toBe(true);
    expect(explore(unwrap(loadModel('model.pml', [text]))).states).toBe(ours);
    expect(spin.search(['-A', '-E', '-c0'])?.states).toBe(theirs);
  });

  it.skipIf(!isInstalled).each([
    ['x == 0; c!0', 11, 14],
    ['x == 0; c!0; skip', 14, 14],
  ])('known difference: SPIN has a step behind an unless that ends an atomic sequence (%s)', (way, ours, theirs) => {
    const text = `byte x, y; chan c = [0] of { byte }; chan q = [1] of { byte };
active proctype P() { atomic { { q?y } unless { ${way} } }; y = 3 }
active proctype Q() { c?x; y = 4 }\n`;
    expect(spin.compile(text)).toBe(true);
    expect(explore(unwrap(loadModel('model.pml', [text]))).states).toBe(ours);
    expect(spin.search(['-A', '-E', '-c0'])?.states).toBe(theirs);
  });

  it('depends on its seed alone, and is read', () => {
    let read = 0;
    for (let seed = 0; seed < 60; seed++) {
      expect(randomPromela(seed)).toBe(randomPromela(seed));
      const { value, diagnostics } = loadModel('model.pml', [randomPromela(seed)]);
      if (value !== null) read++;
      else expect(diagnostics[0].code).toMatch(/^PML80[47]$/);
    }
    expect(read).toBeGreaterThan(40);
  });
});
