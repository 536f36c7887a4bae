// Colours that a symmetric net does not tell apart: for each component of each place a partition of its sort, such that only the class
// of a colour matters. Colour quotienting, [BJP+21, Sect. 3].
//
// Two markings are alike when every place has as many tokens of each class in one as in the other. The partitions are such that of two
// markings that are alike, whatever a binding does in one, a binding of the same transition does in the other, and the results are alike. Proof:
// choose in the other marking, for each token that is taken, one of the same class. That gives a binding, because
//   - a variable that says the colour of two or more taken tokens is told apart in all of them, and so is a constant;
//   - a variable that says the colour of one taken token may become another colour of its class, if
//   - no part of the condition sees the difference (parts with two variables see every difference), and
//   - what it says of tokens that are put falls into the same classes.
// Where colours must not be looked at alone (inhibitor arcs, multiples, what is subtracted), they are told apart; so a token that is
// subtracted is alone in its class, and cancels the same one whatever the others become.
//
// Differs from the paper: partitions are lists of classes by colour, not of intervals; so they depend on no order of the colours.
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { ColouredArc, ColouredNet, ColouredTransition } from './coloured-net.ts';
import { type Guard, holds, slotsOf } from './guard.ts';

/** Colours of larger sorts are told apart. */
const LARGE = 4096;

/** The class of a colour of a place by its components. */
export interface ColourClasses {
  /** Writes the classes of the components of a colour into `into`. */
  classesOf(place: number, colours: ArrayLike<number>, into: Int32Array): void;
}

/** Null where all colours are told apart. */
export function colourClasses(net: ColouredNet, stopwatch: Stopwatch): ColourClasses | null {
  const partitions = new Partitions(net);
  const transitions = net.transitions.map((transition) => new Uses(transition, partitions));
  const readers = readersOf(net);
  const waiting = new Set(transitions.keys());
  for (const t of waiting) {
    stopwatch.tick();
    waiting.delete(t);
    for (const place of transitions[t].refine(partitions)) for (const reader of readers[place]) waiting.add(reader);
  }
  return partitions.isTrivial ? null : partitions;
}

/** For each place the transitions that put tokens into it. */
function readersOf({ places, transitions }: ColouredNet): number[][] {
  const readers: number[][] = places.map(() => []);
  for (const [t, { outputs }] of transitions.entries()) for (const { place } of outputs) readers[place].push(t);
  return readers;
}

/** Where a variable says a colour: component `component` of a token of `place` is the colour of the variable plus `offset`. */
interface Occurrence {
  readonly place: number;
  readonly component: number;
  readonly offset: number;
}

class Partitions implements ColourClasses {
  /** By place and component; null where all are told apart. */
  private readonly classes: (Int32Array | null)[][];

  constructor(net: ColouredNet) {
    this.classes = net.places.map(({ domain }) =>
      domain.map(({ size }) => (size > 1 && size <= LARGE ? new Int32Array(size) : null)),
    );
  }

  get isTrivial(): boolean {
    return this.classes.every((components) => components.every((classes) => classes === null));
  }

  classesOf(place: number, colours: ArrayLike<number>, into: Int32Array): void {
    const components = this.classes[place];
    for (let i = 0; i < components.length; i++) into[i] = components[i]?.[colours[i]] ?? colours[i];
  }

  /** The classes of a component by colour; null where all are told apart. */
  of({ place, component }: Occurrence): Int32Array | null {
    return this.classes[place][component];
  }

  tellApart({ place, component }: Omit<Occurrence, 'offset'>): boolean {
    const isNew = this.classes[place][component] !== null;
    this.classes[place][component] = null;
    return isNew;
  }

  /** Tells colours apart whose keys differ, which are less than `LARGE`; whether any were alike before. */
  split({ place, component }: Omit<Occurrence, 'offset'>, keyOf: (colour: number) => number): boolean {
    const classes = this.classes[place][component];
    if (classes === null) return false;
    const numbers = new Map<number, number>();
    const refined = new Int32Array(classes.length);
    let before = 0;
    for (let colour = 0; colour < classes.length; colour++) {
      before = Math.max(before, classes[colour] + 1);
      const key = classes[colour] * LARGE + keyOf(colour);
      let number = numbers.get(key);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(key, number);
      }
      refined[colour] = number;
    }
    if (numbers.size === before) return false;
    this.classes[place][component] = numbers.size === classes.length ? null : refined;
    return true;
  }
}

