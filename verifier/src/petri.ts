// Place/transition nets: the token game, and the readers of PNML and of the textual `.net` format.
import type { Model, Names, State, Term } from './model.ts';
import { inputUnless, Refused } from './problem.ts';

export interface Place {
  readonly id: string;
  readonly name: string;
  readonly initial: number;
  readonly capacity: number | null;
}

export interface Transition {
  readonly id: string;
  readonly name: string;
  /** By place. */
  readonly inputs: Map<number, number>;
  readonly outputs: Map<number, number>;
  /** Enabled only below so many tokens. */
  readonly inhibitors: Map<number, number>;
}

/** The most tokens, and the largest weight. */
export const MOST = 2 ** 31 - 1;

export class NetModel implements Model {
  readonly variables: readonly string[];
  readonly initial: readonly State[];
  readonly names: Names;
  readonly places: readonly Place[];
  readonly transitions: readonly Transition[];
  /** Places whose tokens a name has been asked for. */
  readonly seen = new Set<number>();
  /** For each transition flat conditions (place, at least, at most) and changes (place, by). */
  private readonly conditions: readonly Int32Array[];
  private readonly changes: readonly Int32Array[];

  constructor(places: readonly Place[], transitions: readonly Transition[]) {
    this.places = places;
    this.transitions = transitions;
    this.variables = places.map(({ id }) => id);
    const arcs = transitions.flatMap(({ inputs, outputs }) => [...inputs.values(), ...outputs.values()]);
    inputUnless(
      arcs.every((weight) => weight <= MOST),
      'model: an arc has a weight above 2^31 - 1',
    );
    this.initial = [Int32Array.from(places, ({ initial }) => initial)];
    this.changes = transitions.map(({ inputs, outputs }) => {
      const touched = [...new Set([...inputs.keys(), ...outputs.keys()])];
      const changes = touched.map((p): [number, number] => [p, (outputs.get(p) ?? 0) - (inputs.get(p) ?? 0)]);
      return Int32Array.from(changes.filter(([, by]) => by !== 0).flat());
    });
    this.conditions = transitions.map(({ inputs, inhibitors }, t) => {
      const below = new Map(inhibitors);
      for (let i = 0; i < this.changes[t].length; i += 2) {
        const [place, by] = this.changes[t].subarray(i, i + 2);
        const { capacity } = places[place];
        if (capacity !== null && by > 0) below.set(place, Math.min(below.get(place) ?? MOST + 1, capacity - by + 1));
      }
      const all = [...new Set([...inputs.keys(), ...below.keys()])];
      return Int32Array.from(all.flatMap((p) => [p, inputs.get(p) ?? 0, (below.get(p) ?? MOST + 1) - 1]));
    });
    const byPlace = index(places);
    const byTransition = index(transitions);
    const placed = (name: string, term: (place: number) => Term): Term | undefined => {
      const place = byPlace.get(name);
      return place === undefined ? undefined : term(this.seen.add(place) && place);
    };
    this.names = {
      value: (name) => placed(name, (place) => (state) => state[place]),
      truth: (name) => placed(name, (place) => (state) => Number(state[place] >= 1)),
      valueNamed: () => undefined,
      fireable: (name) => {
        const t = byTransition.get(name);
        if (t === undefined) return undefined;
        for (let i = 0; i < this.conditions[t].length; i += 3) this.seen.add(this.conditions[t][i]);
        return (state) => Number(this.isEnabled(state, t));
      },
    };
  }

  successors(state: State, visit: (successor: State) => void): void {
    const next = state.slice();
    for (let t = 0; t < this.conditions.length; t++) {
      if (!this.isEnabled(state, t)) continue;
      const changes = this.changes[t];
      for (let i = 0; i < changes.length; i += 2) {
        const tokens = state[changes[i]] + changes[i + 1];
        if (tokens > MOST) throw new Refused('a place gets more than 2^31 - 1 tokens');
        next[changes[i]] = tokens;
      }
      visit(next);
      for (let i = 0; i < changes.length; i += 2) next[changes[i]] = state[changes[i]];
    }
  }

  private isEnabled(state: State, transition: number): boolean {
    const conditions = this.conditions[transition];
    for (let i = 0; i < conditions.length; i += 3) {
      const tokens = state[conditions[i]];
      if (tokens < conditions[i + 1] || tokens > conditions[i + 2]) return false;
    }
    return true;
  }
}

