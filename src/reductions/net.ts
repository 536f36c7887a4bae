// A net that is being reduced: sparse arcs of each transition, producers and consumers of each place, what is seen of it, and all that
// brings its runs back to the net that was given. Places keep their numbers for ever; a transition that is made out of others gets a new one.
//
// Rules change the net through a few methods only, which keep both sides of every arc and note what was touched, so that the driver looks
// at nothing twice in vain.
import { invariant } from '../base/assert.ts';
import { type Arc, MAX_TOKENS, type Net } from '../models/petri/net.ts';
import { EMPTY_WORD, step, type Word } from './word.ts';

/** What the tokens of a given place are in the reduced net: `factor` · tokens of `place` + `offset`; a number alone where `place` is null. */
export interface PlaceMeaning {
  readonly place: number | null;
  readonly factor: number;
  readonly offset: number;
}

/** A transition that a rule adds. */
export interface NewTransition {
  readonly name: string;
  /** Ascending by place, one arc a place. */
  readonly inputs: readonly Arc[];
  readonly outputs: readonly Arc[];
  readonly word: Word;
}

/** A transition by its arcs alone. */
export interface Arcs {
  readonly inputs: readonly Arc[];
  readonly outputs: readonly Arc[];
}

const NO_ARCS: readonly Arc[] = [];

export class ReducibleNet {
  /** The net that was given; places, and the first transitions, have the numbers that they have there. */
  readonly given: Net;
  /** Tokens of each place at the beginning. */
  readonly marking: number[];
  /** Places whose tokens a formula reads. */
  readonly visible: Uint8Array;
  /**
   * Places and transitions that no rule may change or use: a place with a capacity or an inhibitor arc, its transitions, and the
   * places of these.
   */
  readonly heldPlaces: Uint8Array;
  private readonly heldTransitions: readonly boolean[];
  /** What was touched, in order and with repetitions; at first everything. A rule remembers how far it has read. */
  readonly touchedPlaces: number[] = [];
  readonly touchedTransitions: number[] = [];
  /** What is fired before the initial marking of the reduced net is reached. */
  prefix: Word = EMPTY_WORD;
  placeCount: number;
  transitionCount: number;
  arcCount = 0;

  private readonly hasPlaceSlot: boolean[];
  private readonly hasTransitionSlot: boolean[];
  private readonly inputArcs: (readonly Arc[])[];
  private readonly outputArcs: (readonly Arc[])[];
  private readonly wordSlots: Word[];
  private readonly nameSlots: string[];
  private readonly producerSlots: Set<number>[];
  private readonly consumerSlots: Set<number>[];
  private readonly meanings: (PlaceMeaning | null)[];
  /** For each place the given places whose meaning is in its tokens. */
  private readonly meantBy: number[][];

  private constructor(from: ReducibleNet | Net) {
    if (from instanceof ReducibleNet) {
      this.given = from.given;
      this.marking = [...from.marking];
      this.visible = from.visible.slice();
      this.heldPlaces = from.heldPlaces.slice();
      this.heldTransitions = from.heldTransitions;
      this.prefix = from.prefix;
      this.placeCount = from.placeCount;
      this.transitionCount = from.transitionCount;
      this.arcCount = from.arcCount;
      this.hasPlaceSlot = [...from.hasPlaceSlot];
      this.hasTransitionSlot = [...from.hasTransitionSlot];
      this.inputArcs = [...from.inputArcs];
      this.outputArcs = [...from.outputArcs];
      this.wordSlots = [...from.wordSlots];
      this.nameSlots = [...from.nameSlots];
      this.producerSlots = from.producerSlots.map((set) => new Set(set));
      this.consumerSlots = from.consumerSlots.map((set) => new Set(set));
      this.meanings = [...from.meanings];
      this.meantBy = from.meantBy.map((places) => [...places]);
      this.touchAll();
      return;
    }
    const { places, transitions } = from;
    this.given = from;
    this.marking = places.map(({ initial }) => initial);
    this.visible = new Uint8Array(places.length);
    this.placeCount = places.length;
    this.transitionCount = transitions.length;
    this.hasPlaceSlot = places.map(() => true);
    this.hasTransitionSlot = transitions.map(() => true);
    this.inputArcs = transitions.map(({ inputs }) => ascending(inputs));
    this.outputArcs = transitions.map(({ outputs }) => ascending(outputs));
    this.wordSlots = transitions.map((_, t) => step(t));
    this.nameSlots = transitions.map(({ id }) => id);
    this.producerSlots = places.map(() => new Set());
    this.consumerSlots = places.map(() => new Set());
    this.meanings = places.map((_, place) => ({ place, factor: 1, offset: 0 }));
    this.meantBy = places.map((_, place) => [place]);
    for (let t = 0; t < transitions.length; t++) this.connect(t);
    const held = heldOf(from);
    this.heldPlaces = held.places;
    this.heldTransitions = held.transitions;
    this.touchAll();
  }

  static of(net: Net): ReducibleNet {
    return new ReducibleNet(net);
  }

