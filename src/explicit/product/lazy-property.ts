// The on-the-fly TGTA as a property: its edges for each pair of consecutive letters that the model shows.
import { allMarks } from '../../automata/acceptance.ts';
import type { Automaton } from '../../automata/automaton.ts';
import { LazyTgta } from '../../automata/testing/lazy-tgta.ts';
import { invariant } from '../../base/assert.ts';
import type { LetterTable } from './letters.ts';
import type { AcceptanceMode, Property } from './product.ts';

/** A TGBA read as a TGTA, never built as a whole. */
export class LazyTgtaProperty implements Property {
  readonly reads = 'change';
  readonly modes: readonly AcceptanceMode[];
  private readonly tgta: LazyTgta;
  private readonly tables: Map<number, Int32Array>[] = [];

  /** `names` are the propositions of the letters, in their order; the TGBA may use some of them. */
  constructor(
    tgba: Automaton,
    letters: LetterTable,
    names: readonly string[],
    isStutterInvariant?: (state: number) => boolean,
  ) {
    const variables = tgba.propositions.map((name) => names.indexOf(name));
    invariant(!variables.includes(-1), 'the letters show every proposition of the automaton');
    const holds = (letter: number, variable: number): boolean => letters.holds(letter, variables[variable]);
    this.tgta = new LazyTgta(tgba, { holds, isStutterInvariant });
    this.modes = [{ required: allMarks(this.tgta.setCount), forbidden: 0 }];
  }

  initialStates(letter: number): readonly number[] {
    return this.tgta.initialStates(letter);
  }

  edges(state: number, from: number, to: number): Int32Array {
    const table = (this.tables[state] ??= new Map());
    const key = from * 0x400_0000 + to;
    let edges = table.get(key);
    if (edges === undefined) table.set(key, (edges = this.tgta.edges(state, from, to)));
    return edges;
  }
}
