import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../../src/diagnostics/diagnostic.ts';
import { explore } from '../../../../src/models/explore.ts';
import { evaluate } from '../../../../src/models/expression/expression.ts';
import { readEtf } from '../../../../src/models/formats/etf/model.ts';
import type { Model } from '../../../../src/models/model.ts';
import { LEFT_OUT, longMode, sharedFolder } from '../../../helpers/shared.ts';

const folder = join(sharedFolder ?? '', 'etf');
const known = sharedFolder
  ? Object.entries(
      JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<
        string,
        { states: number | null; transitions: number | null; deadlocks: number | null }
      >,
    )
  : [];

function etf(text: string): Model {
  return unwrap(readEtf({ name: 'test.etf', text }));
}

describe.skipIf(!sharedFolder)(`the recorded tables${sharedFolder ? '' : ` (${LEFT_OUT})`}`, () => {
  const load = (file: string): Model => etf(readFileSync(join(folder, file), 'utf8'));
  const small = known.filter(([, { states }]) => states !== null && states <= (longMode ? 300_000 : 15_000));

  it('all load', () => {
    for (const [file] of known) expect(load(file).variables.length, file).toBeGreaterThan(0);
  });

  it.each(small)('%s has the known numbers of states, transitions and deadlocks', (file, expected) => {
    const { states, transitions, deadlocks } = explore(load(file));
    expect(states).toBe(expected.states);
    if (expected.transitions !== null) expect(transitions).toBe(expected.transitions);
    if (expected.deadlocks !== null) expect(deadlocks).toBe(expected.deadlocks);
  });

  it('gear.1.etf has guards as labels that agree with what they stand for', () => {
    const model = load('gear.1.etf');
    const predicates = ['guard_0', 'Clutch = closed', 'guard_0 = true', 'Clutch.closed'].map((text) =>
      unwrap(model.predicate(text)),
    );
    const { labels } = explore(model, { predicates });
    expect(new Set(labels)).toEqual(new Set([0, 0b1111]));
  });
});

const TOY = `begin state
P:loc P\\.x:int
a\\[0\\]:byte _:_
end state
begin edge
action:act _:num
end edge
begin init
0 -1 3
0
end init
begin trans
0/1 * 3/4 * "go \\"now\\"" 7
0/1 -1/5 * * 1 8
* 5/5 * * stop 9
end trans
begin trans
end trans
begin trans
* * * * 0 0
end trans
begin sort loc
"idle"
#627573 79#
end sort
begin sort act
"go \\"now\\""
"stop"
end sort
begin sort int
end sort
begin map ready:bool
0 * * * 1
* 5 * * 0
* * 4 * 1
end map
begin map level:num
1 * * * -2
end map
begin sort bool
"false"
"true"
end sort
`
  .replace('#627573 79#', '#62757379#')
  .replace('* 5/5 * * stop 9', '* 5/5 * * "stop" 9');

describe('ETF', () => {
  it('names: escapes, hexadecimal values, anonymous variables', () => {
    const model = etf(TOY);
    expect(model.variables.map(({ name }) => name)).toEqual(['P', 'P.x', 'a[0]', 'v3']);
    expect(model.variables[0].values).toEqual(['idle', 'busy']);
  });

  it('bounds are the values that occur', () => {
    expect(etf(TOY).variables.map(({ lower, upper }) => [lower, upper])).toEqual([
      [0, 1],
      [-1, 5],
      [3, 4],
      [0, 0],
    ]);
  });

  it('every matching row is a step, in order, with its edge labels', () => {
    const model = etf(TOY);
    const [initial] = model.initialStates();
    const steps: string[] = [];
    model.successors(initial, (target, group) => {
      steps.push(`${model.stepName?.(group, initial, target)}: ${target.join()}`);
    });
    expect(steps).toEqual([
      't0: action = go "now", 7: 1,-1,4,0',
      't0: action = stop, 8: 1,5,3,0',
      't2: action = go "now", 0: 0,-1,3,0',
    ]);
    expect(model.groups.map(({ reads, writes }) => [reads, writes])).toEqual([
      [
        [0, 1, 2],
        [0, 1, 2],
      ],
      [[], []],
      [[0], []],
    ]);
  });

  it('the first matching line of a map gives the label', () => {
    const model = etf(TOY);
    const value = (text: string, state: number[]): number => evaluate(unwrap(model.predicate(text)), state);
    expect(value('ready', [0, 5, 4, 0])).toBe(1);
    expect(value('ready', [1, 5, 4, 0])).toBe(0);
    expect(value('ready = true', [1, 4, 4, 0])).toBe(1);
    expect(value('ready', [1, 4, 3, 0])).toBe(0);
    expect(value('level = -2', [1, 0, 0, 0])).toBe(1);
    expect(value('level = 0', [0, 0, 0, 0])).toBe(1);
    expect(value("fireable('t0')", [1, 4, 3, 0])).toBe(0);
    expect(value('fireable(t0)', [1, 5, 3, 0])).toBe(1);
  });
});
