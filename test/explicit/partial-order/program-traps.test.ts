// Programs on which partial order reductions have gone wrong, each with all small formulas over two propositions; and conditions that only
// one kind of mistake would break.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { check } from '../../../src/check/check.ts';
import { InputError, unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { suitableChecks } from '../../../src/explicit/emptiness/checks.ts';
import { StubbornProduct } from '../../../src/explicit/partial-order/stubborn-product.ts';
import { countProduct } from '../../../src/explicit/product/full-product.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { NEXT_FREE } from '../../../src/formula/traits.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { readDve } from '../../../src/models/formats/dve/model.ts';
import { loadModel } from '../../../src/models/formats/load.ts';
import type { Model } from '../../../src/models/model.ts';
import { allFormulas } from '../../helpers/all-formulas.ts';
import { programsOf } from '../../helpers/same-steps.ts';
import { compareWithOracle, naiveVerdict, productOf } from './agreement.ts';

/** Each step is `from to guards do effects`; locations are numbers, the first is 0. */
function dve(variables: string, processes: readonly (readonly string[])[], commit: readonly string[] = []): Model {
  const texts = processes.map((steps, i) => {
    const parsed = steps.map((step) => {
      const [head, effects = ''] = step.split(' do ');
      const [from, to, ...guards] = head.split(' ');
      const guard = guards.length > 0 ? `guard ${guards.join(' ')}; ` : '';
      return { from, to, text: `q${from} -> q${to} { ${guard}${effects === '' ? '' : `effect ${effects}; `}}` };
    });
    const states = new Set(['0', ...parsed.flatMap(({ from, to }) => [from, to])]);
    const list = [...states].map((state) => `q${state}`).join(', ');
    const committed = commit[i] ? `commit ${commit[i]}; ` : '';
    return `process P${i} { state ${list}; ${committed}init q0; trans ${parsed.map(({ text }) => text).join(', ')}; }`;
  });
  return analyse(unwrap(readDve({ name: 'trap', text: `${variables}\n${texts.join('\n')}\nsystem async;` })));
}

function promela(text: string): Model {
  return analyse(programsOf(loadModel('trap.pml', [text]).value!)!);
}

const TRAPS: Readonly<Record<string, () => Model>> = {
  'a loop that nobody sees, beside a step that counts (ignoring)': () =>
    dve('byte x, y, p, q;', [
      ['0 1', '1 0'],
      ['0 1 do p = 1', '1 2 do q = 1'],
    ]),
  // The shape of Siegel's counterexample: one state is met with several states of the automaton, whose sets differ.
  'loops through one state with different sets': () =>
    dve('byte p, q;', [
      ['0 1 do p = 1', '1 0 do p = 0'],
      ['0 1', '1 0'],
      ['0 1 do q = 1', '1 0 do q = 0'],
    ]),
  // The shape of LTSmin's issue 222: `F G !consume` was lost where a channel may lose messages for ever.
  'a channel that loses, a sender that repeats': () =>
    dve('byte full, p, q;', [
      ['0 1 full == 0 do full = 1', '1 0'],
      ['0 0 full == 1 do full = 0'],
      ['0 1 full == 1 do full = 0, p = 1', '1 2 do p = 0, q = 1', '2 0 do q = 0'],
    ]),
  'a committed location between two steps': () =>
    dve(
      'byte x, p, q;',
      [
        ['0 1 do x = 1', '1 2 do p = 1', '2 0 do p = 0'],
        ['0 1 x == 1 do q = 1', '1 0 do q = 0'],
      ],
      ['q1'],
    ),
  'a guard that another makes false and true again': () =>
    dve('byte x, p, q;', [['0 1 x == 0 do p = 1'], ['0 1 do x = 1', '1 2 do x = 0', '2 3 do q = 1']]),
  'an index that another moves': () =>
    dve('byte a[2], i, p, q;', [
      ['0 1 do a[i] = 1'],
      ['0 1 do i = 1'],
      ['0 1 a[0] == 1 do p = 1', '0 1 a[1] == 1 do q = 1'],
    ]),
  'a value that another reads, in both orders': () =>
    dve('byte x, y, p, q;', [
      ['0 1 do x = 1'],
      ['0 1 do y = x'],
      ['0 1 x == 1 && y == 0 do p = 1', '0 1 x == 1 && y == 1 do q = 1'],
    ]),
  'two that assign, and two that count': () =>
    dve('byte x, c, p, q;', [
      ['0 1 do x = 1, c = c + 1'],
      ['0 1 do x = 2, c = c + 1'],
      ['0 1 c == 2 && x == 1 do p = 1', '0 1 c == 2 && x == 2 do q = 1'],
    ]),
  'a cell that is perhaps written, read, and written again': () =>
    dve('byte a[2], i = 1, p, q;', [
      ['0 1 do a[i] = 3, p = a[0], a[0] = 1'],
      ['0 1 do a[0] = 1'],
      ['0 1 do i = 0', '1 2 do q = 1'],
    ]),
  // The one that writes is not seen itself, so it may be followed alone; what it read shows later.
  'a cell that is perhaps written and read, and decides what is seen later': () =>
    dve('byte a[2], i = 1, x, p, q;', [
      ['0 1 do a[i] = 3, x = a[0], a[0] = 1'],
      ['0 1 do a[0] = 1'],
      ['0 1 do i = 0', '1 2 do q = 1'],
      ['0 1 x == 1 do p = 1'],
    ]),
  'a choice by what cannot be told apart by numbers': () =>
    dve('byte x, y = 1, p, q;', [['0 1 x == y do p = 1'], ['0 1 do x = 1'], ['0 1 do y = 0', '1 2 do q = 1']]),
  'a count that wraps around': () =>
    dve('byte x = 1, p, q;', [
      ['0 0 x > 0 do x = x + 128'],
      ['0 1 x == 1 do p = 1'],
      ['0 1 x == 129 do q = 1', '1 0 do q = 0'],
    ]),
  'deadlocks on some ways': () =>
    dve('byte k = 1, p, q;', [
      ['0 1 k > 0 do k = k - 1, p = 1', '1 0 do k = k + 1, p = 0'],
      ['0 1 k > 0 do k = k - 1, q = 1', '1 2'],
    ]),
  'a timeout, an atomic sequence and a rendezvous': () =>
    promela(`byte p, q; chan c = [0] of { byte };
      active proctype A() { do :: c!1 :: timeout -> p = 1; break od }
      active proctype B() { byte l; c?l; atomic { q = l; q = q - 1 }; q = 1 }`),
  'else, and who is provided to move': () =>
    promela(`byte x, p, q;
      active proctype A() provided (x < 2) { if :: x == 1 -> p = 1 :: else -> q = 1 fi; p = 0 }
      active proctype B() { x = 1; x = 2; x = 0 }`),
};

describe('traps of partial order reductions of programs', () => {
  it.each(Object.keys(TRAPS))('%s: all small formulas', (name) => {
    const model = TRAPS[name]();
    const store = new FormulaStore();
    for (const formula of allFormulas(store, ['p == 1', 'q == 1'], 3)) {
      const kinds = ['tgba', 'tgta', ...((formula.traits & NEXT_FREE) !== 0 ? ['ta' as const] : [])] as const;
      for (const deadlock of ['stutter', 'drop'] as const) {
        const expected = naiveVerdict({ model, formula, deadlock });
        for (const kind of kinds) {
          const product = new StubbornProduct(productOf({ model, formula, deadlock, kind }));
          const verdict =
            suitableChecks(product, deadlock)[0].search(product).accepting === null ? 'holds' : 'violated';
          if (verdict !== expected) expect.fail(`${printFormula(formula)}, ${deadlock}, ${kind}: ${verdict}`);
        }
      }
    }
  });

  it('independent programs are left out, so the traps are traps', () => {
    const model = dve('byte x, y, z, p;', [['0 1 do x = 1'], ['0 1 do y = 1'], ['0 1 do z = 1'], ['0 1 do p = 1']]);
    const outcome = compareWithOracle(
      { model, formula: parseLtl('G "p == 0"'), deadlock: 'stutter', kind: 'tgba' },
      new Random(1),
      () => '',
    );
    expect(outcome).toMatchObject({ expected: 'violated' });
    // Once it is seen, everything is accepted: all that follows is visited.
    expect(outcome!.reduced).toBeLessThan(outcome!.whole);
  });

  it('a fault is met though what comes behind it in a guard does not hold', () => {
    // `x == 1` never holds, and nobody can help it. But the index is looked at first.
    const model = dve('byte a[2], i, x, p;', [
      ['0 1 a[i] == 1 && x == 1'],
      ['0 1 do i = 5'],
      ['0 1 x == 2 do x = 1, p = 1'],
    ]);
    const asked = { model, formula: parseLtl('G "p == 0"'), deadlock: 'stutter', kind: 'tgba' } as const;
    expect(() => countProduct(productOf(asked))).toThrow(InputError);
    expect(() => countProduct(new StubbornProduct(productOf(asked)))).toThrow(InputError);
  });

  it('models without programs, and `dead`, switch the sets off, with a reason', () => {
    const reason = (model: Model, text: string): unknown =>
      check(model, parseLtl(text), { engine: { kind: 'explicit', partialOrder: 'always' } }).statistics.partialOrder;
    const model = dve('byte p, i;', [['0 1 do p = 1'], ['0 1 do i = 1']]);
    expect(reason(model, 'F dead')).toEqual({ unused: 'a proposition is not about variables alone' });
    expect(reason(model, 'G "p == 0"')).toMatchObject({ enabled: expect.any(Number) as number });
    const etf =
      'begin state\nx:s\nend state\nbegin edge\nend edge\nbegin init\n0\nend init\nbegin trans\n0/1\nend trans\nbegin sort s\n"a"\n"b"\nend sort\n';
    expect(reason(loadModel('m.etf', [etf]).value!, 'G "x == 0"')).toEqual({
      unused: 'the model is neither a net nor made of guarded programs',
    });
  });
});
