// The steps of a model as programs: a group for every way that a step can go. A step that begins an atomic sequence is followed to its end,
// statement by statement, with a requirement where the sequence chooses; so are the insides of a d_step. `machine.ts` does the same for one
// state at a time, and says what it means; the tests compare both.
import type { Stopwatch } from '../../../../diagnostics/stopwatch.ts';
import { all, any, constant, equals, variable } from '../../../expression/build.ts';
import type { Expression } from '../../../expression/expression.ts';
import { collectReads } from '../../../expression/support.ts';
import type { Effect } from '../../../model.ts';
import { GroupNumbers } from '../group-numbers.ts';
import type { Channel, Layout } from '../layout.ts';
import type { Edge, Point } from '../terms.ts';
import { Actions, faulty } from './actions.ts';
import { type Actor, Expressions, numberOf, type View } from './expressions.ts';
import { NotCompiled } from './not-compiled.ts';
import { not, Path } from './path.ts';
import { Questions, type Send } from './questions.ts';

/** A step of the model. */
export interface CompiledStep {
  readonly actor: Actor;
  readonly edge: Edge;
  /** The number of the group of the interpreter that begins so. */
  readonly origin: number;
  readonly guard: Expression;
  readonly effects: readonly Effect[];
}

/** A step before it is known where processes can be. */
interface FoundStep extends Omit<CompiledStep, 'guard'> {
  /** The number of the control point that it begins at. */
  readonly from: number;
  /** Conditions on the state in which it is taken. */
  readonly guard: readonly Expression[];
  /** Whether it is only taken where nobody else can move. */
  readonly timeout: boolean;
}

/** Where a path goes on: the process that has the privilege to move. Null where the step has ended. */
type Onward = (Actor & { readonly point: Point }) | null;

interface Moved {
  readonly path: Path;
  readonly onward: Onward;
}

/** More than this is left to the interpreter. */
const MAX_STEPS = 6_000;
const MAX_PATHS = 20_000;

/** All steps. Throws `NotCompiled`. */
export function compileSteps(layout: Layout, initial: ArrayLike<number>, stopwatch: Stopwatch): CompiledStep[] {
  return new StepsCompiler(layout, initial, stopwatch).run();
}

class StepsCompiler {
  private readonly layout: Layout;
  private readonly expressions: Expressions;
  private readonly questions: Questions;
  private readonly actions: Actions;
  private readonly known: ReadonlyMap<number, number>;
  private readonly stopwatch: Stopwatch;
  private readonly initial: ArrayLike<number>;
  private readonly found: FoundStep[] = [];
  /** Where processes can be between steps of the model. */
  private readonly reached = new Map<string, { readonly actor: Actor; readonly point: Point }>();
  private readonly groupNumbers: GroupNumbers;
  private paths = 0;

  constructor(layout: Layout, initial: ArrayLike<number>, stopwatch: Stopwatch) {
    this.layout = layout;
    this.groupNumbers = new GroupNumbers(layout);
    this.stopwatch = stopwatch;
    this.initial = initial;
    this.expressions = new Expressions(layout);
    this.known = this.expressions.fixed.globals(initial);
    this.questions = new Questions(this.expressions, this.known);
    this.actions = new Actions(this.expressions, this.questions, () => this.count());
  }

  run(): CompiledStep[] {
    const { layout, reached } = this;
    for (const { base } of layout.slots) this.reach(base, this.initial[base]);
    for (const { actor, point } of reached.values()) {
      this.point(actor, point, 'usual');
      if (layout.program.uses.timeout) this.point(actor, point, 'timeout');
    }
    const nobodyMoves = layout.program.uses.timeout ? [not(this.somebodyMoves('usual'))] : [];
    const before = { usual: this.nobodyBefore('usual'), timeout: this.nobodyBefore('timeout') };
    return this.found
      .filter(({ guard }) => guard.every((condition) => this.canBe(condition)))
      .sort((a, b) => a.actor.slot - b.actor.slot || a.from - b.from)
      .map(({ actor, edge, origin, guard, effects, timeout }) => {
        const [isHere, ...conditions] = timeout ? [...guard, ...nobodyMoves] : guard;
        // Nothing else is evaluated where somebody of higher priority moves: it might fault.
        const isFirst = before[timeout ? 'timeout' : 'usual'](actor);
        return { actor, edge, origin, guard: all([isHere, ...isFirst, ...conditions]), effects };
      });
  }

  /** Notes that a process can be at a control point between steps of the model. */
  private reach(base: number, at: number): void {
    const { typeOfPoint, pointBase, program, slots } = this.layout;
    const key = `${base}:${at}`;
    if (at === 0 || this.reached.has(key)) return;
    const slot = slots.findIndex((place) => place.base === base);
    const type = typeOfPoint[at];
    const point = program.processes[type].flow.points[at - pointBase[type] - 1];
    this.reached.set(key, { actor: { slot, type }, point });
  }

