import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/models/explore.ts';
import { evaluate } from '../../../../src/models/expression/expression.ts';
import { complaintsOf, dve, shown, stepsFrom } from './graph.ts';

describe('channels without buffer', () => {
  it('join one sender and one receiver of different processes', () => {
    const model = dve(`channel c; process P { state a, b; init a; trans a -> b { sync c!; }, a -> a { sync c?; }; }
      process Q { state a, b; init a; trans a -> b { sync c?; }; }
      process R { state a, b; init a; trans a -> b { sync c?; }; } system async;`);
    const names = stepsFrom(model, model.initialStates()[0]).map(({ name }) => name);
    expect(names).toEqual(['P.a->b/Q.a->b', 'P.a->b/R.a->b']);
  });

  it('hand the value over first, then run the effects of sender and receiver', () => {
    const model =
      dve(`channel c; byte x = 1, y, z; process P { state a; init a; trans a -> a { guard x == 1; sync c!x + 1; effect z = y, x = 9; }; }
      process Q { state a; init a; trans a -> a { sync c?y; effect y = y + x; }; } system async;`);
    const [step] = stepsFrom(model, model.initialStates()[0]);
    expect(shown(model, step.state, ['x', 'y', 'z'])).toBe('x = 9, y = 11, z = 2');
  });

  it('carry several values, all of the state before', () => {
    const model =
      dve(`channel {int, int} c[0]; int x = 1, y = 2; process P { state a, b; init a; trans a -> b { sync c!{y, x}; }; }
      process Q { state a; init a; trans a -> a { sync c?{x, y}; }; } system async;`);
    const [step] = stepsFrom(model, model.initialStates()[0]);
    expect(shown(model, step.state)).toBe('x = 2, y = 1, P = b, Q = a');
    expect(explore(model).states).toBe(2);
  });

  it('reduce a value to the type of the channel', () => {
    const model = dve(`channel {byte} c[0]; int x; process P { state a, b; init a; trans a -> b { sync c!{257}; }; }
      process Q { state a; init a; trans a -> a { sync c?x; }; } system async;`);
    expect(shown(model, stepsFrom(model, model.initialStates()[0])[0].state, ['x'])).toBe('x = 1');
  });

  it('must agree on the number of values', () => {
    const text = `channel c; process P { state a; init a; trans a -> a { sync c!1; }; }
      process Q { byte x; state a; init a; trans a -> a { sync c?; }; } system async;`;
    expect(complaintsOf(text)).toEqual(['DVE307 P.a->a sends 1 value, but Q.a->a takes 0 from channel `c`']);
  });
});

describe('channels with a buffer', () => {
  const text = `channel {byte, int} c[2]; byte n; int m, k;
    process P { byte i; state a; init a; trans a -> a { guard i < 3; sync c!{i + 255, i - 1}; effect i = i + 1; }; }
    process Q { state a; init a; trans a -> a { sync c?{n, m}; effect k = k + m; }; } system async;`;

  it('are queues: a full one blocks the sender, an empty one the receiver', () => {
    const model = dve(text);
    let [state] = model.initialStates();
    const names = (): string[] => stepsFrom(model, state).map(({ name }) => name);
    expect(names()).toEqual(['P.a->a']);
    state = stepsFrom(model, state)[0].state;
    expect(shown(model, state, ['c', 'P.i'])).toBe('c = [(255, -1)], P.i = 1');
    expect(names()).toEqual(['P.a->a', 'Q.a->a']);
    state = stepsFrom(model, state)[0].state;
    expect(shown(model, state, ['c'])).toBe('c = [(255, -1), (0, 0)]');
    expect(names()).toEqual(['Q.a->a']);
    state = stepsFrom(model, state)[0].state;
    expect(shown(model, state, ['c', 'n', 'm', 'k'])).toBe('c = [(0, 0)], n = 255, m = -1, k = -1');
  });

  it('leave no trace of what was taken out', () => {
    // Messages sent so far (0 to 3) and received so far determine the state.
    const { states, deadlocks } = explore(dve(text));
    expect([states, deadlocks]).toEqual([9, 1]);
  });

  it('can be named in propositions', () => {
    const model = dve(text);
    const [, second] = [model.initialStates()[0], stepsFrom(model, model.initialStates()[0])[0].state];
    expect(evaluate(model.predicate('c.length = 1 && c.0[0] = 255').value!, second)).toBe(1);
  });
});

