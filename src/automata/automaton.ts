// ω-automata as flat arrays. States are 0 … stateCount - 1; the edges of state s are the numbers from edgeStart[s] up to
// edgeStart[s + 1]. An edge carries a label (a function of the propositions), marks and a target. A run accepts when
// the marks it sees infinitely often satisfy the acceptance condition. A TGBA has generalized Büchi acceptance; a BA is an
// automaton with Büchi acceptance whose edges out of one state carry the same marks.
//
// An automaton never changes once it is built. Automata may share a manager of decision diagrams.
import { invariant } from '../base/assert.ts';
import { Int32List } from '../base/growable.ts';
import { Bdd, type BddRef } from '../dd/bdd.ts';
import type { Formula } from '../formula/formula.ts';
import { type Acceptance, allMarks, type Marks } from './acceptance.ts';

/** What is known about a property of an automaton. */
export type Known = 'yes' | 'no' | 'maybe';

/** Facts about an automaton that were established by whoever made it; 'maybe' where nobody looked. */
export interface Properties {
  /** One initial state, and no two edges of a state agree on a letter. */
  readonly deterministic: Known;
  /** At least one initial state, and every state has an edge for every letter. */
  readonly complete: Known;
  /** In each strongly connected component all cycles accept, or none does. */
  readonly weak: Known;
  /** Weak, and an accepting component is never left and accepts every word. */
  readonly terminal: Known;
  /** Weak, and every strongly connected component is a single state. */
  readonly veryWeak: Known;
  /** The language is closed under repeating and removing repeated letters. */
  readonly stutterInvariant: Known;
  /** No word has two accepting runs. */
  readonly unambiguous: Known;
  /** All edges out of one state carry the same marks. */
  readonly stateAcceptance: Known;
}

export const NOTHING_KNOWN: Properties = {
  deterministic: 'maybe',
  complete: 'maybe',
  weak: 'maybe',
  terminal: 'maybe',
  veryWeak: 'maybe',
  stutterInvariant: 'maybe',
  unambiguous: 'maybe',
  stateAcceptance: 'maybe',
};

/** The parts of an automaton; see the head of the file for how the arrays fit together. */
export interface AutomatonParts {
  readonly propositions: readonly string[];
  /** Variable i is `propositions[i]`; labels depend on no other variable, though the manager may have more. */
  readonly bdd: Bdd;
  readonly stateCount: number;
  readonly initial: readonly number[];
  readonly edgeStart: Int32Array;
  readonly edgeLabel: Int32Array;
  readonly edgeMarks: Int32Array;
  readonly edgeTarget: Int32Array;
  readonly acceptance: Acceptance;
  readonly properties?: Partial<Properties>;
  readonly name?: string;
  readonly stateNames?: readonly string[];
  /** For each state a formula that defines the language from there, where it is known. */
  readonly stateFormulas?: readonly (Formula | null)[];
}

/** An ω-automaton. Make one with `AutomatonBuilder`, or from parts. */
export class Automaton {
  readonly propositions: readonly string[];
  readonly bdd: Bdd;
  readonly stateCount: number;
  readonly initial: readonly number[];
  readonly edgeStart: Int32Array;
  readonly edgeLabel: Int32Array;
  readonly edgeMarks: Int32Array;
  readonly edgeTarget: Int32Array;
  readonly acceptance: Acceptance;
  readonly properties: Properties;
  readonly name: string;
  readonly stateNames: readonly string[] | null;
  readonly stateFormulas: readonly (Formula | null)[] | null;
  private derived: Map<(automaton: Automaton) => unknown, unknown> | null = null;

  constructor(parts: AutomatonParts) {
    this.propositions = parts.propositions;
    this.bdd = parts.bdd;
    this.stateCount = parts.stateCount;
    this.initial = parts.initial;
    this.edgeStart = parts.edgeStart;
    this.edgeLabel = parts.edgeLabel;
    this.edgeMarks = parts.edgeMarks;
    this.edgeTarget = parts.edgeTarget;
    this.acceptance = parts.acceptance;
    this.properties = { ...NOTHING_KNOWN, ...parts.properties };
    this.name = parts.name ?? '';
    this.stateNames = parts.stateNames ?? null;
    this.stateFormulas = parts.stateFormulas ?? null;
  }

