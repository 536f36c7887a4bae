// Best-first search for a counterexample in the product of a net with an automaton: always the state goes on that seems nearest to acceptance, by the steps of the
// automaton and the estimated steps of the net to its next guard [ELL01]. Where a state accepts, a second such search looks for a way back to it. Both
// end after a fixed number of states. It finds counterexamples and proves nothing: states are told apart by hashes, and many are never seen.
import type { Automaton } from '../../automata/automaton.ts';
import { Int32List } from '../../base/growable.ts';
import { Random } from '../../base/random.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { compileExpression, type Evaluator } from '../../models/expression/closures.ts';
import type { Expression } from '../../models/expression/expression.ts';
import type { Model } from '../../models/model.ts';
import { TokenGame } from '../../models/petri/token-game.ts';
import type { StateLasso } from '../../models/state-lasso.ts';
import { AutomatonProperty } from '../product/automaton-property.ts';
import { LetterTable } from '../product/letters.ts';
import { GuardDistance, stepsTo } from './guard-distance.ts';
import { lassoOfSteps, pathOfSteps } from './steps-as-run.ts';
import { TokenDistance } from './token-distance.ts';

/** What is looked for: the words of a Büchi automaton, over these propositions, none of which is `dead`. */
interface Goal {
  readonly automaton: Automaton;
  readonly names: readonly string[];
  readonly predicates: readonly Expression[];
}

interface BestFirstOptions {
  /** Whether a deadlock repeats for ever, or is no execution. */
  readonly deadlock: 'repeats' | 'ends';
  readonly stopwatch: Stopwatch;
  /** Whether what was found is a counterexample; a path, without a cycle, is offered where every continuation is one. */
  readonly isEnough: (found: StateLasso) => boolean;
}

/** States that go on, and numbers in all of them. */
const MOST_STATES = 50_000;
const MOST_NUMBERS = 20_000_000;
/** States of the shortest search for a way back. Every second one gets twice as many, every fourth four times, and so on; all together about as many as the way there. */
const FIRST_RETURN = 100;
/** States that accept which are kept for later. */
const MOST_POSTPONED = 500;
/** A step of the automaton counts as so many of the net. */
const EDGE = 64;
/** Estimates above this are not told apart. */
const LAST_BUCKET = 4095;

/** A state of the product by number: where it was reached from, by which step, the state of the automaton. */
class Nodes {
  readonly parent = new Int32List();
  readonly step = new Int32List();
  readonly automatonState = new Int32List();
  /** Of those that went on. */
  readonly markings = new Map<number, Int32Array>();

  add(parent: number, step: number, automatonState: number): number {
    this.parent.push(parent);
    this.step.push(step);
    this.automatonState.push(automatonState);
    return this.parent.length - 1;
  }

  stepsTo(node: number): number[] {
    const steps: number[] = [];
    for (let at = node; this.parent.get(at) !== -1; at = this.parent.get(at)) {
      if (this.step.get(at) !== -1) steps.push(this.step.get(at));
    }
    return steps.reverse();
  }
}

/** One search, there or back. */
interface Quest {
  readonly start: Int32Array;
  readonly automatonStates: readonly number[];
  readonly mostStates: number;
  /** Estimated steps that are left; null where there is no way. Estimates for the marking are made when they are asked for. */
  readonly distance: (automatonState: number, marking: Int32Array, measured: () => TokenDistance) => number | null;
  /** Told of each state that goes on; whether the search is over. */
  readonly isEnd: (node: number, marking: Int32Array, nodes: Nodes) => boolean;
}

export class BestFirst {
  readonly model: Model;
  readonly game: TokenGame;
  private readonly tokens: TokenDistance;
  private readonly weights: Int32Array;
  private readonly otherWeights: Int32Array;

  /** Throws `LimitExceeded`. */
  constructor(model: Model, stopwatch: Stopwatch) {
    this.model = model;
    this.game = new TokenGame(model, stopwatch);
    this.tokens = new TokenDistance(model, stopwatch);
    const random = new Random(4711);
    const draw = (): number => random.between(-0x8000_0000, 0x7fff_ffff);
    this.weights = Int32Array.from(model.variables, draw);
    this.otherWeights = Int32Array.from(model.variables, draw);
  }

  /** A counterexample, or null where none came along. Throws `LimitExceeded`. */
  search(goal: Goal, options: BestFirstOptions): StateLasso | null {
    return new GuidedSearch(this, goal, options).run();
  }

