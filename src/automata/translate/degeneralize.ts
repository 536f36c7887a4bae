// TGBA → BA. A state of the BA is a state of the TGBA with a level: how many of the acceptance sets, in a fixed order, have
// been seen since the last visit to the top level, which is the accepting one [GL02], with
// components and levels as in [BBD+13].
//
// An edge may climb several levels at once, and a state climbs at once over the sets that all its inner edges carry. Only
// inside accepting components are levels worth keeping: elsewhere there is the single level 0; and where a component is entered, a level that the target has already is reused.
import { Int32List } from '../../base/growable.ts';
import type { Marks } from '../acceptance.ts';
import { buchi } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder, languageProperties } from '../automaton.ts';
import { acceptingComponents } from '../component-facts.ts';
import { type Components, componentsOf } from '../scc.ts';

export interface DegeneralizeOptions {
  /** The order in which the sets are awaited; ascending by default. */
  readonly order?: readonly number[];
  /** Whether entering a component takes the marks of the entering edge, or starts at level 0. */
  readonly entry?: 'reset' | 'count';
  /** Whether a level that a state has already is reused when its component is entered. */
  readonly levels?: 'reuse' | 'fresh';
}

/** A Büchi automaton with marks on states for the same language. */
export function degeneralize(automaton: Automaton, options: DegeneralizeOptions = {}): Automaton {
  return new Degeneralization(automaton, options).run();
}

/** Orders of the sets worth trying: all of few sets, rotations in both directions of many. */
export function orders(setCount: number): number[][] {
  if (setCount <= 3) return permutations(Array.from({ length: setCount }, (_, i) => i));
  const ascending = Array.from({ length: setCount }, (_, i) => i);
  const rotations = ascending.map((by) => [...ascending.slice(by), ...ascending.slice(0, by)]);
  return rotations.slice(0, 4).flatMap((order) => [order, [...order].reverse()]);
}

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first) => permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]));
}

class Degeneralization {
  private readonly source: Automaton;
  private readonly options: DegeneralizeOptions;
  private readonly order: readonly number[];
  private readonly components: Components;
  private readonly accepting: Uint8Array;
  /** The number of each pair (state, level) that exists, at state · (top + 1) + level; -1 otherwise. */
  private readonly number: Int32Array;
  private readonly states = new Int32List();
  private readonly levels = new Int32List();
  private readonly top: number;
  /** For each state the marks that all its inner edges carry. */
  private readonly common: Int32Array;

  constructor(automaton: Automaton, options: DegeneralizeOptions) {
    this.source = automaton;
    this.options = options;
    this.order = options.order ?? Array.from({ length: automaton.acceptance.setCount }, (_, i) => i);
    this.top = this.order.length;
    this.components = componentsOf(automaton);
    this.accepting = acceptingComponents(automaton, this.components);
    this.number = new Int32Array(automaton.stateCount * (this.top + 1)).fill(-1);
    this.common = commonMarks(automaton, this.components);
  }

  run(): Automaton {
    const { source, states, levels } = this;
    const builder = new AutomatonBuilder(source.propositions, source.bdd);
    for (const state of source.initial) builder.setInitial(this.pair(state, this.entryLevel(state, 0)));
    for (let i = 0; i < states.length; i++) {
      const [state, level] = [states.get(i), levels.get(i)];
      const mark = level === this.top && this.isAccepting(state) ? 1 : 0;
      for (let e = source.edgeStart[state]; e < source.edgeStart[state + 1]; e++) {
        const target = source.edgeTarget[e];
        builder.addEdge(i, source.edgeLabel[e], mark, this.pair(target, this.nextLevel(state, level, e)));
      }
    }
    builder.addStates(states.length);
    const { stateFormulas } = source;
    return builder.build(buchi(), {
      name: source.name,
      stateFormulas: stateFormulas ? [...states.toArray()].map((state) => stateFormulas[state]) : undefined,
      properties: { ...languageProperties(source.properties), stateAcceptance: 'yes' },
    });
  }

  private isAccepting(state: number): boolean {
    return this.accepting[this.components.of[state]] === 1;
  }

  private nextLevel(state: number, level: number, e: number): number {
    const target = this.source.edgeTarget[e];
    const marks = this.source.edgeMarks[e];
    if (!this.isAccepting(target)) return 0;
    if (this.components.of[state] !== this.components.of[target]) return this.entryLevel(target, marks);
    return this.climb(this.climb(level === this.top ? 0 : level, marks), this.common[target]);
  }

  /** The level reached from `level` by an edge with `marks`: as far as the sets come in order. */
  private climb(level: number, marks: Marks): number {
    while (level < this.top && (marks >>> this.order[level]) & 1) level++;
    return level;
  }

  private entryLevel(state: number, marks: Marks): number {
    if (!this.isAccepting(state)) return 0;
    if (this.options.levels !== 'fresh') {
      const base = state * (this.top + 1);
      for (let level = this.top; level >= 0; level--) if (this.number[base + level] >= 0) return level;
    }
    return this.climb(this.options.entry === 'count' ? this.climb(0, marks) : 0, this.common[state]);
  }

  private pair(state: number, level: number): number {
    const key = state * (this.top + 1) + level;
    if (this.number[key] < 0) {
      this.number[key] = this.states.length;
      this.states.push(state);
      this.levels.push(level);
    }
    return this.number[key];
  }
}

function commonMarks(automaton: Automaton, components: Components): Int32Array {
  const { edgeStart, edgeTarget, edgeMarks } = automaton;
  const common = new Int32Array(automaton.stateCount).fill(-1);
  for (const state of components.states) {
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      if (components.of[edgeTarget[e]] === components.of[state]) common[state] &= edgeMarks[e];
    }
  }
  return common;
}
