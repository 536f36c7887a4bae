// The judge believes nobody: whatever is no run of the model, no violation, or not fair is an internal error and never a verdict.
import { describe, expect, it } from 'vitest';
import { confirmLasso, validateCounterexample } from '../../src/check/confirm.ts';
import { FormulaQuestion } from '../../src/check/question.ts';
import { LimitExceeded } from '../../src/diagnostics/limit.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import type { Fairness } from '../../src/models/fairness.ts';
import type { Model } from '../../src/models/model.ts';
import { observe } from '../../src/models/observation.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import type { StateLasso } from '../../src/models/state-lasso.ts';
import { graphModel } from '../helpers/graph-model.ts';

// 0 -> 1 -> 2 -> 1, 0 -> 3, and 3 is a deadlock; a in 0 and 2, b in 3
const model = graphModel({ initial: [0], successors: [[1, 3], [2], [1], []], labels: [['a'], [], ['a'], ['b']] });
const at = (...states: number[]): Int32Array[] => states.map((state) => Int32Array.of(state));
const round: StateLasso = { prefix: at(0), cycle: at(1, 2) };
const stuck: StateLasso = { prefix: at(0), cycle: at(3) };

function judged(text: string, lasso: StateLasso, deadlock: 'stutter' | 'drop' = 'stutter'): string {
  const formula = parseLtl(text);
  const observation = observe(model, formula);
  const { prefix, cycle } = validateCounterexample(model, formula, lasso, { observation, deadlock });
  const shown = [prefix, cycle].map((part) =>
    part.map(({ state, letter, transition }) => `${state[0]}{${[...letter].join()}}${transition ?? '-'}`).join(' '),
  );
  return shown.join(' | ');
}

describe('a counterexample', () => {
  it('is replayed, with what is true in each state and the step that leaves it', () => {
    expect(judged('G a', round)).toBe('0{a}step | 1{}step 2{a}step');
    expect(judged('G a', stuck)).toBe('0{a}step | 3{}-');
  });

  it('must violate the formula', () => {
    expect(() => judged('GF a', round)).toThrow('a counterexample satisfies the property');
    expect(() => judged('F b', stuck)).toThrow('a counterexample satisfies the property');
    expect(judged('F b', round)).toContain('1{}');
  });

  it('must begin in an initial state', () => {
    expect(() => judged('G a', { prefix: [], cycle: at(1, 2) })).toThrow('does not start in an initial state');
    expect(() => judged('G a', { prefix: at(1), cycle: at(2, 1) })).toThrow('does not start in an initial state');
  });

  it('must have a cycle', () => {
    expect(() => judged('G a', { prefix: at(0, 3), cycle: [] })).toThrow('a counterexample needs a cycle');
  });

  it('must take the steps of the model, in the prefix, in the cycle and back', () => {
    expect(() => judged('G a', { prefix: at(0, 2), cycle: at(1, 2) })).toThrow('cannot be replayed');
    expect(() => judged('G a', { prefix: at(0), cycle: at(1, 1, 2) })).toThrow('cannot be replayed');
    expect(() => judged('G a', { prefix: at(0, 1), cycle: at(2) })).toThrow('cannot be replayed');
    expect(() => judged('G a', { prefix: at(0, 1), cycle: at(2, 1, 2) })).toThrow('cannot be replayed');
  });

  it('may stay in a deadlock, where it repeats, and nowhere else', () => {
    expect(() => judged('G a', stuck, 'drop')).toThrow('cannot be replayed');
    expect(() => judged('G a', { prefix: at(0, 3), cycle: at(1, 2) })).toThrow('cannot be replayed');
    expect(() => judged('G !a', { prefix: [], cycle: at(0) })).toThrow('cannot be replayed');
  });

  it('is judged with what is dead, however deadlocks are read', () => {
    expect(judged('G !dead', stuck)).toContain('3{dead}-');
    expect(() => judged('F dead', stuck)).toThrow('a counterexample satisfies the property');
  });
});

