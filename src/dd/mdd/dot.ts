// A diagram as a drawing for Graphviz: one row of boxes per level, edges named by the values that take them.
import { TERMINAL } from './diagram-protocol.ts';
import type { Nodes } from './nodes.ts';

export interface DotOptions {
  /** The name of a level; its number if absent. */
  readonly levelName?: (level: number) => string;
  /** The name of a value of a level; the number if absent. */
  readonly valueName?: (level: number, value: number) => string;
}

const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** Draws the set. */
export function drawSet(nodes: Nodes, set: number, options: DotOptions = {}): string {
  const { levelName = String } = options;
  const lines = ['digraph mdd {', '  node [shape=box];'];
  if (set === 0) lines.push('  empty [shape=plaintext, label="∅"];');
  else lines.push(`  n${TERMINAL} [label="1"];`);
  const layers = nodes.layers([set]);
  for (let level = layers.length - 1; level >= 0; level--) {
    const names = layers[level].map((node) => `n${node} [label=${quote(levelName(level))}];`);
    lines.push(`  { rank=same; ${names.join(' ')} }`);
    for (const node of layers[level]) {
      for (const [child, label] of edgesOf(nodes, node, level, options)) {
        lines.push(`  n${node} -> n${child} [label=${quote(label)}];`);
      }
    }
  }
  lines.push('}', '');
  return lines.join('\n');
}

/** The children of the node with the values that lead there, runs of values as ranges. */
function edgesOf(nodes: Nodes, node: number, level: number, options: DotOptions): [child: number, label: string][] {
  const { valueName = (_, value) => String(value) } = options;
  const runs: { child: number; from: number; to: number }[] = [];
  const lowest = nodes.lowest(node);
  for (let i = 0; i < nodes.size(node); i++) {
    const child = nodes.childAt(node, i);
    const last = runs.at(-1);
    if (last?.child === child) last.to = lowest + i;
    else runs.push({ child, from: lowest + i, to: lowest + i });
  }
  const labels = new Map<number, string[]>();
  for (const { child, from, to } of runs) {
    if (child === 0) continue;
    const label = from === to ? valueName(level, from) : `${valueName(level, from)}…${valueName(level, to)}`;
    const others = labels.get(child);
    if (others) others.push(label);
    else labels.set(child, [label]);
  }
  return Array.from(labels, ([child, texts]) => [child, texts.join(', ')]);
}