  /** An independent copy, in which everything counts as touched. */
  clone(): ReducibleNet {
    return new ReducibleNet(this);
  }

  // What is there.

  /** One more than the largest number that a transition ever had. */
  get transitionSlots(): number {
    return this.inputArcs.length;
  }

  get placeSlots(): number {
    return this.marking.length;
  }

  hasPlace(place: number): boolean {
    return this.hasPlaceSlot[place];
  }

  hasTransition(transition: number): boolean {
    return this.hasTransitionSlot[transition];
  }

  /** The numbers of the places that are left, ascending. */
  places(): number[] {
    return present(this.hasPlaceSlot);
  }

  /** The numbers of the transitions that are left, ascending. */
  transitions(): number[] {
    return present(this.hasTransitionSlot);
  }

  isHeldTransition(transition: number): boolean {
    return this.heldTransitions[transition] ?? false; // those that rules make touch nothing that is held
  }

  /** Ascending by place, one arc a place; likewise the outputs. */
  inputs(transition: number): readonly Arc[] {
    return this.inputArcs[transition];
  }

  outputs(transition: number): readonly Arc[] {
    return this.outputArcs[transition];
  }

  /** The transitions that put tokens into the place, also those that take some out. */
  producers(place: number): ReadonlySet<number> {
    return this.producerSlots[place];
  }

  /** The transitions that need tokens of the place, also those that put them back. */
  consumers(place: number): ReadonlySet<number> {
    return this.consumerSlots[place];
  }

  /** What the transition needs of the place. */
  taken(transition: number, place: number): number {
    return weightOf(this.inputArcs[transition], place);
  }

  /** What the transition puts into the place. */
  put(transition: number, place: number): number {
    return weightOf(this.outputArcs[transition], place);
  }

  /** What the transition adds to the place, or takes from it. */
  effect(transition: number, place: number): number {
    return this.put(transition, place) - this.taken(transition, place);
  }

  /** Whether the transition changes the tokens of a visible place. */
  isVisibleTransition(transition: number): boolean {
    const changes = ({ place }: Arc): boolean => this.visible[place] === 1 && this.effect(transition, place) !== 0;
    return this.inputArcs[transition].some(changes) || this.outputArcs[transition].some(changes);
  }

  /** Whether the transition changes nothing at all. */
  isNeutral(transition: number): boolean {
    const [inputs, outputs] = [this.inputArcs[transition], this.outputArcs[transition]];
    if (inputs.length !== outputs.length) return false;
    return inputs.every(({ place, weight }, i) => outputs[i].place === place && outputs[i].weight === weight);
  }

  transitionName(transition: number): string {
    return this.nameSlots[transition];
  }

  /** What the transition stands for in the net below. */
  word(transition: number): Word {
    return this.wordSlots[transition];
  }

  /** What the tokens of a given place are in the net as it is now; null where that is not known any more. */
  meaningOf(place: number): PlaceMeaning | null {
    return this.meanings[place];
  }

  // What rules do.

  removeTransition(transition: number): void {
    invariant(this.hasTransitionSlot[transition], 'a transition is removed twice');
    this.disconnect(transition);
    this.hasTransitionSlot[transition] = false;
    this.inputArcs[transition] = NO_ARCS;
    this.outputArcs[transition] = NO_ARCS;
    this.wordSlots[transition] = EMPTY_WORD;
    this.transitionCount--;
  }

  addTransition({ name, inputs, outputs, word }: NewTransition): number {
    const transition = this.inputArcs.length;
    this.inputArcs.push(inputs);
    this.outputArcs.push(outputs);
    this.wordSlots.push(word);
    this.nameSlots.push(name);
    this.hasTransitionSlot.push(true);
    this.transitionCount++;
    this.connect(transition);
    this.touch(transition);
    return transition;
  }

  /** Takes the place out of the net and out of all arcs. A visible place needs a meaning. */
  removePlace(place: number, meaning: PlaceMeaning | null): void {
    invariant(this.hasPlaceSlot[place], 'a place is removed twice');
    invariant(meaning !== null || this.visible[place] === 0, 'a visible place is removed without a meaning');
    const neighbours = new Set([...this.producerSlots[place], ...this.consumerSlots[place]]);
    for (const t of neighbours) {
      this.arcCount -= this.inputArcs[t].length + this.outputArcs[t].length;
      this.inputArcs[t] = this.inputArcs[t].filter((arc) => arc.place !== place);
      this.outputArcs[t] = this.outputArcs[t].filter((arc) => arc.place !== place);
      this.arcCount += this.inputArcs[t].length + this.outputArcs[t].length;
      this.touch(t);
    }
    this.producerSlots[place].clear();
    this.consumerSlots[place].clear();
    this.hasPlaceSlot[place] = false;
    this.placeCount--;
    this.replaceMeaning(place, meaning);
    if (this.visible[place] === 1 && meaning !== null && meaning.place !== null) this.visible[meaning.place] = 1;
  }