describe('committed states', () => {
  const text = `byte x; process P { state a, b, c; init a; commit b; trans a -> b {}, b -> c {}; }
    process Q { state a, b; init a; trans a -> b { effect x = 1; }; } system async;`;

  it('let only processes in committed states move', () => {
    const model = dve(text);
    const [first] = stepsFrom(model, model.initialStates()[0]);
    expect(first.name).toBe('P.a->b');
    expect(stepsFrom(model, first.state).map(({ name }) => name)).toEqual(['P.b->c']);
    expect(explore(model).states).toBe(6);
  });

  it('bind both sides of a handshake', () => {
    const both = (commits: string): number =>
      explore(
        dve(`channel c; process P { state a, b; init a; commit a; trans a -> b { sync c!; }; }
      process Q { state a, b; init a; ${commits} trans a -> b { sync c?; }; } system async;`),
      ).states;
    expect(both('')).toBe(1);
    expect(both('commit a;')).toBe(2);
  });
});

describe('synchronous systems', () => {
  it('move all processes at once', () => {
    const model = dve(`byte x; process P { state a, b; init a; trans a -> b { effect x = x + 1; }, b -> a {}; }
      process Q { state a, b, c; init a; trans a -> b { effect x = x * 10; }, b -> c {}, c -> a {}; } system sync;`);
    const steps = stepsFrom(model, model.initialStates()[0]);
    expect(steps.map(({ name }) => name)).toEqual(['P.a->b/Q.a->b']);
    expect(shown(model, steps[0].state)).toBe('x = 10, P = b, Q = b');
  });

  it('stop where one process cannot move', () => {
    const model = dve(`process P { state a; init a; trans a -> a {}; }
      process Q { state a, b; init a; trans a -> b {}; } system sync;`);
    expect(explore(model)).toMatchObject({ states: 2, transitions: 1, deadlocks: 1 });
  });

  it('have no channels, and not too many combinations', () => {
    expect(complaintsOf('channel c; process P { state a; init a; trans a -> a { sync c!; }; } system sync;')).toEqual([
      'DVE307 the processes of a synchronous system cannot meet on channels',
    ]);
    const wide = Array.from({ length: 20 }, (_, i) => `process P${i} { state a; init a; trans a -> a {}, a -> a {}; }`);
    expect(complaintsOf(`${wide.join(' ')} system sync;`)[0]).toMatch(/^DVE309/);
  });
});

describe('property processes', () => {
  const text = `byte x; process P { state a; init a; trans a -> a { guard x < 2; effect x = x + 1; }; }
    process N { state q, r; init q; accept r; trans q -> q {}, q -> r { guard x == 1; }, r -> r {}; } system async property N;`;

  it('move in lock step and read the state before the step', () => {
    const model = dve(text);
    let [state] = model.initialStates();
    expect(stepsFrom(model, state).map(({ name }) => name)).toEqual(['P.a->a/N.q->q']);
    state = stepsFrom(model, state)[0].state;
    expect(stepsFrom(model, state).map(({ name }) => name)).toEqual(['P.a->a/N.q->q', 'P.a->a/N.q->r']);
    expect(explore(model)).toMatchObject({ states: 4, deadlocks: 2 });
  });

  it('show their accepting states as a proposition', () => {
    const predicates = [dve(text).predicate('N.accept').value!];
    expect([...explore(dve(text), { predicates }).labels]).toEqual([0, 0, 0, 1]);
  });

  it('must exist and cannot use channels', () => {
    expect(complaintsOf(text.replace('property N', 'property M'))[0]).toBe('DVE303 unknown process `M`');
    const sending = text.replace('byte x;', 'byte x; channel c;').replace('q -> q {}', 'q -> q { sync c!; }');
    expect(complaintsOf(sending)).toEqual(['DVE305 a property process cannot use channels']);
  });
});

describe('assertions and names', () => {
  it('assertions are propositions', () => {
    const model =
      dve(`byte x; process P { state a, b; init a; assert b: x < 2, a: 1; trans a -> b { effect x = x + 1; }, b -> a {}; }
      process Q { state a; init a; trans a -> a { guard x == 3; }; } system async;`);
    const predicates = ['assert', 'P.assert', 'P = b', 'P.b', 'x >= 2'].map((name) => model.predicate(name).value!);
    const { labels } = explore(model, { predicates, limits: { states: 20 } });
    expect([...labels].slice(0, 4)).toEqual([0b00011, 0b01111, 0b00011, 0b11100]);
  });

  it('an unknown name is answered by the nearest ones', () => {
    const model = dve('byte counter; process P { state a; init a; trans a -> a {}; } system async;');
    expect(model.predicate('P = c').diagnostics[0].code).toBe('MOD602');
    expect(model.predicate('cuonter = 1').diagnostics[0].hint).toBe('did you mean `counter`?');
  });

  it('a variable wins over a process of its name', () => {
    const model = dve('byte P = 3; process P { state a; init a; trans a -> a {}; } system async;');
    const [state] = model.initialStates();
    expect(shown(model, state)).toBe('P = 3, process P = a');
    expect(evaluate(model.predicate('P = 3 && P.a').value!, state)).toBe(1);
  });
});
