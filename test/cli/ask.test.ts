import { describe, expect, it } from 'vitest';
import { tegata } from '../helpers/tegata.ts';

const LAMP = 'examples/lamp/model.kripke';

describe('tegata ask', () => {
  it('answers the usual questions about a net', () => {
    const { status, stdout } = tegata(['ask', 'kanban:2']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^deadlock: no\nsafe: no \(P\d\)\nstable: no\nquasi-live: yes\nlive: yes\n$/);
  });

  it('answers questions of the user, and shows the way to a state', () => {
    const args = [
      '--bound',
      'P1',
      '--bound',
      'tokens(P1, Pm1)',
      '--invariant',
      'P1 <= 2',
      '--reachable',
      'P1 = 1 && Pm1 = 1',
    ];
    const { status, stdout } = tegata(['ask', 'kanban:2', ...args]);
    expect(status).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'bound P1: 2',
      'bound tokens(P1, Pm1): 2',
      'invariant P1 <= 2: yes',
      'reachable P1 = 1 && Pm1 = 1: yes',
    ]);
    expect(lines[4]).toMatch(/^ +0 {2}.*P1 = 2/);
    expect(lines.at(-1)).toMatch(/P1 = 1/);
  });

  it('gives answers as JSON, with the run and the technique', () => {
    const { status, stdout } = tegata(['ask', 'philosophers:3', '--deadlock', '--safe', '--json']);
    expect(status).toBe(0);
    const [deadlock, safe] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(deadlock).toMatchObject({ question: { kind: 'deadlock' }, answer: true, reason: null, run: { cycle: [] } });
    expect(deadlock.run.prefix.at(-1).transition).toBeNull();
    expect(safe).toMatchObject({ question: { kind: 'safe' }, answer: true, run: null });
    expect(['structure', 'equation', 'states']).toContain(safe.by);
  });

  it('answers what is no question about nets for any model', () => {
    expect(tegata(['ask', LAMP, '--reachable', 'lit', '--invariant', '!lit']).stdout).toMatch(
      /^invariant !lit: no\n[\s\S]*\nreachable lit: yes\n/,
    );
    const { status, stderr } = tegata(['ask', LAMP, '--live']);
    expect(status).toBe(64);
    expect(stderr).toContain('live is a question about nets');
  });

  it('says what it does not understand', () => {
    const unknown = tegata(['ask', 'kanban:2', '--reachable', 'P7 >= 1']);
    expect(unknown.status).toBe(65);
    expect(unknown.stderr).toContain('P7');
    const product = tegata(['ask', 'kanban:2', '--bound', 'P1 >= 2']);
    expect(product.status).toBe(64);
    expect(product.stderr).toContain('no sum of tokens');
  });

  it('leaves open what its limits do not allow', () => {
    const { status, stdout } = tegata(['ask', 'philosophers:12', '--live', '--max-states', '10', '--timeout', '0.001']);
    expect(status).toBe(20);
    expect(stdout).toMatch(/^live: unknown \(.+\)\n$/);
  });
});
