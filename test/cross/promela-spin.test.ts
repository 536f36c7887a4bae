// Random Promela models against SPIN itself, where it is installed with a C compiler: the same number of states. In the long mode two
// thousand and more models, every kind of statement among them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { explore } from '../../src/models/explore.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { randomPromela } from '../helpers/random-promela.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

const isInstalled = ['spin -V', 'gcc --version'].every((command) => spawnSync('sh', ['-c', command]).status === 0);
const ROUNDS = roundsOf({ usual: 8, long: 2400 });

const folder = mkdtempSync(join(tmpdir(), 'tegata-spin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What SPIN stores, or null where it refuses the model or gives up. */
function statesOfSpin(text: string): number | null {
  writeFileSync(join(folder, 'model.pml'), text);
  const make =
    'spin -a -o1 -o2 -o3 model.pml && gcc -O0 -w -DNOREDUCE -DNOFAIR -o pan pan.c && ./pan -A -E -c0 -m200000';
  const { stdout } = spawnSync('sh', ['-c', make], { cwd: folder, encoding: 'utf8' });
  const stored = /(\d+) states, stored/.exec(stdout);
  return stored === null || /max search depth|rror:/.test(stdout) ? null : Number(stored[1]);
}

describe('a random Promela model', () => {
  it.skipIf(isInstalled)('left out: spin and gcc are not installed', () => {});

  it.skipIf(!isInstalled).each(Array.from({ length: ROUNDS }, (_, i) => seedFrom(50_000) + i))(
    'has the states of SPIN (seed %i)',
    (seed) => {
      const text = randomPromela(seed);
      const expected = statesOfSpin(text);
      if (expected === null) return; // SPIN refuses it, or its search goes too deep
      const model = unwrap(loadModel('model.pml', [text]));
      expect(explore(model).states, text).toBe(expected);
    },
    120_000,
  );

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
