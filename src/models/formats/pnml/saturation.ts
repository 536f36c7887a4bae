// Which colours can ever occur in each place, and which bindings can ever fire: the least sets closed under firing, where tokens are never
// used up. That is more than can really happen, so that what is left out never happens. Computed as a logic program is, by
// semi-naive evaluation: places are relations, a transition is a rule, and each new colour is matched once with each
// pattern of each rule, together with the colours that were there before. So every binding is found exactly once, when the last token that it needs turns up, and the
// work grows with what is found, not with the sizes of the sorts.
import { Int32List } from '../../../base/growable.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Problems } from '../problems.ts';
import { planSteps, type Step } from './binding-plan.ts';
import { BindingSearch } from './bindings.ts';
import { colourBounds } from './colour-bounds.ts';
import type { ColouredArc, ColouredNet } from './coloured-net.ts';
import { holds, slotsOf } from './guard.ts';
import { isConstant, type Needs, needsOf } from './needs.ts';
import { PossibleColours } from './possible-colours.ts';
import { type Choice, MAX_INSTANCES } from './sorts.ts';
import type { TermTokens } from './term-tokens.ts';

/** What can occur in a net. */
export interface Possible {
  readonly places: readonly PossibleColours[];
  /** For each place the tokens of its first rows: those that it has at the beginning. */
  readonly initial: readonly (readonly number[])[];
  /** For each transition its bindings, one after another. */
  readonly bindings: readonly Int32List[];
  /** For each transition how many there are. */
  readonly counts: readonly number[];
}

/** What can occur; complaints end it early. */
export function saturate(
  net: ColouredNet,
  { tokens, problems, stopwatch }: { tokens: TermTokens; problems: Problems; stopwatch: Stopwatch },
): Possible {
  const saturation = new Saturation(net, { tokens, problems, stopwatch });
  saturation.run();
  return saturation;
}

/** A rule: the transition as the search sees it. */
interface Rule {
  readonly needs: Needs;
  /** Output arcs by whether they put the same tokens for every binding. */
  readonly constantOutputs: readonly ColouredArc[];
  readonly outputs: readonly ColouredArc[];
  /** What it takes from places that may not hold as many tokens of one colour. */
  limited: readonly { readonly taken: ColouredArc; readonly most: number }[];
  /** Whether all the tokens are there that every binding needs. */
  isActive: boolean;
  /** Those that were not there when they were last looked for; null before the first look. */
  missing: Token[] | null;
  /** By trigger; made when they are first used. */
  readonly plans: (readonly Step[] | undefined)[];
  readonly binding: Int32Array;
}

interface Token {
  readonly place: number;
  readonly colour: number;
}

/** Waits for a colour: a binding, or with null the whole rule. */
interface Waiting {
  readonly transition: number;
  readonly binding: Int32Array | null;
}

class Saturation implements Possible {
  readonly places: PossibleColours[];
  readonly initial: number[][];
  readonly bindings: Int32List[];
  readonly counts: number[];
  private readonly net: ColouredNet;
  private readonly tokens: TermTokens;
  private readonly problems: Problems;
  private readonly stopwatch: Stopwatch;
  private readonly search: BindingSearch;
  private readonly rules: Rule[];
  /** For each place the patterns that it can match: transition and number. */
  private readonly consumers: { readonly transition: number; readonly pattern: number }[][];
  /** For each place what waits for a colour of it. */
  private readonly waiting: Map<number, Waiting[]>[];
  private waitingCount = 0;
  private colourCount = 0;
  private bindingCount = 0;
  /** Places with rows that are not visible yet. */
  private readonly pending = new Set<number>();

  constructor(
    net: ColouredNet,
    { tokens, problems, stopwatch }: { tokens: TermTokens; problems: Problems; stopwatch: Stopwatch },
  ) {
    this.net = net;
    this.tokens = tokens;
    this.problems = problems;
    this.stopwatch = stopwatch;
    this.search = new BindingSearch(stopwatch);
    this.places = net.places.map(({ domain }) => new PossibleColours(domain));
    this.initial = net.places.map(() => []);
    this.bindings = net.transitions.map(() => new Int32List(1));
    this.counts = net.transitions.map(() => 0);
    this.consumers = net.places.map(() => []);
    this.waiting = net.places.map(() => new Map());
    this.rules = net.transitions.map((transition, t) => {
      const needs = needsOf(transition);
      needs.patterns.forEach(({ place }, pattern) => {
        this.consumers[place].push({ transition: t, pattern });
      });
      return {
        needs,
        constantOutputs: transition.outputs.filter(isConstant),
        outputs: transition.outputs.filter((arc) => !isConstant(arc)),
        limited: [],
        isActive: false,
        missing: null,
        plans: [],
        binding: new Int32Array(transition.slots.length),
      };
    });
  }

