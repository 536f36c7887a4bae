// Unfolds a symmetric net to a place/transition net. Only instances that can matter are made: bindings within the
// possible colours, and places that are marked at the beginning or touched by such a binding. Behaviour and markings are
// those of the plain unfolding.
import { type Arc, MAX_TOKENS, type Net, NetBuilder } from '../../petri/net.ts';
import type { Located, Problems } from '../problems.ts';
import { forEachBinding } from './bindings.ts';
import { type ColouredArc, type ColouredNet, type ColouredPlace, readColouredNet } from './coloured-net.ts';
import { colourOf } from './guard.ts';
import { type ColourSet, possibleBindings } from './possible-colours.ts';
import type { RawNet } from './raw-net.ts';
import { type BasicSort, colourName, type Domain } from './sorts.ts';
import type { Summand } from './terms.ts';

/** At most this many transitions are made. */
const MAX_TRANSITIONS = 1_000_000;
/** At most this many partial bindings are tried, and tokens of inscriptions counted. */
const MAX_ATTEMPTS = 50_000_000;

/** The unfolded net; null after complaints. */
export function unfold(raw: RawNet, problems: Problems): Net | null {
  const net = readColouredNet(raw, problems);
  return net && new Unfolder(raw, net, problems).run();
}

class Unfolder {
  private readonly raw: RawNet;
  private readonly net: ColouredNet;
  private readonly problems: Problems;
  private readonly builder = new NetBuilder();
  private readonly ids: UniqueIds;
  /** Instances of each place by colour number. */
  private readonly instances: Map<number, number>[];
  private readonly transitions: number[][];
  /** Arcs that are the same for every binding. */
  private readonly constantArcs = new Map<ColouredArc, readonly Arc[]>();
  private attempts = 0;

  constructor(raw: RawNet, net: ColouredNet, problems: Problems) {
    this.raw = raw;
    this.net = net;
    this.problems = problems;
    this.ids = new UniqueIds([...raw.places, ...raw.transitions].map(({ id }) => id));
    this.instances = net.places.map(() => new Map<number, number>());
    this.transitions = net.transitions.map(() => []);
  }

  run(): Net | null {
    this.net.places.forEach((place, index) => {
      this.initial(place, index);
    });
    const bindings = possibleBindings(this.net);
    if (!this.fits(bindings)) return null;
    for (let t = 0; t < this.net.transitions.length && this.problems.isEmpty; t++) {
      const domains = bindings[t];
      if (domains === null) continue;
      forEachBinding(this.net.transitions[t], domains, MAX_ATTEMPTS, (binding) => {
        this.addTransition(t, binding);
        return this.problems.isEmpty;
      });
    }
    const places = new Map(this.raw.places.map(({ id }, i) => [id, [...this.instances[i].values()]]));
    const transitions = new Map(this.raw.transitions.map(({ id }, i) => [id, this.transitions[i]]));
    return this.problems.isEmpty ? this.builder.build(this.raw.id, { places, transitions }) : null;
  }

  private initial({ raw, domain, initial }: ColouredPlace, index: number): void {
    const at = raw.marking ?? raw;
    const marking = this.tokens(initial, domain, [], at);
    for (const [colour, count] of marking ?? []) {
      if (count > 0) this.place(index, colour, count);
    }
  }

  /** Counts the bindings before anything is built. */
  private fits(bindings: readonly (readonly ColourSet[] | null)[]): boolean {
    let left = MAX_ATTEMPTS;
    let made = 0;
    for (let t = 0; t < bindings.length; t++) {
      const domains = bindings[t];
      if (domains === null) continue;
      const room = MAX_TRANSITIONS - made;
      let count = 0;
      const attempts = forEachBinding(this.net.transitions[t], domains, left, () => ++count <= room);
      if (attempts === -1 || count > room) {
        const { raw } = this.net.transitions[t];
        const message = `transition ${raw.id} has too many bindings to be unfolded`;
        this.problems.add(raw, { code: 'NET215', message });
        return false;
      }
      left -= attempts;
      made += count;
    }
    return true;
  }

  private addTransition(t: number, binding: Int32Array): void {
    const { raw, slots, inputs, outputs, inhibitors } = this.net.transitions[t];
    const arcs = (side: readonly ColouredArc[]): Arc[] => side.flatMap((arc) => this.arcs(arc, binding));
    const inputArcs = arcs(inputs);
    const outputArcs = arcs(outputs);
    const thresholds = arcs(inhibitors).map(({ place, weight }) => ({ place, below: weight }));
    const id = this.ids.of(raw.id, nameParts(slots, binding));
    const options = { name: id, inputs: inputArcs, outputs: outputArcs, inhibitors: thresholds };
    this.transitions[t].push(this.builder.transition(id, options));
  }

