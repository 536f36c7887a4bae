// The tokens of terms under bindings, one term at a time, with complaints about those that stand for no multiset that a net can have.
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { MAX_TOKENS } from '../../petri/net.ts';
import type { Located, Problems } from '../problems.ts';
import { Multiset } from './multiset.ts';
import { type Domain, MAX_INSTANCES } from './sorts.ts';
import type { Summand } from './terms.ts';

/** At most this many tokens of terms are counted for one net. */
const MAX_COUNTED = 2_000_000_000;
/** A term that is multiplied out to more is refused: it would touch more places than there can be. */
const MAX_TERM = 4 * MAX_INSTANCES;

export class TermTokens {
  /** What the last term stood for. */
  readonly multiset = new Multiset();
  private readonly problems: Problems;
  private readonly stopwatch: Stopwatch;
  private counted = 0;

  constructor(problems: Problems, stopwatch: Stopwatch) {
    this.problems = problems;
    this.stopwatch = stopwatch;
  }

  /** Puts the multiset that a term denotes under a binding into `multiset`; false after a complaint. */
  fill(summands: readonly Summand[], domain: Domain, binding: ArrayLike<number>, at: Located): boolean {
    this.stopwatch.tick();
    const { multiset } = this;
    const budget = Math.min(MAX_TERM, MAX_COUNTED - this.counted);
    const tried = multiset.fill(summands, domain, binding, budget);
    this.counted += tried;
    if (tried > budget) {
      this.problems.add(at, { code: 'NET215', message: 'the term stands for too many tokens to be unfolded' });
      return false;
    }
    for (const count of multiset.counts) {
      if (count < 0)
        this.problems.add(at, { code: 'NET217', message: 'the term takes away more tokens than there are' });
      if (count > MAX_TOKENS)
        this.problems.add(at, { code: 'NET207', message: 'the term has more than 2^31 - 1 tokens' });
      if (count < 0 || count > MAX_TOKENS) return false;
    }
    return true;
  }
}
