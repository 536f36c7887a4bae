// P/T nets in PNML: pages, inhibitor arcs, capacities of Tegata; no colours and no reference nodes.

import { inputUnless } from './model.ts';
import { MOST, NetModel, type Place, type Transition } from './petri.ts';

type Element = { readonly name: string; readonly attributes: Map<string, string>; children: Element[]; text: string };

const ENTITIES = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));
const PIECE =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([^\s/>]+)((?:"[^"]*"|'[^']*'|[^'">])*?)(\/?)>|([^<]+)|</g;

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g, (_, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    const entity = ENTITIES.get(name);
    inputUnless(entity !== undefined, `model: the entity ${name} is not known`);
    return entity;
  });
}

/** The elements of an XML text as a tree; comments and processing instructions are passed over. */
function readXml(text: string): Element {
  inputUnless(!/<!DOCTYPE/i.test(text), 'model: document types are not read');
  const root: Element = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [root];
  for (const [, cdata, slash, tag, rest, closed, plain] of text.matchAll(PIECE)) {
    const top = open[open.length - 1];
    if (slash === '/') inputUnless(open.pop()?.name === tag && open.length > 0, `model: </${tag}> closes nothing`);
    else if (tag !== undefined) {
      const found = [...rest.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
      const attributes = new Map(found.map(([, key, double, single]) => [key, unescaped(double ?? single)]));
      const element: Element = { name: tag, attributes, children: [], text: '' };
      top.children.push(element);
      if (closed === '') open.push(element);
    } else top.text += cdata ?? unescaped(plain ?? '');
  }
  inputUnless(open.length === 1, 'model: an element is never closed');
  return root;
}

function child(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((one) => one.name === name);
}

/** The number in `<label><text>…</text></label>`. */
function numberIn(element: Element | undefined, label: string): number | null {
  const found = child(element, label);
  const inner = child(found, 'text');
  const text = (inner ?? found)?.text.trim();
  if (text === undefined || (inner === undefined && text === '')) return null;
  inputUnless(/^\d+$/.test(text) && Number(text) <= MOST, `model: \`${text}\` is not a number of tokens`);
  return Number(text);
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** The id and the name of a node. */
function naming(element: Element): [id: string, name: string] {
  const id = element.attributes.get('id') ?? '';
  inputUnless(id !== '', 'model: a node has no id');
  const name = oneLine(child(child(element, 'name'), 'text')?.text ?? '');
  return [id, name === '' || name === oneLine(id) ? id : name];
}

export function readPnml(text: string): NetModel {
  const nets = child(readXml(text), 'pnml')?.children.filter(({ name }) => name === 'net') ?? [];
  inputUnless(nets.length === 1, 'model: the file holds no net, or more than one');
  const all: Element[] = [];
  const pages = [nets[0]];
  for (const { children } of pages) for (const one of children) (one.name === 'page' ? pages : all).push(one);
  const isOther = ({ name }: Element): boolean => /^(reference|declaration|hl|condition$)/.test(name);
  const isPlain = !all.some((one) => isOther(one) || one.children.some(isOther));
  inputUnless(isPlain, 'model: coloured nets and reference nodes are not read here');
  const places = all.flatMap((element): Place[] => {
    if (element.name !== 'place') return [];
    const [id, name] = naming(element);
    const own = element.children.find((one) => one.name === 'toolspecific' && one.attributes.get('tool') === 'tegata');
    return [{ id, name, initial: numberIn(element, 'initialMarking') ?? 0, capacity: numberIn(own, 'capacity') }];
  });
  const transitions = all.flatMap((element): Transition[] => {
    if (element.name !== 'transition') return [];
    const [id, name] = naming(element);
    return [{ id, name, inputs: new Map(), outputs: new Map(), inhibitors: new Map() }];
  });
  const placeOf = new Map(places.map(({ id }, number) => [id, number]));
  const transitionOf = new Map(transitions.map((transition) => [transition.id, transition]));
  for (const arc of all.filter(({ name }) => name === 'arc')) {
    const [source = '', target = ''] = ['source', 'target'].map((end) => arc.attributes.get(end));
    const type = child(arc, 'type');
    const said = type?.attributes.get('value') ?? child(type, 'text')?.text.trim();
    const how = said || arc.attributes.get('type') || 'normal';
    inputUnless(how === 'normal' || how === 'inhibitor', `model: arcs of type ${how} are not read here`);
    const weight = numberIn(arc, 'inscription') ?? 1;
    const [to, from] = [transitionOf.get(target), transitionOf.get(source)];
    const [of, place] = [to ?? from, placeOf.get(to === undefined ? target : source)];
    const isFit = how === 'inhibitor' ? to !== undefined : weight > 0;
    inputUnless(of !== undefined && place !== undefined && isFit, `model: the arc from ${source} to ${target} is none`);
    const arcs = how === 'inhibitor' ? of.inhibitors : to === undefined ? of.outputs : of.inputs;
    const known = arcs.get(place);
    arcs.set(place, how === 'inhibitor' ? Math.min(known ?? weight, weight) : (known ?? 0) + weight);
  }
  return new NetModel(places, transitions);
}
