// Sizes of simplified formulas against those of Spot's syntactic simplification, on the same formulas; and syntactic
// classes against the true ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSyntactically } from '../../../src/formula/classes.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { nnf } from '../../../src/formula/nnf.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { simplify } from '../../../src/formula/simplify/simplify.ts';
import { LEFT_OUT, sharedFolder } from '../../helpers/shared.ts';

const lines = (name: string): string[] =>
  readFileSync(join(sharedFolder!, 'ltl', name), 'utf8')
    .trim()
    .split('\n');
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

describe.skipIf(sharedFolder === null)(
  `beside Spot (${sharedFolder === null ? LEFT_OUT : 'its recorded results'})`,
  () => {
    it.each(['formulas', 'random-500'])('%s: smaller in sum, and no result larger', (name) => {
      const theirs = lines(`${name}.r2.txt`);
      const pairs = lines(`${name}.txt`).map((text, k) => {
        const store = new FormulaStore();
        return { text, ours: simplify(parseLtl(text, { store })), spot: parseLtl(theirs[k], { store }) };
      });
      expect(pairs.filter(({ ours, spot }) => ours.size > spot.size).map(({ text }) => text)).toEqual([]);
      expect(sum(pairs.map(({ ours }) => ours.size))).toBeLessThan(0.8 * sum(pairs.map(({ spot }) => spot.size)));
      // Also without the help of <->, xor, -> and negations before operators.
      const [ours, spot] = [pairs.map((pair) => nnf(pair.ours).size), pairs.map((pair) => nnf(pair.spot).size)];
      expect(sum(ours)).toBeLessThan(sum(spot));
      expect(pairs.filter((_, k) => ours[k] > 2 * spot[k]).map(({ text }) => text)).toEqual([]);
    });

    it.each(['formulas', 'random-500'])('%s: no syntactic class is below the true one', (name) => {
      const [header, ...rows] = lines(`${name}.csv`);
      const column = header.split(',').length - header.split(',').indexOf('class');
      const texts = lines(`${name}.txt`);
      const wrong: string[] = [];
      rows.forEach((row, k) => {
        const place = row.split(',').at(-column)!;
        const formula = parseLtl(texts[k]);
        const claims = (['safety', 'guarantee', 'obligation', 'recurrence', 'persistence'] as const).filter((claim) => {
          return isSyntactically(formula, claim);
        });
        const above: Record<string, string> = { B: 'SGORP', S: 'SORP', G: 'GORP', O: 'ORP', R: 'R', P: 'P', T: '' };
        if (!(place in above)) return;
        for (const claim of claims)
          if (!above[place].includes(claim[0].toUpperCase())) wrong.push(`${texts[k]}: ${claim}`);
      });
      expect(wrong).toEqual([]);
    });
  },
);
