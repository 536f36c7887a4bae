// What a stubborn set must respect in a state of a product with an automaton that reads changes: the counterpart of waiting-plan.ts. A state q is
// quiet when only loops on q match a step without change. As long as nothing changes but propositions that make no difference to these
// loops, the automaton can do nothing but wait. docs/adr/014 has the conditions and the proof.
import type { TestingAutomaton } from '../../automata/testing/testing-automaton.ts';
import type { LetterTable } from '../product/letters.ts';
import type { AcceptanceMode } from '../product/product.ts';
import type { Atom } from './atoms.ts';
import { accepts, alternativesOf, type WaitingPlan } from './waiting-plan.ts';

type Bdd = TestingAutomaton['bdd'];
type BddRef = ReturnType<Bdd['and']>;

/** What plans are made from. */
interface ChangeContext {
  readonly automaton: TestingAutomaton;
  readonly modes: readonly AcceptanceMode[];
  readonly letters: LetterTable;
  /** Variable of the automaton's labels → proposition of the letters. */
  readonly variables: readonly number[];
  /** By proposition of the letters. */
  readonly atoms: readonly Atom[];
  readonly groups: number;
  /** The edges that match a step without change, as flat pairs (target, marks): with the marks that the product adds. */
  readonly loops: (q: number) => Int32Array;
  /** 1 for states of the automaton from which whatever follows is accepted, as long as something follows; null where none are known. */
  readonly won: Uint8Array | null;
}

/** The plan; null where the state is not quiet, so that all transitions count. */
export function changePlan(context: ChangeContext, q: number, letter: number): WaitingPlan | null {
  const { automaton, letters, variables, modes, atoms } = context;
  const { bdd } = automaton;
  const loops = loopsOf(context, q);
  if (loops === null) return null;
  const ignored = ignoredVariables(automaton, q);
  const watched = variables.flatMap((_, variable) => (ignored.has(variable) ? [] : [variable]));
  // Nothing changes that is watched.
  const silent = watched.reduce((all, variable) => bdd.and(all, bdd.literal(variable, false)), bdd.constant(true));
  let any = bdd.constant(false);
  let wins = bdd.constant(false);
  for (let e = automaton.edgeStart[q]; e < automaton.edgeStart[q + 1]; e++) {
    any = bdd.or(any, automaton.edgeChange[e]);
    if (context.won?.[automaton.edgeTarget[e]] === 1) wins = bdd.or(wins, automaton.edgeChange[e]);
  }
  for (const variable of ignored)
    any = bdd.or(bdd.restrict(any, bdd.literal(variable, true)), bdd.restrict(any, bdd.literal(variable, false)));
  const holds = (variable: number): boolean => letters.holds(letter, variables[variable]);
  return {
    accepting: modes.some((mode) => accepts(mode, loops)),
    unsafe: unsafeTransitions(context, { watched, silent, wins, holds }),
    alternatives: alternativesOf(
      bdd,
      bdd.difference(any, silent),
      () => false,
      (variable) => {
        const atom = atoms[variables[variable]];
        return holds(variable) ? atom.towardsFalse : atom.towardsTrue;
      },
    ),
  };
}

/** The marks of the loops that match a step without change; null where there are none, or where other edges match too. */
function loopsOf({ loops }: ChangeContext, q: number): { readonly marks: number }[] | null {
  const edges = loops(q);
  const found: { readonly marks: number }[] = [];
  for (let e = 0; e < edges.length; e += 2) {
    if (edges[e] !== q) return null;
    found.push({ marks: edges[e + 1] });
  }
  return found.length === 0 ? null : found;
}

/**
 * Propositions, as many as are found one after the other, whose changes alone match exactly what no change matches. None for the kinds that
 * tell steps with changes from others.
 */
function ignoredVariables(automaton: TestingAutomaton, q: number): ReadonlySet<number> {
  const { bdd, edgeStart, edgeChange, edgeTarget, edgeMarks, kind, propositions } = automaton;
  if (kind !== 'tgta') return new Set();
  const joint = new Map<string, BddRef>();
  for (let e = edgeStart[q]; e < edgeStart[q + 1]; e++) {
    const key = `${edgeTarget[e]} ${edgeMarks[e]}`;
    joint.set(key, bdd.or(joint.get(key) ?? bdd.constant(false), edgeChange[e]));
  }
  // The changes that match the same pairs of target and marks as no change does.
  let same = bdd.constant(true);
  for (const label of joint.values()) {
    same = bdd.and(same, bdd.evaluate(label, () => false) ? label : bdd.not(label));
  }
  const ignored = new Set<number>();
  const isIgnorable = (candidate: number): boolean => {
    let others = bdd.constant(true);
    for (let v = 0; v < propositions.length; v++) {
      if (v !== candidate && !ignored.has(v)) others = bdd.and(others, bdd.literal(v, false));
    }
    return bdd.isSubset(others, same);
  };
  for (let v = 0; v < propositions.length; v++) if (isIgnorable(v)) ignored.add(v);
  return ignored;
}

interface Wait {
  readonly watched: readonly number[];
  readonly silent: BddRef;
  /** Changes that lead to a state from which everything is accepted. */
  readonly wins: BddRef;
  readonly holds: (variable: number) => boolean;
}

/** The transitions that may change what is watched, unless whatever they change decides all. */
function unsafeTransitions(
  { automaton, variables, atoms, groups }: ChangeContext,
  { watched, silent, wins, holds }: Wait,
): Uint8Array {
  const { bdd } = automaton;
  const changing: number[][] = Array.from({ length: groups }, () => []);
  for (const variable of watched) {
    const { rising, falling } = atoms[variables[variable]];
    for (const group of holds(variable) ? falling : rising) changing[group].push(variable);
  }
  const judged = new Map<string, number>([['', 0]]);
  return Uint8Array.from(changing, (changed) => {
    const key = changed.join();
    let judgement = judged.get(key);
    if (judgement === undefined) {
      const kept = watched.filter((variable) => !changed.includes(variable));
      const may = kept.reduce((all, variable) => bdd.and(all, bdd.literal(variable, false)), bdd.constant(true));
      judgement = bdd.isSubset(bdd.difference(may, silent), wins) ? 0 : 1;
      judged.set(key, judgement);
    }
    return judgement;
  });
}
