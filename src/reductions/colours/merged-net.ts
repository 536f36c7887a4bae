// A net that was unfolded from a coloured one, with the colours merged that are not told apart (`families.alike`): one place for each class of
// places, with the tokens of all of them, and one transition for all instances of a coloured transition that do the same with these.
//
// Adding up the tokens of each class is a bisimulation (the proof is with the classes, `src/models/formats/pnml/colour-classes.ts`): it keeps
// steps, deadlocks, the sum of tokens over all colours of a place, and whether some instance of a coloured transition can fire. Instances
// that can never fire are missing in the unfolded net, and so in the merged one: what is reached there is reached here by an instance that
// can. Back: of the instances that a transition stands for, one that can fire is fired; a cycle is gone round until the tokens lie as they did
// before. [BJP+21]
import { type Arc, MAX_TOKENS, mergeArcs, type Net, type Place, type Transition } from '../../models/petri/net.ts';
import type { LiftedRun } from '../reduced-net.ts';
import type { TransitionRun } from '../rule.ts';

/** Rounds of a cycle until the tokens must lie as before, and steps of all of them. */
const MOST_ROUNDS = 1000;
const MOST_STEPS = 100_000;

export class MergedNet {
  readonly net: Net;
  private readonly given: Net;
  /** For each transition those of the given net that it stands for. */
  private readonly members: readonly (readonly number[])[];

  private constructor(net: Net, given: Net, members: readonly (readonly number[])[]) {
    this.net = net;
    this.given = given;
    this.members = members;
  }

  /** Null where no colours are alike, or there are too many tokens to be added up. `tick` may throw. */
  static of(given: Net, tick: () => void): MergedNet | null {
    const { families } = given;
    if (families === null || families.alike === null) return null;
    const places = mergedPlaces(given.places, families.alike);
    const merger = new TransitionMerger(given, families.alike, tick);
    const transitions = new Map<string, readonly number[]>();
    for (const [id, members] of families.transitions) transitions.set(id, merger.add(members));
    const total = places.reduce((sum, { initial }) => sum + initial, 0);
    if (total > MAX_TOKENS || merger.heaviest > MAX_TOKENS) return null;
    const { alike } = families;
    const placesOf = new Map(
      [...families.places].map(([id, members]) => [id, [...new Set(members.map((p) => alike[p]))]]),
    );
    // An instance by its own name is here only where it is alone in its class: whoever names another one sees more than this net has.
    const unmade = { isPlace: () => false, likeOf: () => null };
    const merged = { places: placesOf, transitions, unmade, alike: null };
    return new MergedNet(
      { name: given.name, places, transitions: merger.transitions, families: merged },
      given,
      merger.members,
    );
  }

  /** A run of the merged net as one of the given net; null where it is not known how. */
  lift({ prefix, cycle }: TransitionRun): LiftedRun | null {
    const marking = this.given.places.map(({ initial }) => initial);
    const first: number[] = [];
    if (!this.fireAll(prefix, marking, first)) return null;
    if (cycle.length === 0) return { prefix: first, cycle: [], grows: [] };
    const starts: number[][] = [];
    const rounds: number[][] = [];
    for (let round = 0; round < MOST_ROUNDS && round * cycle.length <= MOST_STEPS; round++) {
      const since = starts.findIndex((start) => start.every((tokens, place) => marking[place] >= tokens));
      if (since !== -1) {
        const gains = marking.map((tokens, place) => ({ place, by: tokens - starts[since][place] }));
        const grows = gains.filter(({ by }) => by > 0);
        return { prefix: [first, ...rounds.slice(0, since)].flat(), cycle: rounds.slice(since).flat(), grows };
      }
      starts.push([...marking]);
      rounds.push([]);
      if (!this.fireAll(cycle, marking, rounds[round])) return null;
    }
    return null;
  }

