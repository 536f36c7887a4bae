import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hierarchyClass } from '../../../src/automata/semantics/hierarchy.ts';
import { makeImplication } from '../../../src/automata/semantics/implication.ts';
import { Languages } from '../../../src/automata/semantics/languages.ts';
import { isSatisfiable, isValid } from '../../../src/automata/semantics/questions.ts';
import { stutterWitness } from '../../../src/automata/semantics/stutter-invariance.ts';
import type { Formula } from '../../../src/formula/formula.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { satisfies } from '../../../src/formula/lasso.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { simplify } from '../../../src/formula/simplify/simplify.ts';
import { LEFT_OUT, longMode, sharedFolder } from '../../helpers/shared.ts';

/** Every so manieth formula is tried; all of them in the long mode. */
const STRIDE = longMode ? 1 : 15;

interface Row {
  readonly text: string;
  readonly stutterInvariant: string;
  readonly place: string;
  readonly satisfiable: string;
  readonly valid: string;
}

function linesOf(name: string): string[] {
  return readFileSync(join(sharedFolder!, 'ltl', name), 'utf8')
    .trimEnd()
    .split('\n');
}

/** The formulas with the last four columns of the table, which hold no comma. */
function rowsOf(name: string): Row[] {
  const table = linesOf(`${name}.csv`).slice(1);
  return linesOf(`${name}.txt`).map((text, i) => {
    const [stutterInvariant, place, satisfiable, valid] = table[i].split(',').slice(-4);
    return { text, stutterInvariant, place, satisfiable, valid };
  });
}

const LETTERS = {
  bottom: 'B',
  safety: 'S',
  guarantee: 'G',
  obligation: 'O',
  recurrence: 'R',
  persistence: 'P',
  reactivity: 'T',
} as const;

/** What we say, as the table spells it; unknown cells of the table are left unasked. */
function answers(formula: Formula, row: Row): Partial<Row> {
  const options = { languages: new Languages() };
  const yes = (value: boolean): string => (value ? 'yes' : 'no');
  const witness = row.stutterInvariant === '' ? null : stutterWitness(formula, options);
  if (witness !== null) {
    expect([satisfies(witness.satisfying, formula), satisfies(witness.violating, formula)]).toEqual([true, false]);
  }
  return {
    stutterInvariant: row.stutterInvariant === '' ? '' : yes(witness === null),
    place: row.place === '' ? '' : LETTERS[hierarchyClass(formula, options)],
    satisfiable: yes(isSatisfiable(formula, options)),
    valid: yes(isValid(formula, options)),
  };
}

describe.skipIf(!sharedFolder)('the corpus of formulas', () => {
  for (const name of ['formulas', 'random-500']) {
    it(`${name}: class, stutter invariance, satisfiability and validity are as recorded`, () => {
      rowsOf(name).forEach((row, i) => {
        // The largest formula of Kupferman and Vardi takes seconds; the others answer in well under one.
        if (i % STRIDE !== 0 || (!longMode && row.text.length > 200)) return;
        expect({ text: row.text, ...answers(parseLtl(row.text), row) }).toEqual(row);
      });
    });

    it(`${name}: the third level of simplification is no larger than what Spot makes of it`, () => {
      const reference = linesOf(`${name}.r3.txt`);
      let [ours, theirs] = [0, 0];
      linesOf(`${name}.txt`).forEach((text, i) => {
        if (i % STRIDE !== 0) return;
        const store = new FormulaStore();
        ours += simplify(parseLtl(text, { store }), { level: 3, implies: makeImplication() }).size;
        theirs += parseLtl(reference[i], { store }).size;
      });
      expect(ours).toBeLessThanOrEqual(theirs);
    });
  }
});

it.skipIf(sharedFolder !== null)(LEFT_OUT, () => {});