  run(): void {
    for (let place = 0; place < this.net.places.length && this.problems.isEmpty; place++) this.begin(place);
    if (this.problems.isEmpty) this.limit();
    for (let t = 0; t < this.rules.length && this.problems.isEmpty; t++) if (this.canEverHold(t)) this.activate(t);
    for (const place of this.pending) {
      this.pending.delete(place); // it comes back, at the end, with the next colour
      const colours = this.places[place];
      while (colours.visible < colours.size && this.problems.isEmpty) this.takeUp(place, colours.visible);
    }
  }

  private begin(place: number): void {
    const { raw, domain, initial } = this.net.places[place];
    if (!this.tokens.fill(initial, domain, [], raw.marking ?? raw)) return;
    const { colours, counts } = this.tokens.multiset;
    for (let i = 0; i < colours.length && this.problems.isEmpty; i++) {
      if (counts[i] === 0) continue;
      this.add(place, colours[i]);
      this.initial[place].push(counts[i]);
    }
  }

  /** Finds out which transitions could take more tokens of a colour than there can be: where variables have the same colour. */
  private limit(): void {
    const taken = this.net.transitions.map(({ inputs }) => takenTogether(inputs));
    if (taken.every((arcs) => arcs.every(({ most }) => most === 1))) return;
    const bounds = colourBounds(this.net, this, this.stopwatch);
    taken.forEach((arcs, t) => {
      const limited = arcs.filter(({ arc, most }) => most > bounds[arc.place]);
      this.rules[t].limited = limited.map(({ arc }) => ({ taken: arc, most: bounds[arc.place] }));
    });
  }

  /** A new row becomes visible: what it makes possible together with the older ones. */
  private takeUp(place: number, row: number): void {
    this.stopwatch.tick();
    this.places[place].visible = row + 1;
    for (const { transition, pattern } of this.consumers[place]) {
      if (this.rules[transition].isActive) this.find(transition, pattern, row);
    }
    if (this.waiting[place].size === 0) return;
    const colour = this.places[place].colourAt(row);
    const waiting = this.waiting[place].get(colour);
    if (waiting === undefined) return;
    this.waiting[place].delete(colour);
    this.waitingCount -= waiting.length;
    for (const { transition, binding } of waiting) {
      if (binding === null) this.activate(transition);
      else this.checkRest(transition, binding);
    }
  }

  /** False when the condition is false whatever the binding. */
  private canEverHold(t: number): boolean {
    return this.net.transitions[t].guards.every((guard) => slotsOf(guard).size > 0 || holds(guard, []));
  }

  /** Lets a rule take part once all is there that every binding needs; it waits for a token that is not. */
  private activate(t: number): void {
    const rule = this.rules[t];
    rule.missing ??= this.constantNeeds(t);
    for (let last = rule.missing.at(-1); last !== undefined; last = rule.missing.at(-1)) {
      this.stopwatch.tick();
      if (this.places[last.place].rowOf(last.colour) === -1) {
        this.wait(last.place, last.colour, { transition: t, binding: null });
        return;
      }
      rule.missing.pop();
    }
    rule.isActive = this.problems.isEmpty;
    if (rule.isActive) this.find(t, null, -1);
  }

  private constantNeeds(t: number): Token[] {
    const needs: Token[] = [];
    for (const { place, summands, line, column } of this.rules[t].needs.constant) {
      if (!this.tokens.fill(summands, this.net.places[place].domain, [], { line, column })) return needs;
      const { colours, counts } = this.tokens.multiset;
      for (let i = 0; i < colours.length; i++) if (counts[i] > 0) needs.push({ place, colour: colours[i] });
    }
    return needs;
  }

