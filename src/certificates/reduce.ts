// Nets made smaller before they are certified, by rules whose conditions the verifier checks again: it is given the log. They are few, and local; each
// is written down with its proof in docs/certificates.md, and checked in verifier/src/rules.ts.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import { type Arc, MAX_TOKENS, type Net, type Place } from '../models/petri/net.ts';
import type { CertificateRule } from './format.ts';

export interface ReducedNet {
  /** With all places: those that are gone are empty, and no arc leads there. */
  readonly net: Net;
  readonly rules: readonly CertificateRule[];
}

interface ReduceOptions {
  /** Places that the formula looks at. */
  readonly seen: ReadonlySet<number>;
  /** `joined` where the formula does not count steps. */
  readonly steps: 'joined' | 'as they are';
  readonly stopwatch: Stopwatch;
}

/** The net after all rules that apply; they are tried until none does. */
export function reduceNet(net: Net, options: ReduceOptions): ReducedNet {
  return new Reduction(net, options).run();
}

interface Step {
  readonly inputs: Map<number, number>;
  readonly outputs: Map<number, number>;
  readonly inhibitors: ReadonlyMap<number, number>;
}

/** The verifier takes time for each rule and transition: larger nets are left as they are. */
const MOST_WORK = 2e7;
/** Transitions with the same effect that are compared with each other. */
const MOST_ALIKE = 30;

class Reduction {
  private readonly net: Net;
  private readonly options: ReduceOptions;
  private readonly places: Place[];
  /** Null for those that are gone. */
  private readonly steps: (Step | null)[];
  /** Numbers of transitions, by place. */
  private readonly takers: Set<number>[];
  private readonly givers: Set<number>[];
  /** Places that a rule may take away. */
  private readonly hidden: Set<number>;
  private readonly rules: CertificateRule[] = [];

  constructor(net: Net, options: ReduceOptions) {
    this.net = net;
    this.options = options;
    this.places = [...net.places];
    this.takers = net.places.map(() => new Set());
    this.givers = net.places.map(() => new Set());
    this.steps = [];
    const inhibiting = new Set(net.transitions.flatMap(({ inhibitors }) => inhibitors.map(({ place }) => place)));
    const isHidden = (p: number): boolean =>
      !options.seen.has(p) && !inhibiting.has(p) && net.places[p].capacity === null;
    this.hidden = new Set([...net.places.keys()].filter(isHidden));
    for (const { inputs, outputs, inhibitors } of net.transitions) {
      this.add({
        inputs: new Map(inputs.map(({ place, weight }) => [place, weight])),
        outputs: new Map(outputs.map(({ place, weight }) => [place, weight])),
        inhibitors: new Map(inhibitors.map(({ place, below }) => [place, below])),
      });
    }
  }

  run(): ReducedNet {
    const { places, transitions } = this.net;
    const isSmall = (places.length + transitions.length) * transitions.length <= MOST_WORK;
    for (let before = -1; isSmall && before < this.rules.length; ) {
      before = this.rules.length;
      this.removeDead();
      this.removeAlike();
      this.removeImplicit();
      if (this.options.steps === 'joined') for (const p of this.hidden) this.joinAt(p);
    }
    return { net: this.result(), rules: this.rules };
  }

  private result(): Net {
    const arcs = (of: ReadonlyMap<number, number>): Arc[] => [...of].map(([place, weight]) => ({ place, weight }));
    const transitions = this.steps.flatMap((step, i) => {
      if (step === null) return [];
      const inhibitors = [...step.inhibitors].map(([place, below]) => ({ place, below }));
      return [{ id: `${i}`, name: `${i}`, inputs: arcs(step.inputs), outputs: arcs(step.outputs), inhibitors }];
    });
    return { ...this.net, places: this.places, transitions };
  }

  private add(step: Step): void {
    const number = this.steps.push(step) - 1;
    for (const p of step.inputs.keys()) this.takers[p].add(number);
    for (const p of step.outputs.keys()) this.givers[p].add(number);
  }

  private remove(number: number): void {
    const { inputs, outputs } = this.steps[number]!;
    for (const p of inputs.keys()) this.takers[p].delete(number);
    for (const p of outputs.keys()) this.givers[p].delete(number);
    this.steps[number] = null;
  }

  private change(number: number, place: number): number {
    const { inputs, outputs } = this.steps[number]!;
    return (outputs.get(place) ?? 0) - (inputs.get(place) ?? 0);
  }

  private need(number: number, place: number): number {
    return this.steps[number]!.inputs.get(place) ?? 0;
  }

  /** Transitions that need more of a place than there is, where nobody adds to it. */
  private removeDead(): void {
    this.places.forEach(({ initial }, p) => {
      this.options.stopwatch.tick();
      if ([...this.givers[p]].some((t) => this.change(t, p) > 0)) return;
      for (const t of [...this.takers[p]]) {
        if (this.need(t, p) <= initial) continue;
        this.rules.push(['dead', t, [[p, 1]]]);
        this.remove(t);
      }
    });
  }

