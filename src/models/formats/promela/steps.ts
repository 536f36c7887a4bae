// Steps of a process in a given place, compiled: when they can be taken and how they change a state. Meetings on channels without
// buffer need two processes; here are both halves, `machine.ts` brings them together.
import { EvaluationFault } from '../../expression/expression.ts';
import { asMessage, messageAt, putMessage, takeMessage } from './channels.ts';
import { compileAddress, compileTerm, type Evaluate, type TermContext } from './compile-term.ts';
import type { Channel } from './layout.ts';
import type { Initialisation, Process } from './program.ts';
import type { CellTerm, Edge, FieldAction, Point, Sequence, Term } from './terms.ts';
import { reduceTo } from './types.ts';

export interface Step {
  readonly edge: Edge;
  /** The transition group. */
  readonly group: number;
  readonly kind: 'plain' | 'send' | 'receive' | 'else';
  /** Where one of these can be taken, this one cannot. */
  readonly over: readonly Step[];
  /** Whether it can be taken without a partner. */
  readonly enabled: (state: Int32Array) => boolean;
  /** Takes it, in place, the new control point included. */
  readonly run: (state: Int32Array) => void;
  /** Of sends and receives: the channel, and the half of a meeting. */
  readonly channel: ((state: Int32Array) => Channel) | null;
  readonly message: ((state: Int32Array, channel: Channel) => number[]) | null;
  readonly accepts: ((state: Int32Array, message: readonly number[]) => boolean) | null;
  readonly store: ((state: Int32Array, message: readonly number[]) => void) | null;
  /** Of receives: the message that it takes out of a buffer; null where it takes none. */
  readonly taken: ((state: Int32Array) => readonly number[] | null) | null;
}

/** A d_step that goes on for so many steps is taken for an endless loop. */
const MAX_STEPS = 10_000_000;

/** Thrown when there is no place for one more process. */
export class PlacesExceeded extends Error {
  override name = 'PlacesExceeded';
}

/** Compiles the steps of one process type in one place. */
export class StepCompiler {
  private readonly context: TermContext;
  private readonly process: Process;
  private readonly inner = new Map<Point, Step[]>();

  constructor(context: TermContext, process: Process) {
    this.context = context;
    this.process = process;
  }

  /** The steps of a point; `group` is the number of the first one. */
  point(point: Point, group: number): Step[] {
    const made = new Map<Edge, Step>();
    return point.edges.map((edge, i) => {
      // what has priority over a step stands before it
      const step = this.step(
        edge,
        group + i,
        edge.over.map((other) => made.get(other)!),
      );
      made.set(edge, step);
      return step;
    });
  }

  private step(edge: Edge, group: number, over: readonly Step[]): Step {
    const { layout, slot } = this.context;
    const { base } = layout.slots[slot];
    const at = edge.target.number + layout.pointBase[this.process.index];
    const { last } = layout;
    const act = this.action(edge);
    const isInner = edge.target.number === 0;
    const run = (state: Int32Array): void => {
      act.run?.(state);
      if (isInner || edge.action.kind === 'end') return;
      state[base] = at;
      if (last >= 0) state[last] = slot;
    };
    const { enabled = () => true, channel = null, message = null, accepts = null, store = null, taken = null } = act;
    const { kind } = edge.action;
    return {
      edge,
      group,
      over,
      kind: kind === 'send' || kind === 'receive' || kind === 'else' ? kind : 'plain',
      enabled,
      run,
      channel,
      message,
      accepts,
      store,
      taken,
    };
  }

  private action({
    action,
  }: Edge): Partial<Pick<Step, 'enabled' | 'run' | 'channel' | 'message' | 'accepts' | 'store' | 'taken'>> {
    switch (action.kind) {
      case 'test': {
        const test = this.term(action.term);
        return { enabled: (state) => test(state) !== 0 };
      }
      case 'skip':
      case 'else':
      case 'print':
        return {};
      case 'end':
        return this.end();
      case 'assign':
        return { run: this.assign(action.cell, this.term(action.value)) };
      case 'assert': {
        const test = this.term(action.term);
        const { violated } = this.context.layout;
        if (violated < 0) return { run: (state) => void test(state) };
        return {
          run: (state) => {
            if (test(state) === 0) state[violated] = 1;
          },
        };
      }
      case 'run':
        return this.start(action.process, action.args, action.result);
      case 'send':
        return this.send(action);
      case 'receive':
        return this.receive(action);
      case 'd_step':
        return this.deterministic(action.body);
    }
  }

