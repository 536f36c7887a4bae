// Deterministic automata of formulas. A Boolean combination of temporal formulas is the same combination of their automata:
// products join acceptance conditions by ∧ and ∨, so that GFa → GFb needs one state and two sets where Safra's construction
// would need many. (Müller and Sickert build on the same idea [MS17].)
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { OBLIGATION } from '../../formula/traits.ts';
import { subformulas } from '../../formula/traverse.ts';
import type { Automaton } from '../automaton.ts';
import { dualize } from '../operations/complement.ts';
import { determinize } from '../operations/determinize.ts';
import { disjunctiveProduct, product } from '../operations/product.ts';
import { isDeterministic } from '../properties.ts';
import { Languages } from './languages.ts';
import type { SemanticOptions } from './questions.ts';

/** A product of parts that would have more states is given up: the formula as a whole is tried instead. */
const COMBINED_STATES = 20_000;

/** A deterministic automaton of the formula, with any acceptance condition. Throws `LimitExceeded` at the limits. */
export function deterministicAutomaton(formula: Formula, options: SemanticOptions = {}): Automaton {
  const { languages = new Languages() } = options;
  const stopwatch = Stopwatch.over(options.limits);
  const ready = alreadyDeterministic(formula, languages, stopwatch);
  if (ready !== null) return ready;
  if (!isBoolean(formula)) return determinizeLeaf(formula, languages, stopwatch);
  const states = Math.min(stopwatch.limits.states ?? COMBINED_STATES, COMBINED_STATES);
  const combined = stopwatch.attempt({ states }, (part) => combine(formula, languages, part));
  return combined ?? determinizeLeaf(formula, languages, stopwatch);
}

/** The automaton of the formula or the dual of that of its negation, if one of them is deterministic as it is. */
function alreadyDeterministic(formula: Formula, languages: Languages, stopwatch: Stopwatch): Automaton | null {
  const language = languages.of(formula, stopwatch);
  if (isDeterministic(language)) return language;
  const negation = languages.ofNegation(formula, stopwatch);
  return isDeterministic(negation) ? dualize(negation) : null;
}

/** By Safra's construction, from the smaller of the automata of the formula and of its negation. */
function determinizeLeaf(formula: Formula, languages: Languages, stopwatch: Stopwatch): Automaton {
  const ready = alreadyDeterministic(formula, languages, stopwatch);
  if (ready !== null) return ready;
  const [language, negation] = [languages.of(formula, stopwatch), languages.ofNegation(formula, stopwatch)];
  if (language.stateCount <= negation.stateCount) return determinize(language, stopwatch);
  return dualize(determinize(negation, stopwatch));
}

/** Whether the formula is a Boolean combination worth taking apart: obligations are better translated as a whole. */
function isBoolean({ kind, traits }: Formula): boolean {
  if ((traits & OBLIGATION) !== 0) return false;
  return (
    kind === 'not' || kind === 'and' || kind === 'or' || kind === 'implies' || kind === 'equivalent' || kind === 'xor'
  );
}

function combine(formula: Formula, languages: Languages, stopwatch: Stopwatch): Automaton {
  const skeleton = new Set<Formula>([formula]);
  for (const node of skeleton) if (isBoolean(node)) for (const child of operandsOf(node)) skeleton.add(child);
  const automata = new Map<Formula, Automaton>();
  const order = subformulas(formula).filter((node) => skeleton.has(node));
  // Joint obligations are not subformulas; they are leaves, and come first.
  for (const node of [...skeleton].filter((one) => !order.includes(one)).concat(order)) {
    const operands = isBoolean(node) ? operandsOf(node).map((child) => automata.get(child)!) : [];
    automata.set(node, isBoolean(node) ? join(node, operands, stopwatch) : determinizeLeaf(node, languages, stopwatch));
  }
  return automata.get(formula)!;
}

/** The operands, the obligations among those of ∧ and ∨ taken together as one. */
function operandsOf(node: Formula): readonly Formula[] {
  if (node.kind !== 'and' && node.kind !== 'or') return node.children;
  const obligations = node.children.filter((child) => child.has(OBLIGATION));
  if (obligations.length < 2) return node.children;
  return [node.store.nary(node.kind, obligations), ...node.children.filter((child) => !child.has(OBLIGATION))];
}

function join(node: Formula, operands: readonly Automaton[], stopwatch: Stopwatch): Automaton {
  const [left, right] = operands;
  const and = (one: Automaton, two: Automaton): Automaton => product(one, two, stopwatch);
  const or = (one: Automaton, two: Automaton): Automaton => disjunctiveProduct(one, two, stopwatch);
  switch (node.kind) {
    case 'not':
      return dualize(left);
    case 'and':
      return operands.reduce(and);
    case 'or':
      return operands.reduce(or);
    case 'implies':
      return or(dualize(left), right);
    case 'equivalent':
      return or(and(left, right), and(dualize(left), dualize(right)));
    default:
      return or(and(left, dualize(right)), and(dualize(left), right));
  }
}
