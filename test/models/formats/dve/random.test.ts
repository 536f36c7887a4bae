// Random programs: the successors of the compiled closures are those that the guards and effects of the groups say,
// read by the evaluator of expressions.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/base/random.ts';
import { InputError } from '../../../../src/diagnostics/diagnostic.ts';
import { reduceTo } from '../../../../src/models/expression/closures.ts';
import { EvaluationFault, evaluate } from '../../../../src/models/expression/expression.ts';
import type { Model } from '../../../../src/models/model.ts';
import { dve, stepsFrom } from './graph.ts';
import { program } from './random-program.ts';

/** The successors by the groups alone; `fault` where one of them faults. */
function expected(model: Model, state: Int32Array): string[] | 'fault' {
  const found: string[] = [];
  try {
    for (const { name, behaviour } of model.groups) {
      if (behaviour.kind !== 'program') throw new Error('not a program');
      if (evaluate(behaviour.guard, state) === 0) continue;
      const next = state.slice();
      for (const effect of behaviour.effects) {
        if ('required' in effect) throw new Error('DVE has no requirements');
        const { target, value, width } = effect;
        const stored = reduceTo(width, evaluate(value, next));
        if (target.kind === 'variable') next[target.variable] = stored;
        else {
          evaluate(target, next); // checks the index
          next[target.base + evaluate(target.index, next)] = stored;
        }
      }
      found.push(`${name} ${next.join()}`);
    }
  } catch (error) {
    if (error instanceof EvaluationFault) return 'fault';
    throw error;
  }
  return found;
}

function actual(model: Model, state: Int32Array): string[] | 'fault' {
  try {
    return stepsFrom(model, state).map((step) => `${step.name} ${step.state.join()}`);
  } catch (error) {
    if (error instanceof InputError && error.diagnostics[0].code === 'DVE310') return 'fault';
    throw error;
  }
}

describe('random DVE programs', () => {
  it('have the same successors by closures and by evaluation, and stay within the bounds of their variables', () => {
    let visited = 0;
    let faults = 0;
    for (let seed = 0; seed < 400; seed++) {
      const random = new Random(seed);
      const text = program(random);
      const model = dve(text);
      let [state] = model.initialStates();
      for (let step = 0; step < 20; step++) {
        const steps = actual(model, state);
        expect(steps, `seed ${seed}: ${text}`).toEqual(expected(model, state));
        for (const [i, { lower, upper }] of model.variables.entries()) {
          expect(state[i] >= lower! && state[i] <= upper!, `seed ${seed}, variable ${i}`).toBe(true);
        }
        visited++;
        if (steps === 'fault') faults++;
        if (steps === 'fault' || steps.length === 0) break;
        state = random.pick(stepsFrom(model, state)).state;
      }
    }
    expect(visited).toBeGreaterThan(1500);
    expect(faults).toBeGreaterThan(20);
  });
});
