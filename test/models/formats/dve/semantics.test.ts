import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../src/diagnostics/diagnostic.ts';
import { explore } from '../../../../src/models/explore.ts';
import { evaluate } from '../../../../src/models/expression/expression.ts';
import { complaintsOf, dve, run, shown, single, stepsFrom } from './graph.ts';

describe('DVE values', () => {
  it('a byte wraps around at 256 in both directions', () => {
    const down = single('effect x = x - 1;', 'byte x;');
    expect(shown(down, run(down, 1), ['x'])).toBe('x = 255');
    const up = single('effect x = x + 10;', 'byte x = 250;');
    expect(shown(up, run(up, 1), ['x'])).toBe('x = 4');
  });

  it('an int is signed with 16 bits', () => {
    const model = single('effect x = x + 1;', 'int x = 32767;');
    expect(shown(model, run(model, 1), ['x'])).toBe('x = -32768');
  });

  it('intermediate results are wider than the variable', () => {
    const model = single('effect x = (x * 200) / 100;', 'byte x = 100;');
    expect(shown(model, run(model, 1), ['x'])).toBe('x = 200');
  });

  it('initial values are reduced to the type, missing ones are 0, spare ones ignored', () => {
    const model = single('guard 0;', 'const int n = 2 + 1; byte a[n] = {1, 300}, b[2] = {7, 8, 9}, c; int d = -n;');
    const [state] = model.initialStates();
    expect(shown(model, state)).toBe('a[0] = 1, a[1] = 44, a[2] = 0, b[0] = 7, b[1] = 8, c = 0, d = -3, P = s');
  });

  it('an array without an index is its first element', () => {
    const model = single('effect a = a + 5;', 'byte a[2] = {1, 1};');
    expect(shown(model, run(model, 1), ['a[0]', 'a[1]'])).toBe('a[0] = 6, a[1] = 1');
  });

  it('constant arrays can be indexed by variables', () => {
    const model = single('effect x = t[i], i = 2 - i;', 'const byte t[3] = {4, 5, 6}; byte i, x;');
    expect(shown(model, run(model, 2), ['x'])).toBe('x = 6');
  });
});

describe('DVE expressions', () => {
  const value = (text: string, declarations = ''): number => {
    const model = single(`effect r = ${text};`, `int r; ${declarations}`);
    return run(model, 1)[0];
  };

  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['7 - 2 - 1', 4],
    ['2 << 1 + 1', 8],
    ['1 | 6 & 3', 3],
    ['5 ^ 1 | 8', 12],
    ['1 < 2 == 1', 1],
    ['3 & 1 == 1', 1],
    ['not 0 or 1 and 0', 1],
    ['not 1 == 0', 1],
    ['-3 / 2', -1],
    ['-7 % 3', -1],
    ['~5', -6],
    ['0 imply 0 imply 0', 1],
    ['1 imply 0', 0],
    ['true + true', 2],
    ['(2 == 2) * 3', 3],
    ['4 && 2', 1],
    ['0 || 3', 1],
    ['!5', 0],
  ])('%s is %i', (text, expected) => {
    expect(value(text)).toBe(expected);
    const variables = text.replace(/\d+/g, (digits) => `v${digits}`);
    const declarations = [...new Set(text.match(/\d+/g) ?? [])]
      .map((digits) => `int v${digits} = ${digits};`)
      .join(' ');
    expect(value(variables, declarations), 'with variables').toBe(expected);
  });

  it('`and` and `or` do not look at their right side in vain', () => {
    expect(value('(i < 2 and a[i] == 0) or (i >= 2 or 1 / (2 - i))', 'byte a[2], i = 2;')).toBe(1);
  });

  it('P.q tells whether P is in q, and P->x reads its variable', () => {
    const model = dve(`process P { byte x = 3, a[2] = {5, 6}; state p, q; init p; trans p -> q {}; }
      process Q { byte y; state s; init s; trans s -> s { guard P.p; effect y = P->x + P->a[1] + P.q; }; } system async;`);
    const [initial] = model.initialStates();
    const states = stepsFrom(model, initial).map(({ state }) => shown(model, state, ['P', 'Q.y']));
    expect(states).toEqual(['P = q, Q.y = 0', 'P = p, Q.y = 9']);
    expect(stepsFrom(model, stepsFrom(model, initial)[0].state)).toEqual([]);
  });

  it('a local variable hides a global one', () => {
    const model = dve(
      'byte x = 1; process P { byte x = 5; state s; init s; trans s -> s { effect x = x + 1; }; } system async;',
    );
    expect(shown(model, run(model, 1))).toBe('x = 1, P = s, P.x = 6');
  });

  it('nesting is limited, chains of `and` are not', () => {
    const deep = `${'('.repeat(10_000)}1${')'.repeat(10_000)}`;
    expect(value(deep)).toBe(1);
    expect(
      complaintsOf(`process P { state s; init s; trans s -> s { guard ${'!'.repeat(10_000)}1; }; } system async;`),
    ).toEqual(['DVE302 this expression is nested more than 1000 deep']);
    expect(
      complaintsOf(`process P { state s; init s; trans s -> s { guard ${'('.repeat(10_000)}1; }; } system async;`),
    ).toEqual(['DVE302 expected `)`, not `;`']);
    expect(value(Array.from({ length: 10_000 }, () => 'x').join(' and '), 'byte x = 1;')).toBe(1);
  });
});

