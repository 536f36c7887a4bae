// The driver: applies rules to a net until none applies any more, and keeps what is needed to bring runs back.
//
// Each rule sees what was touched since its last pass; after a rule has done something, those before it come first again. So the work is
// near-linear in the size of the net and of what is done to it. Agglomeration may make the net larger for a while, up to a factor of 2 in
// transitions and in arcs.
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Net } from '../models/petri/net.ts';
import { netFacts } from './lp/net-facts.ts';
import { ReducibleNet } from './net.ts';
import { ReducedNet, type RuleReport, type Stage } from './reduced-net.ts';
import type { Rule, Scope, StageLifting } from './rule.ts';
import { type RuleName, reductionRules } from './rules.ts';

/** The net has at most so many times the transitions and arcs that were given, and some more. */
const GROWTH = 2;
const SLACK = 16;
/** Passes of one rule, lest a long chain of small effects costs more than it brings. */
const MOST_PASSES = 200;
/** Nets reduced for several questions that are kept. */
const MOST_COMMON = 4;

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

/** What is common to several questions. */
interface CommonTask extends Pick<ReductionOptions, 'preserve' | 'rules' | 'stopwatch'> {
  /** All places that any question sees which is asked together with this one, itself included. */
  readonly expected?: readonly number[];
  /** Seconds for what the state equation says of the net; it is not asked unless given. */
  readonly equationSeconds?: number;
}

/** Reductions of one net for several questions: what depends on no question is done once. */
export class Reducer {
  private readonly given: ReducibleNet;
  private readonly common = new Map<string, Pass>();

  constructor(net: Net) {
    this.given = ReducibleNet.of(net);
  }

  reduce(options: ReductionOptions & CommonTask): ReducedNet {
    const { visible, visiblePlaces = 'told', preserve, rules, stopwatch = new Stopwatch() } = options;
    const common = visiblePlaces === 'told' ? this.begin(options) : new Pass(this.given);
    const pass = common.copyFor(visible);
    if (visiblePlaces === 'kept') pass.net.holdVisible();
    pass.run(allowedRules(preserve, rules), stopwatch);
    return new ReducedNet(pass.net, pass.stages, pass.reports);
  }

  /** What can be done before one of the questions is looked at alone; done once. Throws `LimitExceeded`. */
  begin({ preserve, rules, expected, equationSeconds, stopwatch = new Stopwatch() }: CommonTask): Pass {
    // Rules that see no difference between places: everything counts as visible.
    const always = this.shared('', stopwatch, () => {
      const everything = this.given.places();
      return { from: new Pass(this.given), visible: everything, allowed: allowedRules('all', rules) };
    });
    if (equationSeconds !== undefined) always.askEquation(allowedRules('all', rules), equationSeconds, stopwatch);
    if (expected === undefined) return always;
    return this.shared(`${preserve} ${expected.join()}`, stopwatch, () => ({
      from: always,
      visible: expected,
      allowed: allowedRules(preserve, rules),
    }));
  }

  private shared(
    key: string,
    stopwatch: Stopwatch,
    plan: () => { from: Pass; visible: readonly number[]; allowed: readonly Rule<RuleName>[] },
  ): Pass {
    const known = this.common.get(key);
    if (known !== undefined) return known;
    const { from, visible, allowed } = plan();
    const pass = from.copyFor(visible);
    pass.run(allowed, stopwatch);
    if (this.common.size > MOST_COMMON) this.common.clear();
    this.common.set(key, pass);
    return pass;
  }
}

function allowedRules(preserve: Rule['preserves'], rules?: readonly RuleName[]): readonly Rule<RuleName>[] {
  return reductionRules.filter(
    ({ name, preserves }) => (preserves === 'all' || preserve === 'next-free') && (rules?.includes(name) ?? true),
  );
}

/** One net on its way to the fixpoint. */
class Pass {
  readonly net: ReducibleNet;
  readonly stages: Stage[];
  private readonly done = new Map<RuleName, { applied: number; seconds: number; passes: number }>();

  /** Places that block nothing by themselves in this net, in an order; null until that was asked. */
  private implicit: readonly number[] | null = null;

  constructor(net: ReducibleNet, before?: Pass) {
    this.net = net;
    this.stages = [...(before?.stages ?? [])];
    for (const { rule, applied, seconds } of before?.reports ?? [])
      this.done.set(rule, { applied, seconds, passes: 0 });
  }

  /** To go on from here, for what is seen of the given places: their tokens are known here. */
  copyFor(visible: Iterable<number>): Pass {
    const net = this.net.clone();
    net.visible.fill(0);
    for (const place of visible) {
      const meaning = net.meaningOf(place)!;
      if (meaning.place !== null) net.visible[meaning.place] = 1;
    }
    const pass = new Pass(net, this);
    for (const place of this.implicit ?? []) {
      if (net.visible[place] === 1 || net.heldPlaces[place] === 1) continue;
      net.removePlace(place, null);
      pass.entry('implicit').applied++;
    }
    return pass;
  }

  /** Drops what never fires by the state equation, and finds the places that can be dropped where they are not seen; once. */
  askEquation(allowed: readonly Rule<RuleName>[], seconds: number, stopwatch: Stopwatch): void {
    if (this.implicit !== null) return;
    const { net } = this;
    const may = (rule: RuleName): boolean => allowed.some(({ name }) => name === rule);
    const begun = performance.now();
    const [places, transitions] = [net.places(), net.transitions()];
    const isRemoved = (t: number): boolean => may('dead') && !net.isHeldTransition(transitions[t]);
    const facts = netFacts(new ReducedNet(net, [], []).net, { stopwatch, seconds, isRemoved });
    this.implicit = may('implicit') ? (facts?.implicit.map((place) => places[place]) ?? []) : [];
    const dead = (facts?.dead ?? []).filter(isRemoved).map((t) => transitions[t]);
    for (const t of dead) net.removeTransition(t);
    const entry = this.entry('dead');
    entry.applied += dead.length;
    entry.seconds += (performance.now() - begun) / 1000;
  }

  private entry(rule: RuleName): { applied: number; seconds: number; passes: number } {
    const entry = this.done.get(rule) ?? { applied: 0, seconds: 0, passes: 0 };
    this.done.set(rule, entry);
    return entry;
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
    const entry = this.entry(rule.name);
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
