import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import type { AutoEngine } from '../../src/check/options.ts';
import type { CheckResult } from '../../src/check/result.ts';
import type { Rival, RivalAnswer } from '../../src/check/rival.ts';
import { CheckSession, type SessionOptions } from '../../src/check/session.ts';
import type { Formula } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { Model } from '../../src/models/model.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { randomNet } from '../helpers/random-net.ts';

function libraryModel(name: string, size: number): Model {
  return analyse(netModel(generateNet(name, size).value!, 'library'));
}

type AutoOptions = Omit<AutoEngine, 'kind'> & Omit<SessionOptions, 'engine'>;

/** By the engines alone: what is known without a search would answer most of these questions. */
function auto(model: Model, formula: string, options: AutoOptions = {}): CheckResult {
  const { automaton, seed, quick, diagrams, ...rest } = options;
  const engine = { kind: 'auto', automaton, seed, quick, diagrams } as const;
  return new CheckSession(model, { engine, reductions: 'none', ...rest }).check(parseLtl(formula));
}

/** A rival that answers at once, in the same thread. */
class ReadyRival implements Rival {
  busy = false;
  readonly asked: number[] = [];
  private answer: RivalAnswer | null = null;
  private readonly model: Model;

  constructor(model: Model) {
    this.model = model;
  }

  ask(question: number, formula: Formula): void {
    this.asked.push(question);
    this.busy = true;
    const { verdict, options, emptiness, statistics } = check(this.model, formula, { engine: 'symbolic' });
    const found =
      verdict.outcome === 'violated'
        ? {
            outcome: 'violated' as const,
            lasso: {
              prefix: verdict.counterexample.prefix.map(({ state }) => state),
              cycle: verdict.counterexample.cycle.map(({ state }) => state),
            },
          }
        : verdict;
    this.answer = { question, found, engine: options.engine, emptiness, statistics };
  }

  poll(): RivalAnswer | null {
    const { answer } = this;
    if (answer !== null) this.busy = false;
    this.answer = null;
    return answer;
  }

  wait(): RivalAnswer | null {
    return this.poll();
  }

  cancel(): void {
    this.busy = false;
    this.answer = null;
  }
}

const FORMULAS = ['G "P1 <= 4"', 'GF "P1 >= 1"', 'F G "P1 = 0"', 'G("P1 >= 1" -> X "P1 >= 1")', 'F "P1 = 5"'];

describe('a check that chooses by itself', () => {
  const kanban = libraryModel('kanban', 4);

  it('does not search where the formula alone decides, but wants its propositions to exist', () => {
    const result = auto(kanban, 'G "P1 >= 1" | F !"P1 >= 1"');
    expect(result.verdict.outcome).toBe('holds');
    expect(result.statistics.modelStates).toBe(0);
    expect(() => auto(kanban, 'G nowhere | F !nowhere')).toThrow(/nowhere/);
  });

  it.each(FORMULAS)('agrees with each engine, in turns and side by side: %s', (formula) => {
    const model = libraryModel('kanban', 3);
    const expected = check(model, parseLtl(formula)).verdict.outcome;
    expect(check(model, parseLtl(formula), { engine: 'symbolic' }).verdict.outcome).toBe(expected);
    expect(auto(model, formula).verdict.outcome).toBe(expected);
    expect(auto(model, formula, { quick: 0 }).verdict.outcome).toBe(expected);
    expect(auto(model, formula, { quick: 0, rival: new ReadyRival(model) }).verdict.outcome).toBe(expected);
  });

  it('takes the answer of a faster rival, and says so; its counterexample is replayed', () => {
    const holds = auto(kanban, 'G "P1 <= 4"', { quick: 0, rival: new ReadyRival(kanban) });
    expect(holds).toMatchObject({ verdict: { outcome: 'holds' }, options: { engine: { kind: 'symbolic' } } });
    const late = 'G !("P1 >= 1" & "P2 >= 1" & "P3 >= 1" & X G "P4 <= 1")';
    const violated = auto(kanban, late, { quick: 0, rival: new ReadyRival(kanban) });
    expect(violated.verdict.outcome).toBe(check(kanban, parseLtl(late)).verdict.outcome);
  });

  it('stops at limits that bind both engines, and at cancellation', () => {
    const formula = 'GF "P1 >= 0"';
    const states = auto(kanban, formula, { limits: { states: 1000 }, reductions: 'none' });
    expect(states.verdict).toMatchObject({ outcome: 'unknown', limit: 'states' });
    const time = auto(libraryModel('kanban', 6), formula, {
      quick: 0.01,
      limits: { seconds: 0.02 },
      reductions: 'none',
    });
    expect(time.verdict).toMatchObject({ outcome: 'unknown', reason: 'no answer in 0.02 s' });
    const cancelled = auto(libraryModel('kanban', 6), formula, {
      limits: { isCancelled: () => true },
      reductions: 'none',
    });
    expect(cancelled.verdict).toMatchObject({ outcome: 'unknown', limit: 'cancelled' });
  });
});

