// A model seen through the propositions of a formula: states by number, their letters, their successors. States are found
// on the fly; each is stored once, expanded at most once, and its letter is computed at most once (SUMo'11 §4 names
// labels as the dearest part of its products).
import { Int32List } from '../base/growable.ts';
import { VectorTable } from '../base/intern.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import { compileExpression } from '../models/closure.ts';
import { type Expression, evaluate } from '../models/expression.ts';
import type { Model } from '../models/model.ts';
import { LetterTable } from './letters.ts';

/**
 * What a state without successors means: `stutter` repeats it for ever (the contest's reading), `drop` says that no infinite
 * execution passes through it, `error` makes it a fault of the model.
 */
export type DeadlockReading = 'stutter' | 'drop' | 'error';

/** A deadlock was met although the reading is `error`. */
export class DeadlockFound extends Error {
  override name = 'DeadlockFound';
  readonly state: number;

  constructor(state: number) {
    super('the model has a deadlock');
    this.state = state;
  }
}

export interface KripkeOptions {
  readonly deadlock: DeadlockReading;
  /** At most this many states. */
  readonly maxStates?: number;
}

/** A predicate on a state, given as vector and number. */
type Predicate = (vector: Int32Array, state: number) => number;

/** Kripke structure 〈S, I, R, L〉 of a model, explored as it is asked for. */
export class Kripke {
  readonly model: Model;
  readonly letters: LetterTable;
  readonly states: VectorTable;
  private readonly predicates: readonly Predicate[];
  private readonly options: KripkeOptions;
  /** Whether some predicate is about deadlocks, so that a letter needs the successors. */
  private readonly observesDead: boolean;
  /** Successors of state s: `targets` from `starts[s]` on, `degrees[s]` of them; degree -1 when not yet expanded. */
  private readonly starts = new Int32List();
  private readonly degrees = new Int32List();
  readonly targets: Int32List = new Int32List(1024);
  private readonly letterOf = new Int32List();
  private readonly dead = new Set<number>();
  private readonly source: Int32Array;

  constructor(model: Model, predicates: readonly Expression[], options: KripkeOptions) {
    this.model = model;
    this.predicates = predicates.map((predicate) => this.compile(predicate));
    this.options = options;
    this.letters = new LetterTable(predicates.length);
    this.states = new VectorTable(model.variables.length);
    this.observesDead = predicates.some(mentionsDead);
    this.source = new Int32Array(model.variables.length);
  }

  initialStates(): number[] {
    return [...new Set(this.model.initialStates().map((state) => this.intern(state)))];
  }

  /** The number of transitions found so far, the added self-loops of deadlocks included. */
  get transitionCount(): number {
    return this.targets.length;
  }

  /** Finds the successors of `state` unless that was done before; returns their number. */
  expand(state: number): number {
    const known = this.degrees.get(state);
    if (known >= 0) return known;
    this.states.read(state, this.source);
    const start = this.targets.length;
    this.model.successors(this.source, this.collect);
    if (this.targets.length === start) {
      this.dead.add(state);
      if (this.options.deadlock === 'error') throw new DeadlockFound(state);
      if (this.options.deadlock === 'stutter') this.targets.push(state);
    }
    this.starts.set(state, start);
    this.degrees.set(state, this.targets.length - start);
    return this.targets.length - start;
  }

  /** Where the successors of an expanded state begin in `targets`. */
  startOf(state: number): number {
    return this.starts.get(state);
  }

  /** Number of the letter that `state` shows, in `letters`. */
  letter(state: number): number {
    const known = this.letterOf.get(state);
    if (known >= 0) return known;
    if (this.observesDead) this.expand(state);
    const vector = this.states.get(state);
    const letter = this.letters.intern((i) => this.predicates[i](vector, state) !== 0);
    this.letterOf.set(state, letter);
    return letter;
  }

  private compile(predicate: Expression): Predicate {
    if (!mentionsDead(predicate)) return compileExpression(predicate);
    return (vector, state) => evaluate(predicate, vector, () => this.dead.has(state));
  }

  private readonly collect = (target: Int32Array): void => {
    this.targets.push(this.intern(target));
  };

  private intern(vector: Int32Array): number {
    const before = this.states.size;
    const state = this.states.intern(vector);
    if (state === before) {
      if (before === this.options.maxStates) throw new LimitExceeded('states', `more than ${before} states`);
      this.starts.push(0);
      this.degrees.push(-1);
      this.letterOf.push(-1);
    }
    return state;
  }
}

function mentionsDead(expression: Expression): boolean {
  const stack: Expression[] = [expression];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'dead') return true;
    if (node.kind === 'unary') stack.push(node.operand);
    else if (node.kind === 'binary') stack.push(node.left, node.right);
    else if (node.kind === 'element') stack.push(node.index);
    else if (node.kind === 'sum' || node.kind === 'all' || node.kind === 'any') stack.push(...node.operands);
  }
  return false;
}
