import { describe, expect, it } from 'vitest';
import { formatCounterexample } from '../../src/report/trace-text.ts';
import type { TraceView } from '../../src/report/trace-view.ts';
import { FIRM_SPACE, wrapped } from '../../src/report/wrap.ts';

describe('wrapped lines', () => {
  it('are broken at spaces, but not at firm ones, and lose nothing', () => {
    const text = `a${FIRM_SPACE}=${FIRM_SPACE}1, bb${FIRM_SPACE}=${FIRM_SPACE}2, c${FIRM_SPACE}=${FIRM_SPACE}3`;
    expect(wrapped(text, 15)).toEqual(['a = 1, bb = 2,', 'c = 3']);
    expect(wrapped(text, 100)).toEqual(['a = 1, bb = 2, c = 3']);
  });

  it('are broken anywhere where there is no space', () => {
    expect(wrapped('x'.repeat(25), 10)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)]);
  });
});

describe('a counterexample on a narrow terminal', () => {
  const entries = Array.from({ length: 12 }, (_, i) => ({ name: `place${i}`, value: '1', plain: false }));
  const view: TraceView = {
    model: 'm',
    formula: 'G p',
    propositions: ['p'],
    steps: [{ changes: entries, state: entries, holds: ['p'], transition: 't', parts: null, watched: [] }],
    cycleStart: 0,
    why: ['because'],
    processes: [],
  };

  it('keeps to its width, each change in one piece', () => {
    const lines = formatCounterexample(view, 60);
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.every((line) => line.length <= 60)).toBe(true);
    expect(lines.join('\n').match(/place\d+ = 1/g)).toHaveLength(12);
    expect(lines.find((line) => line.includes('[p]'))).toMatch(/^ {6}/);
  });

  it('is one line for each state where nobody says how wide it may be', () => {
    expect(formatCounterexample(view)).toHaveLength(4);
  });
});