describe('a check that is short of memory', () => {
  /** A rival that takes a question and never answers it. */
  class SilentRival implements Rival {
    busy = false;
    questions = 0;

    ask(): void {
      this.questions++;
    }

    poll(): null {
      return null;
    }

    wait(): null {
      return null;
    }

    cancel(): void {
      this.busy = false;
    }
  }

  it('leaves some of it to the rival, and takes all of it when the rival has given up', () => {
    const model = libraryModel('kanban', 3);
    const rival = new SilentRival();
    const at = (used: number): CheckResult =>
      auto(model, 'GF "P1 >= 0"', { quick: 0, rival, limits: { memoryBytes: 100, memoryUsed: () => used } });
    expect(at(70).verdict).toEqual({ outcome: 'holds' });
    expect(rival.questions).toBe(1);
    expect(at(2 ** 21).verdict).toMatchObject({ outcome: 'unknown', limit: 'memory' });
  });
});

describe('rounds with a rival', () => {
  it('answer every formula once and rightly, whoever is first', () => {
    const random = new Random(77);
    for (let i = 0; i < 10; i++) {
      const model = netModel(randomNet(random), 'net');
      const formulas = ['G', 'F', 'GF', 'FG'].map((operators) => parseLtl(`${operators} !dead`));
      const outcomes = new Map<number, string>();
      const rival = i % 2 === 0 ? new ReadyRival(model) : undefined;
      const session = new CheckSession(model, { engine: 'auto', rival, limits: { states: 20_000 } });
      session.checkAll(formulas, (index, { verdict }) => {
        expect(outcomes.has(index)).toBe(false);
        outcomes.set(index, verdict.outcome);
      });
      for (const [index, formula] of formulas.entries()) {
        const expected = check(model, formula, { limits: { states: 20_000 } }).verdict.outcome;
        if (expected !== 'unknown') expect(outcomes.get(index)).toBe(expected);
        expect(outcomes.has(index)).toBe(true);
      }
    }
  });
});

describe('the options in force', () => {
  it('name the seed of the random search, and the order in which the answer was found', () => {
    const small = auto(libraryModel('kanban', 2), 'GF "P1 >= 1"', { seed: 7 });
    expect(small).toMatchObject({ options: { engine: { kind: 'explicit', successors: 'model' } }, seed: 7 });
    expect(auto(libraryModel('kanban', 2), 'GF "P1 >= 1"').seed).toBe(1);
  });

  it('keep an automaton that only the explicit engine knows', () => {
    const model = libraryModel('kanban', 4);
    const rival = new ReadyRival(model);
    const { options, verdict } = auto(model, 'GF "P1 >= 0"', { automaton: 'ta', quick: 0, rival });
    expect(options.engine).toMatchObject({ kind: 'explicit', automaton: 'ta' });
    expect(verdict.outcome).toBe('holds');
    expect(rival.asked).toEqual([]);
  });

  it('take a TGBA for diagrams where a TGTA would tell too many letters apart, unless one is asked for', () => {
    const ring = new NetBuilder();
    for (let i = 0; i < 40; i++) ring.place(`p${i}`, { initial: i === 0 ? 1 : 0 });
    for (let i = 0; i < 40; i++) {
      const arcs = { inputs: [{ place: i, weight: 1 }], outputs: [{ place: (i + 1) % 40, weight: 1 }], inhibitors: [] };
      ring.transition(`t${i}`, arcs);
    }
    const model = netModel(ring.build('ring'));
    const awaited = (count: number): string => Array.from({ length: count }, (_, i) => `G F "p${i} >= 1"`).join(' & ');
    const symbolically = (formula: string, automaton?: 'tgta'): CheckResult =>
      check(model, formula, { engine: { kind: 'symbolic', look: 'none', automaton }, reductions: 'none' });
    for (const [formula, outcome, automaton] of [
      [awaited(12), 'holds', 'tgba'],
      [`!(${awaited(40)})`, 'violated', 'tgba'],
      [`!(${awaited(3)})`, 'violated', 'tgta'],
      // Many propositions, of which the automaton sees one condition.
      [`G !(${awaited(40).replaceAll('G F ', '')})`, 'holds', 'tgta'],
    ] as const) {
      const { verdict, options } = symbolically(formula);
      expect(verdict.outcome).toBe(outcome);
      expect(options.engine.automaton).toBe(automaton);
    }
    const { verdict } = symbolically(`!(${awaited(40)})`, 'tgta');
    expect(verdict).toMatchObject({ outcome: 'unknown', reason: expect.stringContaining('too many letters') });
  });
});
