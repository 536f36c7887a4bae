// Small random symmetric nets in two forms: as PNML, and as a naive simulator over multisets of colours that shares no
// code with the unfolding.
import type { Random } from '../../src/base/random.ts';

/** Tokens by colour; a colour is written `a` or `a,1`. */
type Multiset = Map<string, number>;
type Binding = Readonly<Record<string, number>>;

/** A piece of a net: how it is written, the variables in it, and what it means. */
interface Piece<T> {
  readonly xml: string;
  readonly variables: readonly string[];
  readonly value: (binding: Binding) => T;
}

/** The basic sorts with their sizes, and the products: `P` of two, `Q` of `P` and a third. */
const SIZES: Readonly<Record<string, number>> = { D: 1, S: 3, R: 2, P: 6 };
const FACTORS: Readonly<Record<string, readonly string[]>> = { P: ['S', 'R'], Q: ['S', 'R', 'S'] };
const VARIABLES: Readonly<Record<string, string>> = { x: 'S', y: 'S', u: 'R', v: 'R', w: 'P' };
const SORTS = ['D', 'S', 'R', 'P', 'Q'];

/** How the parts of a net are called: plainly, or as nobody should. */
export interface ColouredNaming {
  /** The names of the three colours of `S`. */
  readonly colours: readonly [string, string, string];
  readonly places: readonly string[];
  readonly transitions: readonly string[];
}

const PLAIN: ColouredNaming = {
  colours: ['c0', 'c1', 'c2'],
  places: ['p0', 'p1', 'p2', 'p3'],
  transitions: ['t0', 't1', 't2', 't3'],
};

/** Names that are ours, or keywords, or the names of instances of others. */
const ADVERSARIAL: ColouredNaming = {
  colours: ['a', 'a_5', '__proto__'],
  places: ['p', 'p_a', 'dead', 'constructor'],
  transitions: ['p_a_5', 't', 't_a', 'true'],
};

function declarations({ colours }: ColouredNaming): string {
  const sort = (name: string): string => `<usersort declaration="${name}"/>`;
  const constants = colours.map((name, i) => `<feconstant id="s${i}" name="${name}"/>`).join('');
  const variables = Object.entries(VARIABLES).map(
    ([name, of]) => `<variabledecl id="${name}" name="${name}">${sort(of)}</variabledecl>`,
  );
  return `<namedsort id="Q" name="Q"><productsort>${sort('P')}${sort('S')}</productsort></namedsort>
<namedsort id="P" name="P"><productsort>${sort('S')}${sort('R')}</productsort></namedsort>
<namedsort id="D" name="dot"><dot/></namedsort>
<namedsort id="S" name="S"><cyclicenumeration>${constants}</cyclicenumeration></namedsort>
<namedsort id="R" name="R"><finiteintrange start="5" end="6"/></namedsort>
<partition id="halves" name="h">${sort('S')}<partitionelement id="low" name="low"><useroperator declaration="s0"/><useroperator declaration="s1"/></partitionelement></partition>
${variables.join('')}`;
}

const sub = (xml: string): string => `<subterm>${xml}</subterm>`;

/** One colour of a basic sort. */
function colour(random: Random, sort: string, closed: boolean): Piece<number> {
  if (sort === 'D') return { xml: '<dotconstant/>', variables: [], value: () => 0 };
  const size = SIZES[sort];
  if (closed || random.chance(0.25)) {
    const value = random.below(size);
    const range = `<finiteintrangeconstant value="${value + 5}"><finiteintrange start="5" end="6"/></finiteintrangeconstant>`;
    return { xml: sort === 'S' ? `<useroperator declaration="s${value}"/>` : range, variables: [], value: () => value };
  }
  const name = random.pick(Object.keys(VARIABLES).filter((candidate) => VARIABLES[candidate] === sort));
  const xml = `<variable refvariable="${name}"/>`;
  if (random.chance(0.6)) return { xml, variables: [name], value: (binding) => binding[name] };
  const [tag, step] = random.chance(0.5) ? ['successor', 1] : ['predecessor', size - 1];
  return { xml: `<${tag}>${sub(xml)}</${tag}>`, variables: [name], value: (binding) => (binding[name] + step) % size };
}

