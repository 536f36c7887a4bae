// The names of the usual acceptance conditions, as the Hanoi format has them (`acc-name:`). A condition is recognised when it
// is the one that the format gives for the name, up to the order of the operands; beside the name the format wants the
// operands in its own order, so that is given too. `Muller n` is ours, for a condition that names each set in each of n cases and has no
// other name: the format has none for it, and lets tools add some.
import { type Acceptance, type AcceptanceFormula, acceptAnd, acceptOr, fin, inf } from './acceptance.ts';

/** The name with its parameters, such as `generalized-Buchi 2` or `parity max even 3`; null where there is none. */
export function acceptanceName(acceptance: Acceptance): string | null {
  return namedAcceptance(acceptance).name;
}

/** The name, and the condition with its operands in the order that goes with the name; any order where there is none. */
export function namedAcceptance(acceptance: Acceptance): { name: string | null; formula: AcceptanceFormula } {
  const { setCount, formula } = acceptance;
  const key = keyOf(formula);
  for (const [name, candidate] of candidates(setCount))
    if (keyOf(candidate) === key) return { name, formula: candidate };
  return { name: generalizedRabin(formula, setCount) ?? mullerName(formula, setCount), formula };
}

function* candidates(sets: number): Generator<[string, AcceptanceFormula]> {
  if (sets === 0) {
    yield ['all', { kind: 'true' }];
    yield ['none', { kind: 'false' }];
    return;
  }
  const each = (leaf: (set: number) => AcceptanceFormula): AcceptanceFormula[] =>
    Array.from({ length: sets }, (_, set) => leaf(set));
  yield [sets === 1 ? 'Buchi' : `generalized-Buchi ${sets}`, acceptAnd(each(inf))];
  yield [sets === 1 ? 'co-Buchi' : `generalized-co-Buchi ${sets}`, acceptOr(each(fin))];
  if (sets % 2 === 0) {
    const pairs = Array.from({ length: sets / 2 }, (_, pair) => [fin(2 * pair), inf(2 * pair + 1)]);
    yield [`Rabin ${pairs.length}`, acceptOr(pairs.map(acceptAnd))];
    yield [`Streett ${pairs.length}`, acceptAnd(pairs.map(acceptOr))];
  }
  for (const which of ['min', 'max'] as const) {
    for (const parity of ['even', 'odd'] as const) {
      yield [`parity ${which} ${parity} ${sets}`, parityCondition(which, parity, sets)];
    }
  }
}

/** The smallest, or largest, set that is seen infinitely often is even, or odd. */
function parityCondition(which: 'min' | 'max', parity: 'even' | 'odd', sets: number): AcceptanceFormula {
  const accepts = (set: number): boolean => (set % 2 === 0) === (parity === 'even');
  const order = Array.from({ length: sets }, (_, i) => (which === 'min' ? i : sets - 1 - i));
  const last = order.pop()!;
  let formula = accepts(last) ? inf(last) : fin(last);
  for (const set of order.reverse()) {
    formula = accepts(set) ? acceptOr([inf(set), formula]) : acceptAnd([fin(set), formula]);
  }
  return formula;
}

/** `generalized-Rabin n k1 … kn`: pairs of one Fin and any number of Inf, with the sets numbered through. */
function generalizedRabin(formula: AcceptanceFormula, sets: number): string | null {
  const pairs = formula.kind === 'or' ? formula.operands : [formula];
  const counts: number[] = [];
  let next = 0;
  for (const pair of pairs) {
    const literals = pair.kind === 'and' ? pair.operands : [pair];
    for (const [i, literal] of literals.entries()) {
      if (literal.kind !== (i === 0 ? 'fin' : 'inf') || !('set' in literal) || literal.set !== next++) return null;
    }
    counts.push(literals.length - 1);
  }
  return next === sets && sets > 0 ? `generalized-Rabin ${counts.length} ${counts.join(' ')}` : null;
}

/** `Muller n`: n cases, each of which says of every set whether it is seen infinitely often. */
function mullerName(formula: AcceptanceFormula, sets: number): string | null {
  const cases = formula.kind === 'or' ? formula.operands : [formula];
  const isCase = (one: AcceptanceFormula): boolean => {
    const literals = one.kind === 'and' ? one.operands : [one];
    const named = new Set(literals.flatMap((literal) => ('set' in literal ? literal.set : [])));
    return named.size === sets && literals.length === sets;
  };
  return sets > 0 && cases.every(isCase) ? `Muller ${cases.length}` : null;
}

/** A text that is the same for formulas that differ in the order of operands only. */
function keyOf(formula: AcceptanceFormula): string {
  if ('set' in formula) return `${formula.kind}${formula.set}`;
  if (!('operands' in formula)) return formula.kind;
  return `${formula.kind}(${formula.operands.map(keyOf).sort().join(',')})`;
}