  private term(term: Term): Evaluate {
    return compileTerm(term, this.context);
  }

  private assign(cell: CellTerm, value: Evaluate): (state: Int32Array) => void {
    const address = compileAddress(cell, this.context);
    const { type } = cell;
    if (typeof address === 'number') {
      return (state) => {
        state[address] = reduceTo(type, value(state));
      };
    }
    return (state) => {
      const stored = reduceTo(type, value(state));
      state[address(state)] = stored;
    };
  }

  /** A process ends when all that began after it have ended; its place is free then. */
  private end(): Pick<Step, 'enabled' | 'run'> {
    const { layout, slot } = this.context;
    const { base, width } = layout.slots[slot];
    const { processes, last } = layout;
    return {
      enabled: (state) => state[processes] === slot + 1,
      run: (state) => {
        state.fill(0, base, base + width);
        state[processes] = slot;
        if (last >= 0) state[last] = slot;
      },
    };
  }

  private start(process: number, args: readonly Term[], result: CellTerm | null): Pick<Step, 'enabled' | 'run'> {
    const { layout } = this.context;
    const values = args.map((value) => this.term(value));
    const store = result === null ? null : compileAddress(result, this.context);
    const { processes } = layout;
    const most = layout.slots.length;
    const makers = new Map<number, ProcessMaker>();
    return {
      enabled: (state) => {
        if (state[processes] < most) return true;
        if (most < 255) throw new PlacesExceeded();
        return false;
      },
      run: (state) => {
        const slot = state[processes];
        let maker = makers.get(slot);
        if (maker === undefined) {
          maker = new ProcessMaker({ ...this.context, slot }, layout.program.processes[process]);
          makers.set(slot, maker);
        }
        const given = values.map((value) => value(state));
        maker.make(state, given);
        if (store !== null) state[typeof store === 'number' ? store : store(state)] = reduceTo(result!.type, slot);
      },
    };
  }

  private send(action: Extract<Edge['action'], { kind: 'send' }>): ReturnType<StepCompiler['action']> {
    const id = this.term(action.channel);
    const values = action.values.map((value) => this.term(value));
    const channel = (state: Int32Array): Channel => this.context.channel(state, id(state));
    const message = (state: Int32Array, to: Channel): number[] =>
      asMessage(
        to,
        values.map((value) => value(state)),
      );
    return {
      channel,
      message,
      enabled: (state) => {
        const to = channel(state);
        return to.count >= 0 && state[to.count] < to.capacity;
      },
      run: (state) => {
        const to = channel(state);
        if (to.count >= 0) putMessage(state, to, message(state, to), action.sorted);
      },
    };
  }

  private receive(action: Extract<Edge['action'], { kind: 'receive' }>): ReturnType<StepCompiler['action']> {
    const id = this.term(action.channel);
    const channel = (state: Int32Array): Channel => this.context.channel(state, id(state));
    const accepts = this.matcher(action.fields);
    const store = this.storer(action.fields);
    const place = (state: Int32Array, from: Channel): number => {
      if (from.count < 0) return -1;
      const width = from.fields.length;
      const messages = action.anywhere ? state[from.count] : Math.min(1, state[from.count]);
      for (let i = 0; i < messages; i++) {
        const at = from.count + 1 + i * width;
        if (accepts(state, state.subarray(at, at + width) as unknown as readonly number[])) return i;
      }
      return -1;
    };
    return {
      channel,
      accepts,
      store,
      enabled: (state) => place(state, channel(state)) >= 0,
      taken: (state) => {
        const from = channel(state);
        const found = action.keep ? -1 : place(state, from);
        return found < 0 ? null : messageAt(state, from, found);
      },
      run: (state) => {
        const from = channel(state);
        const found = place(state, from);
        if (found < 0) return; // a meeting: what it stores is stored by the machine
        const message = messageAt(state, from, found);
        if (!action.keep) takeMessage(state, from, found);
        store(state, message);
      },
    };
  }

