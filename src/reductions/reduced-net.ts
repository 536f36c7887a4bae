// A net that has been reduced: the net as others read it, what became of the places, and the way back for its runs.
import { invariant } from '../base/assert.ts';
import { type Arc, MAX_TOKENS, type Net } from '../models/petri/net.ts';
import type { PlaceMeaning, ReducibleNet } from './net.ts';
import type { StageLifting, TransitionRun } from './rule.ts';
import type { RuleName } from './rules.ts';
import { transitionsOf, type Word } from './word.ts';

/** A lifted run has at most so many steps. */
const LONGEST_RUN = 1_000_000;
/** Steps after a deadlock of the reduced net until one of the given net. */
const LONGEST_END = 100_000;

/** What a rule did. */
export interface RuleReport<Name extends string = RuleName> {
  readonly rule: Name;
  readonly applied: number;
  readonly seconds: number;
}

/** A way down: from the net above, whose runs `lifting` brings to the net at the end of the stage, by words to the net below. */
export interface Stage {
  readonly prefix: Word;
  readonly words: ReadonlyMap<number, Word>;
  readonly lifting: StageLifting;
}

/** A run of the given net: the transitions, and how much places that are not seen gain each time round. */
export interface LiftedRun extends TransitionRun {
  readonly grows: readonly { readonly place: number; readonly by: number }[];
}

export class ReducedNet {
  readonly given: Net;
  readonly net: Net;
  readonly reports: readonly RuleReport[];
  private readonly stages: readonly Stage[];
  private readonly prefix: Word;
  private readonly words: readonly Word[];
  /** The number that a place of the net under reduction has in the reduced net. */
  private readonly placeNumbers: ReadonlyMap<number, number>;
  private readonly transitionNumbers: readonly number[];
  private readonly meanings: readonly (PlaceMeaning | null)[];

  constructor(from: ReducibleNet, stages: readonly Stage[], reports: readonly RuleReport[]) {
    this.given = from.given;
    this.reports = reports.filter(({ applied }) => applied > 0);
    this.stages = stages;
    this.prefix = from.prefix;
    const places = from.places();
    this.placeNumbers = new Map(places.map((place, number) => [place, number]));
    this.transitionNumbers = from.transitions();
    this.words = this.transitionNumbers.map((t) => from.word(t));
    this.meanings = from.given.places.map((_, place) => from.meaningOf(place));
    this.net = this.compact(from, places);
  }

  /** The tokens of a given place in terms of the reduced net; null for a place that was not visible. */
  meaningOf(place: number): PlaceMeaning | null {
    const meaning = this.meanings[place];
    if (meaning === null || meaning.place === null) return meaning;
    return { ...meaning, place: this.placeNumbers.get(meaning.place)! };
  }

  /** A run of the reduced net as one of the given net; null where it would be too long, or it is not known how. */
  lift(run: TransitionRun, end: 'deadlock' | 'anywhere' = 'deadlock'): LiftedRun | null {
    const numbered = (part: readonly number[]): number[] => part.map((t) => this.transitionNumbers[t]);
    const words = new Map(this.transitionNumbers.map((t, i) => [t, this.words[i]]));
    let lifted = writeOut({ prefix: numbered(run.prefix), cycle: numbered(run.cycle) }, this.prefix, words);
    for (let i = this.stages.length - 1; i >= 0 && lifted !== null; i--) {
      const stage = this.stages[i];
      const below = stage.lifting(lifted);
      lifted = below && writeOut(below, stage.prefix, stage.words);
    }
    return lifted && this.finish(lifted, end);
  }

