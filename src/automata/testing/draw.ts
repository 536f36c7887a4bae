// Testing automata drawn with the conventions of the papers: changesets on edges, U above the initial arrows, states of F \ G with
// a double plain line, of G \ F with a double dashed one, of both with one of each, marks as coloured dots [BDK12, Fig. 3 and 4].
import { LabelTexts, labelNotation } from '../label-texts.ts';
import { setsIn } from '../operations/acceptance-forms.ts';
import { pictureToDot } from '../picture/dot.ts';
import type { Picture, PictureNode } from '../picture/picture.ts';
import { ChangeTexts } from './change-texts.ts';
import { nameInSymbols } from './state-names.ts';
import type { TestingAutomaton } from './testing-automaton.ts';

export interface DrawTestingOptions {
  /** Lines above the picture. */
  readonly caption?: readonly string[];
  /** Names in states, or only their numbers. `names` unless given. */
  readonly stateNames?: 'names' | 'none';
  /** `unicode` writes ¬a ∧ b and ∅, `ascii` !a & b and {}. `unicode` unless given. */
  readonly symbols?: 'ascii' | 'unicode';
}

/** The picture of a testing automaton. */
export function drawTesting(testing: TestingAutomaton, options: DrawTestingOptions = {}): Picture {
  const { bdd, propositions, stateCount, edgeStart, edgeChange, edgeMarks, edgeTarget } = testing;
  const { symbols = 'unicode' } = options;
  const changes = new ChangeTexts(bdd, propositions, symbols === 'ascii' ? '{}' : '∅');
  const letters = new LabelTexts(testing, labelNotation(propositions, symbols));
  const named = (state: number): string =>
    symbols === 'ascii' ? testing.stateNames[state] : nameInSymbols(testing.stateNames[state]);
  const onStates = testing.accepting !== null;
  const nodes = Array.from({ length: stateCount }, (_, state): PictureNode => {
    const name = options.stateNames === 'none' ? '' : named(state);
    return {
      text: String(state),
      outline: outlineOf(testing, state),
      marks: [],
      ...(name === '' ? {} : { note: name }),
    };
  });
  const edges = nodes.flatMap((_, source) =>
    Array.from({ length: edgeStart[source + 1] - edgeStart[source] }, (_, i) => {
      const e = edgeStart[source] + i;
      const marks = onStates ? [] : setsIn(edgeMarks[e]);
      return { source, target: edgeTarget[e], text: changes.of(edgeChange[e]), marks };
    }),
  );
  const starts = testing.initial.map(({ state, letters: set }) => ({ target: state, text: letters.of(set) }));
  return { caption: (options.caption ?? []).map((line) => [line]), nodes, edges, starts };
}

/** The testing automaton as a DOT graph, without a final newline. */
export function printTestingDot(testing: TestingAutomaton, options: DrawTestingOptions = {}): string {
  return pictureToDot(drawTesting(testing, options));
}

function outlineOf({ accepting, livelock }: TestingAutomaton, state: number): PictureNode['outline'] {
  if (livelock?.[state]) return accepting?.[state] ? 'mixed' : 'double-dashed';
  return accepting?.[state] ? 'double' : 'single';
}
