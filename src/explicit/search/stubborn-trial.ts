// Whether stubborn sets that nobody asked for are worth their cost. It is looked at a few times while the reduced search is young, because what is
// given up later costs more. Enough transitions must be left out, the sets must not cost more than these would, and some of what is left out must
// not be reached in another way. The last is seen from states that were found early: of all their successors a share must be unknown. Where
// every order of independent transitions leads to the same few states (one bus serves all), transitions go and states stay. Only counts
// decide, never the clock.
import { InputError } from '../../diagnostics/diagnostic.ts';
import type { StateSpace } from '../kernel/store/state-space.ts';

/**
 * States that are expanded with stubborn sets before it is asked what they saved; and the share of transitions that they must: a set costs about
 * as much as a few successors, and where fewer are left out most states are reached all the same.
 */
const LOOKS = [1 << 9, 1 << 12, 1 << 13, 1 << 14, 1 << 15, 1 << 16];
const LEFT_OUT = 0.4;
/** What must be left out at the first look, where it is seen that there is nothing to hope for. */
const LEFT_OUT_FIRST = 0.1;
/** Among the first quarter of the states, so many are asked for their successors, of which such a share must be unknown (bench/results/partial-order.md). */
const ASKED = 128;
const UNKNOWN = 0.1;
/** Members and conditions that may be looked at for each transition that is left out: about as long as that takes, with the state behind it. */
const WORK = 300;

interface TrialCounts {
  /** States that were expanded, what was enabled in them and what was followed. */
  readonly expanded: number;
  readonly enabled: number;
  readonly followed: number;
  /** Members and conditions that were looked at. */
  readonly work: number;
}

export class StubbornTrial {
  private looks = 0;
  /** What was counted at the look before. */
  private before: TrialCounts = { expanded: 0, enabled: 0, followed: 0, work: 0 };

  /** States until the next look; infinite once the trial is over. */
  statesLeft(expanded: number): number {
    return Math.max(1, (LOOKS[this.looks] ?? Number.POSITIVE_INFINITY) - expanded);
  }

  /** Whether the sets are to be given up, looked at where it is time: by what was saved since the look before. */
  isLost(counts: TrialCounts, space: StateSpace): boolean {
    const { expanded } = counts;
    if (this.looks === LOOKS.length || expanded < LOOKS[this.looks]) return false;
    while (this.looks < LOOKS.length && expanded >= LOOKS[this.looks]) this.looks++;
    const enabled = counts.enabled - this.before.enabled;
    const leftOut = enabled - (counts.followed - this.before.followed);
    const work = counts.work - this.before.work;
    this.before = counts;
    if (expanded < LOOKS[1]) return leftOut < LEFT_OUT_FIRST * enabled;
    return leftOut < LEFT_OUT * enabled || work > WORK * leftOut || unknownShare(space) < UNKNOWN;
  }
}

/** Of the successors of some states that were found early, the share that is not known; 1 where they have none. */
function unknownShare(space: StateSpace): number {
  const { kernel, model } = space;
  const { bufferStates } = kernel.layout;
  const early = Math.floor(kernel.states / 4);
  const step = Math.max(1, Math.floor(early / ASKED));
  let [all, unknown] = [0, 0];
  for (let id = 0; id < early; id += step) {
    let packed = 0;
    let others = 0;
    try {
      model.successors(space.read(id), (target) => {
        if (packed < bufferStates && kernel.packIntoBuffer(target, packed) < 0) packed++;
        else others++;
      });
    } catch (error) {
      // The search finds it, if it comes here.
      if (!(error instanceof InputError)) throw error;
      continue;
    }
    all += packed + others;
    unknown += others + kernel.core.lookUp(packed);
  }
  return all === 0 ? 1 : unknown / all;
}