  /** Follows a quest to its end; null where that does not come. Throws `LimitExceeded`. */
  follow(quest: Quest, product: ProductSteps, { deadlock, stopwatch }: BestFirstOptions): Nodes | null {
    const { game, tokens } = this;
    const nodes = new Nodes();
    const buckets: Int32List[] = Array.from({ length: LAST_BUCKET + 1 }, () => new Int32List(1));
    let least = 0;
    const seen = new Set<number>();
    let isMeasured = false;
    const measured = (): TokenDistance => {
      if (!isMeasured) tokens.measure(game.marking);
      isMeasured = true;
      return tokens;
    };
    // A state with which a quest begins counts as seen when it is met again: that is what the way back is for.
    const add = (parent: number, step: number, automatonState: number, hash: Hash): void => {
      const key = keyOf(hash, automatonState);
      if (seen.has(key)) return;
      if (parent !== -1) seen.add(key);
      const distance = quest.distance(automatonState, game.marking, measured);
      if (distance === null) return;
      const bucket = Math.min(LAST_BUCKET, distance);
      buckets[bucket].push(nodes.add(parent, step, automatonState));
      least = Math.min(least, bucket);
    };
    game.moveTo(quest.start);
    for (const state of quest.automatonStates) add(-1, -1, state, this.hashOf(game.marking));
    for (let states = 0; states < quest.mostStates; states++) {
      while (least <= LAST_BUCKET && buckets[least].length === 0) least++;
      if (least > LAST_BUCKET) return null;
      const node = buckets[least].pop();
      stopwatch.look();
      const parent = nodes.parent.get(node);
      const step = nodes.step.get(node);
      const marking = (parent === -1 ? quest.start : nodes.markings.get(parent)!).slice();
      if (step !== -1) game.forEachChange(step, (place, delta) => (marking[place] += delta));
      nodes.markings.set(node, marking);
      if (quest.isEnd(node, marking, nodes)) return nodes;
      game.moveTo(marking);
      isMeasured = false;
      const next = product.after(nodes.automatonState.get(node), marking);
      if (next.length === 0) continue;
      const hash = this.hashOf(marking);
      if (game.enabled.count === 0) {
        if (deadlock === 'repeats') for (const state of next) add(node, -1, state, hash);
        continue;
      }
      for (const t of game.enabled.members.slice(0, game.enabled.count)) {
        const after = { ...hash };
        game.forEachChange(t, (place, delta) => {
          after.one = (after.one + Math.imul(delta, this.weights[place])) | 0;
          after.two = (after.two + Math.imul(delta, this.otherWeights[place])) | 0;
        });
        const fresh = next.filter((state) => !seen.has(keyOf(after, state)));
        if (fresh.length === 0 || game.fire(t) === false) continue;
        isMeasured = false;
        for (const state of fresh) add(node, t, state, after);
        game.unfire(t);
        stopwatch.tick();
      }
    }
    return null;
  }

  private hashOf(marking: Int32Array): Hash {
    const hash = { one: 0, two: 0 };
    for (let place = 0; place < marking.length; place++) {
      hash.one = (hash.one + Math.imul(marking[place], this.weights[place])) | 0;
      hash.two = (hash.two + Math.imul(marking[place], this.otherWeights[place])) | 0;
    }
    return hash;
  }
}

interface Hash {
  one: number;
  two: number;
}

function keyOf({ one, two }: Hash, automatonState: number): number {
  return (one >>> 0) * 0x20_0000 + ((two + Math.imul(automatonState, 0x9e37_79b1)) & 0x1f_ffff);
}

/** What the automaton does with the letter of a marking. */
class ProductSteps {
  private readonly property: AutomatonProperty;
  private readonly letters: LetterTable;
  private readonly evaluators: readonly Evaluator[];

  constructor(automaton: Automaton, names: readonly string[], predicates: readonly Expression[]) {
    this.letters = new LetterTable(names.length);
    this.property = new AutomatonProperty(automaton, this.letters, names);
    this.evaluators = predicates.map(compileExpression);
  }

  /** The states that accept: those on an accepting cycle whose edges carry the mark. */
  accepting({ edgeStart, edgeMarks }: Automaton): Uint8Array {
    const { hopeless, modes } = this.property;
    const [{ required }] = modes;
    return hopeless.map((isHopeless, state) =>
      isHopeless === 0 &&
      edgeStart[state] < edgeStart[state + 1] &&
      (edgeMarks[edgeStart[state]] & required) === required
        ? 1
        : 0,
    );
  }

  after(state: number, marking: Int32Array): readonly number[] {
    const letter = this.letters.intern((i) => this.evaluators[i](marking) !== 0);
    const edges = this.property.edges(state, letter);
    const targets = new Set<number>();
    for (let e = 0; e < edges.length; e += 2) targets.add(edges[e]);
    return [...targets];
  }
}

/** A state that accepts. */
interface Accepting {
  readonly node: number;
  readonly marking: Int32Array;
  readonly nodes: Nodes;
}