  private matcher(fields: readonly FieldAction[]): NonNullable<Step['accepts']> {
    const tests = fields.map((field) => (field.kind === 'match' ? this.term(field.value) : null));
    return (state, message) => {
      if (tests.length !== message.length) {
        throw new EvaluationFault(`a receive takes ${tests.length} fields of a message that has ${message.length}`);
      }
      for (let i = 0; i < tests.length; i++) {
        const test = tests[i];
        if (test !== null && test(state) !== message[i]) return false;
      }
      return true;
    };
  }

  private storer(fields: readonly FieldAction[]): NonNullable<Step['store']> {
    const stores = fields.map((field) => {
      if (field.kind !== 'store') return null;
      return { address: compileAddress(field.cell, this.context), type: field.cell.type };
    });
    return (state, message) => {
      for (let i = 0; i < stores.length; i++) {
        const into = stores[i];
        if (into === null) continue;
        const address = typeof into.address === 'number' ? into.address : into.address(state);
        state[address] = reduceTo(into.type, message[i]);
      }
    };
  }

  /** One step through the inside: at every point the first statement that can be executed. */
  private deterministic({ start, end }: Sequence): Pick<Step, 'enabled' | 'run'> {
    return {
      enabled: (state) => this.next(start, state) !== null,
      run: (state) => {
        let here = start;
        for (let i = 0; here !== end; i++) {
          const step = this.next(here, state);
          if (step === null) throw new EvaluationFault('a d_step is blocked in the middle');
          if (i > MAX_STEPS) throw new EvaluationFault('a d_step does not end');
          step.run(state);
          here = step.edge.target;
        }
      },
    };
  }

  private next(point: Point, state: Int32Array): Step | null {
    let steps = this.inner.get(point);
    if (steps === undefined) {
      steps = this.point(point, -1);
      this.inner.set(point, steps);
    }
    for (const step of steps) if (step.kind !== 'else' && step.enabled(state)) return step;
    return steps.find(({ kind }) => kind === 'else') ?? null;
  }
}

/** Brings processes of a type to life in a place. */
export class ProcessMaker {
  private readonly context: TermContext;
  private readonly process: Process;
  private readonly first: ((state: Int32Array) => void)[];

  constructor(context: TermContext, process: Process) {
    this.context = context;
    this.process = process;
    this.first = process.initialisations.map((part) => compileInitialisation(part, context));
  }

  make(state: Int32Array, values: readonly number[]): void {
    const { context, process } = this;
    const { layout, slot } = context;
    const { base } = layout.slots[slot];
    state[base] = process.flow.start.number + layout.pointBase[process.index];
    for (const [index, { owner }] of process.region.channels.entries()) {
      state[base + 1 + owner] = layout.channelId(slot, index);
    }
    for (const [i, { offset, member }] of process.parameters.entries()) {
      const type = member.shape.kind === 'cell' ? member.shape.type : null;
      if (type !== null) state[base + 1 + offset] = reduceTo(type, values[i] ?? 0);
    }
    state[layout.processes] = slot + 1;
    for (const initialise of this.first) initialise(state);
  }
}

/** Gives a variable its first values. */
export function compileInitialisation(
  { storage, values, kind }: Initialisation,
  context: TermContext,
): (state: Int32Array) => void {
  const { shape, length } = storage.member;
  if (shape.kind !== 'cell') return () => {};
  const { type } = shape;
  const base = storage.offset + (storage.region === 'global' ? 0 : context.layout.slots[context.slot].base + 1);
  const computed = values.map((value) => compileTerm(value, context));
  return (state) => {
    const count = kind === 'list' ? computed.length : (length ?? 1);
    for (let i = 0; i < count; i++) state[base + i] = reduceTo(type, computed[kind === 'list' ? i : 0](state));
  };
}
