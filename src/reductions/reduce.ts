// The driver: applies rules to a net until none applies any more, and keeps what is needed to bring runs back.
//
// Each rule sees what was touched since its last pass; after a rule has done something, those before it come first again. So the work is
// near-linear in the size of the net and of what is done to it. Agglomeration may make the net larger for a while, up to a factor of 2 in
// transitions and in arcs.
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Net } from '../models/petri/net.ts';
import { ReducibleNet } from './net.ts';
import { ReducedNet, type RuleReport, type Stage } from './reduced-net.ts';
import type { Rule, Scope, StageLifting } from './rule.ts';
import { type RuleName, reductionRules } from './rules.ts';

/** The net has at most so many times the transitions and arcs that were given, and some more. */
const GROWTH = 2;
const SLACK = 16;
/** Passes of one rule, lest a long chain of small effects costs more than it brings. */
const MOST_PASSES = 200;

export interface ReductionOptions {
  /** The places whose tokens are seen; their values are still known in the reduced net. */
  readonly visible: Iterable<number>;
  /** Whether those places may go where their tokens can be told from others (`told`, unless given), or stay as they are. */
  readonly visiblePlaces?: 'told' | 'kept';
  /** What has to be preserved: rules that keep less are left out. */
  readonly preserve: Rule['preserves'];
  /** All that preserve enough, unless given. */
  readonly rules?: readonly RuleName[];
  readonly stopwatch?: Stopwatch;
}

/** Reduces a net for what is seen of it. Throws `LimitExceeded` when the time is up. */
export function reduceNet(net: Net, options: ReductionOptions): ReducedNet {
  return new Reducer(net).reduce(options);
}

/** Reductions of one net for several questions: what depends on no question is done once. */
export class Reducer {
  private readonly given: ReducibleNet;
  private common: { readonly key: string; readonly done: Pass } | null = null;

  constructor(net: Net) {
    this.given = ReducibleNet.of(net);
  }

  reduce(options: ReductionOptions): ReducedNet {
    const { visible, visiblePlaces = 'told', preserve, rules, stopwatch = new Stopwatch() } = options;
    const allowed = reductionRules.filter(
      ({ name, preserves }) => (preserves === 'all' || preserve === 'next-free') && (rules?.includes(name) ?? true),
    );
    const common = visiblePlaces === 'told' ? this.commonPass(allowed, stopwatch) : new Pass(this.given, []);
    const pass = new Pass(common.net.clone(), common.reports);
    for (const place of visible) {
      const meaning = pass.net.meaningOf(place)!;
      if (meaning.place === null) continue;
      pass.net.visible[meaning.place] = 1;
      if (visiblePlaces === 'kept') pass.net.heldPlaces[meaning.place] = 1;
    }
    pass.run(allowed, stopwatch);
    return new ReducedNet(pass.net, pass.stages, pass.reports);
  }

  /** The rules that see no difference between places: everything counts as visible. */
  private commonPass(allowed: readonly Rule<RuleName>[], stopwatch: Stopwatch): Pass {
    const shared = allowed.filter(({ preserves }) => preserves === 'all');
    const key = shared.map(({ name }) => name).join();
    if (this.common?.key !== key) {
      const pass = new Pass(this.given.clone(), []);
      pass.net.visible.fill(1);
      pass.run(shared, stopwatch);
      pass.net.visible.fill(0);
      this.common = { key, done: pass };
    }
    return this.common.done;
  }
}

/** One net on its way to the fixpoint. */
class Pass {
  readonly net: ReducibleNet;
  readonly stages: Stage[] = [];
  private readonly done = new Map<RuleName, { applied: number; seconds: number; passes: number }>();

  constructor(net: ReducibleNet, before: readonly RuleReport[]) {
    this.net = net;
    for (const { rule, applied, seconds } of before) this.done.set(rule, { applied, seconds, passes: 0 });
  }

  get reports(): RuleReport[] {
    return [...this.done].map(([rule, { applied, seconds }]) => ({ rule, applied, seconds }));
  }

  run(rules: readonly Rule<RuleName>[], stopwatch: Stopwatch): void {
    const { net } = this;
    const most = {
      transitions: GROWTH * net.given.transitions.length + SLACK,
      arcs: GROWTH * net.given.transitions.reduce((sum, t) => sum + t.inputs.length + t.outputs.length, 4 * SLACK),
    };
    const newStage = (lifting: StageLifting): void => {
      this.stages.push({ ...net.beginStage(), lifting });
    };
    const read = rules.map(() => ({ places: 0, transitions: 0 }));
    for (let i = 0; i < rules.length; ) {
      stopwatch.look();
      const scope: Scope = {
        places: fresh(net.touchedPlaces, read[i].places, (place) => net.hasPlace(place)),
        transitions: fresh(net.touchedTransitions, read[i].transitions, (t) => net.hasTransition(t)),
        stopwatch,
        most,
        newStage,
      };
      read[i] = { places: net.touchedPlaces.length, transitions: net.touchedTransitions.length };
      const isDone = scope.places.length === 0 && scope.transitions.length === 0;
      const applied = isDone ? 0 : this.apply(rules[i], scope);
      i = applied > 0 && i > 0 ? 0 : i + 1;
    }
  }

  private apply(rule: Rule<RuleName>, scope: Scope): number {
    const entry = this.done.get(rule.name) ?? { applied: 0, seconds: 0, passes: 0 };
    this.done.set(rule.name, entry);
    if (entry.passes++ >= MOST_PASSES) return 0;
    const begun = performance.now();
    const applied = rule.apply(this.net, scope);
    entry.seconds += (performance.now() - begun) / 1000;
    entry.applied += applied;
    return applied;
  }
}

function fresh(journal: readonly number[], since: number, isThere: (item: number) => boolean): number[] {
  const items = new Set<number>();
  for (let i = since; i < journal.length; i++) if (isThere(journal[i])) items.add(journal[i]);
  return [...items];
}
