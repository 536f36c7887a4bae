// Resolves the ids of a raw net: finds duplicates, follows reference nodes, and sorts the arcs by transition.
import { didYouMean } from '../../../diagnostics/nearest.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Problems } from '../problems.ts';
import type { RawNet, RawNode, RawReference } from './raw-net.ts';

/** One list for all that have no arcs. */
const NONE: readonly number[] = [];

/** For each transition a list of arcs, by number, in the order of the file. */
class ArcsOf {
  /** Those of transition t are `arcs[start[t]]` … `arcs[start[t + 1] - 1]`. */
  private readonly start: Int32Array;
  private readonly arcs: Int32Array;

  /** `transitions` holds the transition of each arc, or -1 where the arc is not of this kind. */
  constructor(transitions: Int32Array, transitionCount: number) {
    this.start = new Int32Array(transitionCount + 1);
    for (const transition of transitions) if (transition !== -1) this.start[transition + 1]++;
    for (let t = 0; t < transitionCount; t++) this.start[t + 1] += this.start[t];
    this.arcs = new Int32Array(this.start[transitionCount]);
    const next = this.start.slice();
    for (let arc = 0; arc < transitions.length; arc++) {
      if (transitions[arc] !== -1) this.arcs[next[transitions[arc]]++] = arc;
    }
  }

  of(transition: number): readonly number[] {
    const [start, end] = [this.start[transition], this.start[transition + 1]];
    return start === end ? NONE : Array.from(this.arcs.subarray(start, end));
  }
}

/** The arcs of every transition, by number. */
export interface ResolvedArcs {
  readonly inputs: ArcsOf;
  readonly outputs: ArcsOf;
  readonly inhibitors: ArcsOf;
  /** The place at the other end of each arc: an index into `places` of the raw net. */
  readonly places: Int32Array;
}

/** The arcs of every transition; null after complaints. */
export function resolveArcs(raw: RawNet, problems: Problems, stopwatch: Stopwatch): ResolvedArcs | null {
  const nodes = new Nodes(raw, problems);
  const { arcs, ids } = raw;
  const sides = {
    inputs: new Int32Array(arcs.length).fill(-1),
    outputs: new Int32Array(arcs.length).fill(-1),
    inhibitors: new Int32Array(arcs.length).fill(-1),
  };
  const places = new Int32Array(arcs.length);
  for (let arc = 0; arc < arcs.length; arc++) {
    stopwatch.tick();
    const [source, target] = [arcs.sources.get(arc), arcs.targets.get(arc)];
    const [from, to] = [nodes.kindOf(source), nodes.kindOf(target)];
    if (from === 'none' || to === 'none') {
      const missing = ids.names[from === 'none' ? source : target];
      // Comparing with every node is worth it for a few typing errors only.
      const hint = problems.diagnostics.length < 5 ? didYouMean(missing, nodes.known()) : undefined;
      const message = `an arc refers to \`${missing}\`, which is not a node`;
      problems.add(arcs.at(arc), { code: 'NET209', message, hint });
      continue;
    }
    if (from === to) {
      const message = `an arc joins two ${from}s, ${ids.names[source]} and ${ids.names[target]}`;
      problems.add(arcs.at(arc), { code: 'NET210', message, hint: 'an arc joins a place and a transition' });
      continue;
    }
    const isInput = from === 'place';
    const isInhibitor = arcs.isInhibitor(arc);
    if (isInhibitor && !isInput) {
      problems.add(arcs.at(arc), {
        code: 'NET210',
        message: 'an inhibitor arc leads from a place to a transition',
      });
      continue;
    }
    const side = isInhibitor ? sides.inhibitors : isInput ? sides.inputs : sides.outputs;
    side[arc] = nodes.indexOf(isInput ? target : source);
    places[arc] = nodes.indexOf(isInput ? source : target);
  }
  if (!problems.isEmpty) return null;
  const count = raw.transitions.length;
  return {
    inputs: new ArcsOf(sides.inputs, count),
    outputs: new ArcsOf(sides.outputs, count),
    inhibitors: new ArcsOf(sides.inhibitors, count),
    places,
  };
}

/** What each id stands for; reference nodes lead to what they stand for. */
class Nodes {
  private readonly ids: RawNet['ids'];
  /** For each id -1, or twice the index of a place, or that of a transition and one. */
  private readonly nodes: Int32Array;

  constructor({ ids, places, transitions, references }: RawNet, problems: Problems) {
    this.ids = ids;
    this.nodes = new Int32Array(ids.size).fill(-1);
    const links = new Map<number, RawReference>();
    const isNew = (node: RawNode): boolean => {
      if (this.nodes[node.number] === -1 && !links.has(node.number)) return true;
      problems.add(node, { code: 'NET211', message: `the id \`${node.id}\` is used twice` });
      return false;
    };
    places.forEach((place, index) => {
      if (isNew(place)) this.nodes[place.number] = 2 * index;
    });
    transitions.forEach((transition, index) => {
      if (isNew(transition)) this.nodes[transition.number] = 2 * index + 1;
    });
    for (const reference of references) if (isNew(reference)) links.set(reference.number, reference);
    for (const reference of links.values()) this.follow(reference, links, problems);
  }

  kindOf(id: number): 'place' | 'transition' | 'none' {
    const node = this.nodes[id];
    if (node === -1) return 'none';
    return node % 2 === 0 ? 'place' : 'transition';
  }

  /** Its index among the places, or among the transitions. */
  indexOf(id: number): number {
    return this.nodes[id] >> 1;
  }

  /** The ids of all nodes. */
  *known(): IterableIterator<string> {
    for (let id = 0; id < this.nodes.length; id++) if (this.nodes[id] !== -1) yield this.ids.names[id];
  }

  /** Follows a chain of references to its end and remembers that for all of its links. */
  private follow(start: RawReference, links: ReadonlyMap<number, RawReference>, problems: Problems): void {
    const chain = new Set<RawReference>();
    let link: RawReference | undefined = start;
    let last = start;
    while (link !== undefined && !chain.has(link) && this.nodes[link.number] === -1) {
      chain.add(link);
      last = link;
      link = links.get(this.ids.indexOf(link.target));
    }
    const end = link?.number ?? this.ids.indexOf(last.target);
    const kind = end === -1 ? 'none' : this.kindOf(end);
    if (kind === 'none') {
      const message =
        link === undefined ? `\`${last.target}\` is not a node` : `reference ${start.id} leads back to itself`;
      problems.add(start, { code: 'NET209', message });
    } else if (kind !== start.kind) {
      const message = `reference ${start.id} leads from a ${start.kind} to a ${kind}`;
      problems.add(start, { code: 'NET210', message });
    } else for (const { number } of chain) this.nodes[number] = this.nodes[end];
  }
}
