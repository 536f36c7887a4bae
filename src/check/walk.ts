// Walks through a model with its own successor function, for those who look for shorter runs: what can be done in a state and what is true
// there, each found once and kept, within a fixed amount of work.

import type { Letter } from '../formula/word.ts';
import type { Model } from '../models/model.ts';
import type { Observation } from '../models/observation.ts';
import { stepNameOf } from '../models/step-name.ts';
import { letterOf } from './counterexample.ts';

/** A step that a state offers. */
export interface Move {
  readonly group: number;
  readonly name: string;
  /** Among the moves of its group in this state. */
  readonly place: number;
  readonly target: Place;
}

/** A state of the model with what was found out about it; two of equal vectors are the same object. */
export interface Place {
  readonly state: Int32Array;
  /** Null until it was asked for. */
  moves: readonly Move[] | null;
  letter: Letter | null;
  /** The groups of its moves; known when these are. */
  enabled: ReadonlySet<number>;
}

/** What may be spent; the unit is about one visit of a variable, a transition or a subformula. */
export class Work {
  private left: number;

  constructor(amount: number) {
    this.left = amount;
  }

  /** Whether there was so much left; it is spent then. */
  spend(amount: number): boolean {
    this.left -= amount;
    return this.left >= 0;
  }

  get isSpent(): boolean {
    return this.left < 0;
  }
}

export class Walker {
  readonly model: Model;
  private readonly observation: Observation;
  private readonly work: Work;
  private readonly places = new Map<string, Place>();

  constructor(model: Model, observation: Observation, work: Work) {
    this.model = model;
    this.observation = observation;
    this.work = work;
  }

  initial(): Place[] {
    return this.model.initialStates().map((state) => this.at(state));
  }

  at(state: Int32Array): Place {
    const key = state.join();
    let place = this.places.get(key);
    if (place === undefined) {
      place = { state: state.slice(), moves: null, letter: null, enabled: NOTHING };
      this.places.set(key, place);
    }
    return place;
  }

  /** What can be done; null when the work is spent. */
  moves(place: Place): readonly Move[] | null {
    if (place.moves !== null) return this.work.spend(place.moves.length) ? place.moves : null;
    const { groups, variables } = this.model;
    if (!this.work.spend(SUCCESSORS + groups.length + variables.length)) return null;
    const moves: Move[] = [];
    const counts = new Map<number, number>();
    this.model.successors(place.state, (target, group) => {
      const among = counts.get(group) ?? 0;
      counts.set(group, among + 1);
      const name = stepNameOf(this.model, { group, from: place.state, to: target });
      moves.push({ group, name, place: among, target: this.at(target) });
    });
    this.work.spend(moves.length * variables.length);
    place.moves = moves;
    place.enabled = new Set(counts.keys());
    return moves;
  }

  /** What is true; null when the work is spent. */
  letter(place: Place): Letter | null {
    if (place.letter !== null) return place.letter;
    const moves = this.moves(place);
    if (moves === null) return null;
    place.letter = letterOf(place.state, moves.length === 0, this.observation);
    return place.letter;
  }
}

const NOTHING: ReadonlySet<number> = new Set();

/** What a call of a successor function costs at least: those of models in code make objects. */
const SUCCESSORS = 100;
