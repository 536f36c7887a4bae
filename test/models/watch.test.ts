import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/diagnostics/diagnostic.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';
import { Simulation } from '../../src/models/simulation.ts';
import { defineModel } from '../../src/models/typescript/define.ts';
import { type WatchedValue, watchExpressions } from '../../src/models/watch.ts';

function dve(text: string): Model {
  return loadModel('model.dve', [text]).value!;
}

/** The values of one expression along the only run of a model, or the first steps of one that never ends. */
function along(model: Model, text: string): WatchedValue[] {
  const [watch] = watchExpressions(model, [text]);
  const simulation = new Simulation(model);
  const values = [watch.valueIn(simulation.state!)];
  for (let i = 0; i < 3; i++) {
    const [choice] = simulation.choices();
    if (choice === undefined) break;
    simulation.take(choice);
    values.push(watch.valueIn(choice.state));
  }
  return values;
}

function complaint(model: Model, ...texts: string[]): InputError {
  try {
    watchExpressions(model, texts);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('no complaint');
}

const net = loadModel('m.net', ['#place a mk(2<..>)\n#place b\n#trans t\nin { a:<..>; }\nout { b:<..>; }\n#endtr\n'])
  .value!;
const counting = dve(`
byte x = 1, a[2];
channel {byte} q[2];
process P { state idle, busy; init idle; trans idle -> busy { sync q!(x + 4); effect x = 3; }; }
process Q { byte got; state s; init s; trans s -> s { sync q?got; }; }
system async;`);
const queue = defineModel({
  initial: { at: 'idle', queue: [] as number[], n: 1, on: false },
  next: ({ at, queue, n }) =>
    at === 'idle'
      ? [{ at: 'busy', queue: [...queue, 7], n: n + 1, on: true }]
      : [{ at, queue: [...queue, 8], n, on: true }],
  propositions: { many: ({ n }) => n > 1 },
});

describe('watched expressions', () => {
  it('are sums, differences and comparisons of what propositions can name', () => {
    expect(along(net, 'a + b')).toEqual([2, 2, 2]);
    expect(along(net, 'a - b')).toEqual([2, 0, -2]);
    expect(along(net, 'tokens(a, b) = 2 && !fireable(t)')).toEqual([false, false, true]);
    expect(along(net, 'dead')).toEqual([false, false, true]);
  });

  it('show a bare name as the states do', () => {
    expect(along(net, 'a')).toEqual([2, 1, 0]);
    expect(along(counting, 'P')).toEqual(['idle', 'busy', 'busy']);
    expect(along(counting, 'q')).toEqual(['[]', '[5]', '[]']);
    expect(along(counting, 'P.busy')).toEqual([false, true, true]);
    expect(along(counting, ' x + Q.got ')).toEqual([1, 3, 8]);
  });

  it('read the members of states in TypeScript, also those that come later', () => {
    expect(along(queue, 'n + n').slice(0, 2)).toEqual([2, 4]);
    expect(along(queue, 'many')).toEqual([false, true, true, true]);
    expect(along(queue, 'queue')).toEqual(['[]', '[7]', '[7, 8]', '[7, 8, 8]']);
    expect(along(queue, 'queue[1]')).toEqual([null, null, 8, 8]);
    expect(along(queue, 'queue[1] + n')).toEqual([null, null, 10, 10]);
    expect(along(queue, 'at = idle && !many')).toEqual([true, false, false, false]);
    expect(along(queue, 'on = true').slice(0, 2)).toEqual([false, true]);
    expect(along(queue, 'at + n').slice(0, 2)).toEqual([null, null]);
  });

  it('have no value where an index is out of range', () => {
    const model = dve(
      'byte i = 1, a[2]; process P { state s; init s; trans s -> s { guard i < 3; effect i = i + 1; }; } system async;',
    );
    expect(() => along(model, 'a[i]')).toThrow(InputError); // an index in a name is a number
    expect(along(model, 'a[1] + i')).toEqual([1, 2, 3]);
  });

  it('are complained about all at once, with the nearest names', () => {
    const { diagnostics } = complaint(queue, 'quue + 1', 'n +', 'at > > 1');
    expect(diagnostics.map(({ code }) => code)).toEqual(['MOD602', 'MOD601', 'MOD601']);
    expect(diagnostics[0]).toMatchObject({ hint: 'did you mean `queue`?', span: { start: 0, end: 4 } });
    expect(diagnostics[0].source!.name).toBe('<expression>');
    expect(complaint(counting, 'P.bsy').diagnostics[0].hint).toContain('`P.busy`');
    expect(complaint(queue, 'at.x').diagnostics[0].message).toBe('the model has nothing called `at.x`');
    expect(complaint(counting, 'X').diagnostics[0].hint).toContain('`x`');
  });
});
