// The steps from one formula to its automaton, each done when first asked for: simplify, tableau, reductions, the minimal
// weak automaton of an obligation, the complement against which states are merged, degeneralisation.
import { Bdd } from '../../dd/bdd.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { negate, nnf } from '../../formula/nnf.ts';
import { simplify } from '../../formula/simplify/simplify.ts';
import { OBLIGATION } from '../../formula/traits.ts';
import { propositionsOf } from '../../formula/traverse.ts';
import type { Automaton } from '../automaton.ts';
import { isDeterministic, nondeterministicStates } from '../properties.ts';
import { absorbStates } from '../reduce/absorb.ts';
import { Budget } from '../reduce/budget.ts';
import { reduceMarks } from '../reduce/marks.ts';
import { minimizeObligation, type WeakMinimum } from '../reduce/obligation.ts';
import { reduce } from '../reduce/reduce.ts';
import { degeneralize, orders } from './degeneralize.ts';
import { recurringGuarantee, repeatDeterministically, repeatNondeterministically } from './recurrence.ts';
import { tableau } from './tableau.ts';

export type Preference = 'small' | 'deterministic' | 'any';
export type Effort = 'low' | 'medium' | 'high';

interface TranslationOptions {
  readonly preference: Preference;
  readonly effort: Effort;
  readonly propositions?: readonly string[];
  readonly stopwatch: Stopwatch;
}

/** How many edges of products may be visited to merge the states of one automaton. */
const MERGE_BUDGET = 200_000;

/** Steps that may be spent on making the automaton smaller, and more of them for each edge that it has at first. */
const WORK = 8_000_000;
const WORK_PER_EDGE = 2000;

export class Translation {
  private readonly options: TranslationOptions;
  private readonly normal: Formula;
  private readonly propositions: readonly string[];
  private readonly bdd: Bdd;
  private budget = new Budget(WORK);
  private knownWeak: WeakMinimum | null | undefined;
  private knownComplement: Automaton | null | undefined;

  constructor(formula: Formula, options: TranslationOptions) {
    this.options = options;
    this.normal = this.normalize(formula);
    this.propositions = options.propositions ?? propositionsOf(this.normal);
    this.bdd = new Bdd(this.propositions.length);
  }

  /** The automaton with generalized Büchi acceptance on edges. */
  tgba(): Automaton {
    return this.bdd.during(this.options.stopwatch, () => this.bestTgba());
  }

  /** The automaton with Büchi acceptance on states. */
  ba(): Automaton {
    return this.bdd.during(this.options.stopwatch, () => this.bestBa());
  }

  /** Whether reductions were left out because they would have taken too much work. */
  get isCut(): boolean {
    return this.budget.isCut;
  }

  /** The automaton with which everything begins. */
  private base(): Automaton {
    const built = this.build(this.normal);
    this.budget = new Budget(WORK + WORK_PER_EDGE * built.edgeCount);
    return this.reduced(built);
  }

  private bestTgba(): Automaton {
    const base = this.base();
    const { preference } = this.options;
    if (base.stateCount === 1 || preference === 'any') return base;
    if (base.stateCount === 2 && preference === 'small' && isDeterministic(base)) return base;
    return preference === 'deterministic' ? this.mostDeterministic(base) : this.smallest(base);
  }

  private bestBa(): Automaton {
    const { preference, effort } = this.options;
    const base = this.base();
    const simple = this.reducedBa(degeneralize(base));
    if (simple.stateCount === 1 || preference === 'any') return simple;
    if (preference === 'deterministic') return this.reducedBa(degeneralize(this.mostDeterministic(base)));
    if (effort !== 'high') return smaller(simple, this.weak(base)?.automaton ?? simple);
    const small = this.smallest(base);
    let best = smaller(simple, this.weak(base)?.automaton ?? simple);
    for (const source of small === base ? [base] : [base, small]) best = this.bestDegeneralization(source, best);
    return this.absorbed(best, base, 'states');
  }

  private build(normal: Formula, options: { splitting?: 'primes' | 'letters'; limits?: Stopwatch } = {}): Automaton {
    const { propositions, bdd } = this;
    const { splitting = 'primes', limits = this.options.stopwatch } = options;
    return tableau(normal, { splitting, propositions, bdd, limits });
  }

  private normalize(formula: Formula): Formula {
    const { effort, stopwatch: limits } = this.options;
    return nnf(simplify(formula, { level: effort === 'low' ? 1 : 2, limits }));
  }

  private reduced(automaton: Automaton): Automaton {
    const { effort, stopwatch: limits } = this.options;
    const { budget } = this;
    if (effort === 'low') return reduce(automaton, { rounds: 1, limits, budget });
    const reduced = reduce(automaton, { limits, budget });
    return reduced.stateCount > 10 && effort === 'high' ? reduce(reduced, { idle: 'both', limits, budget }) : reduced;
  }

  private reducedBa(automaton: Automaton): Automaton {
    const { effort, stopwatch: limits } = this.options;
    const rounds = effort === 'low' ? 1 : undefined;
    return reduce(automaton, { marksOn: 'states', limits, budget: this.budget, rounds });
  }

