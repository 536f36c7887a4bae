// Parts of formulas that never matter, against the definition by brute force: whatever such a part is replaced by, the formula still holds;
// and of what is not named, and not below what is named, some replacement matters.
import { describe, expect, it } from 'vitest';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import { type Formula, FormulaStore, isConstant } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { complaintOn } from '../certificates/certified.ts';
import { graphModel, randomGraph } from '../helpers/graph-model.ts';
import { type NaiveKripke, naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

const NAMES = ['a', 'b'];
const ROUNDS = roundsOf({ usual: 60, long: 600 });

function holds(kripke: NaiveKripke, formula: Formula): boolean {
  return !naivelyAccepts(kripke, translate(formula.store.not(formula)));
}

interface Place {
  readonly path: readonly number[];
  readonly node: Formula;
  /** What makes the formula strongest here: false below an even number of negations, true below an odd one. */
  readonly strongest: boolean;
}

/** Every place of the formula as a tree but the root, and those below ↔ and ⊕. */
function placesOf(formula: Formula, path: readonly number[] = [], strongest = false): Place[] {
  const own = path.length === 0 || isConstant(formula) ? [] : [{ path, node: formula, strongest }];
  const { kind } = formula;
  if (kind === 'equivalent' || kind === 'xor') return own;
  const turns = (i: number): boolean => kind === 'not' || (kind === 'implies' && i === 0);
  return [
    ...own,
    ...formula.children.flatMap((child, i) => placesOf(child, [...path, i], turns(i) ? !strongest : strongest)),
  ];
}

function replaced(formula: Formula, [first, ...rest]: readonly number[], by: Formula): Formula {
  if (first === undefined) return by;
  const children = formula.children.map((child, i) => (i === first ? replaced(child, rest, by) : child));
  return formula.store.rebuild(formula, children);
}

describe('parts that never mattered', () => {
  it('can be replaced by anything, and the others cannot', () => {
    const random = new Random(seedFrom(23));
    const store = new FormulaStore();
    const anything = ['true', 'false', 'a', '!a', 'b', 'X a', 'F b', 'G a', 'a U b'].map((text) =>
      parseLtl(text, { store }),
    );
    const stream = randomFormulas(store, { propositions: NAMES, seed: seedFrom(8), size: { min: 3, max: 8 } });
    const counts = { holding: 0, idle: 0 };
    for (const formula of stream) {
      if (counts.holding >= ROUNDS && counts.idle >= ROUNDS / 3) break;
      const states = random.between(1, 5);
      const deadlock = random.pick(['stutter', 'drop'] as const);
      const graph = randomGraph(random, { states, propositions: NAMES, degree: 1.5, deadlocks: true });
      const kripke = naiveKripke(graphModel(graph), { names: NAMES, deadlock, maxStates: 10 })!;
      const { verdict, vacuity } = check(graphModel(graph), formula, { deadlock, vacuity: 'look' });
      expect(verdict.outcome).toBe(holds(kripke, formula) ? 'holds' : 'violated');
      if (vacuity === undefined) continue;
      const where = `${printFormula(formula)} on ${JSON.stringify(graph)}, ${deadlock}`;
      counts.holding++;
      if (counts.holding % 5 === 0) {
        expect(complaintOn({ graph, propositions: NAMES }, formula, { deadlock, vacuity: 'look' }), where).toBeNull();
      }
      expect(vacuity.executions === 'some', where).toBe(!holds(kripke, store.false));
      if (vacuity.executions !== 'some' || vacuity.valid) continue;
      expect(vacuity.complete, where).toBe(true);
      const strongers = vacuity.parts.map(({ stronger }) => stronger);
      const idle: Place[] = [];
      for (const place of placesOf(formula)) {
        if (idle.some(({ path }) => path.every((step, i) => place.path[i] === step))) continue;
        // Not the weakest one: `(b | !b) M b` becomes b where `b | !b` is true, as it does where `!b` is false, which is named.
        const isNamed = strongers.includes(replaced(formula, place.path, store.constant(place.strongest)));
        const isIdle = anything.every((by) => holds(kripke, replaced(formula, place.path, by)));
        expect(isNamed, `${printFormula(place.node)} in ${where}`).toBe(isIdle);
        if (isIdle) idle.push(place);
        if (isIdle) counts.idle++;
      }
    }
  });
});
