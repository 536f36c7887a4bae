// Simplification of LTL formulas: negation normal form (with ↔ and ⊕ kept), rewriting by the rules of `rules.ts` until none
// applies, then the negations put where they cost least.
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../formula.ts';
import { Normalizer } from '../nnf.ts';
import { Engine, type OnRewrite, type RuleTable, ruleTable } from './engine.ts';
import { SyntacticImplication } from './implication.ts';
import { placeNegations } from './negations.ts';
import type { RuleLevel } from './rule.ts';
import { allRules } from './rules.ts';
import type { Oracle } from './side.ts';

/**
 * How much work to spend. 0: none. 1: identities that need no knowledge of languages. 2: also rules for eventual and
 * universal formulas, and syntactic implication. 3: also the language containment that `implies` decides.
 */
export type SimplifyLevel = 0 | 1 | 2 | 3;

export interface SimplifyOptions {
  /** The default is 2. */
  readonly level?: SimplifyLevel;
  /** Used at level 3: whether every word of the first formula's language is in the second's. "No" may mean "not known". */
  readonly implies?: (a: Formula, b: Formula) => boolean;
  /** When they are reached, `LimitExceeded` is thrown: a formula with 100,000 operators takes seconds. */
  readonly limits?: Limits | Stopwatch;
  /** @internal Told of every application of a rule. */
  readonly onRewrite?: OnRewrite;
}

const tables: Readonly<Record<RuleLevel, RuleTable>> = {
  1: ruleTable(allRules, 1),
  2: ruleTable(allRules, 2),
  3: ruleTable(allRules, 3),
};

/** A formula with the same language that is not larger, and usually smaller. Simplifying it again changes nothing. */
export function simplify(formula: Formula, options: SimplifyOptions = {}): Formula {
  const level = options.level ?? 2;
  if (level === 0) return formula;
  const normalizer = new Normalizer({ equivalences: 'keep' });
  const stopwatch = Stopwatch.over(options.limits);
  const oracle = watched(makeOracle(normalizer, level, options.implies), stopwatch);
  const rules = tables[level];
  const engine = new Engine({ store: formula.store, oracle, rules, onRewrite: options.onRewrite, stopwatch });
  const result = placeNegations(engine.run(normalizer.normal(formula, 'plain')), stopwatch);
  return result.size <= formula.size ? result : formula;
}

/** A rule may ask about every pair of many operands. */
function watched({ negation, implies }: Oracle, stopwatch: Stopwatch): Oracle {
  const watchedImplies: Oracle['implies'] = (a, b) => {
    stopwatch.tick();
    return implies(a, b);
  };
  return { negation, implies: watchedImplies };
}

/** What rules may ask at a level. @internal */
export function makeOracle(
  normalizer: Normalizer,
  level: RuleLevel,
  implies?: (a: Formula, b: Formula) => boolean,
): Oracle {
  const negation = (formula: Formula): Formula => normalizer.normal(formula, 'negated');
  if (level === 1) return { negation, implies: (a, b) => a === b };
  const syntactic = new SyntacticImplication(negation);
  if (level === 2 || implies === undefined) return { negation, implies: (a, b) => syntactic.implies(a, b) };
  const asked = new Map<Formula, Map<Formula, boolean>>();
  const ask = (a: Formula, b: Formula): boolean => {
    let answers = asked.get(a);
    if (answers === undefined) asked.set(a, (answers = new Map()));
    let answer = answers.get(b);
    if (answer === undefined) answers.set(b, (answer = implies(a, b)));
    return answer;
  };
  return { negation, implies: (a, b) => syntactic.implies(a, b) || ask(a, b) };
}
