// Unfolds a symmetric net to a place/transition net. Only instances that can matter are made: bindings that can fire as far as the colours
// of tokens go, and colours that a place can hold. Behaviour and markings are those of the plain unfolding.
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { type Arc, type InhibitorArc, type Net, NetBuilder } from '../../petri/net.ts';
import type { ReadingOptions } from '../format.ts';
import type { Problems } from '../problems.ts';
import { type ColourClasses, colourClasses } from './colour-classes.ts';
import { type ColouredArc, type ColouredNet, type ColouredTransition, readColouredNet } from './coloured-net.ts';
import { InstanceNames, instancesOf } from './instance-names.ts';
import { ascending, interchangeableSlots } from './interchangeable.ts';
import { isConstant } from './needs.ts';
import type { RawNet } from './raw-net.ts';
import { type Possible, saturate } from './saturation.ts';
import { sortedBindings } from './sorted-bindings.ts';
import { TermTokens } from './term-tokens.ts';

/** The unfolded net; null after complaints. */
export function unfold(raw: RawNet, { problems, stopwatch, bindings }: UnfoldOptions): Net | null {
  const net = readColouredNet(raw, problems, stopwatch);
  if (net === null) return null;
  const tokens = new TermTokens(problems, stopwatch);
  const classes = net.transitions.map((transition) => {
    return bindings === 'distinct' ? interchangeableSlots(transition) : [];
  });
  const transitions = net.transitions.map((transition, t): ColouredTransition => {
    return { ...transition, guards: [...transition.guards, ...ascending(transition, classes[t])] };
  });
  const possible = saturate({ ...net, transitions }, { tokens, problems, stopwatch });
  if (!problems.isEmpty) return null;
  const alike = colourClasses(net, stopwatch);
  return new Unfolder(raw, net, { possible, classes, alike, tokens, problems, stopwatch }).run();
}

interface UnfoldOptions extends ReadingOptions {
  readonly problems: Problems;
  readonly stopwatch: Stopwatch;
}

interface UnfolderParts {
  readonly possible: Possible;
  /** The interchangeable slots of each transition. */
  readonly classes: readonly (readonly (readonly number[])[])[];
  /** Colours that are not told apart; null where all are. */
  readonly alike: ColourClasses | null;
  readonly tokens: TermTokens;
  readonly problems: Problems;
  readonly stopwatch: Stopwatch;
}

class Unfolder {
  private readonly raw: RawNet;
  private readonly net: ColouredNet;
  private readonly possible: Possible;
  readonly classes: UnfolderParts['classes'];
  private readonly alike: ClassNumbers | null;
  private readonly tokens: TermTokens;
  private readonly problems: Problems;
  private readonly stopwatch: Stopwatch;
  private readonly builder = new NetBuilder();
  /** Names that instances should have had. */
  readonly renamed = new Set<string>();
  /** Ids that no instance may take: those of the coloured nodes. */
  private readonly reserved: ReadonlySet<string>;
  private readonly placeNames: readonly InstanceNames[];
  /** For each place and row the number of its instance, or -1. */
  private readonly instances: readonly Int32Array[];
  private readonly members: number[][];
  /** Arcs that are the same for every binding. */
  private readonly constantArcs = new Map<ColouredArc, readonly Arc[]>();

  constructor(raw: RawNet, net: ColouredNet, parts: UnfolderParts) {
    const { possible, classes, alike, tokens, problems, stopwatch } = parts;
    this.raw = raw;
    this.net = net;
    this.possible = possible;
    this.classes = classes;
    this.alike = alike && new ClassNumbers(alike);
    this.tokens = tokens;
    this.problems = problems;
    this.stopwatch = stopwatch;
    this.reserved = new Set([...raw.places, ...raw.transitions].map(({ id }) => id));
    this.placeNames = net.places.map((place) => new InstanceNames(place.raw.id, place.domain));
    this.instances = possible.places.map(({ size }) => new Int32Array(size).fill(-1));
    this.members = net.places.map(() => []);
  }

