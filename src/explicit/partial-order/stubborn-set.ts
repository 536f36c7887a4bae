// Stubborn sets of transitions in one state (docs/adr/011, and docs/adr/015 for programs). The set is closed from its seeds on:
//
//     a member that is disabled needs a condition to become true: all transitions that can make one open condition true are members
//     a member that is enabled may disable others: these are members (of programs all that do not go with it)
//     where waiting for ever is accepted, those that may disable an enabled member are members too
//
// and it stands for all transitions as soon as it has an enabled member that may end the wait.

import { ALWAYS_OPEN } from '../kernel/protocol.ts';
import { openClause } from './atoms.ts';
import { isMet } from './comparison.ts';
import type { StubbornRows } from './stubborn-tables.ts';
import type { Goals, WaitingPlan } from './waiting-plan.ts';

/** Seeds that are tried where waiting for ever is accepted and the goals enable nothing. */
const MOST_SEEDS = 4;

export class StubbornSets {
  private readonly rows: StubbornRows;
  /** The round in which a transition, or a list, was last taken. */
  private readonly member: Int32Array;
  private readonly listed: number[] = [];
  private round = 0;
  /** The state in which a transition was last enabled. */
  private readonly enabledIn: Int32Array;
  private state = 0;
  private readonly pending: Int32Array;
  private pendingCount = 0;
  private enabledMembers = 0;
  private enabledCount = 0;

  constructor(rows: StubbornRows) {
    this.rows = rows;
    this.member = new Int32Array(rows.groups);
    this.enabledIn = new Int32Array(rows.groups);
    this.pending = new Int32Array(rows.groups);
  }

  /**
   * Which of the enabled transitions must be followed, as flags in their order; null for all of them. There may be none: then no
   * accepted run comes from here.
   */
  choose(vector: ArrayLike<number>, enabled: readonly number[], plan: WaitingPlan): Uint8Array | null {
    if (enabled.length < 2 && plan.accepting) return null;
    this.state++;
    for (const group of enabled) this.enabledIn[group] = this.state;
    this.enabledCount = enabled.length;
    for (const goals of plan.alternatives) {
      this.begin(goals, vector);
      if (!this.close(vector, plan)) continue;
      if (plan.accepting && this.enabledMembers === 0 && !this.addSome(goals, vector, enabled, plan)) continue;
      return Uint8Array.from(enabled, (group) => (this.member[group] === this.round ? 1 : 0));
    }
    return null;
  }

  /** Adds an enabled transition, and what must come with it; false where all are needed. */
  private addSome(goals: Goals, vector: ArrayLike<number>, enabled: readonly number[], plan: WaitingPlan): boolean {
    let tries = 0;
    for (const seed of enabled) {
      if (plan.unsafe[seed] === 1) continue;
      if (tries++ === MOST_SEEDS) return false;
      if (tries > 1) this.begin(goals, vector);
      this.add(seed);
      if (this.close(vector, plan)) return true;
    }
    return false;
  }

  /** An empty set, then the helpers of an open clause of every goal. */
  private begin(goals: Goals, vector: ArrayLike<number>): void {
    this.round++;
    this.pendingCount = 0;
    this.enabledMembers = 0;
    for (const clauses of goals) for (const helper of openClause(clauses, vector).helpers) this.add(helper);
  }

  private add(group: number): void {
    if (this.member[group] === this.round) return;
    this.member[group] = this.round;
    this.pending[this.pendingCount++] = group;
  }

  private addList(list: number): void {
    if (this.listed[list] === this.round) return;
    this.listed[list] = this.round;
    const members = this.rows.list(list);
    for (let i = 0; i < members.length; i++) this.add(members[i]);
  }

  private addLists(lists: ArrayLike<number>): void {
    for (let i = 0; i < lists.length; i++) this.addList(lists[i]);
  }

  /** Adds what the members ask for; false as soon as an enabled one may end the wait, or all that are enabled are members. */
  private close(vector: ArrayLike<number>, plan: WaitingPlan): boolean {
    while (this.pendingCount > 0) {
      const group = this.pending[--this.pendingCount];
      if (this.enabledIn[group] !== this.state) {
        this.addHelpers(group, vector);
        continue;
      }
      if (plan.unsafe[group] === 1) return false;
      if (++this.enabledMembers === this.enabledCount) return false;
      this.addLists(this.rows.harms(group));
      if (plan.accepting) this.addLists(this.rows.threats(group));
    }
    return true;
  }

  /** Adds those who can help an open condition of a transition that is disabled; one whose helpers were taken already if there is. */
  private addHelpers(group: number, vector: ArrayLike<number>): void {
    const words = this.rows.conditions(group);
    let found = -1;
    for (let i = 0; i < words.length; i += 3) {
      const [list, test] = [words[i], words[i + 1]];
      if (test === ALWAYS_OPEN) {
        if (found < 0) found = list;
      } else if (!isMet(test, words[i + 2], vector[test >> 2])) {
        if (this.listed[list] === this.round) return;
        if (found < 0) found = list;
      }
    }
    if (found >= 0) this.addList(found);
  }
}