/** A multiset over a basic sort: a colour, all colours, or a partition element. */
function component(random: Random, sort: string, closed: boolean): Piece<readonly number[]> {
  if (random.chance(0.12)) {
    const all = Array.from({ length: SIZES[sort] }, (_, i) => i);
    return { xml: `<all><usersort declaration="${sort}"/></all>`, variables: [], value: () => all };
  }
  if (sort === 'S' && random.chance(0.1)) {
    return { xml: '<useroperator declaration="low"/>', variables: [], value: () => [0, 1] };
  }
  const { xml, variables, value } = colour(random, sort, closed);
  return { xml, variables, value: (binding) => [value(binding)] };
}

function term(random: Random, sort: string, closed: boolean): Piece<Multiset> {
  const shape = random.unit();
  if (!closed && (sort === 'S' || sort === 'R') && random.chance(0.15)) return bothVariables(sort);
  if (shape < 0.15) {
    const [a, b] = [term(random, sort, closed), term(random, sort, closed)];
    return {
      xml: `<add>${sub(a.xml)}${sub(b.xml)}</add>`,
      variables: [...a.variables, ...b.variables],
      value: (binding) => sum(a.value(binding), b.value(binding), 1),
    };
  }
  if (shape < 0.3) {
    const inner = term(random, sort, closed);
    const number = `<numberconstant value="2"><positive/></numberconstant>`;
    return {
      ...inner,
      xml: `<numberof>${sub(number)}${sub(inner.xml)}</numberof>`,
      value: (binding) => sum(new Map(), inner.value(binding), 2),
    };
  }
  if (shape < 0.4 && !(sort in FACTORS)) {
    const one = colour(random, sort, closed);
    const every = Array.from({ length: SIZES[sort] }, (_, i) => i);
    return {
      xml: `<subtract>${sub(`<all><usersort declaration="${sort}"/></all>`)}${sub(one.xml)}</subtract>`,
      variables: one.variables,
      value: (binding) => tally(every.filter((value) => value !== one.value(binding)).map(String)),
    };
  }
  if (!(sort in FACTORS)) {
    const { xml, variables, value } = component(random, sort, closed);
    return { xml, variables, value: (binding) => tally(value(binding).map(String)) };
  }
  if (random.chance(0.1)) return { xml: all(sort), variables: [], value: () => tally(coloursOf(sort)) };
  const factors: Piece<readonly string[]>[] = [];
  for (const factor of sort === 'P' ? ['S', 'R'] : ['P', 'S']) {
    if (factor !== 'P') {
      const { value, ...rest } = component(random, factor, closed);
      factors.push({ ...rest, value: (binding) => value(binding).map(String) });
    } else if (closed || random.chance(0.5)) factors.push(pair(random, closed));
    else factors.push(PAIR_VARIABLE);
  }
  if (sort === 'P' && !closed && random.chance(0.15)) {
    return { ...PAIR_VARIABLE, value: (binding) => tally(PAIR_VARIABLE.value(binding)) };
  }
  return {
    xml: `<tuple>${factors.map(({ xml }) => sub(xml)).join('')}</tuple>`,
    variables: factors.flatMap(({ variables }) => variables),
    value: (binding) =>
      tally(
        factors
          .map(({ value }) => value(binding))
          .reduce((left, right) => left.flatMap((a) => right.map((b) => `${a},${b}`))),
      ),
  };
}

/** The sum of the two variables of a basic sort: often they can be exchanged. */
function bothVariables(sort: string): Piece<Multiset> {
  const variables = Object.keys(VARIABLES).filter((name) => VARIABLES[name] === sort);
  return {
    xml: `<add>${variables.map((name) => sub(`<variable refvariable="${name}"/>`)).join('')}</add>`,
    variables,
    value: (binding) => tally(variables.map((name) => String(binding[name]))),
  };
}

/** Both components of a colour of `P` at once. */
const PAIR_VARIABLE: Piece<readonly string[]> = {
  xml: '<variable refvariable="w"/>',
  variables: ['w'],
  value: ({ w }) => [`${w >> 1},${w & 1}`],
};

function pair(random: Random, closed: boolean): Piece<readonly string[]> {
  const [left, right] = [component(random, 'S', closed), component(random, 'R', closed)];
  return {
    xml: `<tuple>${sub(left.xml)}${sub(right.xml)}</tuple>`,
    variables: [...left.variables, ...right.variables],
    value: (binding) => left.value(binding).flatMap((a) => right.value(binding).map((b) => `${a},${b}`)),
  };
}