  private find(t: number, trigger: number | null, row: number): void {
    const rule = this.rules[t];
    const { patterns } = rule.needs;
    for (const { place } of patterns) if (this.places[place].visible === 0) return;
    const plan = trigger ?? patterns.length;
    rule.plans[plan] ??= planSteps(this.net.transitions[t], patterns, this.places, trigger);
    this.search.run(rule.plans[plan], row, rule.binding, () => {
      this.checkRest(t, rule.binding);
      return this.problems.isEmpty;
    });
    if (this.search.isExhausted) this.refuse(t);
  }

  /** A binding that agrees with the patterns: it can fire unless an arc needs more than is there yet. */
  private checkRest(t: number, binding: Int32Array): void {
    const { needs, limited, constantOutputs, outputs } = this.rules[t];
    for (const { taken, most } of limited) if (this.takesMore(taken, most, binding)) return;
    for (const arc of needs.checked) if (!this.isThere(t, arc, binding)) return;
    if (++this.bindingCount > MAX_INSTANCES) this.refuse(t);
    if (this.counts[t]++ === 0) for (const arc of constantOutputs) this.put(arc, binding);
    for (const colour of binding) this.bindings[t].push(colour);
    for (const arc of outputs) this.put(arc, binding);
  }

  private takesMore(arc: ColouredArc, most: number, binding: Int32Array): boolean {
    if (!this.tokens.fill(arc.summands, this.net.places[arc.place].domain, binding, arc)) return true;
    for (const count of this.tokens.multiset.counts) if (count > most) return true;
    return false;
  }

  /** Whether all colours that the arc needs are possible; if not, the binding waits for the last one that is missing. */
  private isThere(transition: number, { place, summands, line, column }: ColouredArc, binding: Int32Array): boolean {
    if (!this.tokens.fill(summands, this.net.places[place].domain, binding, { line, column })) return false;
    const { colours, counts } = this.tokens.multiset;
    for (let i = colours.length - 1; i >= 0; i--) {
      if (counts[i] === 0 || this.places[place].rowOf(colours[i]) !== -1) continue;
      this.wait(place, colours[i], { transition, binding: binding.slice() });
      return false;
    }
    return true;
  }

  private wait(place: number, colour: number, entry: Waiting): void {
    const others = this.waiting[place].get(colour);
    if (others === undefined) this.waiting[place].set(colour, [entry]);
    else others.push(entry);
    if (++this.waitingCount > MAX_INSTANCES) this.refuse(entry.transition);
  }

  private put(arc: ColouredArc, binding: Int32Array): void {
    if (!this.tokens.fill(arc.summands, this.net.places[arc.place].domain, binding, arc)) return;
    const { colours, counts } = this.tokens.multiset;
    for (let i = 0; i < colours.length; i++) if (counts[i] > 0) this.add(arc.place, colours[i]);
  }

  private add(place: number, colour: number): void {
    if (!this.places[place].add(colour)) return;
    this.stopwatch.tick();
    this.pending.add(place);
    if (++this.colourCount <= MAX_INSTANCES) return;
    const { raw } = this.net.places[place];
    if (this.problems.isEmpty) {
      this.problems.add(raw, { code: 'NET215', message: `place ${raw.id} has too many colours to be unfolded` });
    }
  }

  private refuse(t: number): void {
    if (!this.problems.isEmpty) return;
    const { raw } = this.net.transitions[t];
    const message = `transition ${raw.id} has too many bindings to be unfolded`;
    this.problems.add(raw, { code: 'NET215', message });
  }
}

/** The arcs with one for each place, and how many tokens of one colour it can take at most. */
function takenTogether(arcs: readonly ColouredArc[]): { arc: ColouredArc; most: number }[] {
  const byPlace = new Map<number, ColouredArc>();
  for (const arc of arcs) {
    const other = byPlace.get(arc.place);
    byPlace.set(arc.place, other ? { ...other, summands: [...other.summands, ...arc.summands] } : arc);
  }
  return [...byPlace.values()].map((arc) => {
    let most = 0;
    for (const { count, components } of arc.summands) {
      const perColour = components.map((choices) =>
        isDistinct(choices) ? 1 : choices.reduce((sum, choice) => sum + Math.max(0, choice.count), 0),
      );
      most += Math.max(0, count) * perColour.reduce((product, factor) => product * factor, 1);
    }
    return { arc, most };
  });
}

/** Whether the choices are different constants, each once: those of `all`. */
function isDistinct(choices: readonly Choice[]): boolean {
  return choices.every(({ slot, value, count }, i) => slot === -1 && value === i && count === 1);
}
