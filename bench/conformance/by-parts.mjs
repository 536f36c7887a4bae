// Whether an automaton accepts every word that satisfies a formula, where its complement is too large to be made. The formula is taken as a
// disjunction of conjunctions of its temporal parts, and each conjunction must lie in what one accepting component of the automaton accepts
// alone; the automaton of one component is small enough to be complemented. Enough for "yes"; otherwise there is no answer.
import { allMarks, generalizedBuchi } from '../../dist/automata/acceptance.js';
import { accepts } from '../../dist/automata/accepts.js';
import { acceptingComponents } from '../../dist/automata/component-facts.js';
import { complement } from '../../dist/automata/operations/complement.js';
import { reduce } from '../../dist/automata/reduce/reduce.js';
import { componentsOf } from '../../dist/automata/scc.js';
import { elementarySetsIntersect } from '../../dist/automata/translate/symbolic-elementary-sets.js';
import { translate } from '../../dist/automata/translate/translate.js';
import { Random } from '../../dist/base/random.js';
import { LimitExceeded } from '../../dist/diagnostics/limit.js';
import { nnf } from '../../dist/formula/nnf.js';
import { acceptedWords } from './words.mjs';

const MOST_PARTS = 256;

/** True, or `LimitExceeded` is thrown; `options` are those of `closureIntersects`. */
export function acceptsAllByParts(formula, automaton, options) {
  const normal = nnf(formula);
  const { store } = formula;
  const parts = disjuncts(normal).map((conjuncts) => store.and(...conjuncts));
  const nothing = store.and(normal, store.not(store.or(...parts)));
  const everything = translate(store.true);
  if (elementarySetsIntersect(nothing, everything, options)) throw new Error('the parts are not the whole');
  const components = singleComponents(automaton);
  for (const part of parts) {
    const words = acceptedWords(translate(part), 5, new Random(1));
    const found = components
      .filter(({ alone }) => words.every((word) => accepts(alone, word)))
      .some((component) => {
        component.outside ??= reduce(complement(component.alone, options.limits));
        return !elementarySetsIntersect(store.and(normal, part), component.outside, options);
      });
    if (!found) throw new LimitExceeded('states', 'a part of the formula lies in no single component');
  }
  return true;
}

/** The disjunctive form over what is no ∧ or ∨: a list of lists, without those that contain another. */
function disjuncts(formula) {
  if (formula.kind === 'or') return minimal(formula.children.flatMap(disjuncts));
  if (formula.kind !== 'and') return [[formula]];
  return formula.children
    .map(disjuncts)
    .reduce((left, right) => minimal(left.flatMap((a) => right.map((b) => [...new Set([...a, ...b])]))), [[]]);
}

function minimal(lists) {
  if (lists.length > MOST_PARTS) throw new LimitExceeded('states', `more than ${MOST_PARTS} parts`);
  const contains = (a, b) => b.every((item) => a.includes(item));
  return lists.filter((a, i) => !lists.some((b, j) => j !== i && contains(a, b) && (!contains(b, a) || j < i)));
}

/** For each accepting component the automaton in which no other accepts. */
function singleComponents(automaton) {
  const components = componentsOf(automaton);
  const accepting = acceptingComponents(automaton, components);
  const { edgeStart, edgeTarget, edgeMarks, acceptance } = automaton;
  const setCount = Math.max(1, acceptance.setCount);
  const result = [];
  for (let c = 0; c < components.count; c++) {
    if (!accepting[c]) continue;
    const marks = new Int32Array(edgeMarks.length);
    for (let state = 0; state < automaton.stateCount; state++) {
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
        const inside = components.of[state] === c && components.of[edgeTarget[e]] === c;
        if (inside) marks[e] = acceptance.setCount === 0 ? allMarks(1) : edgeMarks[e];
      }
    }
    const { propositions, bdd, stateCount, initial, edgeLabel } = automaton;
    const parts = { propositions, bdd, stateCount, initial, edgeStart, edgeLabel, edgeTarget };
    result.push({
      alone: reduce(new automaton.constructor({ ...parts, edgeMarks: marks, acceptance: generalizedBuchi(setCount) })),
    });
  }
  return result;
}
