// Symmetry as a user of the command meets it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tegata } from '../helpers/tegata.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tegata-symmetry-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const places = (i: number): string => `#place idle${i} mk(<..>)\n#place work${i}\n`;
const steps = (i: number): string =>
  `#trans begin${i}\nin {idle${i}:<..>;free:<..>;}\nout {work${i}:<..>;}\n#endtr\n` +
  `#trans end${i}\nin {work${i}:<..>;}\nout {idle${i}:<..>;free:<..>;}\n#endtr\n`;
const NUMBERS = [0, 1, 2, 3, 4];
const net = join(scratch, 'workers.net');
writeFileSync(net, `#place free mk(2<..>)\n${NUMBERS.map(places).join('')}${NUMBERS.map(steps).join('')}`);
const QUESTION = ['check', net, 'G "free <= 2"', '--engine', 'explicit', '--reductions', 'none'];
const LOCK = ['check', 'examples/lock-server/model.ts', '--ltl', 'G !crowded', '--engine', 'explicit'];

interface Answer {
  readonly verdict: string;
  readonly statistics: Record<string, unknown>;
}

function json(command: readonly string[], ...options: string[]): Answer {
  return JSON.parse(tegata([...command, '--json', ...options]).stdout) as Answer;
}

describe('tegata check --symmetry', () => {
  it('visits one of the states that differ in the order of parts, and says so', () => {
    const [whole, symmetric] = [json(QUESTION, '--symmetry', 'none'), json(QUESTION, '--symmetry', 'always')];
    expect([whole.verdict, symmetric.verdict]).toEqual(['holds', 'holds']);
    expect(whole.statistics).toMatchObject({ modelStates: '16' });
    expect(symmetric.statistics).toMatchObject({
      modelStates: '3',
      symmetry: { sets: [5], permutations: 120, represented: 16, basis: 'verified' },
    });
    expect(whole.statistics.symmetry).toBe(undefined);
    const { stdout } = tegata([...QUESTION, '--stats', '--symmetry', 'always']);
    expect(stdout).toContain('  symmetry: 5 parts change places (120 permutations), 3 states for at most 16\n');
  });

  it('uses what a model in code declares, and says that the answer rests on that', () => {
    expect(json(LOCK).statistics).toMatchObject({
      modelStates: '13',
      symmetry: { sets: [6], represented: 3913, basis: 'declared' },
    });
    expect(tegata(LOCK).stdout).toContain('(if parts of the model can change places, as it declares)');
    const one = ['check', 'examples/lock-server/model.ts', '--ltl', 'F annWaits', '--engine', 'explicit', '--stats'];
    expect(tegata(one).stdout).toContain('symmetry: none, because the formula tells apart what could change places');
  });

  it('says why it was not used where it was asked for', () => {
    expect(json(QUESTION, '--symmetry', 'always', '--full-product').statistics.symmetry).toEqual({
      unused: 'states of the product are counted',
    });
    expect(json(QUESTION, '--symmetry', 'always', '--partial-order', 'always').statistics.symmetry).toEqual({
      unused: 'stubborn sets are asked for',
    });
    const { stdout } = tegata([...QUESTION, '--stats', '--symmetry', 'always', '--weak-fairness', 'transitions']);
    expect(stdout).toContain('symmetry: none, because fairness speaks of single transitions');
  });

  it('is for explicit searches that keep states, and knows three ways', () => {
    const symbolic = tegata([...QUESTION.slice(0, 3), '--engine', 'symbolic', '--symmetry', 'always']);
    expect(symbolic.stderr).toContain('--symmetry is for the explicit engine: it means nothing with --engine symbolic');
    const hashed = tegata([...QUESTION, '--bitstate', '1MiB', '--symmetry', 'always']);
    expect(hashed.stderr).toContain('symmetry means nothing where states are hashed');
    expect(tegata([...QUESTION, '--symmetry', 'some']).status).toBe(64);
  });
});
