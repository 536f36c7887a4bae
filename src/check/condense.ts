// Fewer propositions for automata that know the letter of a state: a testing automaton of n independent propositions has 2^n states or more,
// whatever the formula says of them. In GF(a | b | c) only the truth of a | b | c matters: it becomes one proposition, whose predicate is
// the disjunction of the three. Exact, because a word of the model satisfies the formula if and only if the word of the new propositions
// satisfies the new formula; Boolean parts that share propositions stay as they are, so that no dependence is lost.
import type { Formula } from '../formula/formula.ts';
import { printFormula } from '../formula/print/print.ts';
import { independentBooleans, replaceNodes } from '../formula/relabel.ts';
import { propositionsOf, subformulas } from '../formula/traverse.ts';
import { booleanPredicate } from '../models/boolean-predicate.ts';
import type { Expression } from '../models/expression/expression.ts';
import { mentionsDead } from '../models/expression/walk.ts';
import type { Observation } from '../models/observation.ts';

/** Up to so many propositions the letters are few, and automata are shown as the formula has them. */
const FEW = 6;
/** Larger parts would make predicates too deep to be evaluated. */
const MOST_NODES = 200;

/** A formula with what its propositions stand for. */
interface Condensed {
  readonly formula: Formula;
  readonly observation: Observation;
}

/** The same question with one proposition for each Boolean part; as it is where there are fewer propositions than these. */
export function condense(formula: Formula, observation: Observation, { from = FEW + 1 } = {}): Condensed {
  if (observation.names.length < from) return { formula, observation };
  const predicateOf = new Map(observation.names.map((name, i) => [name, observation.predicates[i]]));
  const parts = new Map<Formula, Formula>();
  const predicates = new Map<string, Expression>();
  for (const part of independentBooleans(formula)) {
    if (!isWorthwhile(part, predicateOf)) continue;
    const own = formula.store.ownProposition(printFormula(part));
    parts.set(part, own);
    predicates.set(own.name, booleanPredicate(part, predicateOf));
  }
  const condensed = replaceNodes(formula, (node) => parts.get(node));
  const names = propositionsOf(condensed);
  const all = names.map((name) => predicates.get(name) ?? predicateOf.get(name)!);
  return { formula: condensed, observation: { names, predicates: all } };
}

function isWorthwhile(part: Formula, predicateOf: ReadonlyMap<string, Expression>): boolean {
  const names = propositionsOf(part);
  if (names.length < 2 || subformulas(part).length > MOST_NODES) return false;
  // Whether a state is dead is known later than the values of its variables.
  return !names.some((name) => mentionsDead(predicateOf.get(name)!));
}
