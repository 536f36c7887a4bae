// Learning ahead of the diagrams. A closure shows only what the rows known so far lead to: tables whose rows depend on each other in a long chain take
// a round of learning and closure for each link of it (pgm_protocol.8 of BEEM some hundreds of rounds for some thousands of rows). Where rounds become
// many, random walks go ahead, each from a state in which something was new.
//
// Walks go through reachable states, so the tables get no row that a later round would not have found. A fault that a walk meets is thrown as the
// model throws it.
import { Random } from '../base/random.ts';
import type { LearnedRows } from './learned-rows.ts';
import type { ModelTransitions } from './transitions.ts';

/** Rounds of learning before the first walks, and between them. */
const ROUNDS_BETWEEN = 16;
/** The steps of one walk, of all walks after a round together, and of those in a row that teach nothing before they end. */
const WALK_STEPS = 50;
const MOST_STEPS = 50_000;
const IDLE_STEPS = 5000;

/** The walks of one exploration; the same each time. */
export class Walks {
  private readonly transitions: ModelTransitions;
  private readonly groups: readonly LearnedRows[];
  private readonly random = new Random(1);
  /** The states in which something was new, in the order in which they were met. */
  private readonly starts: Int32Array[] = [];

  constructor(transitions: ModelTransitions) {
    this.transitions = transitions;
    this.groups = transitions.groups
      .filter((group) => group.kind === 'learned')
      .filter(({ isComplete }) => !isComplete);
  }

  /** Whether it is time for walks after so many rounds of learning. */
  areDue(rounds: number): boolean {
    return this.groups.length > 0 && rounds % ROUNDS_BETWEEN === 0;
  }

  /** Walks and learns. The state given first is a reachable one that is new; `tick` is called at each step. */
  go(from: Int32Array, tick: () => void): void {
    const { random, starts } = this;
    starts.push(from);
    let idle = 0;
    for (let steps = 0; steps < MOST_STEPS && idle < IDLE_STEPS; ) {
      // From the newest, so that a long chain is followed to its end; and from any.
      let state: Int32Array | null = random.chance(0.5) ? starts[starts.length - 1] : random.pick(starts);
      for (let step = 0; step < WALK_STEPS && state !== null; step++) {
        tick();
        steps++;
        idle++;
        state = this.successor(state);
        if (state === null || !this.learn(state)) continue;
        starts.push(state);
        idle = 0;
      }
    }
  }

  /** Any successor, each equally likely; null where there is none. */
  private successor(state: Int32Array): Int32Array | null {
    const found: Int32Array[] = [];
    this.transitions.model.successors(state, (target) => found.push(target.slice()));
    return found.length === 0 ? null : this.random.pick(found);
  }

  /** Learns what the state asks for; whether there is a new row. */
  private learn(state: Int32Array): boolean {
    const codes = this.transitions.encode(state);
    let learned = false;
    for (const group of this.groups) {
      learned = group.learn(group.variables.map((variable) => codes[variable])) || learned;
    }
    return learned;
  }
}
