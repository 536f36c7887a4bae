// What a stubborn set must respect in a state of the product, as far as the letter of the marking and the state q of the automaton say it.
//
// A letter is quiet for q when only loops on q match it. As long as the letters match exactly these loops, the automaton can do
// nothing but wait, each step like every other; its wait ends where another edge matches. docs/adr/011 has the
// conditions and the proof.
import type { Automaton } from '../../automata/automaton.ts';
import type { LetterTable } from '../product/letters.ts';
import type { AcceptanceMode } from '../product/product.ts';
import type { Atom, Clause } from './atoms.ts';

type Bdd = Automaton['bdd'];
/** A set of letters in that manager. */
type BddRef = ReturnType<Bdd['and']>;

/** For one state of the automaton and one quiet letter. */
export interface WaitingPlan {
  /** Whether waiting for ever is accepted: then an infinite wait must stay possible. */
  readonly accepting: boolean;
  /** 1 for transitions that may end the wait. */
  readonly unsafe: Uint8Array;
  /** Each by itself is enough; those that need fewest transitions come first. */
  readonly alternatives: readonly Goals[];
}

/** Propositions one of which must change before the wait ends; of the clauses of each an open one must be helped. */
export type Goals = readonly (readonly Clause[])[];

/** What plans are made from. */
interface PlanContext {
  readonly automaton: Automaton;
  readonly modes: readonly AcceptanceMode[];
  readonly letters: LetterTable;
  /** Variable of the automaton's labels → proposition of the letters. */
  readonly variables: readonly number[];
  /** By proposition of the letters. */
  readonly atoms: readonly Atom[];
  readonly groups: number;
  /** 1 for states of the automaton from which whatever follows is accepted, as long as something follows; null where none are known. */
  readonly won: Uint8Array | null;
}

/** More ways to end a wait than these are not told apart. */
const MOST_CUBES = 64;
const MOST_ALTERNATIVES = 4;

/** Edges from q to one target with the same marks, as one. */
interface JointEdge {
  readonly target: number;
  readonly marks: number;
  readonly label: BddRef;
}

/** The plan; null where the letter is not quiet, so that all transitions count. */
export function waitingPlan(context: PlanContext, q: number, letter: number): WaitingPlan | null {
  const { automaton, letters, variables, modes, won } = context;
  const { bdd } = automaton;
  const holds = (variable: number): boolean => letters.holds(letter, variables[variable]);
  let wait = bdd.constant(true);
  let any = bdd.constant(false);
  let wins = bdd.constant(false);
  const loops: JointEdge[] = [];
  for (const edge of jointEdges(automaton, q, modes)) {
    const matches = bdd.evaluate(edge.label, holds);
    if (matches && edge.target !== q) return null;
    if (matches) loops.push(edge);
    wait = bdd.and(wait, matches ? edge.label : bdd.not(edge.label));
    any = bdd.or(any, edge.label);
    if (won !== null && won[edge.target] === 1) wins = bdd.or(wins, edge.label);
  }
  if (loops.length === 0) return null;
  return {
    accepting: modes.some((mode) => accepts(mode, loops)),
    unsafe: unsafeTransitions(context, wait, bdd.or(wait, wins)),
    alternatives: alternativesOf(bdd, bdd.difference(any, wait), holds, (variable) => {
      const atom = context.atoms[variables[variable]];
      return holds(variable) ? atom.towardsFalse : atom.towardsTrue;
    }),
  };
}

function jointEdges(
  { bdd, edgeStart, edgeLabel, edgeMarks, edgeTarget }: Automaton,
  q: number,
  modes: readonly AcceptanceMode[],
): JointEdge[] {
  const used = modes.reduce((marks, { required, forbidden }) => marks | required | forbidden, 0);
  const joint = new Map<string, JointEdge>();
  for (let e = edgeStart[q]; e < edgeStart[q + 1]; e++) {
    const [target, marks] = [edgeTarget[e], edgeMarks[e] & used];
    const key = `${target} ${marks}`;
    const before = joint.get(key);
    const label = before === undefined ? edgeLabel[e] : bdd.or(before.label, edgeLabel[e]);
    joint.set(key, { target, marks, label });
  }
  return [...joint.values()];
}

/** Whether a run that takes these loops for ever, in some order, can be accepted by the mode. */
export function accepts(
  { required, forbidden }: AcceptanceMode,
  loops: readonly { readonly marks: number }[],
): boolean {
  const allowed = loops.filter(({ marks }) => (marks & forbidden) === 0);
  const seen = allowed.reduce((marks, loop) => marks | loop.marks, 0);
  return allowed.length > 0 && (seen & required) === required;
}

