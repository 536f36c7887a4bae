// Random programs: the successors of the compiled closures are those that the guards and effects of the groups say,
// read by the evaluator of expressions.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { InputError } from '../../../src/diagnostics/diagnostic.ts';
import { reduceTo } from '../../../src/models/closure.ts';
import { EvaluationFault, evaluate } from '../../../src/models/expression.ts';
import type { Model } from '../../../src/models/model.ts';
import { dve, stepsFrom } from './graph.ts';

const OPERATORS = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '&',
  '|',
  '^',
  '<<',
  '>>',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
  'imply',
];

function expression(random: Random, depth: number): string {
  if (depth === 0 || random.chance(0.2)) {
    return random.pick(['x', 'y', 'a', 'a[1]', 'l', 'P.p', 'Q.q', 'k', `${random.below(5)}`, 'P->l']);
  }
  if (random.chance(0.15)) return `a[${expression(random, depth - 1)}]`;
  if (random.chance(0.15)) return `${random.pick(['-', '~', 'not ', '!'])}(${expression(random, depth - 1)})`;
  const operator = random.pick(OPERATORS);
  return `(${expression(random, depth - 1)} ${operator} ${expression(random, depth - 1)})`;
}

function transition(random: Random): string {
  const [from, to] = [random.pick(['p', 'q']), random.pick(['p', 'q'])];
  const guard = random.chance(0.7) ? `guard ${expression(random, 2)};` : '';
  const sync = random.chance(0.4)
    ? `sync ${random.pick([`c!${expression(random, 1)}`, 'c?x', 'c?a[1]', `b!{${expression(random, 1)}}`, 'b?y'])};`
    : '';
  const targets = ['x', 'y', 'l', 'a[0]', 'a[x & 1]', 'a'];
  const effects = Array.from({ length: random.below(3) }, () => `${random.pick(targets)} = ${expression(random, 2)}`);
  return `${from} -> ${to} { ${guard} ${sync} ${effects.length > 0 ? `effect ${effects.join(', ')};` : ''} }`;
}

function program(random: Random): string {
  const process = (name: string): string => {
    const commit = random.chance(0.2) ? 'commit q;' : '';
    const transitions = Array.from({ length: random.between(1, 4) }, () => transition(random)).join(', ');
    return `process ${name} { byte l; state p, q; init p; ${commit} trans ${transitions}; }`;
  };
  return `const int k = 3; byte x; int y = -1; byte a[2] = {1}; channel c; channel {byte} b[2];
    ${process('P')} ${process('Q')} system async;`;
}

/** The successors by the groups alone; `fault` where one of them faults. */
function expected(model: Model, state: Int32Array): string[] | 'fault' {
  const found: string[] = [];
  try {
    for (const { name, behaviour } of model.groups) {
      if (behaviour.kind !== 'program') throw new Error('not a program');
      if (evaluate(behaviour.guard, state) === 0) continue;
      const next = state.slice();
      for (const { target, value, width } of behaviour.effects) {
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