  private fireAll(run: readonly number[], marking: number[], word: number[]): boolean {
    const { transitions } = this.given;
    for (const t of run) {
      const member = this.members[t].find((number) => isEnabled(transitions[number], marking));
      if (member === undefined) return false;
      for (const { place, weight } of transitions[member].inputs) marking[place] -= weight;
      for (const { place, weight } of transitions[member].outputs) marking[place] += weight;
      word.push(member);
    }
    return true;
  }
}

function isEnabled({ inputs, inhibitors }: Transition, marking: readonly number[]): boolean {
  return (
    inputs.every(({ place, weight }) => marking[place] >= weight) &&
    inhibitors.every(({ place, below }) => marking[place] < below)
  );
}

/** One place for each class. One that stands for several gets a name that no given place has. */
function mergedPlaces(given: readonly Place[], alike: readonly number[]): Place[] {
  const classes: number[][] = [];
  for (const [place, number] of alike.entries()) {
    classes[number] ??= [];
    classes[number].push(place);
  }
  const unique = uniqueNames(given);
  return classes.map((members) => {
    const [first] = members;
    if (members.length === 1) return given[first];
    const id = unique(given[first].id);
    const initial = members.reduce((sum, place) => sum + given[place].initial, 0);
    return { id, name: id, initial, capacity: null, promised: null, level: null };
  });
}

/** Names that differ from those of all the nodes and from each other. */
function uniqueNames(nodes: readonly { readonly id: string }[]): (id: string) => string {
  const taken = new Set<string>();
  for (const { id } of nodes) if (id.endsWith('~')) taken.add(id);
  return (id) => {
    let name = `${id}~`;
    while (taken.has(name)) name += '~';
    taken.add(name);
    return name;
  };
}

class TransitionMerger {
  readonly transitions: Transition[] = [];
  readonly members: number[][] = [];
  /** The largest weight that came about. */
  heaviest = 0;
  private readonly given: Net;
  private readonly alike: readonly number[];
  private readonly tick: () => void;
  private readonly unique: (id: string) => string;

  constructor(given: Net, alike: readonly number[], tick: () => void) {
    this.given = given;
    this.alike = alike;
    this.tick = tick;
    this.unique = uniqueNames(given.transitions);
  }

  /** Adds the instances of one coloured transition; the numbers of the transitions that they become. */
  add(instances: readonly number[]): number[] {
    const byText = new Map<string, number>();
    const start = this.transitions.length;
    for (const instance of instances) {
      this.tick();
      const { inputs, outputs, inhibitors } = this.given.transitions[instance];
      const [taken, put] = [this.merged(inputs), this.merged(outputs)];
      const inhibited = inhibitors.map(({ place, below }) => ({ place: this.alike[place], below }));
      const text = `${textOf(taken)}>${textOf(put)}${inhibited.map(({ place, below }) => `!${place}:${below}`).join('')}`;
      const known = byText.get(text);
      if (known !== undefined) {
        this.members[known].push(instance);
        continue;
      }
      byText.set(text, this.transitions.length);
      const { id, name } = this.given.transitions[instance];
      this.transitions.push({ id, name, inputs: taken, outputs: put, inhibitors: inhibited });
      this.members.push([instance]);
    }
    for (let t = start; t < this.transitions.length; t++) {
      if (this.members[t].length === 1) continue;
      const id = this.unique(this.transitions[t].id);
      this.transitions[t] = { ...this.transitions[t], id, name: id };
    }
    return this.transitions.slice(start).map((_, i) => start + i);
  }

  /** The arcs on the classes of places, ascending. */
  private merged(arcs: readonly Arc[]): readonly Arc[] {
    const onClasses = arcs.map(({ place, weight }): Arc => ({ place: this.alike[place], weight }));
    const merged = [...mergeArcs(onClasses)].sort((a, b) => a.place - b.place);
    for (const { weight } of merged) this.heaviest = Math.max(this.heaviest, weight);
    return merged;
  }
}

function textOf(arcs: readonly Arc[]): string {
  return arcs.map(({ place, weight }) => `${place}:${weight}`).join();
}
