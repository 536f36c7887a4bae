// The graph of a model seen through the propositions of a formula: the letter of a state is computed at most once and kept, because
// labels are the most costly part of such products [BDK11, §4].
import { Int32List } from '../../base/growable.ts';
import { compileExpression } from '../../models/expression/closures.ts';
import { type Expression, evaluate } from '../../models/expression/expression.ts';
import { collectReads } from '../../models/expression/support.ts';
import { mentionsDead } from '../../models/expression/walk.ts';
import { LetterTable } from './letters.ts';
import type { ModelGraph } from './model-graph.ts';

/** A predicate on a state, given as vector and number. */
type Predicate = (vector: Int32Array, state: number) => number;

/** Kripke structure 〈S, I, R, L〉: S, I and R are those of the graph, L is made here. */
export class Kripke {
  readonly graph: ModelGraph;
  readonly letters: LetterTable;
  /** What the propositions of the letters stand for. */
  readonly expressions: readonly Expression[];
  private readonly predicates: readonly Predicate[];
  /** Letter of each state; -1 when not yet computed. */
  private readonly letterOf = new Int32List(64);
  private readonly vector: Int32Array;
  /** The variables that the predicates read. */
  private readonly wanted: readonly number[];

  constructor(graph: ModelGraph, predicates: readonly Expression[]) {
    this.graph = graph;
    this.expressions = predicates;
    this.letters = new LetterTable(predicates.length);
    this.predicates = predicates.map((predicate) => this.compile(predicate));
    this.vector = new Int32Array(graph.model.variables.length);
    const wanted = new Set<number>();
    for (const predicate of predicates) collectReads(predicate, wanted);
    this.wanted = [...wanted];
  }

  /** Number of the letter that `state` shows, in `letters`. */
  letter(state: number): number {
    while (this.letterOf.length <= state) this.letterOf.push(-1);
    let letter = this.letterOf.get(state);
    if (letter < 0) {
      this.graph.states.read(state, this.vector, this.wanted);
      letter = this.letters.intern((i) => this.predicates[i](this.vector, state) !== 0);
      this.letterOf.set(state, letter);
    }
    return letter;
  }

  private compile(predicate: Expression): Predicate {
    if (!mentionsDead(predicate)) return compileExpression(predicate);
    return (vector, state) => evaluate(predicate, vector, () => this.graph.isDead(state));
  }
}
