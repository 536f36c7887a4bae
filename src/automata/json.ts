// Automata as plain JSON values, for other programs. The schema:
//
//     { "name": "GFa",                          absent if it has none
//       "propositions": ["a"],
//       "states": 1,                            they are 0, 1, …
//       "initial": [0],
//       "acceptance": { "sets": 1, "condition": "Inf(0)", "name": "Buchi" },     name absent if it has none
//       "properties": ["deterministic"],        as the Hanoi format calls them
//       "stateNames": ["…"],                    absent if there are none; '' for a state without one
//       "edges": [{ "source": 0, "target": 0, "label": "a", "marks": [0] }] }    labels in the syntax of formulas
import { acceptanceName } from './acceptance-name.ts';
import type { Automaton } from './automaton.ts';
import { hoaProperties } from './hoa/properties.ts';
import { LabelTexts, labelNotation } from './label-texts.ts';
import { formatAcceptance, setsIn } from './operations/acceptance-forms.ts';
import { hasStateAcceptance } from './properties.ts';
import { type StateNaming, stateTexts } from './state-texts.ts';

export interface AutomatonJson {
  readonly name?: string;
  readonly propositions: readonly string[];
  readonly states: number;
  readonly initial: readonly number[];
  readonly acceptance: { readonly sets: number; readonly condition: string; readonly name?: string };
  readonly properties: readonly string[];
  readonly stateNames?: readonly string[];
  readonly edges: readonly {
    readonly source: number;
    readonly target: number;
    readonly label: string;
    readonly marks: readonly number[];
  }[];
}

/** The automaton as a value for `JSON.stringify`. */
export function automatonToJson(automaton: Automaton, stateNames: StateNaming = 'names'): AutomatonJson {
  const { name, propositions, stateCount, initial, acceptance, edgeStart } = automaton;
  const labels = new LabelTexts(automaton, labelNotation(propositions, 'ascii'));
  const known = acceptanceName(acceptance);
  const names = stateTexts(automaton, stateNames);
  const edges = Array.from({ length: stateCount }, (_, source) =>
    Array.from({ length: edgeStart[source + 1] - edgeStart[source] }, (_, i) => {
      const e = edgeStart[source] + i;
      const label = labels.of(automaton.edgeLabel[e]);
      return { source, target: automaton.edgeTarget[e], label, marks: setsIn(automaton.edgeMarks[e]) };
    }),
  ).flat();
  return {
    ...(name === '' ? {} : { name }),
    propositions,
    states: stateCount,
    initial,
    acceptance: {
      sets: acceptance.setCount,
      condition: formatAcceptance(acceptance.formula),
      ...(known === null ? {} : { name: known }),
    },
    properties: hoaProperties(automaton, hasStateAcceptance(automaton) ? 'states' : 'edges'),
    ...(names === null ? {} : { stateNames: names }),
    edges,
  };
}