/** Ids first, then names that no id and no other node has. */
function index(nodes: readonly { readonly id: string; readonly name: string }[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const [i, { id }] of nodes.entries()) {
    inputUnless(!found.has(id), `model: ${id} is there twice`);
    found.set(id, i);
  }
  const names = nodes.map(({ name }) => name);
  const count = new Map<string, number>();
  for (const [i, name] of names.entries()) if (name !== nodes[i].id) count.set(name, (count.get(name) ?? 0) + 1);
  for (const [i, name] of names.entries()) if (count.get(name) === 1 && !found.has(name)) found.set(name, i);
  return found;
}

function tokens(text: string): number {
  inputUnless(/^\d+$/.test(text) && Number(text) <= MOST, `model: \`${text}\` is not a number of tokens`);
  return Number(text);
}

function add(arcs: Map<number, number>, place: number | undefined, weight: number, name: string): void {
  inputUnless(place !== undefined, `model: there is no place ${name}`);
  arcs.set(place, (arcs.get(place) ?? 0) + weight);
}

function inhibit(arcs: Map<number, number>, place: number | undefined, below: number, name: string): void {
  inputUnless(place !== undefined, `model: there is no place ${name}`);
  arcs.set(place, Math.min(arcs.get(place) ?? below, below));
}

/** `#place NAME mk(3<..>) cp(5)` and `#trans NAME in { p:<..>; q<2; } out { r:2<..>; } #endtr`. */
export function readNet(text: string): NetModel {
  const words = text.match(/#?[A-Za-z_]\w*|\d+|<\s*\.\s*\.\s*>|[^\s]/g) ?? [];
  let at = 0;
  const accept = (word: string): boolean => words[at] === word && ++at > 0;
  const expect = (word: string): void => inputUnless(accept(word), `model: expected ${word}, found ${words[at]}`);
  const name = (): string => {
    inputUnless(/^[A-Za-z_]/.test(words[at] ?? ''), `model: expected a name, found ${words[at]}`);
    return words[at++];
  };
  const weight = (): number => {
    const value = /^\d/.test(words[at] ?? '') ? tokens(words[at++]) : 1;
    accept('*');
    inputUnless(/^<\s*\.\s*\.\s*>$/.test(words[at++] ?? ''), 'model: expected <..>');
    return value;
  };
  const places: Place[] = [];
  const later: (() => void)[] = [];
  const numbers = new Map<string, number>();
  const transitions: Transition[] = [];
  while (at < words.length) {
    if (accept('#place')) {
      if (accept('(')) at += 2;
      const id = name();
      let [initial, capacity]: [number, number | null] = [0, null];
      while (words[at] === 'mk' || words[at] === 'cp') {
        const clause = words[at++];
        expect('(');
        if (clause === 'mk') initial = weight();
        else capacity = tokens(words[at++] ?? '');
        expect(')');
      }
      numbers.set(id, places.length);
      places.push({ id, name: id, initial, capacity });
      continue;
    }
    expect('#trans');
    const id = name();
    const transition = { id, name: id, inputs: new Map(), outputs: new Map(), inhibitors: new Map() };
    transitions.push(transition);
    for (const [part, arcs] of [['in', transition.inputs] as const, ['out', transition.outputs] as const]) {
      if (!accept(part)) continue;
      for (expect('{'); !accept('}'); expect(';')) {
        const place = name();
        if (part === 'in' && accept('<')) {
          const below = tokens(words[at++] ?? '');
          later.push(() => inhibit(transition.inhibitors, numbers.get(place), below, place));
        } else {
          expect(':');
          const by = weight();
          inputUnless(by > 0, 'model: the weight of an arc is at least 1');
          later.push(() => add(arcs, numbers.get(place), by, place));
        }
      }
    }
    expect('#endtr');
  }
  for (const action of later) action();
  return new NetModel(places, transitions);
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g, (_, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    inputUnless(Object.hasOwn(ENTITIES, name), `model: the entity ${name} is not known`);
    return ENTITIES[name];
  });
}

