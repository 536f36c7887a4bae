import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { interruptible } from '../../src/cli/threads/interruptible.ts';
import { LimitExceeded } from '../../src/diagnostics/limit.ts';

/** Never ends by itself, and never looks at anything. */
function endless(): never {
  for (;;);
}

describe('interruptible work', () => {
  it('returns and throws as it would by itself', () => {
    expect(interruptible(() => 41 + 1, 'Ctrl-C')).toBe(42);
    const fault = new TypeError('of the work');
    expect(() =>
      interruptible(() => {
        throw fault;
      }, 'Ctrl-C'),
    ).toThrow(fault);
  });

  it('is stopped after its time, wherever it is', () => {
    expect(() => interruptible(endless, { milliseconds: 20 })).toThrow(
      new LimitExceeded('time', 'stopped after 20 ms'),
    );
  });

  // A Ctrl-C just as the time ends was lost once: the check went on in its thread, and heard of nothing.
  it('that the clock stops leaves Ctrl-C to the process', () => {
    const module = pathToFileURL(resolve('dist/cli/threads/interruptible.js')).href;
    const code = `
      const { interruptible } = await import(${JSON.stringify(module)});
      interruptible(() => { process.kill(process.pid, 'SIGINT'); for (;;); }, { milliseconds: 60_000 });`;
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', code]);
    expect(signal).toBe('SIGINT');
  });
});
