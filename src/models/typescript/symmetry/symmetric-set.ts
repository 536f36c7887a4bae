// Sets whose members can change places, as the author of a model declares them: which parts of a state have an entry for each member, and which
// parts name members. Scalar sets [ID96], with the references written down instead of typed.
import { UsageError } from '../../../diagnostics/diagnostic.ts';
import { segmentsOf } from '../value-path.ts';

/**
 * A set whose members can change places. Paths are written as traces show them, with `[]` for every entry: `clients`, `lock.holder`, `queue[]`,
 * `clients[].waitsFor`.
 */
export interface SymmetricSet {
  /** Parts of the state with one entry for each member: arrays, or objects and maps whose keys are the members. */
  readonly fields?: readonly string[];
  /** Parts that name a member: its number in arrays, or its name. What is neither (null, -1) is left alone. */
  readonly references?: readonly string[];
  /** The names of the members; those of the processes in a system. Unless given, the keys or numbers of the first field. */
  readonly members?: readonly string[];
}

/** Sets; a text is one with that field. */
export type Symmetric = readonly (string | SymmetricSet)[];

/** A part of the states on the way to what belongs to a set. */
export interface PathNode {
  readonly number: number;
  isIndexed: boolean;
  isReference: boolean;
  readonly fields: Map<string, PathNode>;
  /** What every entry has. */
  each: PathNode | null;
}

/** The parts of states that belong to a set, and its members. */
export interface ScalarSet {
  readonly title: string;
  readonly size: number;
  /** The numbers of the members by their names; empty where they have none. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly names: readonly string[];
  readonly root: PathNode;
  /** Whether an entry of one member may say something about another. */
  readonly isEntangled: boolean;
}

/** The sets of a declaration, with the sizes that they have in the first state. Throws `UsageError`. */
export function scalarSets(declared: Symmetric, first: unknown): readonly ScalarSet[] {
  return declared.map((entry, i) => {
    const set: SymmetricSet = typeof entry === 'string' ? { fields: [entry] } : entry;
    const { fields = [], references = [], members } = set;
    const title = fields[0] ?? members?.join(', ') ?? `${i}`;
    if (fields.length === 0 && members === undefined)
      throw new UsageError(`symmetric: the set ${i} has neither fields nor members`);
    const nodes = new Nodes();
    for (const path of fields) nodes.at(path).isIndexed = true;
    for (const path of references) nodes.at(path).isReference = true;
    if (members !== undefined) nodes.root.isIndexed = true;
    const names = members ?? namesIn(first, fields[0]);
    const size = typeof names === 'number' ? names : names.length;
    const known = typeof names === 'number' ? [] : names;
    if (new Set(known).size !== known.length)
      throw new UsageError(`symmetric: \`${title}\` has a member twice, which is one`);
    return {
      title,
      size,
      names: known,
      numbers: new Map(known.map((name, number) => [name, number])),
      root: nodes.root,
      isEntangled: isEntangled(nodes.root),
    };
  });
}

class Nodes {
  readonly root: PathNode;
  private count = 0;

  constructor() {
    this.root = this.make();
  }

  at(path: string): PathNode {
    const segments = segmentsOf(path);
    if (segments === null) throw new UsageError(`symmetric: \`${path}\` is no path of a state`);
    return segments.reduce((node, segment) => this.child(node, segment), this.root);
  }

  private child(node: PathNode, segment: string): PathNode {
    if (segment === '') {
      node.each ??= this.make();
      return node.each;
    }
    const known = node.fields.get(segment) ?? this.make();
    node.fields.set(segment, known);
    return known;
  }

  private make(): PathNode {
    return { number: this.count++, isIndexed: false, isReference: false, fields: new Map(), each: null };
  }
}

/** The keys of an object or map, or the length of an array. */
function namesIn(state: unknown, path: string): readonly string[] | number {
  let part = state;
  for (const segment of segmentsOf(path) ?? []) {
    if (segment === '') throw new UsageError(`symmetric: the first field, \`${path}\`, must be one part of the state`);
    part = part instanceof Map ? part.get(segment) : (part as Record<string, unknown> | null | undefined)?.[segment];
  }
  if (Array.isArray(part)) return part.length;
  if (part instanceof Map) {
    const keys: unknown[] = [...part.keys()];
    if (keys.every((key) => typeof key === 'string')) return keys;
  } else if (typeof part === 'object' && part !== null && !(part instanceof Set)) return Object.keys(part);
  throw new UsageError(`symmetric: the first state has no array, object or map at \`${path}\``);
}

function isEntangled(root: PathNode): boolean {
  const pending: { readonly node: PathNode; readonly inside: boolean }[] = [{ node: root, inside: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, inside } = next;
    if (inside && (node.isIndexed || node.isReference)) return true;
    const below = inside || node.isIndexed;
    for (const child of node.fields.values()) pending.push({ node: child, inside: below });
    if (node.each !== null) pending.push({ node: node.each, inside: below });
  }
  return false;
}
