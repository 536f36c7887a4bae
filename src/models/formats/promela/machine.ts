// The successors of a state. Processes move one at a time; a process inside of an atomic sequence moves on alone until it leaves the
// sequence or cannot go on, and the states on its way are no states of the model (so SPIN stores none of them, and no claim sees them).
// A send to a channel without buffer moves two processes at once, and the privilege of an atomic sequence goes to the receiver.
import { channelFinder } from './channels.ts';
import { compileTerm, type Evaluate, type TermContext } from './compile-term.ts';
import { GroupNumbers } from './group-numbers.ts';
import type { Channel, Layout } from './layout.ts';
import type { Process } from './program.ts';
import { compileInitialisation, ProcessMaker, type Step, StepCompiler } from './steps.ts';

/** A step of one process, or of two that meet. */
export interface Taken {
  readonly pid: number;
  readonly step: Step;
  /** The half of the receiver. */
  readonly partner: { readonly pid: number; readonly step: Step; readonly message: readonly number[] } | null;
  /** The state in which it is taken. */
  readonly state: Int32Array;
}

/** A state in the middle of an atomic sequence, and who goes on. */
interface Pending {
  readonly state: Int32Array;
  readonly pid: number;
  readonly way: readonly Taken[] | null;
}

type Visit = (state: Int32Array, group: number, way: readonly Taken[] | null) => void;

/** What can be done at a control point in a place. */
interface PointCode {
  readonly steps: readonly Step[];
  readonly provided: Evaluate | null;
}

/** From so many states in one atomic sequence on they are remembered: it may be an endless loop. */
const LONG_SEQUENCE = 200;

export class Machine {
  readonly layout: Layout;
  private readonly codes: (PointCode | undefined)[][];
  private readonly compilers: Map<number, StepCompiler>[];
  private readonly groupNumbers: GroupNumbers;
  private readonly find: (state: Int32Array, id: number) => Channel;
  private readonly priorities: readonly number[];
  private readonly free: Int32Array[] = [];
  private readonly stack: Pending[] = [];
  private timeout = false;
  private records = false;
  private way: readonly Taken[] = [];
  private group = 0;
  private visit: Visit = () => {};

  constructor(layout: Layout) {
    this.layout = layout;
    this.find = channelFinder(layout);
    const { processes } = layout.program;
    this.codes = layout.slots.map(() => []);
    this.compilers = layout.slots.map(() => new Map());
    this.groupNumbers = new GroupNumbers(layout);
    this.priorities = [...new Set(processes.map(({ priority }) => priority))].sort((a, b) => b - a);
  }

  /** The context of terms for a process in a place, -1 for nobody. */
  context(slot: number): TermContext {
    return { layout: this.layout, slot, isTimeout: () => this.timeout, channel: this.find };
  }

  initialState(): Int32Array {
    const { layout } = this;
    const { program } = layout;
    const state = new Int32Array(layout.variables.length);
    for (const [index, { owner }] of program.declarations.globals.channels.entries()) state[owner] = index + 1;
    for (const part of program.initialisations) compileInitialisation(part, this.context(-1))(state);
    for (const [slot, type] of program.initial.entries()) {
      new ProcessMaker(this.context(slot), program.processes[type]).make(state, []);
    }
    return state;
  }

  /** Calls `visit` for every successor, with the steps that lead to it where `records` asks for them. The state that it sees is used again. */
  successors(state: Int32Array, visit: Visit, records: 'way' | 'nothing' = 'nothing'): void {
    if (this.layout.violated >= 0 && state[this.layout.violated] !== 0) return;
    this.visit = visit;
    this.records = records === 'way';
    this.timeout = false;
    this.stack.length = 0;
    if (this.everybody(state) || !this.layout.program.uses.timeout) return;
    this.timeout = true;
    this.everybody(state);
    this.timeout = false;
  }

  private everybody(state: Int32Array): boolean {
    const { layout } = this;
    const count = state[layout.processes];
    let isMoved = false;
    if (!layout.program.hasPriorities) {
      for (let pid = 0; pid < count; pid++) isMoved = this.process(state, pid) || isMoved;
      return isMoved;
    }
    const { processes } = layout.program;
    for (const priority of this.priorities) {
      for (let pid = 0; pid < count; pid++) {
        const type = layout.typeOfPoint[state[layout.slots[pid].base]];
        if (processes[type].priority === priority) isMoved = this.process(state, pid) || isMoved;
      }
      if (isMoved) return true;
    }
    return false;
  }

  /** All that a process can do first, each followed to the end of its atomic sequence. */
  private process(state: Int32Array, pid: number): boolean {
    const { steps, provided } = this.code(state, pid);
    if (provided !== null && provided(state) === 0) return false;
    let isMoved = false;
    for (const step of steps) if (step.kind !== 'else') isMoved = this.first(state, pid, step) || isMoved;
    if (!isMoved) for (const step of steps) if (step.kind === 'else') isMoved = this.first(state, pid, step);
    return isMoved;
  }

  private first(state: Int32Array, pid: number, step: Step): boolean {
    this.group = step.group;
    this.way = [];
    const isTaken = this.take(state, pid, step);
    if (this.stack.length > 0) this.finish();
    return isTaken;
  }

