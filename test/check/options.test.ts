// Engines as data: defaults, and options that do not fit.
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { type CheckChoices, completeChoices, type Engine, type EngineKind } from '../../src/check/options.ts';
import { UsageError } from '../../src/diagnostics/diagnostic.ts';
import { graphModel } from '../helpers/graph-model.ts';

const lamp = graphModel({ initial: [0], successors: [[1], [0, 1]], labels: [[], ['lit']] });

describe('the choices of a check', () => {
  it('are completed in one place; an engine may be named alone', () => {
    expect(completeChoices({})).toEqual({
      engine: {
        kind: 'explicit',
        automaton: 'tgba',
        successors: 'model',
        counterexample: 'short',
        fullProduct: 'not counted',
        search: 'compiled',
        partialOrder: 'auto',
        symmetry: 'auto',
      },
      deadlock: 'stutter',
      trace: 'cut',
      vacuity: 'skip',
      reductions: 'auto',
    });
    for (const kind of ['explicit', 'symbolic', 'hybrid', 'auto'] as const) {
      expect(completeChoices({ engine: kind })).toEqual(completeChoices({ engine: { kind } }));
    }
  });

  it('may be there without a value, which is the default', () => {
    const engine = { kind: 'explicit', automaton: undefined, emptiness: undefined } as const;
    expect(completeChoices({ engine })).toEqual(completeChoices({}));
  });

  const strangers: readonly (readonly [EngineKind, object])[] = [
    ['explicit', { hull: 'owcty' }],
    ['explicit', { look: 'none' }],
    ['explicit', { propertyLevel: 'top' }],
    ['explicit', { order: 'random' }],
    ['symbolic', { emptiness: 'ndfs' }],
    ['symbolic', { counterexample: 'shortest' }],
    ['symbolic', { seed: 3 }],
    ['hybrid', { hull: 'owcty' }],
    ['hybrid', { propertyLevel: 'top' }],
    ['hybrid', { counterexample: 'shortest' }],
    ['auto', { emptiness: 'ndfs' }],
    ['auto', { hull: 'owcty' }],
    ['auto', { __proto__: null, constructor: 1 }],
  ];

  it.each(strangers)('are refused where the engine does not know them: %s, %j', (kind, choice) => {
    const engine = { kind, ...choice } as unknown as Engine;
    expect(() => check(lamp, 'F lit', { engine })).toThrow(UsageError);
    expect(() => check(lamp, 'F lit', { engine })).toThrow(Object.keys(choice)[0]);
  });

  it('do not name an engine that does not exist', () => {
    for (const engine of ['explcit', { kind: 'sat' }, { kind: '__proto__' }] as unknown as CheckChoices['engine'][]) {
      expect(() => check(lamp, 'F lit', { engine })).toThrow(/there is no engine/);
    }
  });

  it('can be sent to another thread as they are', () => {
    const choices = completeChoices({ engine: { kind: 'auto', seed: 7 }, fairness: { weak: ['step'] } });
    expect(structuredClone(choices)).toEqual(choices);
  });
});
