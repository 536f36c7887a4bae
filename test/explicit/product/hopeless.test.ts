import { describe, expect, it } from 'vitest';
import { translate } from '../../../src/automata/translate/translate.ts';
import { hopelessStates } from '../../../src/explicit/product/hopeless.ts';
import type { AcceptanceMode } from '../../../src/explicit/product/product.ts';
import { parseLtl } from '../../../src/formula/parse.ts';

type Edge = readonly [from: number, to: number, marks: number];

function hopeless(stateCount: number, edges: readonly Edge[], modes: readonly AcceptanceMode[]): number[] {
  const sorted = [...edges].sort(([a], [b]) => a - b);
  const edgeStart = Int32Array.from({ length: stateCount + 1 }, (_, q) => sorted.filter(([from]) => from < q).length);
  const edgeTarget = Int32Array.from(sorted, ([, to]) => to);
  const edgeMarks = Int32Array.from(sorted, ([, , marks]) => marks);
  const flags = hopelessStates({ stateCount, edgeStart, edgeTarget, edgeMarks }, modes);
  return [...flags.keys()].filter((q) => flags[q] === 1);
}

describe('states of a property without hope', () => {
  const buchi = [{ required: 1, forbidden: 0 }];

  it('lie on no cycle, or on none that shows all marks', () => {
    const edges: Edge[] = [
      [0, 1, 1], // on no cycle
      [1, 1, 0], // a cycle without the mark
      [1, 2, 1],
      [2, 3, 1], // the mark on a cycle
      [3, 2, 0],
    ];
    expect(hopeless(4, edges, buchi)).toEqual([0, 1]);
    expect(hopeless(4, edges, [{ required: 3, forbidden: 0 }])).toEqual([0, 1, 2, 3]);
    expect(hopeless(4, edges, [{ required: 0, forbidden: 0 }])).toEqual([0]);
  });

  it('need cycles without the marks that a mode forbids, for every mode', () => {
    const edges: Edge[] = [
      [0, 1, 2],
      [1, 0, 0],
      [1, 1, 4],
    ];
    const fin = { required: 0, forbidden: 2 };
    expect(hopeless(2, edges, [fin])).toEqual([0]);
    expect(hopeless(2, edges, [{ required: 0, forbidden: 6 }])).toEqual([0, 1]);
    expect(
      hopeless(2, edges, [
        { required: 0, forbidden: 6 },
        { required: 2, forbidden: 0 },
      ]),
    ).toEqual([]);
  });

  it('are those that wait in an automaton for a promise', () => {
    const tgba = translate(parseLtl('F(a & G b)'));
    const flags = hopelessStates(tgba, [{ required: (1 << tgba.acceptance.setCount) - 1, forbidden: 0 }]);
    expect(flags[tgba.initial[0]]).toBe(1);
    expect(flags.includes(0)).toBe(true);
  });
});
