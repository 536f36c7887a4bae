// Products that are closed without the states of the model.
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { InputError } from '../../src/diagnostics/diagnostic.ts';
import { LimitExceeded } from '../../src/diagnostics/limit.ts';
import type { Formula } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { Model } from '../../src/models/model.ts';
import { observe } from '../../src/models/observation.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { type NetModel, netModel } from '../../src/models/petri/net-model.ts';
import { checkSymbolically, type SymbolicAutomatonKind, type SymbolicCheckOptions } from '../../src/symbolic/check.ts';
import { ExploredModel } from '../../src/symbolic/explored-model.ts';
import { negationOf } from '../helpers/explicit-check.ts';

function library(name: string, size: number): NetModel {
  return netModel(generateNet(name, size).value!);
}

function run(
  model: Model | ExploredModel,
  formula: Formula,
  options: SymbolicCheckOptions = {},
  kind: SymbolicAutomatonKind = 'tgta',
): ReturnType<typeof checkSymbolically> {
  const explored = model instanceof ExploredModel ? model : new ExploredModel(model);
  return checkSymbolically(explored, negationOf(formula, kind), observe(explored.model, formula), options);
}

describe('a product that is closed at once', () => {
  it('is the choice for a formula that looks at few steps, and has few states of a large net', () => {
    const model = library('kanban', 20);
    for (const kind of ['tgta', 'tgba', 'ba'] as const) {
      const found = run(model, parseLtl('X X "P1 >= 19"'), {}, kind);
      expect(found.lasso).toBeNull();
      expect(found.closure).toBe('product');
      expect(found.modelStates).toBeLessThan(100n);
    }
  });

  it('is not the choice where the automaton waits, or the states are known', () => {
    const explored = new ExploredModel(library('kanban', 3));
    expect(run(explored, parseLtl('G("P1 <= 3")')).closure).toBe('model');
    expect(run(explored, parseLtl('X X "P1 >= 1"')).closure).toBe('model');
  });

  it('gives way to the model where it is not small after all', () => {
    const formula = parseLtl('F "P1 >= 6"');
    const explored = new ExploredModel(library('fms', 5), { order: 'given-reverse' }); // a bad order
    const { closure, modelStates, lasso } = run(explored, formula);
    expect([closure, modelStates, lasso === null]).toEqual(['model', 2_895_018n, false]);
  });

  it('has the same pairs and the same verdict as after the model, where that is asked for', () => {
    const model = library('philosophers', 4);
    const formulas = [
      'G("IsEating0 = 0")',
      'GF "IsEating0 = 1"',
      'G("HasLeft0 = 1" -> F "IsEating0 = 1")',
      'F "IsEating1 = 1"',
    ];
    for (const text of formulas) {
      for (const deadlock of ['stutter', 'drop'] as const) {
        const formula = parseLtl(text);
        const [first, after] = (['product', 'model'] as const).map((closure) =>
          run(model, formula, { closure, deadlock }),
        );
        expect([first.closure, after.closure]).toEqual(['product', 'model']);
        expect([first.lasso === null, first.productStates]).toEqual([after.lasso === null, after.productStates]);
        expect(first.modelStates).toBeLessThanOrEqual(after.modelStates);
      }
    }
  });

  it('sees the deadlocks of its pairs, and those behind what a deadlock does to the automaton', () => {
    // a → b, and nothing more: the automaton goes on over the dead state.
    const builder = new NetBuilder();
    const a = builder.place('a', { initial: 1, capacity: 1 });
    const b = builder.place('b', { initial: 0, capacity: 1 });
    builder.transition('t', { inputs: [{ place: a, weight: 1 }], outputs: [{ place: b, weight: 1 }] });
    const model = netModel(builder.build('two'));
    for (const [text, deadlock, holds] of [
      ['X X X X "b = 1"', 'stutter', true],
      ['X X X X "b = 0"', 'stutter', false],
      ['X X X X "b = 0"', 'drop', true],
      ['F G "a = 1"', 'stutter', false],
    ] as const) {
      const formula = parseLtl(text);
      const { lasso, closure } = run(model, formula, { closure: 'product', deadlock });
      expect([text, closure, lasso === null]).toEqual([text, 'product', holds]);
    }
  });

  it('is none where a deadlock is an error, a predicate asks for deadlocks or may be a fault, or a place has no bound', () => {
    const philosophers = library('philosophers', 3);
    const asked = { closure: 'product', deadlock: 'error' } as const;
    expect(() => run(philosophers, parseLtl('X X "IsEating0 <= 1"'), asked)).toThrow(InputError);
    const first = (model: Model, text: string): string => run(model, parseLtl(text), { closure: 'product' }).closure;
    expect(first(philosophers, 'X X !dead')).toBe('model');
    expect(first(philosophers, 'X "IsEating0 <= 1"')).toBe('product');
    const formula = parseLtl('X "IsEating0 <= 1"');
    const [one, eating] = [
      { kind: 'constant', value: 1 },
      { kind: 'variable', variable: 0 },
    ] as const;
    const quotient = { kind: 'binary', operator: '/', left: one, right: eating } as const;
    const observation = { ...observe(philosophers, formula), predicates: [quotient] };
    const explored = new ExploredModel(philosophers);
    const search = (): unknown =>
      checkSymbolically(explored, negationOf(formula, 'tgta'), observation, { closure: 'product' });
    expect(search).toThrow('division by zero');
    const builder = new NetBuilder();
    const place = builder.place('p', { initial: 0 });
    builder.transition('t', { outputs: [{ place, weight: 1 }], inhibitors: [{ place, below: 2 }] });
    expect(first(netModel(builder.build('inhibited')), 'X "p = 1"')).toBe('model');
    const full = new NetBuilder();
    full.transition('t', { inputs: [{ place: full.place('p', { initial: 3, capacity: 2 }), weight: 1 }] });
    expect(first(netModel(full.build('too full')), 'X "p = 2"')).toBe('model');
  });

  it('obeys limits', () => {
    const model = library('fms', 9);
    const options = { closure: 'product', limits: { seconds: 0 } } as const;
    expect(() => run(model, parseLtl('GF("P1 >= 1")'), options)).toThrow(LimitExceeded);
  });

  it('says what it was in the statistics of a check', () => {
    const formula = parseLtl('X X "P1 >= 19"');
    const engine = { kind: 'symbolic', look: 'none' } as const;
    const { verdict, statistics } = check(library('kanban', 20), formula, { engine, reductions: 'none' });
    expect(verdict.outcome).toBe('holds');
    expect(statistics.diagrams?.closure).toBe('product');
  });
});