class GuidedSearch {
  private readonly guide: BestFirst;
  private readonly goal: Goal;
  private readonly options: BestFirstOptions;
  private readonly product: ProductSteps;
  private readonly accepting: Uint8Array;
  private readonly guards: GuardDistance;
  private readonly mostStates: number;
  private found: StateLasso | null = null;
  /** States on the way there, and at most on ways back; the number of the next of these. */
  private onWay = 0;
  private onReturns = 0;
  private returns = 1;
  /** States that accept, from which no way back was looked for yet. */
  private readonly postponed: Accepting[] = [];

  constructor(guide: BestFirst, goal: Goal, options: BestFirstOptions) {
    const { automaton, names, predicates } = goal;
    this.guide = guide;
    this.goal = goal;
    this.options = options;
    this.product = new ProductSteps(automaton, names, predicates);
    this.accepting = this.product.accepting(automaton);
    const ofAutomaton = automaton.propositions.map((name) => predicates[names.indexOf(name)]);
    this.guards = new GuardDistance(automaton, ofAutomaton, this.accepting);
    this.mostStates = Math.min(MOST_STATES, MOST_NUMBERS / (predicates.length + guide.model.variables.length + 1));
  }

  run(): StateLasso | null {
    const { guards, guide } = this;
    const { model } = guide;
    const [start] = model.initialStates();
    guide.follow(
      {
        start,
        automatonStates: this.goal.automaton.initial,
        mostStates: this.mostStates,
        distance: (state, marking, measured) => {
          const edges = guards.toAcceptance[state];
          if (!Number.isFinite(edges)) return null;
          return edges === 0 ? 0 : (edges - 1) * EDGE + guards.fromGuard(state, marking, measured()) + 1;
        },
        isEnd: (node, marking, nodes) => this.isEnd(node, marking, nodes),
      },
      this.product,
      this.options,
    );
    // The way there is at its end, and so it was short: what is left of the states is for ways back.
    for (const accepting of this.found === null ? this.postponed : []) {
      if (this.onReturns >= this.mostStates || this.closes(accepting, this.mostStates - this.onReturns)) break;
    }
    return this.found;
  }

  private isEnd(node: number, marking: Int32Array, nodes: Nodes): boolean {
    this.onWay++;
    if (this.accepting[nodes.automatonState.get(node)] === 0) return false;
    const mostStates = Math.min(this.mostStates, FIRST_RETURN * (this.returns & -this.returns));
    if (this.onReturns + mostStates <= this.onWay + FIRST_RETURN)
      return this.closes({ node, marking, nodes }, mostStates);
    if (this.postponed.length < MOST_POSTPONED) this.postponed.push({ node, marking, nodes });
    return false;
  }

  /** Whether there is a counterexample by way of this state, which accepts. */
  private closes({ node, marking, nodes }: Accepting, mostStates: number): boolean {
    const { model, game } = this.guide;
    const state = nodes.automatonState.get(node);
    const prefix = nodes.stepsTo(node);
    if (this.acceptsAll(state) && this.isEnough(pathOfSteps(model, game, prefix))) return true;
    this.returns++;
    const cycle = this.wayBack(state, marking, mostStates);
    return cycle !== null && this.isEnough(lassoOfSteps(model, game, { prefix, cycle }));
  }

  private isEnough(found: StateLasso): boolean {
    if (!this.options.isEnough(found)) return false;
    this.found = found;
    return true;
  }

  /** Whether every word is accepted from the state, by a loop. */
  private acceptsAll(state: number): boolean {
    const { bdd, edgeStart, edgeLabel, edgeTarget } = this.goal.automaton;
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      if (edgeTarget[e] === state && edgeLabel[e] === bdd.constant(true)) return true;
    }
    return false;
  }

  /** Steps that lead back to the state; none where it is a deadlock. Null where none are found. */
  private wayBack(home: number, start: Int32Array, mostStates: number): readonly number[] | null {
    const { guide, product, options } = this;
    const edges = stepsTo(this.goal.automaton, (state) => state === home);
    let last = -1;
    const nodes = guide.follow(
      {
        start,
        automatonStates: [home],
        mostStates,
        distance: (state, marking, measured) => {
          if (!Number.isFinite(edges[state])) return null;
          let sum = edges[state] * EDGE;
          for (let place = 0; place < start.length; place++) {
            const missing = start[place] - marking[place];
            if (missing > 0) sum += measured().gain[place] + missing - 1;
          }
          return sum;
        },
        isEnd: (node, marking, { automatonState, parent }) => {
          last = node;
          this.onReturns++;
          return (
            parent.get(node) !== -1 &&
            automatonState.get(node) === home &&
            marking.every((value, place) => value === start[place])
          );
        },
      },
      product,
      options,
    );
    return nodes === null ? null : nodes.stepsTo(last);
  }
}