/** The elements of an XML text as a tree; comments and processing instructions are passed over. */
function readXml(text: string): Element {
  inputUnless(!/<!DOCTYPE/i.test(text), 'model: document types are not read');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const piece =
    /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([^\s/>]+)((?:"[^"]*"|'[^']*'|[^'">])*?)(\/?)>|([^<]+)|</g;
  for (const [, cdata, slash, tag, rest, closed, plain] of text.matchAll(piece)) {
    const top = open[open.length - 1];
    if (cdata !== undefined) top.text += cdata;
    else if (plain !== undefined) top.text += unescaped(plain);
    else if (slash === '/') inputUnless(open.pop()?.name === tag && open.length > 0, `model: </${tag}> closes nothing`);
    else if (tag !== undefined) {
      const attributes: Record<string, string> = {};
      for (const [, key, double, single] of rest.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
        attributes[key] = unescaped(double ?? single);
      }
      const element: Element = { name: tag, attributes, children: [], text: '' };
      top.children.push(element);
      if (closed === '') open.push(element);
    }
  }
  inputUnless(open.length === 1, 'model: an element is never closed');
  return root;
}

function child(element: Element, name: string): Element | undefined {
  return element.children.find((one) => one.name === name);
}

/** The number in `<label><text>…</text></label>`. */
function numberIn(element: Element, label: string): number | null {
  const found = child(element, label);
  const content = found && (child(found, 'text') ?? found);
  if (content === undefined || (content === found && content.text.trim() === '')) return null;
  return tokens(content.text.trim());
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** P/T nets in PNML: pages, inhibitor arcs, capacities of Tegata; no colours and no reference nodes. */
export function readPnml(text: string): NetModel {
  const pnml = child(readXml(text), 'pnml');
  const nets = pnml?.children.filter(({ name }) => name === 'net') ?? [];
  inputUnless(nets.length === 1, 'model: the file holds no net, or more than one');
  const all: Element[] = [];
  const pages = [nets[0]];
  for (const page of pages) {
    for (const element of page.children) (element.name === 'page' ? pages : all).push(element);
  }
  const wrong = all.find(({ name }) => /^(reference|declaration)/.test(name));
  inputUnless(wrong === undefined, 'model: coloured nets and reference nodes are not read here');
  const nodesOf = (kind: string): Element[] => all.filter(({ name }) => name === kind);
  const naming = (element: Element): { id: string; name: string } => {
    const { id } = element.attributes;
    inputUnless(id !== undefined && id !== '', 'model: a node has no id');
    inputUnless(
      !element.children.some(({ name }) => /^(hl|condition$)/.test(name)),
      'model: coloured nets are not read',
    );
    const label = child(element, 'name');
    const name = oneLine((label && child(label, 'text')?.text) ?? '');
    return { id, name: name === '' || name === oneLine(id) ? id : name };
  };
  const places = nodesOf('place').map((element): Place => {
    const own = element.children.find(
      ({ name, attributes }) => name === 'toolspecific' && attributes.tool === 'tegata',
    );
    const capacity = own === undefined ? null : numberIn(own, 'capacity');
    return { ...naming(element), initial: numberIn(element, 'initialMarking') ?? 0, capacity };
  });
  const transitions = nodesOf('transition').map((element): Transition => {
    return { ...naming(element), inputs: new Map(), outputs: new Map(), inhibitors: new Map() };
  });
  const placeOf = new Map(places.map(({ id }, i) => [id, i]));
  const transitionOf = new Map(transitions.map((transition) => [transition.id, transition]));
  for (const arc of nodesOf('arc')) {
    const { source = '', target = '' } = arc.attributes;
    const type = child(arc, 'type');
    const said = type && (type.attributes.value ?? child(type, 'text')?.text.trim());
    const kind = said || arc.attributes.type || 'normal';
    inputUnless(kind === 'normal' || kind === 'inhibitor', `model: arcs of type ${kind} are not read here`);
    inputUnless(child(arc, 'hlinscription') === undefined, 'model: coloured nets are not read here');
    const weight = numberIn(arc, 'inscription') ?? 1;
    const [to, from] = [transitionOf.get(target), transitionOf.get(source)];
    inputUnless((to === undefined) !== (from === undefined), `model: the arc from ${source} to ${target} is none`);
    inputUnless(kind === 'inhibitor' ? to !== undefined : weight > 0, 'model: an arc has no sense');
    if (kind === 'inhibitor') inhibit(to!.inhibitors, placeOf.get(source), weight, source);
    else if (to !== undefined) add(to.inputs, placeOf.get(source), weight, source);
    else add(from!.outputs, placeOf.get(target), weight, target);
  }
  return new NetModel(places, transitions);
}
