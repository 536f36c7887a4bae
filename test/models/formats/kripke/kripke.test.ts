import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../../src/diagnostics/diagnostic.ts';
import { quoteName } from '../../../../src/formula/syntax/quoting.ts';
import { explore } from '../../../../src/models/explore.ts';
import { loadModel } from '../../../../src/models/formats/load.ts';
import type { ModelFormat } from '../../../../src/models/formats/registry.ts';
import type { Model } from '../../../../src/models/model.ts';
import { oddNames, quoted } from '../../../helpers/odd-names.ts';

function kripke(text: string, format: ModelFormat = 'kripke'): Model {
  return unwrap(loadModel('test', [text], { format }));
}

function complaint(text: string, format: ModelFormat): string {
  const [{ code, message, hint }] = loadModel('test', [text], { format }).diagnostics;
  return [code, message, ...(hint ? [hint] : [])].join(' | ');
}

/** `state{labels} step→target …` for every reachable state. */
function drawn(model: Model): string[] {
  const { table, states } = explore(model);
  return Array.from({ length: states }, (_, id) => {
    const state = table.get(id);
    const shown = (vector: ArrayLike<number>): string => {
      const [head, ...labels] = model.describe(vector);
      return `${head.value}{${labels.flatMap((label) => (label.plain ? [] : [label.name])).join()}}`;
    };
    const steps: string[] = [];
    model.successors(state, (target, group) =>
      steps.push(`${model.groups[group].name}→${model.describe(target)[0].value}`),
    );
    return [shown(state), ...steps].join(' ');
  });
}

const LAMP = ['off{} step→on', 'on{lit} step→off flicker→on', 'broken{lit,out of order}'];

describe('Kripke structures', () => {
  it('are read from text', () => {
    const text = `# A lamp.
initial off, broken
off -> on            # press
on : lit -> off, on [flicker]
broken : "out of order" lit
`;
    expect(drawn(kripke(text)).sort()).toEqual([...LAMP].sort());
  });

  it('are read from JSON', () => {
    const text = JSON.stringify({
      initial: ['off', 'broken'],
      propositions: ['lit'],
      states: {
        off: { next: 'on' },
        on: { labels: ['lit'], next: ['off', { to: 'on', step: 'flicker' }] },
        broken: { labels: ['out of order', 'lit'] },
      },
    });
    expect(drawn(kripke(text, 'json')).sort()).toEqual([...LAMP].sort());
  });

  it('are read from HOA with state labels', () => {
    const text = `HOA: v1
name: "lamp" /* a comment */
States: 3
Start: 0
Start: 2
AP: 2 "lit" "out of order"
acc-name: all
Acceptance: 0 t
properties: state-labels explicit-labels state-acc
--BODY--
State: [!0&!1] 0 "off"
1
State: [0&!1] 1 "on"
0 1
State: [1&0] 2
--END--
`;
    expect(drawn(kripke(text, 'hoa'))).toEqual(['off{} step→on', '2{lit,out of order}', 'on{lit} step→off step→on']);
  });

  it('may have any name in HOA, as we write it there', () => {
    const names = oddNames.slice(0, 40).concat('\u202eabc', '\u200f', '\\', '"');
    const text = `HOA: v1 Start: 0 AP: ${names.length} ${names.map(quoteName).join(' ')} Acceptance: 0 t
      --BODY-- State: [${names.map((_, i) => i).join('&')}] 0 0 --END--`;
    const model = kripke(text, 'hoa');
    for (const name of names) expect(model.predicate(quoted(name)).diagnostics, name).toEqual([]);
  });

  it('may have propositions called as we call the state', () => {
    for (const names of [['state'], ['the state'], ['state', 'the state'], ['the the state', 'the state', 'state']]) {
      const model = kripke(`initial s\ns : ${names.map((name) => `"${name}"`).join(' ')} -> s`);
      const entries = model.describe(model.initialStates()[0]);
      expect(new Set(entries.map(({ name }) => name)).size).toBe(names.length + 1);
      expect(entries[0].value).toBe('s');
    }
  });

  it('answer propositions, states by name, and steps that can fire', () => {
    const model = kripke('initial a\na : p "x > 1" -> b [go]\nb : q -> b');
    const texts = ['p', 'x > 1', 'state = b', 'state.a', 'fireable(go)', 'q = 1'];
    const predicates = texts.map((text) => unwrap(model.predicate(text)));
    expect([...explore(model, { predicates }).labels]).toEqual([0b011011, 0b100100]);
  });

  it('have table groups that say the same as the successor function', () => {
    const edge = fc.tuple(fc.nat(4), fc.nat(4), fc.constantFrom('', ' [x]', ' [y]'));
    fc.assert(
      fc.property(
        fc.array(edge, { maxLength: 12 }),
        fc.array(fc.nat(7), { minLength: 5, maxLength: 5 }),
        (edges, labels) => {
          const lines = labels.map((label, id) => {
            const held = ['p', 'q', 'r'].filter((_, bit) => label & (1 << bit)).join(' ');
            const targets = edges.filter(([from]) => from === id).map(([, to, step]) => `s${to}${step}`);
            return `s${id} : ${held} -> ${targets.join(', ')}`;
          });
          const model = kripke(`initial s0\n${lines.join('\n')}`);
          const { table, states } = explore(model);
          for (let id = 0; id < states; id++) {
            const state = table.get(id);
            const actual: string[] = [];
            model.successors(state, (target, group) => actual.push(`${group}:${target.join()}`));
            const expected: string[] = [];
            for (const [group, { behaviour }] of model.groups.entries()) {
              if (behaviour.kind !== 'table') throw new Error('not a table');
              const width = behaviour.columns.length;
              for (let row = 0; row < behaviour.rows.length; row += 2 * width) {
                if (state.some((value, i) => behaviour.rows[row + i] !== value)) continue;
                expected.push(`${group}:${behaviour.rows.slice(row + width, row + 2 * width).join()}`);
              }
            }
            expect(actual).toEqual(expected);
          }
        },
      ),
      { numRuns: 60, seed: 7 },
    );
  });

  it('complain with hints', () => {
    expect(complaint('initial of\noff', 'kripke')).toBe('KRI503 | state `of` is not declared | did you mean `off`?');
    expect(complaint('{"initial": "a", "state": {}}', 'json')).toBe(
      'KRI501 | the structure has no member `state`: did you mean `states`?',
    );
    expect(complaint('HOA: v1\nAP: 1 "a"\nStart: 0\n--BODY--\nState: 0\n[0] 0\n--END--', 'hoa')).toBe(
      'KRI505 | a state of a Kripke structure has a label | labels must be on states: `State: [0&!1] 0`',
    );
  });
});