/** The transitions that may end the wait, unless with a letter that decides all. */
function unsafeTransitions(
  { automaton, variables, atoms, groups }: PlanContext,
  wait: BddRef,
  allowed: BddRef,
): Uint8Array {
  const { bdd } = automaton;
  // What each transition may do, variable by variable: those that do the same are judged together.
  const signatures = Array.from({ length: groups }, () => '');
  for (const variable of supportOf(bdd, wait)) {
    const { rising, falling } = atoms[variables[variable]];
    for (const group of rising) signatures[group] += `+${variable}`;
    for (const group of falling) signatures[group] += `-${variable}`;
  }
  const judged = new Map<string, number>([['', 0]]);
  const unsafe = new Uint8Array(groups);
  signatures.forEach((signature, group) => {
    let judgement = judged.get(signature);
    if (judgement === undefined) {
      judgement = bdd.isSubset(afterStep(bdd, wait, signature), allowed) ? 0 : 1;
      judged.set(signature, judgement);
    }
    unsafe[group] = judgement;
  });
  return unsafe;
}

/** The letters that a step may lead to which raises and lowers some propositions, each or not. */
function afterStep(bdd: Bdd, letters: BddRef, signature: string): BddRef {
  let reached = letters;
  for (const [, sign, digits] of signature.matchAll(/([+-])(\d+)/g)) {
    const variable = Number(digits);
    const rises = sign === '+';
    const before = bdd.restrict(reached, bdd.literal(variable, !rises));
    reached = bdd.or(reached, bdd.and(before, bdd.literal(variable, rises)));
  }
  return reached;
}

/** Choices of a variable that has another value now, for every way to satisfy `ends`: one may be better than another in a marking. */
export function alternativesOf(
  bdd: Bdd,
  ends: BddRef,
  holds: (variable: number) => boolean,
  clausesFor: (variable: number) => readonly Clause[],
): Goals[] {
  const cubes = differencesOf(bdd, ends, holds);
  // With very many ways each of them still needs some proposition to change.
  if (cubes === null) return [supportOf(bdd, ends).map(clausesFor)];
  const cost = (variable: number): number => clausesFor(variable)[0].helpers.length;
  const found = new Map<string, Goals>();
  for (const preferred of [-1, ...new Set(cubes.flat())]) {
    const chosen = hittingSet(cubes, (variable) => (variable === preferred ? -1 : cost(variable)));
    found.set(chosen.join(), chosen.map(clausesFor));
    if (found.size === MOST_ALTERNATIVES) break;
  }
  return [...found.values()];
}

/** Variables such that each cube has one of them, ascending; cheap ones are taken first. */
function hittingSet(cubes: readonly (readonly number[])[], cost: (variable: number) => number): number[] {
  const chosen = new Set<number>();
  for (const cube of cubes) {
    if (cube.some((variable) => chosen.has(variable))) continue;
    chosen.add(cube.reduce((best, variable) => (cost(variable) < cost(best) ? variable : best)));
  }
  return [...chosen].sort((a, b) => a - b);
}

/** For every path of the diagram to true the variables on it that have another value in the letter; null where there are too many. */
function differencesOf(bdd: Bdd, f: BddRef, holds: (variable: number) => boolean): number[][] | null {
  const cubes: number[][] = [];
  const pending: { readonly f: BddRef; readonly different: readonly number[] }[] = [{ f, different: [] }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.f === bdd.constant(false)) continue;
    if (next.f === bdd.constant(true)) {
      cubes.push([...next.different]);
      if (cubes.length > MOST_CUBES) return null;
      continue;
    }
    const variable = bdd.topVariable(next.f);
    const other = [...next.different, variable];
    const isTrue = holds(variable);
    pending.push({ f: bdd.low(next.f), different: isTrue ? other : next.different });
    pending.push({ f: bdd.high(next.f), different: isTrue ? next.different : other });
  }
  return cubes.sort((a, b) => a.length - b.length);
}

function supportOf(bdd: Bdd, f: BddRef): number[] {
  const seen = new Set<BddRef>();
  const support = new Set<number>();
  const pending = [f];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (bdd.isConstant(next) || seen.has(next)) continue;
    seen.add(next);
    support.add(bdd.topVariable(next));
    pending.push(bdd.low(next), bdd.high(next));
  }
  return [...support].sort((a, b) => a - b);
}
