import { describe, expect, it } from 'vitest';
import { interruptible } from '../../src/cli/interruptible.ts';
import { LimitExceeded } from '../../src/diagnostics/limit.ts';

/** Never ends by itself, and never looks at anything. */
function endless(): never {
  for (;;);
}

describe('interruptible work', () => {
  it('returns and throws as it would by itself', () => {
    expect(interruptible(() => 41 + 1)).toBe(42);
    const fault = new TypeError('of the work');
    expect(() =>
      interruptible(() => {
        throw fault;
      }),
    ).toThrow(fault);
  });

  it('is stopped after its time, wherever it is', () => {
    expect(() => interruptible(endless, { milliseconds: 20 })).toThrow(
      new LimitExceeded('time', 'stopped after 20 ms'),
    );
  });
});
