// Nets out: textual `.net`, PNML, and a DOT picture. Each is a sequence of lines, so that a large net is never one string.
import { replaceUnseen, visible } from '../../diagnostics/visible.ts';
import type { Arc, Net, Place } from './net.ts';

/**
 * The lines of the textual format. Its names are letters, digits and `_`; other ids are rewritten, and made distinct.
 */
export function* netTextLines(net: Net): IterableIterator<string> {
  const places = textNames(net.places);
  const transitions = textNames(net.transitions);
  for (let i = 0; i < net.places.length; i++) {
    const { initial, capacity, level } = net.places[i];
    const marking = initial === 0 ? '' : ` mk(${unit(initial)})`;
    yield `#place ${level === null ? '' : `(${level}) `}${places[i]}${marking}${capacity === null ? '' : ` cp(${capacity})`}`;
  }
  const arcs = (items: readonly Arc[]): string =>
    items.map(({ place, weight }) => `${places[place]}:${unit(weight)};`).join('');
  for (let i = 0; i < net.transitions.length; i++) {
    const { inputs, outputs, inhibitors } = net.transitions[i];
    const inhibiting = inhibitors.map(({ place, below }) => `${places[place]}<${below};`).join('');
    yield `#trans ${transitions[i]}`;
    yield `in {${arcs(inputs)}${inhibiting}}`;
    yield `out {${arcs(outputs)}}`;
    yield '#endtr';
  }
}

function unit(count: number): string {
  return count === 1 ? '<..>' : `${count}*<..>`;
}

function textNames(nodes: readonly { readonly id: string }[]): string[] {
  const plain = (id: string): boolean => /^[A-Za-z_]\w*$/.test(id);
  const used = new Set(nodes.map(({ id }) => id).filter(plain));
  return nodes.map(({ id }) => {
    if (plain(id)) return id;
    let name = id.replace(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)|^$/, '_');
    while (used.has(name)) name += '_';
    used.add(name);
    return name;
  });
}

/**
 * The lines of a PNML document. Capacities and inhibitor arcs are beyond the standard: the first go into a tool-specific
 * element, the second use the arc type that several tools share.
 */
export function* pnmlLines(net: Net): IterableIterator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>';
  yield '<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">';
  yield `  <net id="${escapeXml(net.name)}" type="http://www.pnml.org/version-2009/grammar/ptnet">`;
  yield '    <page id="page0">';
  const taken = new Set(net.places.map(({ id }) => id));
  // Ids are unique in the whole document, while a net may have a place and a transition of one name.
  const transitions = net.transitions.map(({ id }) => {
    let unique = id;
    while (taken.has(unique)) unique += '_t';
    taken.add(unique);
    return unique;
  });
  for (const place of net.places) yield* pnmlPlace(place);
  for (let i = 0; i < net.transitions.length; i++) {
    yield `      <transition id="${escapeXml(transitions[i])}"><name><text>${escapeXml(net.transitions[i].name)}</text></name></transition>`;
  }
  let count = 0;
  const arc = (source: string, target: string, weight: number, kind: 'normal' | 'inhibitor'): string => {
    const label = weight === 1 ? '' : `<inscription><text>${weight}</text></inscription>`;
    const type = kind === 'inhibitor' ? '<type value="inhibitor"/>' : '';
    const ends = `source="${escapeXml(source)}" target="${escapeXml(target)}"`;
    return `      <arc id="arc${count++}" ${ends}>${label}${type}</arc>`;
  };
  for (let i = 0; i < net.transitions.length; i++) {
    const { inputs, outputs, inhibitors } = net.transitions[i];
    for (const { place, weight } of inputs) yield arc(net.places[place].id, transitions[i], weight, 'normal');
    for (const { place, weight } of outputs) yield arc(transitions[i], net.places[place].id, weight, 'normal');
    for (const { place, below } of inhibitors) yield arc(net.places[place].id, transitions[i], below, 'inhibitor');
  }
  yield '    </page>';
  yield '  </net>';
  yield '</pnml>';
}

function* pnmlPlace({ id, name, initial, capacity }: Place): IterableIterator<string> {
  const marking = initial === 0 ? '' : `<initialMarking><text>${initial}</text></initialMarking>`;
  const limit =
    capacity === null ? '' : `<toolspecific tool="tegata" version="1"><capacity>${capacity}</capacity></toolspecific>`;
  yield `      <place id="${escapeXml(id)}"><name><text>${escapeXml(name)}</text></name>${marking}${limit}</place>`;
}

/** The text in XML, without characters that a terminal would obey; those that XML does not have are replaced by others. */
function escapeXml(text: string): string {
  const reference = (character: string): string => `&#${character.codePointAt(0)};`;
  const markup = text.replace(/[&<>"]/g, reference);
  return replaceUnseen(markup, (character) => (IN_XML.test(character) ? reference(character) : visible(character)));
}

/** Of the characters that are not seen, those that XML can hold. */
const IN_XML = /[\t\n\r\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** The lines of a DOT graph: places are circles with their tokens, transitions are bars. */
export function* dotLines(net: Net): IterableIterator<string> {
  yield `digraph ${quoteDot(net.name)} {`;
  yield '  node [fontname="sans-serif", fontsize=10]; edge [fontname="sans-serif", fontsize=9, arrowsize=0.7];';
  for (let i = 0; i < net.places.length; i++) {
    const { id, initial, capacity } = net.places[i];
    const label = initial === 0 ? '' : initial <= 4 ? '●'.repeat(initial) : String(initial);
    const below = capacity === null ? id : `${id} (≤ ${capacity})`;
    yield `  p${i} [shape=circle, width=0.4, fixedsize=true, label=${quoteDot(label)}, xlabel=${quoteDot(below)}];`;
  }
  for (let i = 0; i < net.transitions.length; i++) {
    const { id, inputs, outputs, inhibitors } = net.transitions[i];
    yield `  t${i} [shape=box, height=0.25, style=filled, fillcolor="#dddddd", label=${quoteDot(id)}];`;
    for (const { place, weight } of inputs) yield `  p${place} -> t${i}${weightLabel(weight)};`;
    for (const { place, weight } of outputs) yield `  t${i} -> p${place}${weightLabel(weight)};`;
    for (const { place, below } of inhibitors) yield `  p${place} -> t${i} [arrowhead=odot, label="< ${below}"];`;
  }
  yield '}';
}

function weightLabel(weight: number): string {
  return weight === 1 ? '' : ` [label="${weight}"]`;
}

function quoteDot(text: string): string {
  return `"${visible(text)
    .replace(/[\\"]/g, (character) => `\\${character}`)
    .replace(/[\r\n]+/g, ' ')}"`;
}