  run(): Net | null {
    this.possible.initial.forEach((counts, place) => {
      for (let row = 0; row < counts.length; row++) this.place(place, row, counts[row]);
    });
    const transitions = new Map<string, number[]>();
    for (let t = 0; t < this.net.transitions.length && this.problems.isEmpty; t++) {
      transitions.set(this.net.transitions[t].raw.id, this.addTransitions(t));
    }
    if (!this.problems.isEmpty) return null;
    const places = new Map(this.net.places.map(({ raw }, i) => [raw.id, this.members[i]]));
    return this.builder.build(this.raw.id, {
      places,
      transitions,
      unmade: instancesOf(this.net, this),
      alike: this.alike?.found() ?? null,
    });
  }

  private addTransitions(t: number): number[] {
    const { raw, slots, inputs, outputs, inhibitors } = this.net.transitions[t];
    const names = new InstanceNames(raw.id, slots);
    const numbers: number[] = [];
    const { bindings, counts } = this.possible;
    for (const binding of sortedBindings(bindings[t], counts[t], slots)) {
      this.stopwatch.tick();
      const options = {
        inputs: this.arcs(inputs, binding),
        outputs: this.arcs(outputs, binding),
        inhibitors: this.arcs(inhibitors, binding).map(({ place, weight }): InhibitorArc => ({ place, below: weight })),
      };
      numbers.push(this.builder.transition(this.idOf(names, binding), options));
      if (!this.problems.isEmpty) break;
    }
    return numbers;
  }

  private arcs(side: readonly ColouredArc[], binding: Int32Array): readonly Arc[] {
    if (side.length === 1) return this.instancesOf(side[0], binding);
    return side.flatMap((arc) => this.instancesOf(arc, binding));
  }

  private instancesOf(arc: ColouredArc, binding: Int32Array): readonly Arc[] {
    const known = this.constantArcs.get(arc);
    if (known !== undefined) return known;
    if (!this.tokens.fill(arc.summands, this.net.places[arc.place].domain, binding, arc)) return [];
    const { colours, counts } = this.tokens.multiset;
    const arcs: Arc[] = [];
    for (let i = 0; i < colours.length; i++) {
      const row = counts[i] === 0 ? -1 : this.possible.places[arc.place].rowOf(colours[i]);
      // A colour that the place can never hold inhibits nothing; on other arcs there is none.
      if (row !== -1) arcs.push({ place: this.place(arc.place, row, 0), weight: counts[i] });
    }
    if (isConstant(arc)) this.constantArcs.set(arc, arcs);
    return arcs;
  }

  private place(index: number, row: number, initial: number): number {
    const known = this.instances[index][row];
    if (known !== -1) return known;
    this.stopwatch.tick();
    const { parts, domain } = this.possible.places[index];
    const vector = parts.data.subarray(row * domain.length, (row + 1) * domain.length);
    const place = this.builder.place(this.idOf(this.placeNames[index], vector), { initial });
    this.instances[index][row] = place;
    this.members[index].push(place);
    this.alike?.add(index, vector);
    return place;
  }

  /** The node's own id and the colours. No instance takes the id of another, or of a coloured node. */
  private idOf(names: InstanceNames, colours: ArrayLike<number>): string {
    let id = names.of(colours);
    if (names.isSingle) return id;
    while (this.reserved.has(id) || this.builder.placeNumber(id) !== -1 || this.builder.hasTransition(id)) {
      this.renamed.add(id);
      id += '_';
    }
    return id;
  }
}

/** Numbers the classes of the instances of places as these are made. */
class ClassNumbers {
  private readonly classes: ColourClasses;
  private readonly numbers = new Map<string, number>();
  private readonly ofPlaces: number[] = [];

  constructor(classes: ColourClasses) {
    this.classes = classes;
  }

  add(place: number, colours: Int32Array): void {
    const components = new Int32Array(colours.length);
    this.classes.classesOf(place, colours, components);
    const key = `${place}: ${components.join()}`;
    const number = this.numbers.get(key) ?? this.numbers.size;
    this.numbers.set(key, number);
    this.ofPlaces.push(number);
  }

  /** The class of each instance; null where each has its own. */
  found(): readonly number[] | null {
    return this.numbers.size < this.ofPlaces.length ? this.ofPlaces : null;
  }
}