  private arcs(arc: ColouredArc, binding: Int32Array): readonly Arc[] {
    const known = this.constantArcs.get(arc);
    if (known !== undefined) return known;
    const tokens = this.tokens(arc.summands, this.net.places[arc.place].domain, binding, arc);
    const arcs: Arc[] = [];
    for (const [colour, weight] of tokens ?? []) {
      if (weight > 0) arcs.push({ place: this.place(arc.place, colour, 0), weight });
    }
    if (isConstant(arc)) this.constantArcs.set(arc, arcs);
    return arcs;
  }

  /** The multiset that a term denotes under a binding, by colour number. */
  private tokens(
    summands: readonly Summand[],
    domain: Domain,
    binding: ArrayLike<number>,
    at: Located,
  ): Map<number, number> | null {
    const tokens = new Map<number, number>();
    for (const summand of summands) {
      this.attempts += addProduct(tokens, summand, domain, binding, MAX_ATTEMPTS - this.attempts);
      if (this.attempts > MAX_ATTEMPTS) {
        this.problems.add(at, { code: 'NET215', message: 'the term stands for too many tokens to be unfolded' });
        return null;
      }
    }
    for (const count of tokens.values()) {
      if (count < 0)
        this.problems.add(at, { code: 'NET217', message: 'the term takes away more tokens than there are' });
      if (count > MAX_TOKENS)
        this.problems.add(at, { code: 'NET207', message: 'the term has more than 2^31 - 1 tokens' });
      if (count < 0 || count > MAX_TOKENS) return null;
    }
    return tokens;
  }

  private place(index: number, colour: number, initial: number): number {
    let place = this.instances[index].get(colour);
    if (place === undefined) {
      const { raw, domain } = this.net.places[index];
      const id = this.ids.of(raw.id, nameParts(domain, colourVector(domain, colour)));
      place = this.builder.place(id, { initial });
      this.instances[index].set(colour, place);
    }
    return place;
  }
}

/** Adds the tokens of one summand; returns how many combinations it tried, which stops soon after `budget`. */
function addProduct(
  tokens: Map<number, number>,
  { count, components }: Summand,
  domain: Domain,
  binding: ArrayLike<number>,
  budget: number,
): number {
  if (count === 0) return 0;
  if (components.every((choices) => choices.length === 1)) {
    let key = 0;
    let weight = count;
    for (let i = 0; i < components.length; i++) {
      key = key * domain[i].size + colourOf(components[i][0], domain[i], binding);
      weight *= components[i][0].count;
    }
    tokens.set(key, (tokens.get(key) ?? 0) + weight);
    return 1;
  }
  let partial: [number, number][] = [[0, count]];
  let tried = 1;
  for (let i = 0; i < components.length; i++) {
    const sort = domain[i];
    tried += partial.length * components[i].length;
    if (tried > budget) return tried;
    partial = partial.flatMap(([key, weight]) =>
      components[i].map((choice): [number, number] => [
        key * sort.size + colourOf(choice, sort, binding),
        weight * choice.count,
      ]),
    );
  }
  for (const [key, weight] of partial) tokens.set(key, (tokens.get(key) ?? 0) + weight);
  return tried;
}

function isConstant({ summands }: ColouredArc): boolean {
  return summands.every(({ components }) => components.every((choices) => choices.every(({ slot }) => slot === -1)));
}

function colourVector(domain: Domain, colour: number): number[] {
  const vector: number[] = [];
  let rest = colour;
  for (let i = domain.length - 1; i >= 0; i--) {
    vector[i] = rest % domain[i].size;
    rest = Math.floor(rest / domain[i].size);
  }
  return vector;
}

function nameParts(sorts: readonly BasicSort[], colours: ArrayLike<number>): string[] {
  return sorts.map((sort, i) => colourName(sort, colours[i])).filter((name) => name !== '');
}

/** Ids of instances: the node's own id and the colours. No instance takes the id of another coloured node. */
class UniqueIds {
  private readonly used: Set<string>;

  constructor(reserved: Iterable<string>) {
    this.used = new Set(reserved);
  }

  of(id: string, parts: readonly string[]): string {
    if (parts.length === 0) return id;
    let candidate = [id, ...parts].join('_');
    while (this.used.has(candidate)) candidate += '_';
    this.used.add(candidate);
    return candidate;
  }
}