const all = (sort: string): string => `<all><usersort declaration="${sort}"/></all>`;

/** All colours of a sort, as they are written here. */
export function coloursOf(sort: string): string[] {
  return (FACTORS[sort] ?? [sort])
    .map((factor) => Array.from({ length: SIZES[factor] }, (_, i) => String(i)))
    .reduce((left, right) => left.flatMap((a) => right.map((b) => `${a},${b}`)));
}

function guard(random: Random, depth: number): Piece<boolean> {
  if (depth > 0 && random.chance(0.5)) {
    const [a, b] = [guard(random, depth - 1), guard(random, depth - 1)];
    const kind = random.pick(['and', 'or', 'imply', 'not'] as const);
    const xml = kind === 'not' ? `<not>${sub(a.xml)}</not>` : `<${kind}>${sub(a.xml)}${sub(b.xml)}</${kind}>`;
    const value = {
      and: (binding: Binding) => a.value(binding) && b.value(binding),
      or: (binding: Binding) => a.value(binding) || b.value(binding),
      imply: (binding: Binding) => !a.value(binding) || b.value(binding),
      not: (binding: Binding) => !a.value(binding),
    }[kind];
    return { xml, variables: kind === 'not' ? a.variables : [...a.variables, ...b.variables], value };
  }
  const sort = random.pick(['S', 'R']);
  const [a, b] = [colour(random, sort, false), colour(random, sort, false)];
  const comparisons = {
    equality: (left: number, right: number) => left === right,
    inequality: (left: number, right: number) => left !== right,
    lessthan: (left: number, right: number) => left < right,
    greaterthanorequal: (left: number, right: number) => left >= right,
  };
  const name = random.pick(Object.keys(comparisons) as (keyof typeof comparisons)[]);
  return {
    xml: `<${name}>${sub(a.xml)}${sub(b.xml)}</${name}>`,
    variables: [...a.variables, ...b.variables],
    value: (binding) => comparisons[name](a.value(binding), b.value(binding)),
  };
}

interface ArcPiece {
  readonly place: number;
  readonly term: Piece<Multiset>;
}

interface Transition {
  readonly guard: Piece<boolean> | null;
  readonly inputs: readonly ArcPiece[];
  readonly outputs: readonly ArcPiece[];
  /** The place holds fewer tokens of each colour than the term. */
  readonly inhibitors: readonly ArcPiece[];
}

export interface ColouredSample {
  readonly pnml: string;
  readonly naming: ColouredNaming;
  /** Of each place its sort and its tokens. */
  readonly sorts: readonly string[];
  readonly initial: readonly Multiset[];
  readonly transitions: readonly Transition[];
  /** Explores by brute force; null when there are more than `most` states. */
  explore(most: number): { states: number; transitions: number; deadlocks: number; maxima: number[] } | null;
}

/** A net of up to four places and four transitions. */
export function randomColoured(random: Random, names: 'plain' | 'adversarial' = 'plain'): ColouredSample {
  const sorts = Array.from({ length: random.between(1, 4) }, () => random.pick(SORTS));
  const marking = sorts.map((sort) => (random.chance(0.7) ? term(random, sort, true) : null));
  const arcs = (most: number): Transition['inputs'] =>
    Array.from({ length: random.between(0, most) }, () => {
      const place = random.below(sorts.length);
      return { place, term: term(random, sorts[place], false) };
    });
  const transitions = Array.from(
    { length: random.between(1, 4) },
    (): Transition => ({
      guard: random.chance(0.5) ? guard(random, 2) : null,
      inputs: [...arcs(1), ...arcs(2)],
      outputs: arcs(2),
      inhibitors: random.chance(0.1) ? arcs(1) : [],
    }),
  );
  const initial = marking.map((piece) => piece?.value({}) ?? new Map<string, number>());
  const naming = names === 'plain' ? PLAIN : ADVERSARIAL;
  return {
    pnml: print(naming, sorts, marking, transitions),
    naming,
    sorts,
    initial,
    transitions,
    explore: (most) => bruteForce(initial, transitions, most),
  };
}

