// Two transitions one after the other as one: what both rules of agglomeration do with each pair.
import type { Arc } from '../../models/petri/net.ts';
import { MAX_TOKENS } from '../../models/petri/net.ts';
import type { Arcs, NewTransition, ReducibleNet } from '../net.ts';
import type { Scope } from '../rule.ts';
import { sequence, times } from '../word.ts';

/** A transition stands for at most so many given ones, lest a counterexample be too long to be shown. */
const LONGEST_WORD = 1000;
/** One application may make so many transitions more than it removes. */
const MOST_ADDED = 8;
const LONGEST_NAME = 60;

/** A pair of transitions at a place: h, then k times f. */
interface Pair {
  readonly h: number;
  readonly f: number;
  readonly k: number;
}

/**
 * Replaces the producers and the consumers of the place by their pairs and removes it; false, and nothing done, where the net would grow too
 * much. All pairs are made before anything is removed.
 */
export function replaceByPairs(
  net: ReducibleNet,
  place: number,
  timesOf: (h: number, f: number) => number,
  scope: Scope,
): boolean {
  const [before, after] = [[...net.producers(place)], [...net.consumers(place)]];
  const added = before.length * after.length - before.length - after.length;
  if (added > MOST_ADDED || net.transitionCount + added > scope.most.transitions) return false;
  const made: NewTransition[] = [];
  let arcs = 0;
  for (const h of before) {
    for (const f of after) {
      const pair = compose(net, { h, f, k: timesOf(h, f) });
      if (pair === null) return false;
      made.push(pair);
      arcs += pair.inputs.length + pair.outputs.length;
    }
  }
  for (const t of [...before, ...after]) arcs -= net.inputs(t).length + net.outputs(t).length;
  if (net.arcCount + arcs > scope.most.arcs) return false;
  for (const t of [...before, ...after]) net.removeTransition(t);
  net.removePlace(place, null);
  for (const pair of made) net.addTransition(pair);
  return true;
}

/** h·fᵏ without the arcs that cancel out at the place between them; null where numbers or words become too large. */
function compose(net: ReducibleNet, { h, f, k }: Pair): NewTransition | null {
  const word = sequence(net.word(h), times(net.word(f), k));
  if (word.length > LONGEST_WORD) return null;
  const repeated = (arcs: readonly Arc[]): Arc[] => arcs.map(({ place, weight }) => ({ place, weight: weight * k }));
  const joined = inSequence(
    { inputs: net.inputs(h), outputs: net.outputs(h) },
    { inputs: repeated(net.inputs(f)), outputs: repeated(net.outputs(f)) },
  );
  if ([...joined.inputs, ...joined.outputs].some(({ weight }) => weight > MAX_TOKENS)) return null;
  return { name: nameOf(net, h, f), ...joined, word };
}

/**
 * Needs what the first needs, and what the second needs beyond what the first puts; the effect is the sum of both. For fᵏ as the second, taken
 * as one: exact, because f does not put tokens where it takes some (its only input is p, or k is 1).
 */
function inSequence(first: Arcs, second: Arcs): Arcs {
  const table = new Map<number, { need: number; effect: number }>();
  const at = (place: number): { need: number; effect: number } => {
    let entry = table.get(place);
    if (entry === undefined) table.set(place, (entry = { need: 0, effect: 0 }));
    return entry;
  };
  for (const { inputs, outputs } of [first, second]) {
    for (const { place, weight } of inputs) {
      const entry = at(place);
      entry.need = Math.max(entry.need, weight - entry.effect);
    }
    for (const { place, weight } of inputs) at(place).effect -= weight;
    for (const { place, weight } of outputs) at(place).effect += weight;
  }
  const inputs: Arc[] = [];
  const outputs: Arc[] = [];
  for (const place of [...table.keys()].sort((a, b) => a - b)) {
    const { need, effect } = table.get(place)!;
    if (need > 0) inputs.push({ place, weight: need });
    if (need + effect > 0) outputs.push({ place, weight: need + effect });
  }
  return { inputs, outputs };
}

/** `h.f`, or a short name with the number that the transition gets. */
function nameOf(net: ReducibleNet, h: number, f: number): string {
  const name = `${net.transitionName(h)}.${net.transitionName(f)}`;
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`;
}