  /** Fires the run on the given net: to the end where it is a deadlock, and to see what grows where it is a cycle. */
  private finish({ prefix, cycle }: TransitionRun, end: 'deadlock' | 'anywhere'): LiftedRun | null {
    const marking = this.given.places.map(({ initial }) => initial);
    if (!prefix.every((t) => this.fire(t, marking))) return null;
    if (cycle.length === 0 && end === 'anywhere') return { prefix, cycle, grows: [] };
    if (cycle.length === 0) {
      const rest = this.runOut(marking);
      return rest && { prefix: [...prefix, ...rest], cycle, grows: [] };
    }
    const start = [...marking];
    if (!cycle.every((t) => this.fire(t, marking))) return null;
    const grows: { place: number; by: number }[] = [];
    for (const [place, tokens] of marking.entries()) {
      if (tokens < start[place]) return null;
      if (tokens > start[place]) grows.push({ place, by: tokens - start[place] });
    }
    return { prefix, cycle, grows };
  }

  /** Fires whatever can until nothing can: what rules have left out at a deadlock. Null where that does not end. */
  private runOut(marking: number[]): number[] | null {
    const rest: number[] = [];
    for (let idle = 0, t = 0; idle < this.given.transitions.length; t = (t + 1) % this.given.transitions.length) {
      if (!this.fire(t, marking)) {
        idle++;
        continue;
      }
      idle = 0;
      rest.push(t);
      if (rest.length > LONGEST_END) return null;
    }
    return rest;
  }

  private fire(transition: number, marking: number[]): boolean {
    const { inputs, outputs, inhibitors } = this.given.transitions[transition];
    if (inputs.some(({ place, weight }) => marking[place] < weight)) return false;
    if (inhibitors.some(({ place, below }) => marking[place] >= below)) return false;
    const after = new Map<number, number>();
    for (const { place, weight } of inputs) after.set(place, marking[place] - weight);
    for (const { place, weight } of outputs) after.set(place, (after.get(place) ?? marking[place]) + weight);
    for (const [place, tokens] of after) {
      const { capacity } = this.given.places[place];
      if (tokens > marking[place] && tokens > (capacity ?? MAX_TOKENS)) return false;
    }
    for (const [place, tokens] of after) marking[place] = tokens;
    return true;
  }

  private compact(from: ReducibleNet, places: readonly number[]): Net {
    const renumbered = (arcs: readonly Arc[]): Arc[] =>
      arcs.map(({ place, weight }) => ({ place: this.placeNumbers.get(place)!, weight }));
    const ids = new Set<string>();
    const unique = (name: string): string => {
      let id = name;
      for (let n = 2; ids.has(id); n++) id = `${name}~${n}`;
      ids.add(id);
      return id;
    };
    const { given } = from;
    return {
      name: given.name,
      places: places.map((place) => ({ ...given.places[place], initial: from.marking[place], promised: null })),
      transitions: this.transitionNumbers.map((t) => {
        const id = unique(from.transitionName(t));
        const inhibitors = given.transitions[t]?.inhibitors ?? [];
        const name = given.transitions[t]?.name ?? id;
        return {
          id,
          name,
          inputs: renumbered(from.inputs(t)),
          outputs: renumbered(from.outputs(t)),
          inhibitors: inhibitors.map(({ place, below }) => ({ place: this.placeNumbers.get(place)!, below })),
        };
      }),
      families: null,
    };
  }
}

/** The words of a run, one after the other; null where that would be too long. */
function writeOut(run: TransitionRun, before: Word, words: ReadonlyMap<number, Word>): TransitionRun | null {
  const wordOf = (t: number): Word => {
    const word = words.get(t);
    invariant(word !== undefined, 'a run of a reduced net has an unknown transition');
    return word;
  };
  let length = before.length;
  for (const t of run.prefix) length += wordOf(t).length;
  for (const t of run.cycle) length += wordOf(t).length;
  if (length > LONGEST_RUN) return null;
  const prefix = [...transitionsOf(before)];
  const cycle: number[] = [];
  for (const t of run.prefix) for (const u of transitionsOf(wordOf(t))) prefix.push(u);
  for (const t of run.cycle) for (const u of transitionsOf(wordOf(t))) cycle.push(u);
  return { prefix, cycle };
}