  /** False for a condition that asks for a control point which is never reached. */
  private canBe(condition: Expression): boolean {
    if (condition.kind !== 'binary' || condition.operator !== '==') return true;
    const { left, right } = condition;
    if (left.kind !== 'variable' || right.kind !== 'constant' || right.value === 0) return true;
    const isBase = this.layout.slots.some(({ base }) => base === left.variable);
    return !isBase || this.reached.has(`${left.variable}:${right.value}`);
  }

  /** The steps of a process at a control point; with `timeout`, only those that have waited for it. */
  private point(actor: Actor, point: Point, moment: 'usual' | 'timeout'): void {
    const timeout = moment === 'timeout';
    const start = this.begin(actor, point);
    if (!this.isProvided(actor, start)) return;
    const plain = point.edges.filter(({ action }) => action.kind !== 'else');
    const from = numberOf(this.layout, actor.type, point);
    const firstOrigin = this.groupNumbers.first(actor, point);
    for (const [i, edge] of point.edges.entries()) {
      const path = start.fork();
      this.expressions.metTimeout = false;
      const view: View = { ...actor, path, timeout };
      if (edge.action.kind === 'else' && !path.demand(not(this.questions.anyOf(plain, view)))) continue;
      const moved = this.take(view, edge);
      if (timeout && !this.expressions.metTimeout) continue;
      for (const way of moved) this.finish({ actor, edge, origin: firstOrigin + i, from, timeout }, way);
    }
  }

  /** A path from a control point on. */
  private begin({ slot, type }: Actor, point: Point): Path {
    const { layout } = this;
    const path = Path.from(this.known);
    path.demand(equals(layout.slots[slot].base, numberOf(this.layout, type, point)));
    if (layout.violated >= 0) path.demand(equals(layout.violated, 0));
    this.rememberFirstValues(path, { slot, type }, point);
    return path;
  }

  /**
   * At a point that nothing leads to, a process that is there from the beginning has its first values; and where it is alone, everything
   * has.
   */
  private rememberFirstValues(path: Path, { slot, type }: Actor, point: Point): void {
    const { slots, program, variables } = this.layout;
    const { flow } = program.processes[type];
    const isNew = program.initial[slot] === type && point === flow.start && !program.started.has(type);
    if (!isNew || flow.points.some(({ edges }) => edges.some(({ target }) => target === point))) return;
    const { base, width } = slots[slot];
    const [first, end] = program.initial.length === 1 ? [0, variables.length] : [base, base + width];
    for (let i = first; i < end; i++) path.remember(i, this.initial[i]);
  }