describe('a counterexample under fairness', () => {
  // one token goes between idle and busy; `stay` leaves it in busy, `rest` brings it back
  const builder = new NetBuilder();
  builder.place('idle', { initial: 1 });
  builder.place('busy');
  builder.move('start', ['idle'], ['busy']);
  builder.move('stay', ['busy'], ['busy']);
  builder.move('rest', ['busy'], ['idle']);
  const net: Model = netModel(builder.build('work'));
  const [idle, busy] = [Int32Array.of(1, 0), Int32Array.of(0, 1)];
  const staying: StateLasso = { prefix: [idle], cycle: [busy] };
  const going: StateLasso = { prefix: [], cycle: [idle, busy] };

  function confirmed(text: string, lasso: StateLasso, fairness?: Fairness): number {
    const formula = parseLtl(text);
    const question = new FormulaQuestion(formula, observe(net, formula));
    const choices = { deadlock: 'stutter', fairness, trace: 'lasso' } as const;
    return confirmLasso(net, lasso, { question, choices, stopwatch: new Stopwatch() }).counterexample.cycle.length;
  }

  it('must be fair to what is assumed to be fair', () => {
    expect(confirmed('GF idle', staying)).toBe(1);
    expect(confirmed('GF idle', staying, { weak: ['stay'] })).toBe(1);
    expect(confirmed('GF idle', staying, { strong: ['start'] })).toBe(1);
    for (const fairness of [{ weak: ['rest'] }, { strong: ['rest'] }, { weak: 'transitions' }] as const) {
      expect(() => confirmed('GF idle', staying, fairness)).toThrow('a counterexample is not fair');
    }
  });

  it('tells weak fairness from strong', () => {
    expect(confirmed('G idle', going, { weak: ['stay'] })).toBe(2);
    expect(() => confirmed('G idle', going, { strong: ['stay'] })).toThrow('a counterexample is not fair');
    expect(confirmed('G idle', going, { strong: ['rest', 'start'] })).toBe(2);
  });

  it('takes the steps that the lasso says, where several lead to one state', () => {
    const twins = new NetBuilder();
    twins.place('p', { initial: 1 });
    twins.move('first', ['p'], ['p']);
    twins.move('second', ['p'], ['p']);
    const model = netModel(twins.build('twins'));
    const formula = parseLtl('G !p');
    const question = new FormulaQuestion(formula, observe(model, formula));
    const ask = (groups: readonly number[] | undefined, fairness: Fairness): string => {
      const lasso: StateLasso = { prefix: [], cycle: [Int32Array.of(1)], groups };
      const choices = { deadlock: 'stutter', fairness, trace: 'lasso' } as const;
      const { counterexample } = confirmLasso(model, lasso, { question, choices, stopwatch: new Stopwatch() });
      return counterexample.cycle[0].transition!;
    };
    expect(ask([1], { weak: ['second'] })).toBe('second');
    expect(() => ask([0], { weak: ['second'] })).toThrow('a counterexample is not fair');
    expect(() => ask([1], { weak: ['first'] })).toThrow('a counterexample is not fair');
    expect(ask(undefined, { weak: ['first'] })).toBe('first');
  });
});

describe('what is done for show', () => {
  /** Confirmed and presented under a watch that ends it at this look. */
  function presented(last: number): { readonly shown: string; readonly looks: number } {
    const formula = parseLtl('G a');
    const question = new FormulaQuestion(formula, observe(model, formula));
    let looks = 0;
    const watch = {
      look: (): void => {
        if (++looks > last) throw new LimitExceeded('time');
      },
    };
    const choices = { deadlock: 'stutter', trace: 'cut' } as const;
    const asked = { question, choices, watch, stopwatch: new Stopwatch() };
    const { kind, prefix, cycle } = confirmLasso(model, round, asked).counterexample;
    return { shown: `${kind} ${prefix.length} ${cycle.length}`, looks };
  }

  it('is left out at the limits, and the run shown as it was found; before it is confirmed, there is none', () => {
    const { shown, looks } = presented(Number.POSITIVE_INFINITY);
    expect(shown).toBe('prefix 2 0');
    const outcomes = Array.from({ length: looks + 1 }, (_, last) => {
      try {
        return presented(last).shown;
      } catch (error) {
        return error instanceof LimitExceeded ? 'unknown' : String(error);
      }
    });
    const changes = outcomes.filter((outcome, i) => outcome !== outcomes[i - 1]);
    expect(changes).toEqual(['unknown', 'lasso 1 2', 'prefix 2 0']);
  });
});