function print(
  naming: ColouredNaming,
  sorts: readonly string[],
  marking: readonly (Piece<Multiset> | null)[],
  transitions: readonly Transition[],
): string {
  const label = (name: string, xml: string): string => `<${name}><structure>${xml}</structure></${name}>`;
  const places = sorts.map((sort, i) => {
    const term = marking[i];
    return `<place id="${naming.places[i]}">${label('type', `<usersort declaration="${sort}"/>`)}${term ? label('hlinitialMarking', term.xml) : ''}</place>`;
  });
  const arc = (source: string, target: string, xml: string, type = ''): string =>
    `<arc id="${arcCount++}" source="${source}" target="${target}">${label('hlinscription', xml)}${type}</arc>`;
  let arcCount = 0;
  const rest = transitions.flatMap(({ guard: condition, inputs, outputs, inhibitors }, t) => {
    const id = naming.transitions[t];
    return [
      `<transition id="${id}">${condition ? label('condition', condition.xml) : ''}</transition>`,
      ...inputs.map(({ place, term }) => arc(naming.places[place], id, term.xml)),
      ...outputs.map(({ place, term }) => arc(id, naming.places[place], term.xml)),
      ...inhibitors.map(({ place, term }) => arc(naming.places[place], id, term.xml, '<type value="inhibitor"/>')),
    ];
  });
  return `<pnml><net id="n" type="symmetricnet"><page id="g">${[...places, ...rest].join('\n')}</page>
<declaration><structure><declarations>${declarations(naming)}</declarations></structure></declaration></net></pnml>`;
}

/** Every binding that the condition allows, over all colours of all variables. */
export function allBindings(transition: Transition): Binding[] {
  let all: Binding[] = [{}];
  for (const name of variablesOf(transition)) {
    all = all.flatMap((binding) =>
      Array.from({ length: SIZES[VARIABLES[name]] }, (_, value) => ({ ...binding, [name]: value })),
    );
  }
  return all.filter((binding) => transition.guard?.value(binding) ?? true);
}

/** In the order in which they are first met. */
export function variablesOf({ inputs, outputs, inhibitors, guard: condition }: Transition): string[] {
  const arcs = [...inputs, ...outputs, ...inhibitors];
  return [...new Set(arcs.flatMap(({ term }) => term.variables).concat(condition?.variables ?? []))];
}

function bruteForce(
  initial: readonly Multiset[],
  transitions: readonly Transition[],
  most: number,
): ReturnType<ColouredSample['explore']> {
  const bindings = transitions.map(allBindings);
  const key = (state: readonly Multiset[]): string =>
    JSON.stringify(
      state.map((tokens) => [...tokens].filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1))),
    );
  const seen = new Map([[key(initial), initial]]);
  const maxima = initial.map(() => 0);
  let [count, deadlocks] = [0, 0];
  for (const state of seen.values()) {
    state.forEach((tokens, place) => {
      maxima[place] = Math.max(
        maxima[place],
        [...tokens.values()].reduce((a, b) => a + b, 0),
      );
    });
    const before = count;
    transitions.forEach((transition, t) => {
      for (const binding of bindings[t]) {
        const next = fire(state, transition, binding);
        if (next === null) continue;
        count++;
        if (!seen.has(key(next))) seen.set(key(next), next);
      }
    });
    if (count === before) deadlocks++;
    if (seen.size > most) return null;
  }
  return { states: seen.size, transitions: count, deadlocks, maxima };
}

function fire(
  state: readonly Multiset[],
  { inputs, outputs, inhibitors }: Transition,
  binding: Binding,
): Multiset[] | null {
  const next = [...state];
  for (const { place, term } of inhibitors) {
    const limits = [...term.value(binding)].filter(([, limit]) => limit > 0);
    if (limits.some(([colour, limit]) => (state[place].get(colour) ?? 0) >= limit)) return null;
  }
  for (const { place, term } of inputs) {
    next[place] = sum(next[place], term.value(binding), -1);
    if ([...next[place].values()].some((tokens) => tokens < 0)) return null;
  }
  for (const { place, term } of outputs) next[place] = sum(next[place], term.value(binding), 1);
  return next;
}

function tally(colours: readonly string[]): Multiset {
  const result: Multiset = new Map();
  for (const name of colours) result.set(name, (result.get(name) ?? 0) + 1);
  return result;
}

function sum(a: Multiset, b: Multiset, factor: number): Multiset {
  const result = new Map(a);
  for (const [name, count] of b) result.set(name, (result.get(name) ?? 0) + factor * count);
  return result;
}