  /** Follows a step to the end of its atomic sequence. */
  private finish(begun: Omit<FoundStep, 'guard' | 'effects'>, first: Moved): void {
    const pending = [first];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      this.count();
      const { path, onward } = next;
      if (onward !== null) {
        pending.push(...this.alone(path, onward));
        continue;
      }
      for (const { base } of path.isFaulty ? [] : this.layout.slots) {
        const at = path.valueOf(base);
        if (at !== undefined) this.reach(base, at);
      }
      if (this.found.push({ ...begun, ...path.finished() }) > MAX_STEPS) throw new NotCompiled('many steps');
    }
  }

  private count(): void {
    this.stopwatch.tick();
    if (++this.paths > MAX_PATHS) throw new NotCompiled('steps with many ways');
  }

  /** What a process does that has the privilege to move; the step ends where it can do nothing. */
  private alone(path: Path, { point, slot, type }: NonNullable<Onward>): Moved[] {
    const actor = { slot, type };
    const { provided } = this.layout.program.processes[type];
    const moved: Moved[] = [];
    if (provided !== null) {
      const held = path.fork();
      const isProvided = this.expressions.term(provided, { ...actor, path: held, timeout: false });
      if (held.demand(not(isProvided))) moved.push({ path: held, onward: null });
      if (!this.isProvided(actor, path)) return moved;
    }
    const plain = point.edges.filter(({ action }) => action.kind !== 'else');
    for (const edge of plain) moved.push(...this.take({ ...actor, path: path.fork(), timeout: false }, edge));
    const rest = path.fork();
    const view: View = { ...actor, path: rest, timeout: false };
    if (!rest.demand(not(this.questions.anyOf(plain, view)))) return moved;
    const otherwise = point.edges.find(({ action }) => action.kind === 'else');
    if (otherwise === undefined) moved.push({ path: rest, onward: null });
    else moved.push(...this.take(view, otherwise));
    return moved;
  }

  private isProvided(actor: Actor, path: Path): boolean {
    const { provided } = this.layout.program.processes[actor.type];
    return provided === null || path.demand(this.expressions.term(provided, { ...actor, path, timeout: false }));
  }

  /** Takes a step wherever it can be taken. */
  private take(view: View, edge: Edge): Moved[] {
    const { path } = view;
    for (const other of edge.over) if (!path.demand(not(this.questions.canTake(other, view)))) return [];
    const { action } = edge;
    if (action.kind !== 'send') return this.actions.act(view, action).map((way) => this.arrive(way, view, edge));
    return this.actions.eachChannel(view, action.channel, {
      on: (at, channel): Moved[] => {
        if (channel.capacity === 0) return this.meet(at, edge, action, channel);
        return this.actions.put(at, action, channel).map((way) => this.arrive(way, view, edge));
      },
      nowhere: (fault) => ({ path: fault, onward: null }),
    });
  }

  /** Moves a process on to the target of its step. */
  private arrive(path: Path, { slot, type }: Actor, edge: Edge): Moved {
    const { layout } = this;
    const actor = { slot, type };
    if (edge.action.kind !== 'end') this.moveTo(path, actor, edge.target);
    const isViolated = layout.violated >= 0 && path.valueOf(layout.violated) !== 0;
    return { path, onward: edge.holds && !isViolated && !path.isFaulty ? { ...actor, point: edge.target } : null };
  }

  private moveTo(path: Path, { slot, type }: Actor, target: Point): void {
    const { layout } = this;
    path.assign(variable(layout.slots[slot].base), constant(numberOf(this.layout, type, target)));
    if (layout.last >= 0) path.assign(variable(layout.last), constant(slot));
  }

  /** A send to whoever is ready to receive; the privilege of an atomic sequence goes to the receiver. */
  private meet(view: View, edge: Edge, action: Send, channel: Channel): Moved[] {
    return this.questions.others(view).flatMap((other) =>
      this.questions.partners(other, channel).flatMap((receive): Moved[] => {
        const path = view.path.fork();
        const [sender, receiver] = [
          { ...view, path },
          { ...other, path, timeout: view.timeout },
        ];
        const { base } = this.layout.slots[other.slot];
        if (!path.demandValue(base, numberOf(this.layout, other.type, receive.point))) return [];
        if (!this.isProvided(other, path)) return [];
        if (!path.demand(this.questions.isSame(channel, receive.action, receiver))) return [];
        const message = this.questions.message(sender, action.values, channel);
        for (const before of receive.edge.over) {
          const isBefore = this.questions.canReceive(before, receiver, channel, message);
          if (!path.demand(not(isBefore))) return [];
        }
        if (message === null || receive.action.fields.length !== message.length)
          return [{ path: faulty(path), onward: null }];
        if (!path.demand(this.questions.accepts(receiver, receive.action, message))) return [];
        const { last, slots } = this.layout;
        const changing = new Set([slots[view.slot].base, base, last]);
        for (const value of message) {
          const reads = new Set<number>();
          collectReads(value, reads);
          for (const read of reads) if (changing.has(read)) throw new NotCompiled('a message about the meeting itself');
        }
        this.actions.storeFields(receiver, receive.action, message, changing);
        this.moveTo(path, view, edge.target);
        return [this.arrive(path, other, receive.edge)];
      }),
    );
  }

  /** For an actor the conditions that nobody of higher priority moves. */
  private nobodyBefore(moment: 'usual' | 'timeout'): (actor: Actor) => readonly Expression[] {
    const { processes, hasPriorities } = this.layout.program;
    const known = new Map<number, readonly Expression[]>();
    return ({ type }) => {
      const { priority } = processes[type];
      let conditions = known.get(priority);
      if (conditions === undefined) {
        const isHighest = !hasPriorities || processes.every((other) => other.priority <= priority);
        conditions = isHighest ? [] : [not(this.somebodyMoves(moment, priority))];
        known.set(priority, conditions);
      }
      return conditions;
    };
  }

  /** Whether somebody of higher priority can move, before or at the moment when they wait for `timeout`. */
  private somebodyMoves(moment: 'usual' | 'timeout', above = Number.NEGATIVE_INFINITY): Expression {
    const path = Path.from(this.known);
    const { slots, program } = this.layout;
    const asked = [...this.reached.values()].filter(({ actor }) => program.processes[actor.type].priority > above);
    return any(
      asked.map(({ actor, point }) => {
        const view: View = { ...actor, path, timeout: moment === 'timeout' };
        const { provided } = program.processes[actor.type];
        const isThere = equals(slots[actor.slot].base, numberOf(this.layout, actor.type, point));
        const conditions = provided === null ? [isThere] : [isThere, this.expressions.term(provided, view)];
        const hasElse = point.edges.some(({ action }) => action.kind === 'else');
        return all(hasElse ? conditions : [...conditions, this.questions.anyOf(point.edges, view)]);
      }),
    );
  }
}
