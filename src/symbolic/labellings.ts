// The labellings of one space: those of the formulas of a run share what they need of each other. Functions of states are kept in one store, so that
// the same proposition is the same number in each formula; relations restricted to it, and their events, are then made once, and what the manager
// remembers about an event serves all of them. Formulas over the same propositions have the same labelling.
import type { Expression } from '../models/expression/expression.ts';
import { FilterTools, SymbolicLabelling } from './labelling.ts';
import type { SymbolicSpace } from './space.ts';

/** What is remembered for formulas to come, in nodes of functions and relations; then it starts anew. A store takes ten times as many. */
const MOST_KEPT = 100_000;
const MOST_LABELLINGS = 100;

export class Labellings {
  private readonly space: SymbolicSpace;
  private tools: FilterTools | null = null;
  private readonly made = new Map<string, SymbolicLabelling>();

  constructor(space: SymbolicSpace) {
    this.space = space;
  }

  /** The labelling by these predicates. Throws `LimitExceeded`, and faults of the model that a reachable state shows. */
  of(predicates: readonly Expression[]): SymbolicLabelling {
    if ((this.tools?.size ?? 0) > MOST_KEPT || this.made.size >= MOST_LABELLINGS) this.forget();
    this.tools ??= new FilterTools(this.space);
    const { tools } = this;
    const key = predicates.map((predicate) => tools.filterOf(predicate)).join();
    let labelling = this.made.get(key);
    if (labelling === undefined) {
      labelling = new SymbolicLabelling(this.space, predicates, tools);
      this.made.set(key, labelling);
    }
    return labelling;
  }

  private forget(): void {
    this.tools = null;
    this.made.clear();
  }
}
