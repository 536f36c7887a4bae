// A formula made smaller by what all words in question have in common. Facts are a formula K; the result agrees with the given formula on every word
// of K, and may differ on others. In terms of automata: A(¬φ) is replaced by A(¬φ′) with A(¬φ′) ∩ K = A(¬φ) ∩ K, with fewer propositions or
// fewer X where there is one, or by an empty one where A(¬φ) ∩ K is empty.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { replaceNodes } from '../../formula/relabel.ts';
import { simplify } from '../../formula/simplify/simplify.ts';
import { subformulas } from '../../formula/traverse.ts';
import { intersects } from '../operations/intersects.ts';
import { Languages } from './languages.ts';

/** States of a tableau, and attempts to replace a part. */
const MOST_STATES = 300;
const MOST_ATTEMPTS = 60;

/** A formula with the same value on all words that satisfy the facts; the given one where no smaller one is found. Throws `LimitExceeded`. */
export function simplifyUnder(formula: Formula, facts: Formula, stopwatch: Stopwatch): Formula {
  if (facts.kind === 'true' || formula.children.length === 0) return formula;
  return new UnderFacts(facts, stopwatch).simplify(formula);
}

class UnderFacts {
  private readonly facts: Formula;
  private readonly stopwatch: Stopwatch;
  private languages = new Languages({ maxStates: MOST_STATES });
  private attempts = MOST_ATTEMPTS;

  constructor(facts: Formula, stopwatch: Stopwatch) {
    this.facts = facts;
    this.stopwatch = stopwatch;
  }

  simplify(formula: Formula): Formula {
    const { store } = formula;
    if (this.excludes(store.not(formula))) return store.true;
    if (this.excludes(formula)) return store.false;
    let current = formula;
    for (let better = this.improve(current); better !== null; better = this.improve(current)) current = better;
    return current;
  }

  /** The first of the smaller formulas that agrees; null where there is none. */
  private improve(formula: Formula): Formula | null {
    for (const smaller of candidates(formula, this.stopwatch)) {
      if (this.attempts-- <= 0) return null;
      if (this.agree(formula, smaller)) return smaller;
    }
    return null;
  }

  private agree(a: Formula, b: Formula): boolean {
    const { store } = a;
    return this.excludes(a, store.not(b)) && this.excludes(store.not(a), b);
  }

  /** Whether no word of the facts satisfies all of these; false where that is not found out. */
  private excludes(first: Formula, second: Formula = first.store.true): boolean {
    const { stopwatch, languages } = this;
    const both = first.store.and(this.facts, first);
    const none = stopwatch.attempt(
      {},
      (part) => !intersects(languages.of(both, part), languages.of(second, part), part),
    );
    if (none === null) this.languages = new Languages({ maxStates: MOST_STATES });
    return none === true;
  }
}

/** Formulas in which a part is a constant, or an X, F or G is left out; the largest parts first. Each is smaller than the given one. */
function* candidates(formula: Formula, stopwatch: Stopwatch): Generator<Formula> {
  const parts = subformulas(formula)
    .filter(({ kind }) => kind !== 'true' && kind !== 'false')
    .sort((a, b) => b.size - a.size || a.id - b.id);
  const constants = [formula.store.true, formula.store.false];
  const tried = new Set<Formula>([formula]);
  for (const part of parts) {
    const replacements = [...(part === formula ? [] : constants), ...(UNARY.has(part.kind) ? part.children : [])];
    for (const replacement of replacements) {
      const changed = replaceNodes(formula, (node) => (node === part ? replacement : undefined));
      const smaller = simplify(changed, { limits: stopwatch });
      if (tried.has(smaller) || smaller.size >= formula.size) continue;
      tried.add(smaller);
      yield smaller;
    }
  }
}

const UNARY: ReadonlySet<Formula['kind']> = new Set(['next', 'finally', 'globally']);
