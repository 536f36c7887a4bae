// How the names in a predicate are understood by a net. An id comes first; a name that is not an id is taken when only
// one node has it. In an unfolded net the id of a coloured node stands for all its instances: the sum of the tokens, or
// some instance that can fire. Instances that were not made hold no token, and never fire.
import type { Expression } from '../expression/expression.ts';
import type { Group, Names } from '../model.ts';
import type { Net } from './net.ts';

const NOTHING: Expression = { kind: 'constant', value: 0 };

export class NetNames implements Names {
  private readonly net: Net;
  private readonly groups: readonly Group[];
  private placeIndex: NodeIndex | null = null;
  private transitionIndex: NodeIndex | null = null;

  constructor(net: Net, groups: readonly Group[]) {
    this.net = net;
    this.groups = groups;
  }

  value(reference: string): Expression | null {
    const places = this.places().get(reference);
    if (places === undefined) return this.net.families?.unmade.isPlace(reference) === true ? NOTHING : null;
    const operands = [places].flat().map((variable): Expression => ({ kind: 'variable', variable }));
    if (operands.length === 0) return NOTHING;
    return operands.length === 1 ? operands[0] : { kind: 'sum', operands };
  }

  truth(reference: string): Expression | null {
    const left = this.value(reference);
    return left && { kind: 'binary', operator: '>=', left, right: { kind: 'constant', value: 1 } };
  }

  valueNamed(): number | null {
    return null;
  }

  fireable(transition: string): Expression | null {
    const table = this.transitionTable();
    let transitions = table.get(transition);
    if (transitions === undefined) {
      const like = this.net.families?.unmade.likeOf(transition) ?? null;
      if (like === null) return null;
      transitions = table.get(like) ?? [];
    }
    const operands = [transitions].flat().map((number) => enabled(this.groups[number]));
    return operands.length === 1 ? operands[0] : { kind: 'any', operands };
  }

  references(): Iterable<string> {
    return this.places().keys();
  }

  transitions(): Iterable<string> {
    return this.transitionTable().keys();
  }

  private places(): NodeIndex {
    this.placeIndex ??= nodeIndex(this.net.places, this.net.families?.places);
    return this.placeIndex;
  }

  private transitionTable(): NodeIndex {
    this.transitionIndex ??= nodeIndex(this.net.transitions, this.net.families?.transitions);
    return this.transitionIndex;
  }
}

/** Every usable name with the node, or nodes, that it stands for. */
type NodeIndex = Map<string, number | readonly number[]>;

/** Ids come first, then families, then names that no id and no other node has. */
function nodeIndex(
  nodes: readonly { readonly id: string; readonly name: string }[],
  families: ReadonlyMap<string, readonly number[]> | undefined,
): NodeIndex {
  const index: NodeIndex = new Map();
  for (let i = 0; i < nodes.length; i++) index.set(nodes[i].id, i);
  for (const [family, members] of families ?? []) if (!index.has(family)) index.set(family, members);
  const byName = new Map<string, number>();
  for (let i = 0; i < nodes.length; i++) {
    const { id, name } = nodes[i];
    if (name !== id) byName.set(name, byName.has(name) ? -1 : i);
  }
  for (const [name, node] of byName) if (node !== -1 && !index.has(name)) index.set(name, node);
  return index;
}

function enabled(group: Group): Expression {
  const operands: Expression[] = [];
  const compare = (variable: number, operator: '>=' | '<', value: number): void => {
    operands.push({
      kind: 'binary',
      operator,
      left: { kind: 'variable', variable },
      right: { kind: 'constant', value },
    });
  };
  if (group.behaviour.kind === 'tokens') {
    for (const { variable, atLeast, below } of group.behaviour.conditions) {
      if (atLeast > 0) compare(variable, '>=', atLeast);
      if (below !== null) compare(variable, '<', below);
    }
  }
  return { kind: 'all', operands };
}
