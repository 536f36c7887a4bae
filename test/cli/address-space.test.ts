// Where the address space of a process is bounded (`ulimit -v`): kernels get no memory there, and below some size no further thread starts.
// Left out where a shell cannot set the bound, or Node itself does not start under it.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../helpers/tegata.ts';

const PROGRAM = resolve('dist/cli/bundle/main.js');

/** Runs Node with so many gigabytes of addresses. */
function bounded(gigabytes: number, args: readonly string[]): Outcome {
  const script = `ulimit -v ${Math.floor(gigabytes * 2 ** 20)} && exec "$@"`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...args], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '' },
  });
  return { status, stdout, stderr };
}

/** Whether Node has enough for itself and some work of its own. */
function isEnoughForNode(gigabytes: number): boolean {
  return bounded(gigabytes, ['-e', 'new Uint8Array(1 << 28)']).status === 0;
}

const NO_KERNEL = 'the system grants too little address space for the compiled kernel';

describe.each([1.2, 8])('with %d GB of addresses', (gigabytes) => {
  const run = (...args: string[]): Outcome => bounded(gigabytes, [PROGRAM, ...args]);

  describe.skipIf(!isEnoughForNode(gigabytes))('where Node starts', () => {
    it('checks formulas without kernels, and says so', () => {
      const holds = run('check', 'kanban:2', '--ltl', 'GF "P1 >= 0"', '--json');
      expect(holds.status).toBe(0);
      const { verdict, statistics } = JSON.parse(holds.stdout) as {
        verdict: string;
        statistics: { notice?: string };
      };
      expect(verdict).toBe('holds');
      expect(statistics.notice).toContain(NO_KERNEL);
      expect(holds.stderr).toContain(`note: ${NO_KERNEL}`);
      expect(run('check', 'kanban:2', '--ltl', 'GF "P1 >= 1"', '--engine', 'explicit').status).toBe(10);
    });

    it('says nothing of kernels where none was needed: facts decide the formula', () => {
      const { status, stdout, stderr } = run('check', 'kanban:9', '--ltl', 'GF "P1 >= 0"', '--no-vacuity', '--json');
      expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining(NO_KERNEL) });
      expect(JSON.parse(stdout)).toMatchObject({ simplified: { formula: '1' }, statistics: { modelStates: '0' } });
    });

    it('counts states without kernels, and says so', () => {
      const { status, stdout, stderr } = run('states', 'kanban:2');
      expect(status).toBe(0);
      expect(stdout).toContain('4,600 states');
      expect(stderr).toContain(`note: ${NO_KERNEL}`);
    });

    it('has no decision diagrams: what needs them is unknown', () => {
      const { status, stdout } = run('states', 'kanban:2', '--engine', 'symbolic');
      expect({ status, stdout }).toEqual({
        status: 20,
        stdout: 'incomplete: the system grants too little address space for decision diagrams\n',
      });
      const check = run('check', 'kanban:2', '--ltl', 'GF "P1 >= 0"', '--engine', 'symbolic', '--no-look', '--json');
      expect(check.status).toBe(20);
      expect(JSON.parse(check.stdout)).toMatchObject({ verdict: 'unknown', limit: { kind: 'memory' } });
    });
  });
});
