// Unfolds a symmetric net to a place/transition net. Only instances that can matter are made: bindings within the
// possible colours, and places that are marked at the beginning or touched by such a binding. Behaviour and markings are
// those of the plain unfolding.
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { type Arc, type InhibitorArc, MAX_TOKENS, type Net, NetBuilder } from '../../petri/net.ts';
import type { Located, Problems } from '../problems.ts';
import { forEachBinding } from './bindings.ts';
import { type ColouredArc, type ColouredNet, type ColouredPlace, readColouredNet } from './coloured-net.ts';
import { Multiset } from './multiset.ts';
import { type ColourSet, possibleBindings } from './possible-colours.ts';
import type { RawNet } from './raw-net.ts';
import { type BasicSort, colourName, type Domain, MAX_INSTANCES } from './sorts.ts';
import type { Summand } from './terms.ts';

/** At most this many partial bindings are tried, and tokens of inscriptions counted. */
const MAX_ATTEMPTS = 50_000_000;
/** A term that is multiplied out to more is refused: it would touch more places than there can be. */
const MAX_TERM = 4 * MAX_INSTANCES;

/** The unfolded net; null after complaints. */
export function unfold(raw: RawNet, problems: Problems, stopwatch: Stopwatch): Net | null {
  const net = readColouredNet(raw, problems, stopwatch);
  return net && new Unfolder(raw, net, { problems, stopwatch }).run();
}

class Unfolder {
  private readonly raw: RawNet;
  private readonly net: ColouredNet;
  private readonly problems: Problems;
  private readonly stopwatch: Stopwatch;
  private readonly builder = new NetBuilder();
  /** Ids that no instance may take: those of the coloured nodes. */
  private readonly reserved: ReadonlySet<string>;
  private readonly placeNames: readonly InstanceNames[];
  private readonly transitionNames: readonly InstanceNames[];
  /** Instances of each place by colour number. */
  private readonly instances: Map<number, number>[];
  private readonly transitions: number[][];
  /** Arcs that are the same for every binding. */
  private readonly constantArcs = new Map<ColouredArc, readonly Arc[]>();
  private readonly tokens = new Multiset();
  private attempts = 0;

  constructor(raw: RawNet, net: ColouredNet, { problems, stopwatch }: { problems: Problems; stopwatch: Stopwatch }) {
    this.raw = raw;
    this.net = net;
    this.problems = problems;
    this.stopwatch = stopwatch;
    this.reserved = new Set([...raw.places, ...raw.transitions].map(({ id }) => id));
    this.placeNames = net.places.map((place) => new InstanceNames(place.raw.id, place.domain));
    this.transitionNames = net.transitions.map((transition) => new InstanceNames(transition.raw.id, transition.slots));
    this.instances = net.places.map(() => new Map<number, number>());
    this.transitions = net.transitions.map(() => []);
  }

  run(): Net | null {
    this.net.places.forEach((place, index) => {
      this.initial(place, index);
    });
    const bindings = possibleBindings(this.net, this.stopwatch);
    if (!this.problems.isEmpty || !this.fits(bindings)) return null;
    for (let t = 0; t < this.net.transitions.length && this.problems.isEmpty; t++) {
      const domains = bindings[t];
      if (domains === null) continue;
      const search = { budget: MAX_ATTEMPTS, stopwatch: this.stopwatch };
      forEachBinding(this.net.transitions[t], domains, search, (binding) => {
        this.addTransition(t, binding);
        return this.problems.isEmpty;
      });
    }
    const places = new Map(this.raw.places.map(({ id }, i) => [id, [...this.instances[i].values()]]));
    const transitions = new Map(this.raw.transitions.map(({ id }, i) => [id, this.transitions[i]]));
    return this.problems.isEmpty ? this.builder.build(this.raw.id, { places, transitions }) : null;
  }

  private initial({ raw, domain, initial }: ColouredPlace, index: number): void {
    if (!this.fill(initial, domain, [], raw.marking ?? raw)) return;
    const { colours, counts } = this.tokens;
    for (let i = 0; i < colours.length && this.problems.isEmpty; i++) {
      if (counts[i] > 0) this.place(index, colours[i], counts[i]);
    }
  }

