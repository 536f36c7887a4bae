// Where the places, transitions and arcs of a net are drawn. Graphviz lays them out; the page draws them itself, so that tokens can move.
import { InputError } from 'tegata/diagnostics';
import { isNetModel, type Model } from 'tegata/models';
import type { NetView } from './protocol.ts';

/** Larger nets take Graphviz long, and nobody can read them. */
const LARGEST = { nodes: 250, arcs: 900 } as const;
const POINTS_PER_INCH = 72;

interface GraphvizObject {
  readonly name: string;
  readonly pos?: string;
}

interface GraphvizEdge {
  readonly pos?: string;
  readonly class?: string;
  readonly weight?: string;
  readonly comment?: string;
}

interface GraphvizJson {
  readonly bb: string;
  readonly objects?: readonly GraphvizObject[];
  readonly edges?: readonly GraphvizEdge[];
}

export async function layOutNet(model: Model): Promise<NetView> {
  if (!isNetModel(model)) throw new Error('this model is no Petri net');
  const { places, transitions } = model.net;
  const arcs = transitions.flatMap(({ inputs, outputs, inhibitors }, t) => [
    ...inputs.map(({ place, weight }) => ({ from: `p${place}`, to: `t${t}`, weight, kind: 'arc' as const })),
    ...outputs.map(({ place, weight }) => ({ from: `t${t}`, to: `p${place}`, weight, kind: 'arc' as const })),
    ...inhibitors.map(({ place, below }) => ({
      from: `p${place}`,
      to: `t${t}`,
      weight: below,
      kind: 'inhibitor' as const,
    })),
  ]);
  if (places.length + transitions.length > LARGEST.nodes || arcs.length > LARGEST.arcs) {
    throw new InputError({
      code: 'AUT150',
      message: `${places.length} places, ${transitions.length} transitions and ${arcs.length} arcs are too many to be drawn`,
    });
  }
  const size = (width: number, height: number): Record<string, number | string> => ({
    width: width / POINTS_PER_INCH,
    height: height / POINTS_PER_INCH,
    fixedsize: 'true',
    label: '',
  });
  const { instance } = await import('@viz-js/viz');
  const viz = await instance();
  const laidOut = viz.renderJSON(
    {
      graphAttributes: { rankdir: 'TB', nodesep: 0.75, ranksep: 0.42, splines: 'true' },
      nodes: [
        ...places.map((_, i) => ({ name: `p${i}`, attributes: { shape: 'circle', ...size(34, 34) } })),
        ...transitions.map((_, i) => ({ name: `t${i}`, attributes: { shape: 'box', ...size(30, 14) } })),
      ],
      edges: arcs.map(({ from, to, weight, kind }) => ({
        tail: from,
        head: to,
        attributes: { arrowhead: 'none', comment: `${kind} ${weight}` },
      })),
    },
    { engine: 'dot', yInvert: true },
  ) as GraphvizJson;
  const [left, bottom, right, top] = laidOut.bb.split(',').map(Number);
  const at = new Map(
    (laidOut.objects ?? []).map(({ name, pos }) => [name, (pos ?? '0,0').split(',').map(Number)] as const),
  );
  const placed = (name: string): { x: number; y: number } => {
    const [x, y] = at.get(name) ?? [0, 0];
    return { x, y };
  };
  return {
    width: Math.abs(right - left),
    height: Math.abs(top - bottom),
    places: places.map(({ id, name }, i) => ({ id, name: name || id, ...placed(`p${i}`) })),
    transitions: transitions.map(({ id, name }, i) => ({ id, name: name || id, ...placed(`t${i}`) })),
    arcs: (laidOut.edges ?? []).map(({ pos = '', comment = 'arc 1' }) => {
      const [kind, weight] = comment.split(' ');
      const points = curveOf(pos);
      const [x, y] = points[Math.floor(points.length / 2)] ?? [0, 0];
      return { path: pathOf(points), kind: kind === 'inhibitor' ? 'inhibitor' : 'arc', weight: Number(weight), x, y };
    }),
  };
}

/** The points of a curve as Graphviz writes them: `e,x,y` and `s,x,y` are the ends of arrows, the rest control points. */
function curveOf(pos: string): number[][] {
  const parts = pos.split(' ');
  const numbers = (part: string): number[] =>
    part
      .replace(/^[es],/, '')
      .split(',')
      .map(Number);
  const points = parts.filter((part) => !/^[es],/.test(part)).map(numbers);
  const end = parts.find((part) => part.startsWith('e,'));
  if (end !== undefined && points.length > 0) points[points.length - 1] = numbers(end);
  return points;
}

function pathOf(points: readonly (readonly number[])[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  return `M${first.join(' ')}C${rest.map((point) => point.join(' ')).join(' ')}`;
}
