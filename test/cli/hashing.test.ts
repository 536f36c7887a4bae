// `tegata check --bitstate` and `--compaction`: what they answer, what they tell, what they refuse.
import { describe, expect, it } from 'vitest';
import { tegata } from '../helpers/tegata.ts';

const QUESTION = ['check', 'kanban:3', '--reductions', 'none', '--ltl'];
const HOLDS = 'G !("P1 >= 90")';

describe('tegata check by hashing', () => {
  it('answers unknown, with the coverage', () => {
    const { status, stdout } = tegata([
      ...QUESTION,
      HOLDS,
      '--bitstate',
      '1MiB',
      '--hashes',
      '2',
      '--seed',
      '5',
      '--json',
    ]);
    expect(status).toBe(20);
    const { verdict, reason, limit, statistics } = JSON.parse(stdout) as {
      verdict: string;
      reason: string;
      limit: { kind: string };
      statistics: { hashing: Record<string, unknown> };
    };
    expect(verdict).toBe('unknown');
    expect(limit.kind).toBe('hashing');
    expect(reason).toMatch(/^no violation was found, and bit-state hashing proves nothing: about \d+\.\d\d %/);
    expect(statistics.hashing).toMatchObject({ kind: 'bits', bytes: 2 ** 20, hashes: 2, seed: 5 });
    expect(statistics.hashing.coverage).toBeGreaterThan(0.8);
  });

  it('answers violated, with a run', () => {
    const { status, stdout } = tegata([...QUESTION, 'GF "P1 >= 2"', '--compaction', '1MiB', '--stats']);
    expect(status).toBe(10);
    expect(stdout).toMatch(/^violated: /);
    expect(stdout).toMatch(/\n {2}hashing: \d+ traces? of 32 bits each in 1 MiB, seed 1, hash factor/);
    expect(stdout).toMatch(/\n {2}coverage: about /);
  });

  it('takes the memory that it is given, and no more beside it than the process has anyway', () => {
    const MIB = 2 ** 20;
    const peak = (bytes: string): number => {
      const asked = ['check', 'kanban:5', '--reductions', 'none', '--ltl', HOLDS, '--bitstate', bytes, '--json'];
      const { statistics } = JSON.parse(tegata(asked).stdout) as { statistics: { peakMemoryBytes: number } };
      return statistics.peakMemoryBytes;
    };
    // The table is filled, so its pages are there.
    const added = peak('320MiB') - peak('64MiB');
    expect(added).toBeGreaterThan(200 * MIB);
    expect(added).toBeLessThan(300 * MIB);
  }, 60_000);

  it('assumes weak fairness of programs, and refuses strong fairness', () => {
    const asked = ['check', 'examples/starvation/model.dve', '--ltl', 'G("P0 = waiting" -> F "P0 = critical")'];
    expect(tegata([...asked, '--bitstate', '1MiB']).status).toBe(10);
    expect(tegata([...asked, '--bitstate', '1MiB', '--weak-fairness', 'processes']).status).toBe(20); // it holds
    expect(tegata([...asked, '--bitstate', '1MiB', '--strong-fairness', 'processes']).stderr).toMatch('error[CHK730]');
  });

  it('refuses what does not fit', () => {
    const refused = (...more: string[]): string => tegata([...QUESTION, HOLDS, ...more]).stderr;
    expect(refused('--bitstate', '1MiB', '--compaction', '1MiB')).toMatch(
      '--bitstate and --compaction exclude each other',
    );
    expect(refused('--hashes', '2')).toMatch('--hashes is for --bitstate');
    expect(refused('--bitstate', '1MiB', '--engine', 'symbolic')).toMatch('--bitstate is for the explicit engine');
    expect(refused('--bitstate', '9GiB')).toMatch('hashing takes from 64 KiB to 3.75 GiB of memory');
    expect(refused('--bitstate', '1MiB', '--automaton', 'tgta')).toMatch('error[CHK730]: states cannot be hashed here');
  });
});