  /** Follows the atomic sequences that have been begun. */
  private finish(): void {
    const { timeout } = this;
    this.timeout = false;
    let count = 0;
    const seen = new Set<string>();
    for (let pending = this.stack.pop(); pending !== undefined; pending = this.stack.pop()) {
      const { state, pid, way } = pending;
      if (++count > LONG_SEQUENCE) {
        const key = `${pid}:${state.join()}`;
        if (seen.has(key)) {
          this.free.push(state);
          continue;
        }
        seen.add(key);
      }
      this.way = way ?? [];
      if (!this.alone(state, pid)) this.visit(state, this.group, way);
      this.free.push(state);
    }
    this.timeout = timeout;
  }

  /** What a process can do that has the privilege to move. */
  private alone(state: Int32Array, pid: number): boolean {
    const { steps, provided } = this.code(state, pid);
    if (provided !== null && provided(state) === 0) return false;
    let isMoved = false;
    for (const step of steps) if (step.kind !== 'else') isMoved = this.take(state, pid, step) || isMoved;
    if (!isMoved) for (const step of steps) if (step.kind === 'else') isMoved = this.take(state, pid, step);
    return isMoved;
  }

  /** Takes a step if that is possible. */
  private take(state: Int32Array, pid: number, step: Step): boolean {
    if (step.over.length > 0 && step.over.some((other) => this.canTake(state, pid, other))) return false;
    if (step.kind === 'send') {
      const channel = step.channel!(state);
      if (channel.capacity === 0) return this.meet(state, pid, step, channel);
    }
    if (!step.enabled(state)) return false;
    const target = this.copy(state);
    step.run(target);
    this.arrive(target, pid, step.edge.holds, { pid, step, partner: null, state });
    return true;
  }

  /** A send to whoever is ready to receive. */
  private meet(state: Int32Array, sender: number, step: Step, channel: Channel): boolean {
    const count = state[this.layout.processes];
    let message: number[] | null = null;
    let isMet = false;
    for (let pid = 0; pid < count; pid++) {
      if (pid === sender) continue;
      const code = this.code(state, pid);
      if (code.provided !== null && code.provided(state) === 0) continue;
      for (const other of code.steps) {
        if (other.kind !== 'receive' || other.channel!(state).id !== channel.id) continue;
        message ??= step.message!(state, channel);
        if (!other.accepts!(state, message)) continue;
        // as in SPIN, a way out only comes before a meeting if it receives the message itself
        const said = message;
        const receives = (before: Step): boolean =>
          before.kind === 'receive' && before.channel!(state).id === channel.id && before.accepts!(state, said);
        if (other.over.some(receives)) continue;
        isMet = true;
        const target = this.copy(state);
        step.run(target);
        other.run(target);
        other.store!(target, message);
        const partner = { pid, step: other, message };
        this.arrive(target, pid, other.edge.holds, { pid: sender, step, partner, state });
      }
    }
    return isMet;
  }

  /** Whether a step can be taken, with or without a partner. */
  private canTake(state: Int32Array, pid: number, step: Step): boolean {
    if (step.enabled(state)) return true;
    if (step.kind !== 'send') return false;
    const channel = step.channel!(state);
    if (channel.capacity > 0) return false;
    const message = step.message!(state, channel);
    for (let other = 0; other < state[this.layout.processes]; other++) {
      if (other === pid) continue;
      const { steps, provided } = this.code(state, other);
      if (provided !== null && provided(state) === 0) continue;
      const isReady = steps.some(
        ({ kind, channel: from, accepts }) =>
          kind === 'receive' && from!(state).id === channel.id && accepts!(state, message),
      );
      if (isReady) return true;
    }
    return false;
  }

  private arrive(target: Int32Array, pid: number, holds: boolean, taken: Taken): void {
    const { violated } = this.layout;
    const way = this.records ? [...this.way, { ...taken, state: taken.state.slice() }] : null;
    if (holds && !(violated >= 0 && target[violated] !== 0)) {
      this.stack.push({ state: target, pid, way });
      return;
    }
    this.visit(target, this.group, way);
    this.free.push(target);
  }

  private copy(state: Int32Array): Int32Array {
    const target = this.free.pop() ?? new Int32Array(state.length);
    target.set(state);
    return target;
  }

  private code(state: Int32Array, slot: number): PointCode {
    const at = state[this.layout.slots[slot].base];
    return (this.codes[slot][at] ??= this.compile(slot, at));
  }

  private compile(slot: number, at: number): PointCode {
    const { layout } = this;
    const type = layout.typeOfPoint[at];
    const process: Process = layout.program.processes[type];
    const context = this.context(slot);
    let compiler = this.compilers[slot].get(type);
    if (compiler === undefined) {
      compiler = new StepCompiler(context, process);
      this.compilers[slot].set(type, compiler);
    }
    const point = process.flow.points[at - layout.pointBase[type] - 1];
    const steps = compiler.point(point, this.groupNumbers.first({ slot, type }, point));
    return { steps, provided: process.provided === null ? null : compileTerm(process.provided, context) };
  }
}