describe('DVE transitions', () => {
  it('effects run one after another', () => {
    const model = single('effect x = 1, y = x + 1, x = y + 1;', 'byte x, y;');
    expect(shown(model, run(model, 1), ['x', 'y'])).toBe('x = 3, y = 2');
  });

  it('several guards must all hold', () => {
    const model = dve(
      'byte x; process P { state s; init s; trans s -> s { guard x < 2, x != 1; effect x = x + 1; }; } system async;',
    );
    expect(explore(model).states).toBe(2);
  });

  it('a transition without source state starts where the one before it does', () => {
    const model = dve('process P { state a, b, c; init a; trans a -> b {}, -> c {}, b -> a {}; } system async;');
    expect(stepsFrom(model, model.initialStates()[0]).map(({ name }) => name)).toEqual(['P.a->b', 'P.a->c']);
  });

  it('transitions between the same states are told apart, and share a name for propositions', () => {
    const model = dve(
      'byte x; process P { state s; init s; trans s -> s { guard x == 0; }, s -> s { guard x == 1; }; } system async;',
    );
    expect(model.groups.map(({ name }) => name)).toEqual(['P.s->s', 'P.s->s#2']);
    const holds = (text: string, x: number): number => evaluate(model.predicate(text).value!, [x, 0]);
    expect([0, 1, 2].map((x) => holds("fireable('P.s->s')", x))).toEqual([1, 1, 0]);
    expect([0, 1, 2].map((x) => holds('fireable(P.s->s#2) && x > 0', x))).toEqual([0, 1, 0]);
  });

  it('successors come in the order of the groups', () => {
    const model = dve(`process P { state s; init s; trans s -> s {}, s -> s {}; }
      process Q { state s; init s; trans s -> s {}; } system async;`);
    const groups: number[] = [];
    model.successors(model.initialStates()[0], (_, group) => groups.push(group));
    expect(groups).toEqual([0, 1, 2]);
  });

  it('an index with a variable reads and writes the whole array', () => {
    const model = single('effect a[i] = 1;', 'byte x, a[2], i;');
    expect(model.groups[0].reads).toEqual([1, 2, 3, 4]);
    expect(model.groups[0].writes).toEqual([1, 2]);
  });
});

describe('DVE faults end in a diagnostic that shows the state', () => {
  const faultOf = (body: string, declarations: string): string => {
    const model = single(body, declarations);
    try {
      explore(model);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const [{ code, message, span, hint }] = error.diagnostics;
      return `${code} ${message} @${span?.start !== undefined} ${hint}`;
    }
    return 'none';
  };

  it('division by zero', () => {
    expect(faultOf('effect x = 4 / (2 - x), x = x + 1;', 'byte x = 2, y = 1;')).toBe(
      'DVE310 division by zero, in the transition `P.s->s` @true this happens in the state x = 2, y = 1, P = s',
    );
    expect(faultOf('guard 1 % z;', 'byte z;')).toContain('DVE310 remainder of a division by zero');
  });

  it('index out of range, read or written, after some steps', () => {
    expect(faultOf('effect a[i] = 1, i = i + 1;', 'byte a[2], i;')).toBe(
      'DVE310 index 2 is outside of a[0 … 1], in the transition `P.s->s` @true this happens in the state a[0] = 1, a[1] = 1, i = 2, P = s',
    );
    expect(faultOf('guard a[i - 1] == 0;', 'byte a[2], i;')).toContain('index -1 is outside of a[0 … 1]');
    expect(faultOf('guard a[5] == 0;', 'byte a[2];')).toContain('index 5 is outside of a[0 … 1]');
  });
});
