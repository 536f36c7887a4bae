// Propositions that say the same, or the opposite, of every state: `p <= 4` and `p >= 5`, `x != 0` and `x >= 1` where x has no lower value. Each
// is written by the first of them, so that the automaton has fewer letters, none of them impossible: `GF "p <= 4" | FG "p >= 5"` is true.
import { gcd } from '../../base/gcd.ts';
import type { Formula } from '../../formula/formula.ts';
import { replaceNodes } from '../../formula/relabel.ts';
import type { BinaryOperator, Expression } from '../../models/expression/expression.ts';
import type { Variable } from '../../models/model.ts';
import type { Observation } from '../../models/observation.ts';
import { type LinearSum, linearDifference, linearSum } from '../lp/linear-sum.ts';

/** A condition as another one, or its opposite. Conditions with the same text are true in the same states. */
interface Atom {
  readonly text: string;
  readonly isOpposite: boolean;
}

const TRUE: Atom = { text: 'true', isOpposite: false };

/** The formula over fewer propositions, with the same value on every run; the given one where all differ. */
export function mergeSameAtoms(
  formula: Formula,
  { names, predicates }: Observation,
  variables: readonly Variable[],
): Formula {
  const { store } = formula;
  const first = new Map<string, { readonly name: string; readonly isOpposite: boolean }>();
  const replacement = new Map<string, Formula>();
  for (const [i, name] of names.entries()) {
    const { text, isOpposite } = atomOf(predicates[i], variables);
    if (text === TRUE.text) replacement.set(name, store.constant(!isOpposite));
    const known = first.get(text);
    if (known === undefined) first.set(text, { name, isOpposite });
    else if (!replacement.has(name)) {
      const same = store.proposition(known.name);
      replacement.set(name, known.isOpposite === isOpposite ? same : store.not(same));
    }
  }
  if (replacement.size === 0) return formula;
  return replaceNodes(formula, (node) => (node.kind === 'proposition' ? replacement.get(node.name) : undefined));
}

function atomOf(condition: Expression, variables: readonly Variable[]): Atom {
  if (condition.kind === 'unary' && condition.operator === '!') return opposite(atomOf(condition.operand, variables));
  if (condition.kind === 'binary') {
    const { operator, left, right } = condition;
    const sum = isComparison(operator) ? linearDifference(left, right, variables) : null;
    const atom = sum && comparison(operator, sum, variables);
    if (atom !== null) return atom;
  } else {
    const sum = linearSum(condition, variables);
    if (sum !== null) return comparison('!=', sum, variables)!;
  }
  return { text: JSON.stringify(condition), isOpposite: false };
}

function isComparison(operator: BinaryOperator): boolean {
  return ['<', '<=', '>', '>=', '==', '!='].includes(operator);
}

function opposite({ text, isOpposite }: Atom): Atom {
  return { text, isOpposite: !isOpposite };
}

/** `sum operator 0` */
function comparison(operator: BinaryOperator, sum: LinearSum, variables: readonly Variable[]): Atom | null {
  switch (operator) {
    case '>=':
      return atLeast(sum, 0);
    case '>':
      return atLeast(sum, 1);
    case '<':
      return opposite(atLeast(sum, 0));
    case '<=':
      return opposite(atLeast(sum, 1));
    case '==':
      return equal(sum, variables);
    case '!=':
      return opposite(equal(sum, variables));
    default:
      return null;
  }
}

/** `sum >= least`, divided by what divides all coefficients; the first of them is positive. */
function atLeast(sum: LinearSum, least: number): Atom {
  const { terms, constant } = ordered(sum);
  const bound = least - constant;
  if (terms.length === 0) return bound <= 0 ? TRUE : opposite(TRUE);
  const divisor = terms.reduce((found, [, coefficient]) => gcd(found, Math.abs(coefficient)), 0);
  const lowest = Math.ceil(bound / divisor);
  if (terms[0][1] > 0) return { text: `${textOf(terms, divisor)} >= ${lowest}`, isOpposite: false };
  // -s >= b is not s >= 1 - b
  return { text: `${textOf(terms, -divisor)} >= ${1 - lowest}`, isOpposite: true };
}

function equal(sum: LinearSum, variables: readonly Variable[]): Atom {
  const { terms, constant } = ordered(sum);
  if (terms.length === 0) return constant === 0 ? TRUE : opposite(TRUE);
  const divisor = terms.reduce((found, [, coefficient]) => gcd(found, Math.abs(coefficient)), 0);
  const sign = terms[0][1] > 0 ? 1 : -1;
  const value = (-constant * sign) / divisor;
  if (!Number.isInteger(value)) return opposite(TRUE);
  if (terms.length === 1) {
    const { lower, upper } = variables[terms[0][0]];
    const single = { constant: 0, coefficients: new Map([[terms[0][0], 1]]) };
    if (value === upper) return atLeast(single, value);
    if (value === lower) return opposite(atLeast(single, value + 1));
  }
  return { text: `${textOf(terms, sign * divisor)} = ${value}`, isOpposite: false };
}

type Terms = readonly (readonly [variable: number, coefficient: number])[];

function ordered({ constant, coefficients }: LinearSum): { readonly terms: Terms; readonly constant: number } {
  const terms = [...coefficients].filter(([, coefficient]) => coefficient !== 0).sort(([a], [b]) => a - b);
  return { terms, constant };
}

function textOf(terms: Terms, divisor: number): string {
  return terms.map(([variable, coefficient]) => `${coefficient / divisor}·${variable}`).join(' + ');
}
