// How many tokens of one colour a place can hold at most, from the structure of a coloured net alone. Tokens are counted by one component:
// for a sort, the tokens of place p whose component i is the colour c. A weighted sum of such counts that no transition
// increases, whatever its binding, never exceeds what it is at the beginning. A transition adds to the sum for c one amount for
// each way in which c is written on its arcs (a variable with an offset, or a constant); where none of these amounts is positive,
// nor is what they add up to. So the sums are those of a small place/transition net: a place for each component of that
// sort, a transition for each way of writing. Counting all tokens of a place is the case of a sort with one colour.
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { combinationsThatNeverGrow, type Pairs } from '../../analysis/elimination.ts';
import type { ColouredArc, ColouredNet } from './coloured-net.ts';
import type { PossibleColours } from './possible-colours.ts';
import { type BasicSort, DOT, sameSort } from './sorts.ts';
import type { Summand } from './terms.ts';

/** A net whose terms have more choices is left alone. */
const MAX_CHOICES = 100_000;
/** Sorts for which larger amounts are moved are left alone: sums must stay exact. */
const MAX_AMOUNT = 2 ** 31;
/** What the search for one sort may use: a fraction of a second. */
const BUDGET = { work: 1_000_000 };

/** The places and their tokens at the beginning: those of the first rows. */
interface Beginning {
  readonly places: readonly PossibleColours[];
  readonly initial: readonly (readonly number[])[];
}

/** For each place a number of tokens that no colour ever exceeds; infinite where none is found. */
export function colourBounds(net: ColouredNet, beginning: Beginning, stopwatch: Stopwatch): number[] {
  const bounds = net.places.map(() => Number.POSITIVE_INFINITY);
  if (choiceCount(net) > MAX_CHOICES) return bounds;
  for (const sort of sortsOf(net)) {
    const counters = countersOf(net, sort);
    const changes = changesOf(net, counters);
    if (changes === null) continue;
    const options = { variableCount: counters.length, budget: BUDGET, used: 'keep', stopwatch } as const;
    for (const { terms } of combinationsThatNeverGrow(changes, options)) {
      const total = largestTotal(terms, counters, beginning);
      if (total > Number.MAX_SAFE_INTEGER) continue;
      for (let i = 0; i < terms.length; i += 2) {
        const { place } = counters[terms[i]];
        bounds[place] = Math.min(bounds[place], Math.floor(total / terms[i + 1]));
      }
    }
  }
  return bounds;
}

/** Tokens of a place by one component; by none, with -1. */
interface Counter {
  readonly place: number;
  readonly component: number;
}

function choiceCount({ transitions }: ColouredNet): number {
  let count = 0;
  for (const { inputs, outputs } of transitions) {
    for (const { summands } of [...inputs, ...outputs]) {
      for (const { components } of summands) for (const { length } of components) count += length;
    }
  }
  return count;
}

/** Each sort once, and that of no colours. */
function sortsOf({ places }: ColouredNet): BasicSort[] {
  const sorts: BasicSort[] = [DOT];
  for (const { domain } of places) {
    for (const sort of domain) if (!sorts.some((known) => sameSort(known, sort))) sorts.push(sort);
  }
  return sorts;
}

function countersOf({ places }: ColouredNet, sort: BasicSort): Counter[] {
  if (sort === DOT) return places.map((_, place) => ({ place, component: -1 }));
  return places.flatMap(({ domain }, place) =>
    [...domain.keys()].filter((i) => sameSort(domain[i], sort)).map((component) => ({ place, component })),
  );
}

/** What each transition adds to the counters, for each way in which a colour is written; null when that is too much to be exact. */
function changesOf({ transitions }: ColouredNet, counters: readonly Counter[]): Pairs[] | null {
  const byPlace = new Map<number, number[]>();
  counters.forEach(({ place }, number) => {
    byPlace.set(place, [...(byPlace.get(place) ?? []), number]);
  });
  let isExact = true;
  const changes = transitions.flatMap(({ inputs, outputs }) => {
    const ways = new Map<string, Map<number, number>>();
    const count = (arcs: readonly ColouredArc[], sign: 1 | -1): void => {
      for (const { place, summands } of arcs) {
        for (const number of byPlace.get(place) ?? []) {
          for (const summand of summands) {
            if (!addWays(ways, number, counters[number].component, summand, sign)) isExact = false;
          }
        }
      }
    };
    count(inputs, -1);
    count(outputs, 1);
    return [...ways.values()].map((way) => [...way].filter(([, change]) => change !== 0).flat());
  });
  return isExact ? changes : null;
}

/** False when an amount is too large. */
function addWays(
  ways: Map<string, Map<number, number>>,
  counter: number,
  component: number,
  { count, components }: Summand,
  sign: 1 | -1,
): boolean {
  let factor = sign * count;
  components.forEach((choices, i) => {
    if (i !== component) factor *= choices.reduce((sum, choice) => sum + choice.count, 0);
  });
  const choices = component === -1 ? [{ slot: -1, value: 0, count: 1 }] : components[component];
  for (const choice of choices) {
    const amount = factor * choice.count;
    if (Math.abs(amount) > MAX_AMOUNT) return false;
    const name = `${choice.slot}+${choice.value}`;
    const way = ways.get(name) ?? new Map<number, number>();
    way.set(counter, (way.get(counter) ?? 0) + amount);
    ways.set(name, way);
  }
  return true;
}

/** The largest value at the beginning of a weighted sum of counters, over all colours. */
function largestTotal(terms: Pairs, counters: readonly Counter[], { places, initial }: Beginning): number {
  const totals = new Map<number, number>();
  for (let i = 0; i < terms.length; i += 2) {
    const { place, component } = counters[terms[i]];
    const { parts, domain } = places[place];
    initial[place].forEach((tokens, row) => {
      const colour = component === -1 ? 0 : parts.data[row * domain.length + component];
      totals.set(colour, (totals.get(colour) ?? 0) + terms[i + 1] * tokens);
    });
  }
  let largest = 0;
  for (const total of totals.values()) largest = Math.max(largest, total);
  return largest;
}