  /** The minimal weak deterministic automaton, if the language is an obligation and finding out is not too costly. */
  private weak(base: Automaton): WeakMinimum | null {
    if (this.knownWeak === undefined) {
      const { effort, preference } = this.options;
      const isSure = this.normal.has(OBLIGATION);
      const isTried = isSure ? effort !== 'low' || preference === 'deterministic' : effort === 'high';
      const maxStates = preference === 'deterministic' ? 2000 : Math.min(4 * base.stateCount + 20, 500);
      const complement = isTried && !isSure ? this.complement(base) : null;
      this.knownWeak =
        isTried && (isSure || complement !== null)
          ? this.attempt((stopwatch) => minimizeObligation(base, { complement, maxStates, stopwatch }))
          : null;
    }
    return this.knownWeak;
  }

  /** An automaton for the negation, or null if it is much larger. */
  private complement(base: Automaton): Automaton | null {
    if (this.knownComplement === undefined) {
      const weak = this.normal.has(OBLIGATION) ? this.weak(base) : null;
      this.knownComplement = weak?.complement ?? this.negated(Math.min(50 + 4 * base.stateCount, 1000));
    }
    return this.knownComplement;
  }

  private negated(states: number): Automaton | null {
    const { propositions, bdd, budget } = this;
    const negation = negate(this.normal);
    const build = (limits: Stopwatch): Automaton => tableau(negation, { propositions, bdd, limits });
    const built = this.attempt((part) => part.attempt({ states }, build));
    return built && reduce(built, { limits: this.options.stopwatch, budget });
  }

  /** What the work gives, or null where it takes more than may be spent. */
  private attempt<T>(work: (stopwatch: Stopwatch) => T): T | null {
    return this.budget.attempt(this.bdd, this.options.stopwatch, work);
  }

  private mostDeterministic(base: Automaton): Automaton {
    const weak = this.weak(base);
    if (weak !== null) return reduceMarks(weak.automaton, this.options.stopwatch);
    if (isDeterministic(base)) return base;
    const byLetters = this.attempt((limits) => this.build(this.normal, { splitting: 'letters', limits }));
    if (byLetters === null) return base;
    const other = this.reduced(byLetters);
    const [a, b] = [nondeterministicStates(base), nondeterministicStates(other)];
    return b < a || (a === b && other.stateCount < base.stateCount) ? other : base;
  }

  private smallest(base: Automaton): Automaton {
    const weak = this.weak(base);
    const { effort, stopwatch } = this.options;
    const isWeakSmall = weak !== null && weak.automaton.stateCount <= base.stateCount;
    let best = isWeakSmall ? reduceMarks(weak.automaton, stopwatch) : base;
    if (effort !== 'high') return best;
    for (const other of this.repeated()) if (other.stateCount < best.stateCount) best = other;
    return best.stateCount <= 2 ? best : this.absorbed(best, base, 'edges');
  }

  /** Special automata for G F φ. */
  private repeated(): Automaton[] {
    const guarantee = recurringGuarantee(this.normal);
    if (guarantee === null) return [];
    const { budget } = this;
    const small = (automaton: Automaton): Automaton => reduce(automaton, { limits: this.options.stopwatch, budget });
    const once = this.attempt((limits) => this.build(guarantee, { limits }));
    const eventually = this.attempt((limits) => this.build(guarantee.store.finally(guarantee), { limits }));
    if (once === null || eventually === null) return [];
    const reached = small(eventually);
    const maxStates = 4 * reached.stateCount + 20;
    const weak = this.attempt((stopwatch) => minimizeObligation(reached, { complement: null, maxStates, stopwatch }));
    const found = [repeatNondeterministically(small(once)), weak && repeatDeterministically(weak.automaton)];
    return found.filter((automaton) => automaton !== null).map(small);
  }

  /** Merges states under the eyes of the complement. */
  private absorbed(automaton: Automaton, base: Automaton, marksOn: 'edges' | 'states'): Automaton {
    const complement = this.complement(base);
    if (complement === null) return automaton;
    const { budget } = this;
    const { stopwatch } = this.options;
    const tidy = (a: Automaton): Automaton => reduce(a, { marksOn, limits: stopwatch, budget });
    const merges = { left: MERGE_BUDGET };
    return absorbStates(automaton, complement, { marksOn, merges, budget, tidy, stopwatch });
  }

  /** The smallest of `best` and the degeneralisations of `source` in various orders. */
  private bestDegeneralization(source: Automaton, best: Automaton): Automaton {
    for (const order of orders(source.acceptance.setCount)) {
      for (const entry of ['reset', 'count'] as const) {
        for (const levels of ['reuse', 'fresh'] as const) {
          if (best.stateCount <= source.stateCount) return best;
          best = smaller(best, this.reducedBa(degeneralize(source, { order, entry, levels })));
        }
      }
    }
    return best;
  }
}

function smaller(a: Automaton, b: Automaton): Automaton {
  return b.stateCount < a.stateCount || (b.stateCount === a.stateCount && b.edgeCount < a.edgeCount) ? b : a;
}