  get edgeCount(): number {
    return this.edgeTarget.length;
  }

  /** What `compute` says of this automaton, which never changes: computed once. */
  derive<T>(compute: (automaton: Automaton) => T): T {
    this.derived ??= new Map();
    if (!this.derived.has(compute)) this.derived.set(compute, compute(this));
    return this.derived.get(compute) as T;
  }

  /** The same automaton with other or more facts, names or formulas attached. */
  with(changes: Partial<AutomatonParts>): Automaton {
    return new Automaton({
      ...this.parts(),
      ...changes,
      properties: { ...this.properties, ...changes.properties },
    });
  }

  private parts(): AutomatonParts {
    const { stateNames, stateFormulas, derived: _, ...rest } = this;
    return { ...rest, stateNames: stateNames ?? undefined, stateFormulas: stateFormulas ?? undefined };
  }
}

/** Gathers states and edges in any order and makes an automaton of them. */
export class AutomatonBuilder {
  readonly propositions: readonly string[];
  readonly bdd: Bdd;
  private readonly sources = new Int32List();
  private readonly labels = new Int32List();
  private readonly marks = new Int32List();
  private readonly targets = new Int32List();
  private readonly initial: number[] = [];
  private states = 0;

  /** Without a manager a fresh one is made. */
  constructor(propositions: readonly string[], bdd: Bdd = new Bdd(propositions.length)) {
    invariant(bdd.variableCount >= propositions.length, 'the manager has a variable for each proposition');
    this.propositions = propositions;
    this.bdd = bdd;
  }

  get stateCount(): number {
    return this.states;
  }

  /** Adds `count` states; returns the number of the first. */
  addStates(count: number): number {
    const first = this.states;
    this.states += count;
    return first;
  }

  addState(): number {
    return this.states++;
  }

  setInitial(state: number): void {
    if (!this.initial.includes(state)) this.initial.push(state);
  }

  /** Adds an edge; one that no letter satisfies is left out. */
  addEdge(source: number, label: BddRef, marks: Marks, target: number): void {
    if (label === this.bdd.false) return;
    this.sources.push(source);
    this.labels.push(label);
    this.marks.push(marks);
    this.targets.push(target);
  }

  /** The automaton. Edges of one state keep the order in which they were added. */
  build(acceptance: Acceptance, more: Partial<AutomatonParts> = {}): Automaton {
    const { states, propositions, bdd } = this;
    const count = this.sources.length;
    const [sources, labels, marks, targets] = [this.sources.data, this.labels.data, this.marks.data, this.targets.data];
    const edgeStart = new Int32Array(states + 1);
    const unknown = ~allMarks(acceptance.setCount);
    for (let i = 0; i < count; i++) {
      invariant(sources[i] < states && targets[i] < states, 'edges connect states that exist');
      invariant((marks[i] & unknown) === 0, 'edges carry marks that the acceptance condition knows');
      edgeStart[sources[i] + 1]++;
    }
    for (let s = 0; s < states; s++) edgeStart[s + 1] += edgeStart[s];
    const next = edgeStart.slice(0, states);
    const [edgeLabel, edgeMarks, edgeTarget] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
    for (let i = 0; i < count; i++) {
      const at = next[sources[i]]++;
      edgeLabel[at] = labels[i];
      edgeMarks[at] = marks[i];
      edgeTarget[at] = targets[i];
    }
    const initial = [...this.initial];
    const parts = { propositions, bdd, stateCount: states, initial, edgeStart, edgeLabel, edgeMarks, edgeTarget };
    return new Automaton({ ...parts, acceptance, ...more });
  }
}

/** The facts about the language, which every construction that preserves the language keeps. */
export function languageProperties(properties: Properties): Partial<Properties> {
  return { stutterInvariant: properties.stutterInvariant };
}