  /** Counts the bindings before anything is built. */
  private fits(bindings: readonly (readonly ColourSet[] | null)[]): boolean {
    let left = MAX_ATTEMPTS;
    let made = 0;
    for (let t = 0; t < bindings.length; t++) {
      const domains = bindings[t];
      if (domains === null) continue;
      const room = MAX_INSTANCES - made;
      let count = 0;
      const search = { budget: left, stopwatch: this.stopwatch };
      const attempts = forEachBinding(this.net.transitions[t], domains, search, () => ++count <= room);
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
    const { inputs, outputs, inhibitors } = this.net.transitions[t];
    const options = {
      inputs: this.arcs(inputs, binding),
      outputs: this.arcs(outputs, binding),
      inhibitors: this.arcs(inhibitors, binding).map(({ place, weight }): InhibitorArc => ({ place, below: weight })),
    };
    this.transitions[t].push(this.builder.transition(this.idOf(this.transitionNames[t], binding), options));
  }

  private arcs(side: readonly ColouredArc[], binding: Int32Array): readonly Arc[] {
    if (side.length === 1) return this.instancesOf(side[0], binding);
    return side.flatMap((arc) => this.instancesOf(arc, binding));
  }

  private instancesOf(arc: ColouredArc, binding: Int32Array): readonly Arc[] {
    const known = this.constantArcs.get(arc);
    if (known !== undefined) return known;
    const { tokens } = this;
    if (!this.fill(arc.summands, this.net.places[arc.place].domain, binding, arc)) return [];
    if (tokens.size === 1 && tokens.counts[0] > 0) {
      return [{ place: this.place(arc.place, tokens.colours[0], 0), weight: tokens.counts[0] }];
    }
    const present = [...tokens.counts.keys()].filter((i) => tokens.counts[i] > 0);
    const arcs = present.map(
      (i): Arc => ({ place: this.place(arc.place, tokens.colours[i], 0), weight: tokens.counts[i] }),
    );
    if (isConstant(arc)) this.constantArcs.set(arc, arcs);
    return arcs;
  }

  /** Puts the multiset that a term denotes under a binding into `tokens`; false after a complaint. */
  private fill(summands: readonly Summand[], domain: Domain, binding: ArrayLike<number>, at: Located): boolean {
    this.stopwatch.tick();
    const { tokens } = this;
    const budget = Math.min(MAX_TERM, MAX_ATTEMPTS - this.attempts);
    const tried = tokens.fill(summands, domain, binding, budget);
    this.attempts += tried;
    if (tried > budget) {
      this.problems.add(at, { code: 'NET215', message: 'the term stands for too many tokens to be unfolded' });
      return false;
    }
    for (const count of tokens.counts) {
      if (count < 0)
        this.problems.add(at, { code: 'NET217', message: 'the term takes away more tokens than there are' });
      if (count > MAX_TOKENS)
        this.problems.add(at, { code: 'NET207', message: 'the term has more than 2^31 - 1 tokens' });
      if (count < 0 || count > MAX_TOKENS) return false;
    }
    return true;
  }

  private place(index: number, colour: number, initial: number): number {
    let place = this.instances[index].get(colour);
    if (place !== undefined) return place;
    this.stopwatch.tick();
    const { raw, domain } = this.net.places[index];
    if (this.builder.placeCount === MAX_INSTANCES) {
      this.problems.add(raw, { code: 'NET215', message: `place ${raw.id} has too many colours to be unfolded` });
    }
    place = this.builder.place(this.idOf(this.placeNames[index], colourVector(domain, colour)), { initial });
    this.instances[index].set(colour, place);
    return place;
  }

  /** The node's own id and the colours. No instance takes the id of another, or of a coloured node. */
  private idOf(names: InstanceNames, colours: ArrayLike<number>): string {
    let id = names.of(colours);
    if (names.isSingle) return id;
    while (this.reserved.has(id) || this.builder.placeNumber(id) !== -1 || this.builder.hasTransition(id)) id += '_';
    return id;
  }
}

function isConstant({ summands }: ColouredArc): boolean {
  return summands.every(({ components }) => components.every((choices) => choices.every(({ slot }) => slot === -1)));
}

function colourVector(domain: Domain, colour: number): number[] {
  const vector = new Array<number>(domain.length);
  let rest = colour;
  for (let i = domain.length - 1; i >= 0; i--) {
    vector[i] = rest % domain[i].size;
    rest = Math.floor(rest / domain[i].size);
  }
  return vector;
}

/** How the instances of a node are called: its id, and behind it the names of the colours that are not the one of `dot`. */
class InstanceNames {
  /** Whether the node has one instance only, which takes its id. */
  readonly isSingle: boolean;
  private readonly id: string;
  private readonly sorts: readonly BasicSort[];

  constructor(id: string, sorts: readonly BasicSort[]) {
    this.id = id;
    this.sorts = sorts;
    this.isSingle = sorts.every(({ kind }) => kind === 'dot');
  }

  of(colours: ArrayLike<number>): string {
    let name = this.id;
    for (let i = 0; i < this.sorts.length; i++) {
      const part = colourName(this.sorts[i], colours[i]);
      if (part !== '') name += `_${part}`;
    }
    return name;
  }
}
