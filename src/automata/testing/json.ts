// Testing automata as plain JSON values, for other programs. The schema:
//
//     { "kind": "tgta", "name": "GFa",           name absent if it has none
//       "propositions": ["a"],
//       "states": 2,                             they are 0, 1, …
//       "stateNames": ["…"],
//       "initial": [{ "state": 0, "letters": "!a" }],                            U, in the syntax of formulas
//       "acceptanceSets": 1,
//       "accepting": [1], "livelock": [0],       F and G, for the kinds that have them
//       "edges": [{ "source": 0, "target": 1, "changes": "a", "marks": [0] }] }  a: a changes; !a: it does not
import { LabelTexts, labelNotation } from '../label-texts.ts';
import { setsIn } from '../operations/acceptance-forms.ts';
import type { TestingAutomaton, TestingKind } from './testing-automaton.ts';

export interface TestingJson {
  readonly kind: TestingKind;
  readonly name?: string;
  readonly propositions: readonly string[];
  readonly states: number;
  readonly stateNames: readonly string[];
  readonly initial: readonly { readonly state: number; readonly letters: string }[];
  readonly acceptanceSets: number;
  readonly accepting?: readonly number[];
  readonly livelock?: readonly number[];
  readonly edges: readonly {
    readonly source: number;
    readonly target: number;
    readonly changes: string;
    readonly marks: readonly number[];
  }[];
}

/** The testing automaton as a value for `JSON.stringify`. */
export function testingToJson(testing: TestingAutomaton, name = ''): TestingJson {
  const { kind, propositions, stateCount, stateNames, edgeStart, edgeChange, edgeMarks, edgeTarget } = testing;
  const texts = new LabelTexts(testing, labelNotation(propositions, 'ascii'));
  const members = (set: Uint8Array): number[] => [...set.keys()].filter((state) => set[state] === 1);
  return {
    kind,
    ...(name === '' ? {} : { name }),
    propositions,
    states: stateCount,
    stateNames,
    initial: testing.initial.map(({ state, letters }) => ({ state, letters: texts.of(letters) })),
    acceptanceSets: testing.setCount,
    ...(testing.accepting ? { accepting: members(testing.accepting) } : {}),
    ...(testing.livelock ? { livelock: members(testing.livelock) } : {}),
    edges: Array.from({ length: stateCount }, (_, source) =>
      Array.from({ length: edgeStart[source + 1] - edgeStart[source] }, (_, i) => {
        const e = edgeStart[source] + i;
        return { source, target: edgeTarget[e], changes: texts.of(edgeChange[e]), marks: setsIn(edgeMarks[e]) };
      }),
    ).flat(),
  };
}
