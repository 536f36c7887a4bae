// Puts the negations of a formula in normal form where they cost least: ¬(a ∧ b) is smaller than ¬a ∨ ¬b, and
// a → F b than ¬a ∨ F b. For every subformula φ the smallest forms of φ and of ¬φ are built from those of its
// operands; between forms of equal size the one closer to normal form wins. `nnf` leads back.
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula, FormulaStore } from '../formula.ts';
import { dualKind } from '../nnf.ts';
import { fold } from '../traverse.ts';

interface Forms {
  readonly plain: Formula;
  readonly negated: Formula;
}

/** The same formula with as few negations as duality and → allow. Expects negation normal form, ↔ and ⊕ kept. */
export function placeNegations(formula: Formula, stopwatch: Stopwatch = new Stopwatch()): Formula {
  return fold<Forms>(formula, (node, operands) => {
    stopwatch.tick();
    return formsOf(node, operands);
  }).plain;
}

function formsOf(node: Formula, operands: Forms[]): Forms {
  const { store, kind } = node;
  switch (kind) {
    case 'true':
    case 'false':
    case 'proposition':
      return { plain: node, negated: store.not(node) };
    case 'not':
      return { plain: node, negated: node.children[0] };
    case 'equivalent':
    case 'xor':
      return parityForms(store, kind, operands);
    case 'and':
      return compare(store, conjunction(store, operands), disjunction(store, operands.map(swap)));
    case 'or':
      return compare(store, disjunction(store, operands), conjunction(store, operands.map(swap)));
    case 'next':
    case 'finally':
    case 'globally': {
      const [operand] = operands;
      return compare(store, store.unary(kind, operand.plain), store.unary(dualKind[kind], operand.negated));
    }
    case 'implies':
      return { plain: node, negated: store.not(node) };
    default: {
      const [left, right] = operands;
      const negated = store.binary(dualKind[kind], left.negated, right.negated);
      return compare(store, store.binary(kind, left.plain, right.plain), negated);
    }
  }
}

/** Forms of φ and ¬φ: the given ones, or the negation of the other one where that is smaller. */
function compare(store: FormulaStore, plain: Formula, negated: Formula): Forms {
  return {
    plain: smaller(plain, store.not(negated)),
    negated: smaller(negated, store.not(plain)),
  };
}

/** a ∧ ¬b ∧ ¬c, or a ∧ ¬(b ∨ c). */
function conjunction(store: FormulaStore, operands: readonly Forms[]): Formula {
  const all = store.nary('and', plains(operands));
  const [cheap, costly] = divide(operands);
  if (costly.length === 0) return all;
  const never = store.not(store.nary('or', negateds(costly)));
  return smaller(all, store.nary('and', [...plains(cheap), never]));
}

/** ¬a ∨ ¬b ∨ c, or (a ∧ b) → c. */
function disjunction(store: FormulaStore, operands: readonly Forms[]): Formula {
  const all = store.nary('or', plains(operands));
  const [cheap, costly] = divide(operands);
  if (costly.length === 0) return all;
  const condition = store.nary('and', negateds(costly));
  return smaller(all, store.implies(condition, store.nary('or', plains(cheap))));
}

/** Operands that are smaller as they are, and those that are smaller negated. */
function divide(operands: readonly Forms[]): [Forms[], Forms[]] {
  const isDear = ({ plain, negated }: Forms): boolean => negated.size < plain.size;
  return [operands.filter((forms) => !isDear(forms)), operands.filter(isDear)];
}

function parityForms(store: FormulaStore, kind: 'equivalent' | 'xor', operands: readonly Forms[]): Forms {
  const costly = operands.filter(({ plain, negated }) => negated.size < plain.size);
  const [left, right] = operands.map((forms) => (costly.includes(forms) ? forms.negated : forms.plain));
  const equal = (kind === 'equivalent') === (costly.length % 2 === 0);
  const same = store.equivalent(left, right);
  const different = store.xor(left, right);
  return equal ? { plain: same, negated: different } : { plain: different, negated: same };
}

const swap = ({ plain, negated }: Forms): Forms => ({ plain: negated, negated: plain });
const plains = (forms: readonly Forms[]): Formula[] => forms.map(({ plain }) => plain);
const negateds = (forms: readonly Forms[]): Formula[] => forms.map(({ negated }) => negated);

function smaller(first: Formula, second: Formula): Formula {
  return second.size < first.size ? second : first;
}
