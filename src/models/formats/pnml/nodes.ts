// Resolves the ids of a raw net: finds duplicates, follows reference nodes, and sorts the arcs by transition.
import { didYouMean } from '../../../diagnostics/nearest.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Problems } from '../problems.ts';
import type { RawArc, RawNet, RawReference } from './raw-net.ts';

/** What an id stands for: index into `places` or `transitions` of the raw net. */
export interface RawNode {
  readonly kind: 'place' | 'transition';
  readonly index: number;
}

/** An arc with its two ends resolved. */
export interface ResolvedArc {
  readonly arc: RawArc;
  readonly place: number;
}

/** The arcs of one transition. */
export interface Surroundings {
  readonly inputs: ResolvedArc[];
  readonly outputs: ResolvedArc[];
  readonly inhibitors: ResolvedArc[];
}

/** The arcs of every transition, by index; complaints go to `problems`. */
export function resolveArcs(raw: RawNet, problems: Problems, stopwatch: Stopwatch): Surroundings[] {
  const nodes = resolveNodes(raw, problems);
  const result = raw.transitions.map((): Surroundings => ({ inputs: [], outputs: [], inhibitors: [] }));
  for (const arc of raw.arcs) {
    stopwatch.tick();
    const source = nodes.get(arc.source);
    const target = nodes.get(arc.target);
    if (source === undefined || target === undefined) {
      const missing = source === undefined ? arc.source : arc.target;
      // Comparing with every node is worth it for a few typing errors only.
      const hint = problems.diagnostics.length < 5 ? didYouMean(missing, nodes.keys()) : undefined;
      problems.add(arc, { code: 'NET209', message: `an arc refers to \`${missing}\`, which is not a node`, hint });
    } else if (source.kind === target.kind) {
      const message = `an arc joins two ${source.kind}s, ${arc.source} and ${arc.target}`;
      problems.add(arc, { code: 'NET210', message, hint: 'an arc joins a place and a transition' });
    } else if (arc.kind === 'inhibitor') addInhibitor(result, { arc, source, target }, problems);
    else if (source.kind === 'place') result[target.index].inputs.push({ arc, place: source.index });
    else result[source.index].outputs.push({ arc, place: target.index });
  }
  return result;
}

function addInhibitor(
  result: readonly Surroundings[],
  { arc, source, target }: { arc: RawArc; source: RawNode; target: RawNode },
  problems: Problems,
): void {
  if (source.kind === 'place') result[target.index].inhibitors.push({ arc, place: source.index });
  else problems.add(arc, { code: 'NET210', message: 'an inhibitor arc leads from a place to a transition' });
}

/** Every id with its node; reference nodes lead to what they stand for. */
function resolveNodes(raw: RawNet, problems: Problems): Map<string, RawNode> {
  const nodes = new Map<string, RawNode>();
  const references = new Map<string, RawReference>();
  const isNew = (node: { id: string; line: number; column: number }): boolean => {
    if (!nodes.has(node.id) && !references.has(node.id)) return true;
    problems.add(node, { code: 'NET211', message: `the id \`${node.id}\` is used twice` });
    return false;
  };
  raw.places.forEach((place, index) => {
    if (isNew(place)) nodes.set(place.id, { kind: 'place', index });
  });
  raw.transitions.forEach((transition, index) => {
    if (isNew(transition)) nodes.set(transition.id, { kind: 'transition', index });
  });
  for (const reference of raw.references) if (isNew(reference)) references.set(reference.id, reference);
  for (const reference of references.values()) follow(reference, { nodes, references }, problems);
  return nodes;
}

/** Follows a chain of references to its end and remembers that for all of its links. */
function follow(
  start: RawReference,
  { nodes, references }: { nodes: Map<string, RawNode>; references: Map<string, RawReference> },
  problems: Problems,
): void {
  const chain = new Set<RawReference>();
  let link: RawReference | undefined = start;
  let last = start;
  while (link !== undefined && !chain.has(link) && !nodes.has(link.id)) {
    chain.add(link);
    last = link;
    link = references.get(link.target);
  }
  const node = nodes.get(link?.id ?? last.target);
  if (node === undefined) {
    const message =
      link === undefined ? `\`${last.target}\` is not a node` : `reference ${start.id} leads back to itself`;
    problems.add(start, { code: 'NET209', message });
  } else if (node.kind !== start.kind) {
    problems.add(start, {
      code: 'NET210',
      message: `reference ${start.id} leads from a ${start.kind} to a ${node.kind}`,
    });
  } else for (const { id } of chain) nodes.set(id, node);
}