  /** Divides all weights at the place by a number that divides them all; a rest of the marking is never of use. */
  dividePlace(place: number, divisor: number): void {
    const rest = this.marking[place] % divisor;
    const divided = (arcs: readonly Arc[]): readonly Arc[] =>
      arcs.map((arc) => (arc.place === place ? { place, weight: arc.weight / divisor } : arc));
    for (const t of new Set([...this.producerSlots[place], ...this.consumerSlots[place]])) {
      this.inputArcs[t] = divided(this.inputArcs[t]);
      this.outputArcs[t] = divided(this.outputArcs[t]);
      this.touch(t);
    }
    this.marking[place] = (this.marking[place] - rest) / divisor;
    this.replaceMeaning(place, { place, factor: divisor, offset: rest });
  }

  /** Other arcs for a transition, which stands for the same word. */
  setArcs(transition: number, { inputs, outputs }: Arcs): void {
    this.disconnect(transition);
    this.inputArcs[transition] = inputs;
    this.outputArcs[transition] = outputs;
    this.connect(transition);
    this.touch(transition);
  }

  /** No rule may change or use what is visible now. */
  holdVisible(): void {
    for (const place of this.places()) if (this.visible[place] === 1) this.heldPlaces[place] = 1;
  }

  setMarking(place: number, tokens: number): void {
    invariant(tokens >= 0 && tokens <= MAX_TOKENS, 'a marking is out of range');
    this.marking[place] = tokens;
    this.touchedPlaces.push(place);
  }

  /** From now on words are about the net as it is now: for rules whose lifting is more than putting words together. */
  beginStage(): { readonly prefix: Word; readonly words: ReadonlyMap<number, Word> } {
    const words = new Map<number, Word>();
    for (const t of this.transitions()) {
      words.set(t, this.wordSlots[t]);
      this.wordSlots[t] = step(t);
    }
    const { prefix } = this;
    this.prefix = EMPTY_WORD;
    return { prefix, words };
  }

  /** From now on the tokens of `place`, as they were counted until now, are told by `meaning`. */
  private replaceMeaning(place: number, meaning: PlaceMeaning | null): void {
    const readers = this.meantBy[place];
    this.meantBy[place] = [];
    for (const reader of readers) {
      const { factor, offset } = this.meanings[reader]!;
      this.meanings[reader] = meaning && {
        place: meaning.place,
        factor: factor * meaning.factor,
        offset: offset + factor * meaning.offset,
      };
      if (meaning !== null && meaning.place !== null) this.meantBy[meaning.place].push(reader);
    }
  }

  private touchAll(): void {
    for (const place of this.places()) this.touchedPlaces.push(place);
    for (const transition of this.transitions()) this.touchedTransitions.push(transition);
  }

  private touch(transition: number): void {
    this.touchedTransitions.push(transition);
    for (const { place } of this.inputArcs[transition]) this.touchedPlaces.push(place);
    for (const { place } of this.outputArcs[transition]) this.touchedPlaces.push(place);
  }

  private connect(transition: number): void {
    for (const { place } of this.inputArcs[transition]) this.consumerSlots[place].add(transition);
    for (const { place } of this.outputArcs[transition]) this.producerSlots[place].add(transition);
    this.arcCount += this.inputArcs[transition].length + this.outputArcs[transition].length;
  }

  private disconnect(transition: number): void {
    for (const { place } of this.inputArcs[transition]) {
      this.consumerSlots[place].delete(transition);
      this.touchedPlaces.push(place);
    }
    for (const { place } of this.outputArcs[transition]) {
      this.producerSlots[place].delete(transition);
      this.touchedPlaces.push(place);
    }
    this.arcCount -= this.inputArcs[transition].length + this.outputArcs[transition].length;
  }
}

/** The weight of the arc on a place, or 0. */
export function weightOf(arcs: readonly Arc[], place: number): number {
  let [low, high] = [0, arcs.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = arcs[middle].place;
    if (found === place) return arcs[middle].weight;
    if (found < place) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

function ascending(arcs: readonly Arc[]): readonly Arc[] {
  for (let i = 1; i < arcs.length; i++) {
    if (arcs[i - 1].place > arcs[i].place) return [...arcs].sort((a, b) => a.place - b.place);
  }
  return arcs;
}

function present(slots: readonly boolean[]): number[] {
  const found: number[] = [];
  for (let i = 0; i < slots.length; i++) if (slots[i]) found.push(i);
  return found;
}

/** What is near a capacity or an inhibitor arc. */
function heldOf({ places, transitions }: Net): { places: Uint8Array; transitions: boolean[] } {
  const special = new Uint8Array(places.length);
  for (const [p, { capacity }] of places.entries()) if (capacity !== null) special[p] = 1;
  for (const { inhibitors } of transitions) for (const { place } of inhibitors) special[place] = 1;
  const held = special.slice();
  const heldTransitions = transitions.map(({ inputs, outputs, inhibitors }) => {
    const touches = ({ place }: { readonly place: number }): boolean => special[place] === 1;
    if (inhibitors.length === 0 && !inputs.some(touches) && !outputs.some(touches)) return false;
    for (const { place } of [...inputs, ...outputs, ...inhibitors]) held[place] = 1;
    return true;
  });
  return { places: held, transitions: heldTransitions };
}
