// The tableau as a TGBA for products in decision diagrams, and its components as the parts of it.
import { generalizedBuchi } from '../automata/acceptance.ts';
import { type Automaton, AutomatonBuilder } from '../automata/automaton.ts';
import type { AutomatonPart } from '../symbolic/hull-blocks.ts';
import { tableauRanks } from './tableau-ranks.ts';
import type { TableauTable } from './tableau-table.ts';

/** The most expansions of sets in letters for which an automaton is made. */
const MOST_EXPANSIONS = 20_000;

/** Null where the tableau is too large. */
export function tableauAutomaton(
  tableau: TableauTable,
): { readonly automaton: Automaton; readonly parts: readonly AutomatonPart[] } | null {
  if (!tableau.expandAll(MOST_EXPANSIONS)) return null;
  const { names, sets, expanded, untils } = tableau;
  const builder = new AutomatonBuilder(names);
  const { bdd } = builder;
  builder.addStates(sets.length);
  builder.setInitial(0);
  const letters = Array.from({ length: 2 ** names.length }, (_, letter) =>
    bdd.andAll(names.map((_, place) => bdd.literal(place, ((letter >>> place) & 1) === 1))),
  );
  for (const [set, byLetter] of expanded.entries()) {
    const labels = new Map<string, { readonly target: number; readonly marks: number; label: number }>();
    for (const [letter, edges] of byLetter) {
      for (let i = 0; i < edges.length; i += 2) {
        const [target, marks] = [edges[i], edges[i + 1]];
        const known = labels.get(`${target} ${marks}`);
        if (known === undefined) labels.set(`${target} ${marks}`, { target, marks, label: letters[letter] });
        else known.label = bdd.or(known.label, letters[letter]);
      }
    }
    for (const { target, marks, label } of labels.values()) builder.addEdge(set, label, marks, target);
  }
  const { ofSet, postponed } = tableauRanks(expanded, tableau.marks);
  const parts = postponed.map((mark, rank): AutomatonPart => {
    const states = [...ofSet.keys()].filter((set) => ofSet[set] === rank);
    return { states, mark: mark === 'levels' ? 'hull' : mark };
  });
  return { automaton: builder.build(generalizedBuchi(untils.length)), parts };
}