  /** Transitions that do what another one does that needs no more. */
  private removeAlike(): void {
    const alike = new Map<string, number[]>();
    this.steps.forEach((step, t) => {
      this.options.stopwatch.tick();
      if (step === null) return;
      const touched = [...new Set([...step.inputs.keys(), ...step.outputs.keys()])].sort((a, b) => a - b);
      const key = touched.flatMap((p) => (this.change(t, p) === 0 ? [] : [p, this.change(t, p)])).join();
      const others = alike.get(key) ?? [];
      const better = others.find((other) => this.needsNoMore(other, t));
      if (better !== undefined) {
        this.rules.push(['like', t, better]);
        this.remove(t);
      } else if (others.length < MOST_ALIKE) alike.set(key, [...others, t]);
    });
  }

  private needsNoMore(one: number, other: number): boolean {
    const [a, b] = [this.steps[one]!, this.steps[other]!];
    const isCovered = [...a.inputs].every(([p, weight]) => weight <= (b.inputs.get(p) ?? 0));
    return isCovered && [...a.inhibitors].every(([p, below]) => (b.inhibitors.get(p) ?? MAX_TOKENS + 1) <= below);
  }

  /** Places that never hinder: they hold enough for ever, or change as another one does. */
  private removeImplicit(): void {
    const rows = new Map<string, number[]>();
    const rowOf = (p: number): string => {
      const touching = [...new Set([...this.takers[p], ...this.givers[p]])].sort((a, b) => a - b);
      return touching.flatMap((t) => (this.change(t, p) === 0 ? [] : [t, this.change(t, p)])).join();
    };
    const others = this.places.map((_, p) => {
      const row = rowOf(p);
      const same = rows.get(row) ?? [];
      rows.set(row, same);
      same.push(p);
      return same;
    });
    for (const p of [...this.hidden]) {
      this.options.stopwatch.tick();
      const { initial } = this.places[p];
      const neverFalls = [...this.takers[p]].every((t) => this.change(t, p) >= 0 && this.need(t, p) <= initial);
      const like = others[p].slice(0, MOST_ALIKE).find((q) => q !== p && this.isThere(q) && this.coversNeeds(q, p));
      if (!neverFalls && like === undefined) continue;
      this.rules.push(['implicit', p, 1, neverFalls ? [] : [[like!, 1]]]);
      this.forget(p);
    }
  }

  /** Whether arcs lead to the place. */
  private isThere(place: number): boolean {
    return this.takers[place].size + this.givers[place].size > 0;
  }

  /** Whether whoever has enough of one place has enough of the other, which changes alike. */
  private coversNeeds(one: number, other: number): boolean {
    const more = this.places[other].initial - this.places[one].initial;
    return [...this.takers[other]].every((t) => this.need(t, other) <= this.need(t, one) + more);
  }

  private forget(place: number): void {
    for (const t of this.takers[place]) this.steps[t]!.inputs.delete(place);
    for (const t of this.givers[place]) this.steps[t]!.outputs.delete(place);
    this.takers[place].clear();
    this.givers[place].clear();
    this.hidden.delete(place);
    this.places[place] = { ...this.places[place], initial: 0, capacity: 0 };
  }

  /** Joins the transitions that fill a place with those that empty it. */
  private joinAt(place: number): void {
    this.options.stopwatch.tick();
    const [fill, empty] = [this.givers, this.takers].map((sides) => [...sides[place]].sort((a, b) => a - b));
    if (this.places[place].initial !== 0 || fill.length === 0 || empty.length === 0) return;
    if (fill.length * empty.length > fill.length + empty.length) return;
    const isOne = (t: number): boolean => {
      const { inputs, outputs } = this.steps[t]!;
      return (inputs.get(place) ?? 0) + (outputs.get(place) ?? 0) === 1;
    };
    if (![...fill, ...empty].every(isOne)) return;
    const mayFollow = empty.every((t) => this.mayFollow(t));
    if (!mayFollow && !fill.every((t) => this.mayWait(t, fill))) return;
    const way = mayFollow ? 'post' : 'pre';
    const made = fill.flatMap((h) => empty.map((f) => this.joined(way, h, f, place)));
    const weights = made.flatMap(({ inputs, outputs }) => [...inputs.values(), ...outputs.values()]);
    if (weights.some((weight) => weight > MAX_TOKENS)) return;
    this.rules.push([way, place]);
    for (const t of [...fill, ...empty]) this.remove(t);
    for (const step of made) this.add(step);
    this.forget(place);
  }

  private mayFollow(number: number): boolean {
    const { inputs, outputs, inhibitors } = this.steps[number]!;
    return inputs.size === 1 && inhibitors.size === 0 && [...outputs.keys()].every((p) => this.hidden.has(p));
  }

  private mayWait(number: number, fill: readonly number[]): boolean {
    const { inputs, outputs, inhibitors } = this.steps[number]!;
    if (inputs.size === 0 || outputs.size !== 1 || inhibitors.size > 0) return false;
    return [...inputs.keys()].every((p) => this.hidden.has(p) && [...this.takers[p]].every((t) => fill.includes(t)));
  }

  private joined(way: 'post' | 'pre', fill: number, empty: number, place: number): Step {
    const [h, f] = [this.steps[fill]!, this.steps[empty]!];
    const sum = (a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): Map<number, number> => {
      const all = new Map(a);
      for (const [p, weight] of b) all.set(p, (all.get(p) ?? 0) + weight);
      all.delete(place);
      return all;
    };
    const { inhibitors } = way === 'post' ? h : f;
    return { inputs: sum(h.inputs, f.inputs), outputs: sum(h.outputs, f.outputs), inhibitors };
  }
}
