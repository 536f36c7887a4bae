// Never claims that ask whether processes can move and where they are; the answers are those of SPIN 6.5.2 (`pan -a -E`).
import { describe, expect, it } from 'vitest';
import { readAutomata } from '../../../../src/automata/stream.ts';
import { checkNever } from '../../../../src/check/check.ts';
import { unwrap } from '../../../../src/diagnostics/diagnostic.ts';
import { loadModel } from '../../../../src/models/formats/load.ts';

const MODEL = `byte x;
chan q = [1] of { byte };
active [2] proctype P() { q!1; x == 2; x = 3; do :: q?1 -> x++ :: x > 4 -> break od }
active proctype Q() { byte v; do :: q?v -> x = x + v :: x == 5 -> break od }
`;

const CLAIMS: readonly (readonly [string, 'holds' | 'violated'])[] = [
  ['T0: do :: !enabled(0) && !enabled(1) && enabled(2) -> break :: else od', 'violated'],
  ['T0: do :: !enabled(0) && x == 2 -> break :: true od', 'holds'],
  ['T0: do :: enabled(0) && enabled(1) && enabled(2) && x > 0 -> break :: true od', 'holds'],
  ['T0: do :: !enabled(0) && !enabled(1) && !enabled(2) -> break :: true od', 'violated'],
  ['T0: do :: !enabled(2) && x == 1 -> break :: true od', 'violated'],
  ['T0: do :: pc_value(0) == pc_value(1) && x == 3 -> break :: true od', 'violated'],
  ['accept: do :: pc_value(0) == pc_value(1) od', 'holds'],
  ['T0: do :: _last == 2 && x == 1 -> break :: true od', 'violated'],
  ['T0: do :: _last == 1 && x == 0 && len(q) == 0 -> break :: true od', 'holds'],
  ['accept: do :: _last != 2 od', 'holds'],
  ['T0: do :: pc_value(0) != pc_value(1) && x == 4 -> break :: true od', 'holds'],
];

describe('a never claim', () => {
  it.each(CLAIMS)('%s', (claim, outcome) => {
    const model = unwrap(loadModel('model.pml', [`${MODEL}never { ${claim} }`]));
    const { formula } = model.properties!.find(({ kind }) => kind === 'claim')!;
    expect(checkNever(model, unwrap(readAutomata(formula)[0])).verdict.outcome).toBe(outcome);
  });

  it('compares control points, and asks for no number', () => {
    const { diagnostics } = loadModel('model.pml', [`${MODEL}never { T0: do :: pc_value(0) > 2 od }`]);
    expect(diagnostics[0].hint).toContain('pc_value(0) == pc_value(1)');
  });

  it('has `enabled` in formulas, too', () => {
    const model = unwrap(loadModel('model.pml', [`${MODEL}ltl p { <> (!enabled(0)) }`]));
    expect(model.predicate('enabled(0)').diagnostics).toEqual([]);
  });
});
