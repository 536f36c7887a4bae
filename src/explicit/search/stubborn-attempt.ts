// Stubborn sets that nobody asked for are tried beside a search once that has become long: what they cost in vain must be little beside what was
// done by then, so that a check with them never takes more than a tenth longer than one without. First the sets of some states are looked at
// (`stubborn-look.ts`); where these promise something, another search follows them in memory of its own, as long as they pay
// (`stubborn-trial.ts`), and the search that waits for it goes on where it was if they do not.
//
// When it is time is known from counts, never from the clock: looking costs about as much for each transition as so many states cost the kernel
// (bench/results/partial-order.md).
import type { Group } from '../../models/model.ts';
import type { EmptinessResult, LaterAttempt } from '../emptiness/result.ts';
import type { StubbornLook } from './stubborn-look.ts';

/** At least so many states: a violation is often found among them, and what is looked at must be typical. */
const FIRST = 1 << 15;
/** Ten times the states that the kernel visits while one transition of a net, or one program, is looked at; and while facts about it are found. */
const LOOK = { tokens: 2500, program: 12_500 };
const FACTS = 35_000;
/** Ten times those that it visits while the other search is made ready and given up again: some 40 ms on nets and small programs. */
const TRIAL = 1_300_000;

interface AttemptParts {
  readonly look: () => StubbornLook;
  /** Searches with the sets; null where they do not pay. */
  readonly search: () => EmptinessResult | null;
  readonly lookAfter?: number | undefined;
}

export class StubbornAttempt implements LaterAttempt {
  /** The states after which there is something to do. */
  due: number;
  isInVain = false;
  private readonly parts: AttemptParts;
  private readonly factsAfter: number;
  /** States before the trial, beside those that paid for what was looked at. */
  private readonly trialCosts: number;
  private isGuessed = false;
  private isPromising = false;

  constructor(groups: readonly Group[], parts: AttemptParts) {
    const isNet = groups.every(({ behaviour }) => behaviour.kind === 'tokens');
    const { lookAfter } = parts;
    this.parts = parts;
    this.due = lookAfter ?? Math.max(FIRST, groups.length * (isNet ? LOOK.tokens : LOOK.program));
    // What each takes adds up, so each is paid for by states of its own.
    this.factsAfter = lookAfter ?? this.due + groups.length * FACTS;
    this.trialCosts = lookAfter === undefined ? TRIAL : 0;
  }

  after(states: number): EmptinessResult | null {
    if (states < this.due) return null;
    const look = this.parts.look();
    if (this.isPromising) return this.tried(look, states);
    if (!this.isGuessed) {
      this.isGuessed = true;
      const guess = look.guess();
      if (guess === 'yes') return this.tried(look, states);
      if (guess === 'no') return this.over();
      if (states < this.factsAfter) {
        this.due = this.factsAfter;
        return null;
      }
    }
    return look.isPromising() ? this.tried(look, states) : this.over();
  }

  private tried(look: StubbornLook, states: number): EmptinessResult | null {
    let result = this.isPromising ? null : withNothingToFollow(look);
    const trialAfter = this.isPromising ? this.due : this.due + this.trialCosts;
    if (result === null && states < trialAfter) {
      this.isPromising = true;
      this.due = trialAfter;
      return null;
    }
    result ??= this.parts.search();
    const none = this.over();
    if (result === null) return none;
    this.isInVain = false;
    return result;
  }

  private over(): null {
    this.due = Number.POSITIVE_INFINITY;
    this.isInVain = true;
    return null;
  }
}

/** The result where stubborn sets leave out all that follows the initial states: these are the reduced product. */
function withNothingToFollow(look: StubbornLook): EmptinessResult | null {
  const partialOrder = look.emptyAtStart();
  if (partialOrder === null) return null;
  const counts = { exploredStates: partialOrder.expanded, exploredEdges: 0, maximalDepth: 0 };
  return { accepting: null, statistics: { ...counts, passes: 1, components: 0, bytes: 0, partialOrder } };
}
