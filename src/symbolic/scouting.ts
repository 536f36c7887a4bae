// Learning ahead of the diagrams. A closure shows only what the rows known so far lead to: tables whose rows depend on each other in a long chain take
// a round of learning and closure for each link of it (pgm_protocol.8 of BEEM hundreds of rounds for some thousands of rows). Single states are cheap
// beside that: before the first closure and after each round some of them are explored one by one, for what they ask the tables.
//
// States that show a table something new are explored first, the newest and any other of them in turn, then those that show nothing new. Nothing need be complete: states are
// told apart by a hash, and the lists are bounded. All of them are reachable, so the tables get no row that a later round would not have
// found. A fault that a state has is thrown as the model throws it.
import { Random } from '../base/random.ts';
import type { LearnedRows } from './learned-rows.ts';
import type { ModelTransitions } from './transitions.ts';

/** States explored at first, and by how many more each time; never more than the second at once. */
const STATES = 10_000;
const MOST_STATES = 100_000;
/**
 * Where the first states, so many of them, have taught more than twice as many rows, that is forgotten, and the tables are left to the closures: each of these
 * teaches tens of thousands of rows, and a table that knows a row here and a row there makes irregular sets (fischer.5 of BEEM took five times as long).
 */
const SAMPLE = 1000;
/** Calls until then, after which there is scouting nevertheless. */
const PATIENCE = 16;
/** States in a row that teach no row, before it is enough for now. */
const IDLE_STATES = 5000;
/** Entries of states that wait in each of the two lists, and hashes that are remembered. */
const MOST_ENTRIES = 4_000_000;
const MOST_HASHES = 500_000;

/** The single states of one model that were explored for its tables; the same each time. */
export class Scouting {
  private readonly transitions: ModelTransitions;
  private readonly random = new Random(1);
  /** The tables that are not complete; by variable; and of each group, once it was asked for, those that a step of it may show something new. */
  private readonly tables: readonly LearnedRows[];
  private readonly byVariable: readonly LearnedRows[][];
  private readonly affected = new Map<number, readonly LearnedRows[]>();
  private readonly promising: Int32Array[] = [];
  private readonly reserve: Int32Array[] = [];
  private readonly hashes = new Set<number>();
  private calls = 0;
  /** Rows that were taught. */
  private taught = 0;
  /** Whether the tables were left to the closures. */
  private isLeft = false;

  constructor(transitions: ModelTransitions) {
    const { model, groups } = transitions;
    this.transitions = transitions;
    this.tables = groups.filter((group) => group.kind === 'learned').filter(({ isComplete }) => !isComplete);
    this.byVariable = this.tables.length === 0 ? [] : model.variables.map(() => []);
    for (const table of this.tables) for (const variable of table.variables) this.byVariable[variable].push(table);
    if (this.tables.length > 0) for (const state of model.initialStates()) this.meet(state, this.tables);
  }

  /**
   * Explores some more states and learns, also from the one that is given. `tick` is called for each state. The first call may forget what the tables have
   * learned.
   */
  go(from: Int32Array | null, tick: () => void): void {
    if (this.tables.length === 0) return;
    this.calls++;
    if (this.isLeft && this.calls < PATIENCE) return;
    if (from !== null) this.meet(from, this.tables);
    const most = Math.min(MOST_STATES, STATES * this.calls);
    for (let explored = 0, idle = 0; explored < most && idle < IDLE_STATES; explored++) {
      const state = this.next(explored % 2 === 0 ? 'newest' : 'any');
      if (state === null) break;
      tick();
      const before = this.taught;
      this.transitions.model.successors(state, (target, group) => this.meet(target, this.affectedBy(group)));
      idle = this.taught === before ? idle + 1 : 0;
      if (this.calls === 1 && explored === SAMPLE && this.taught > 2 * SAMPLE) {
        this.isLeft = true;
        for (const table of this.tables) table.forget();
        break;
      }
    }
  }

  private affectedBy(group: number): readonly LearnedRows[] {
    let tables = this.affected.get(group);
    if (tables === undefined) {
      const { writes } = this.transitions.model.groups[group];
      tables = [...new Set(writes.flatMap((variable) => this.byVariable[variable]))];
      this.affected.set(group, tables);
    }
    return tables;
  }

  /** Takes a state to be explored; null when there is none. */
  private next(which: 'newest' | 'any'): Int32Array | null {
    const from = this.promising.length > 0 ? this.promising : this.reserve;
    if (from.length === 0) return null;
    const place = which === 'newest' ? from.length - 1 : this.random.below(from.length);
    const state = from[place];
    from[place] = from[from.length - 1];
    from.pop();
    return state;
  }

  /** Learns what a state asks the tables for, and keeps it to be explored, unless it was met before. */
  private meet(state: Int32Array, tables: readonly LearnedRows[]): void {
    const { hashes } = this;
    const hash = hashOf(state);
    if (hashes.has(hash)) return;
    if (hashes.size === MOST_HASHES) hashes.clear();
    hashes.add(hash);
    const waiting = this.ask(state, tables) ? this.promising : this.reserve;
    if ((waiting.length + 1) * state.length <= MOST_ENTRIES) waiting.push(state.slice());
    else if (waiting.length > 0) waiting[this.random.below(waiting.length)] = state.slice();
  }

  /** Whether the state asks something new. */
  private ask(state: Int32Array, tables: readonly LearnedRows[]): boolean {
    const { codings } = this.transitions;
    let isNew = false;
    for (const table of tables) {
      const { askedCount } = table;
      const codes = table.variables.map((variable) => codings[variable].encode(state[variable]));
      if (table.learn(codes)) this.taught++;
      if (table.askedCount > askedCount) isNew = true;
    }
    return isNew;
  }
}

/** 52 bits. */
function hashOf(state: Int32Array): number {
  let high = 17;
  let low = 31;
  for (let i = 0; i < state.length; i++) {
    high = Math.imul(high ^ state[i], 0x85ebca6b);
    high ^= high >>> 13;
    low = Math.imul(low + state[i], 0x9e3779b1) ^ (low >>> 15);
  }
  return (high >>> 0) * 0x10_0000 + (low >>> 12);
}