/** The variables of a transition whose colour may be exchanged for another one of its class, and what they say. */
class Uses {
  private readonly exchanged: { readonly taken: Occurrence; readonly put: readonly Occurrence[] }[] = [];

  /** Tells apart what the transition does, as far as that depends on nothing else. */
  constructor(transition: ColouredTransition, partitions: Partitions) {
    const { slots, inputs, outputs, inhibitors, guards } = transition;
    const taken: Occurrence[][] = slots.map(() => []);
    const strict = new Set<number>();
    for (const arc of inputs) addTaken(arc, partitions, taken, strict);
    for (const { place, summands } of inhibitors) {
      for (const { components } of summands) {
        components.forEach((choices, component) => {
          partitions.tellApart({ place, component });
          for (const { slot } of choices) if (slot !== -1) strict.add(slot);
        });
      }
    }
    const tests: { readonly slot: number; readonly guard: Guard }[] = [];
    for (const guard of guards) addTests(guard, tests, strict);
    const put: Occurrence[][] = slots.map(() => []);
    for (const { place, summands } of outputs) {
      for (const { components } of summands) {
        components.forEach((choices, component) => {
          for (const { slot, value } of choices) if (slot !== -1) put[slot].push({ place, component, offset: value });
        });
      }
    }
    for (let slot = 0; slot < slots.length; slot++) {
      if (strict.has(slot) || taken[slot].length > 1) for (const at of taken[slot]) partitions.tellApart(at);
      else if (taken[slot].length === 1) {
        const [at] = taken[slot];
        const { size } = slots[slot];
        const binding = new Int32Array(slots.length);
        for (const { guard } of tests.filter((test) => test.slot === slot)) {
          partitions.split(at, (colour) => {
            binding[slot] = (colour - at.offset + size) % size;
            return Number(holds(guard, binding));
          });
        }
        this.exchanged.push({ taken: at, put: put[slot] });
      }
    }
  }

  /** Tells apart what falls into different classes where it is put; the places where that changed something. */
  refine(partitions: Partitions): Set<number> {
    const changed = new Set<number>();
    for (const { taken, put } of this.exchanged) {
      for (const at of put) {
        const own = partitions.of(taken);
        if (own === null) break;
        const other = partitions.of(at);
        const size = own.length;
        const shift = at.offset - taken.offset + size;
        const isSplit =
          other === null
            ? partitions.tellApart(taken)
            : other === own
              ? splitRound(partitions, taken, shift)
              : partitions.split(taken, (colour) => other[(colour + shift) % size]);
        if (isSplit) changed.add(taken.place);
      }
    }
    return changed;
  }
}

/**
 * Tells colours apart whose colours so many further on are told apart, and so on all the way round: after each split the classes know twice as
 * many steps ahead.
 */
function splitRound(partitions: Partitions, at: Occurrence, shift: number): boolean {
  let isSplit = false;
  const { length: size = 0 } = partitions.of(at) ?? [];
  for (let [steps, ahead] = [1, shift % size]; steps < 2 * size; [steps, ahead] = [2 * steps, (2 * ahead) % size]) {
    const classes = partitions.of(at);
    if (classes === null) break;
    if (partitions.split(at, (colour) => classes[(colour + ahead) % size])) isSplit = true;
  }
  return isSplit;
}

/** What the tokens that an arc takes say of variables; those of which one alone must not be exchanged become strict. */
function addTaken(
  { place, summands }: ColouredArc,
  partitions: Partitions,
  taken: readonly Occurrence[][],
  strict: Set<number>,
): void {
  for (const { count, components } of summands) {
    const isSingle = count === 1 && components.every((choices) => choices.length === 1 && choices[0].count === 1);
    components.forEach((choices, component) => {
      for (const { slot, value } of choices) {
        if (slot === -1) partitions.split({ place, component }, (colour) => Number(colour === value));
        else {
          taken[slot].push({ place, component, offset: value });
          if (!isSingle) strict.add(slot);
        }
      }
    });
  }
}

/** The parts of a condition that depend on one variable; the variables of the other parts become strict. */
function addTests(guard: Guard, tests: { readonly slot: number; readonly guard: Guard }[], strict: Set<number>): void {
  const slots = [...slotsOf(guard)];
  if (slots.length === 0) return;
  if (slots.length === 1) tests.push({ slot: slots[0], guard });
  else if (guard.kind === 'and' || guard.kind === 'or') {
    for (const operand of guard.operands) addTests(operand, tests, strict);
  } else if (guard.kind === 'not') addTests(guard.operand, tests, strict);
  else for (const slot of slots) strict.add(slot);
}
