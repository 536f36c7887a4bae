// A testing automaton compiled for products: the matching edges for each state and changeset number, found once, when the
// model first shows that change in that state [BDK12, Def. 8 and 9].
//
// The two ways in which the kinds with livelocks accept become acceptance modes over two more marks: a cycle with changes that shows
// all marks of the automaton, or one without changes that stays in livelock-accepting states.

import type { TestingAutomaton } from '../../automata/testing/testing-automaton.ts';
import { invariant } from '../../base/assert.ts';
import { Int32List } from '../../base/growable.ts';
import { hopelessStates, type MarkedGraph } from './hopeless.ts';
import type { LetterTable } from './letters.ts';
import type { AcceptanceMode, Property, Weakness } from './product.ts';
import { weaknessOfTgta } from './weakness.ts';

/** The step changes the letter. */
const CHANGE = 1 << 30;
/** The step leaves a state that is not livelock-accepting. */
const NOT_LIVELOCK = 1 << 29;
const MAX_SETS = 29;

/** A member of the family of testing automata as a property over the changes of a model. */
export class TestingProperty implements Property {
  readonly reads = 'change';
  readonly modes: readonly AcceptanceMode[];
  readonly automaton: TestingAutomaton;
  private readonly letters: LetterTable;
  /** Automaton proposition number → proposition number of the letters. */
  readonly variables: readonly number[];
  private readonly tables: Int32Array[][];
  private knownWeakness: Weakness | null | undefined;
  private knownHopeless: Uint8Array | undefined;

  /** `names` are the propositions of the letters, in their order; the automaton may use some of them. */
  constructor(automaton: TestingAutomaton, letters: LetterTable, names: readonly string[]) {
    invariant(automaton.setCount <= MAX_SETS, `at most ${MAX_SETS} acceptance sets`);
    this.automaton = automaton;
    this.letters = letters;
    this.modes = modesOf(automaton);
    this.variables = automaton.propositions.map((name) => names.indexOf(name));
    invariant(!this.variables.includes(-1), 'the letters show every proposition of the automaton');
    this.tables = Array.from({ length: automaton.stateCount }, () => []);
  }

  get stateCount(): number {
    return this.automaton.stateCount;
  }

  get weakness(): Weakness | null {
    if (this.knownWeakness === undefined) this.knownWeakness = weaknessOfTgta(this.automaton);
    return this.knownWeakness;
  }

  get hopeless(): Uint8Array {
    return (this.knownHopeless ??= hopelessStates(markedGraph(this.automaton), this.modes));
  }

  initialStates(letter: number): readonly number[] {
    const { bdd, initial } = this.automaton;
    const holds = this.valuation(letter);
    return initial.filter(({ letters }) => bdd.evaluate(letters, holds)).map(({ state }) => state);
  }

  edges(state: number, from: number, to: number): Int32Array {
    const changeset = this.letters.change(from, to);
    return (this.tables[state][changeset] ??= this.matching(state, changeset));
  }

  private matching(state: number, changeset: number): Int32Array {
    const { bdd, edgeStart, edgeChange, edgeMarks, edgeTarget, kind, accepting, livelock } = this.automaton;
    const changes = this.valuation(changeset);
    // what changes beyond the propositions of the automaton is stuttering to it
    const stutters = !this.variables.some((_, variable) => changes(variable));
    const step = (kind !== 'tgta' && !stutters ? CHANGE : 0) | (livelock && !livelock[state] ? NOT_LIVELOCK : 0);
    const found = new Int32List();
    if (this.automaton.stuttersImplicitly && stutters) {
      found.push(state);
      found.push(step | (accepting?.[state] ? 1 : 0));
    }
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      if (!bdd.evaluate(edgeChange[e], changes)) continue;
      found.push(edgeTarget[e]);
      found.push(step | edgeMarks[e]);
    }
    return found.toArray();
  }

  private valuation(symbol: number): (variable: number) => boolean {
    return (variable) => this.letters.holds(symbol, this.variables[variable]);
  }
}

/** The automaton with the marks that `matching` adds; an edge that could match with and without a change is there twice. */
function markedGraph(automaton: TestingAutomaton): MarkedGraph {
  const { stateCount, kind, accepting, livelock } = automaton;
  if (kind === 'tgta') return automaton;
  const edgeStart = new Int32Array(stateCount + 1);
  const edgeTarget = new Int32List();
  const edgeMarks = new Int32List();
  for (let state = 0; state < stateCount; state++) {
    const outside = livelock?.[state] ? 0 : NOT_LIVELOCK;
    edgeTarget.push(state);
    edgeMarks.push(outside | (accepting?.[state] ? 1 : 0));
    for (let e = automaton.edgeStart[state]; e < automaton.edgeStart[state + 1]; e++) {
      for (const change of [0, CHANGE]) {
        edgeTarget.push(automaton.edgeTarget[e]);
        edgeMarks.push(outside | change | automaton.edgeMarks[e]);
      }
    }
    edgeStart[state + 1] = edgeTarget.length;
  }
  return { stateCount, edgeStart, edgeTarget: edgeTarget.toArray(), edgeMarks: edgeMarks.toArray() };
}

function modesOf(automaton: TestingAutomaton): AcceptanceMode[] {
  const all = automaton.allMarks;
  if (automaton.kind === 'tgta') return [{ required: all, forbidden: 0 }];
  return [
    { required: all | CHANGE, forbidden: 0 },
    { required: 0, forbidden: CHANGE | NOT_LIVELOCK },
  ];
}
