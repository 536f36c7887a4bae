// What a trace shows of a model in code is a proposition of it, and states in JSON have the values of the model.
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { defineProcess, defineSystem } from '../../../src/modelling/system.ts';
import { Simulation } from '../../../src/models/simulation.ts';
import { replayTrace, traceToJson } from '../../../src/models/trace.ts';
import { defineModel } from '../../../src/models/typescript/define.ts';
import { checkToJson, formatCheck } from '../../../src/report/check-report.ts';

interface State {
  readonly n: number;
  readonly flag: boolean;
  readonly name: string;
  readonly list: readonly number[];
  readonly none: null | string;
  readonly text: string;
  readonly 'odd key': { readonly half: number };
}

const model = defineModel({
  initial: {
    n: 0,
    flag: false,
    name: 'in use',
    list: [],
    none: null,
    text: 'false',
    'odd key': { half: 0.5 },
  } as State,
  next: { up: (s) => [{ ...s, n: (s.n + 1) % 3, flag: !s.flag, list: s.n === 1 ? [0, 7] : [] }] },
  propositions: { two: ({ n }) => n === 2 },
});

/** Whether the proposition holds in the first state, and whether it holds at some time. */
const truth = (proposition: string): string => {
  const text = JSON.stringify(proposition);
  return [text, `F ${text}`].map((formula) => check(model, formula as string).verdict.outcome).join(', ');
};

describe('what a trace shows', () => {
  const entries = [...model.initialStates()].flatMap((state) => model.describe(state));

  it('is a proposition that holds there', () => {
    expect(entries.length).toBeGreaterThan(6);
    for (const { name, value } of entries) expect([name, truth(`${name} = ${value}`)]).toEqual([name, 'holds, holds']);
  });

  it('is one wherever it comes up later', () => {
    expect(truth('n = 2')).toBe('violated, holds');
    expect(truth('list[1] = 7')).toBe('violated, holds');
    expect(truth('flag = true')).toBe('violated, holds');
  });

  it('can be part of a condition', () => {
    expect(truth('n + list[1] >= 9')).toBe('violated, holds');
    expect(truth('n <= 2 && name != "not used"')).toBe('holds, holds');
    expect(() => truth('n = many')).toThrow(/nothing called `many`/);
  });

  it('is what systems show: a.at = idle', () => {
    const at = defineProcess<{ at: 'idle' | 'busy' }>({
      initial: { at: 'idle' },
      actions: { go: ({ at: now }) => ({ self: { at: now === 'idle' ? 'busy' : 'idle' } }) },
    });
    const system = defineSystem({ processes: { a: at, b: at } });
    expect(check(system, 'G("a.at = idle" -> F "a.at = busy")').verdict.outcome).toBe('violated');
    expect(check(system, 'G("a.at = idle" | "a.at = busy")').verdict.outcome).toBe('holds');
    expect(check(system, 'GF "a.at = busy"', { fairness: { weak: ['a'] } }).verdict.outcome).toBe('holds');
    expect(check(system, 'G !"a.at = broken"').verdict.outcome).toBe('holds');
    const misspelt = system.predicate('a.att = idle');
    expect(misspelt.diagnostics[0]).toMatchObject({
      message: 'the model has nothing called `a.att`',
      hint: expect.stringContaining('a.at'),
    });
    expect(() => check(system, 'G "c.at = idle"')).toThrow(/c\.at/);
  });
});

describe('states in JSON', () => {
  const result = check(model, 'FG two');

  it('have the values of the model', () => {
    const { counterexample } = checkToJson(result);
    expect(counterexample?.cycle[0].state).toEqual({
      n: 0,
      flag: false,
      name: 'in use',
      list: [],
      none: null,
      text: 'false',
      '["odd key"].half': 0.5,
    });
  });

  it('are read again', () => {
    const simulation = new Simulation(model);
    for (let i = 0; i < 4; i++) simulation.take(simulation.choices()[0]);
    for (const format of ['json', 'itf'] as const) {
      const written = JSON.stringify(traceToJson({ model, steps: simulation.steps }, format));
      const { value } = replayTrace(model, { name: 'run', text: written });
      expect(value?.steps.map(({ state }) => model.stateOf(state).n)).toEqual([0, 1, 2, 0, 1]);
    }
  });
});

it('the first state of a trace leaves out what is 0, false, null or empty; later ones show what changes', () => {
  const text = formatCheck(check(model, 'FG two'), { statistics: 'when-unknown' });
  expect(text).toContain('     0  name = "in use", text = false, ["odd key"].half = 0.5\n');
  expect(text).toMatch(/ 3 {2}n = 0, flag = true, list = \[\]\n/);
  const off = defineModel({ initial: { on: false }, next: (s) => [s], propositions: { on: ({ on }) => on } });
  expect(formatCheck(check(off, 'F on'), { statistics: 'when-unknown' })).toContain(
    '(everything is 0, false or empty)',
  );
});
