// DVE models with asynchronous composition: processes, variables, channels, committed states. A property process is not read.
//
// In a step all guards read the state before it. Then, one after another: values are handed over, the effects of each process run
// (sender before receiver), and the locations change. While a state is committed, only steps out of committed states are made.
import { Cursor, type Expression, type Scope, type Storage, stored, type Type, type Write } from './dve-syntax.ts';
import type { Model, Names, State, Term } from './model.ts';
import { BadInput, inputUnless } from './problem.ts';

interface Channel {
  readonly types: readonly Type[] | null;
  readonly capacity: number;
  /** The variable with the number of messages, and the first cell of each field. */
  readonly count: number;
  readonly fields: readonly number[];
}

interface Process {
  readonly name: string;
  readonly location: number;
  readonly states: Map<string, number>;
  readonly locals: Map<string, Storage>;
  readonly commit: string[];
  /** Made when everything is declared. */
  readonly moves: ((scope: Scope) => Move)[];
}

interface Move {
  readonly process: Process;
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly guards: readonly Term[];
  readonly effects: readonly ((state: State) => void)[];
  /** Half of a meeting on a channel without buffer: what is sent, or where it goes. */
  readonly meets: {
    readonly channel: string;
    readonly values: readonly Term[];
    readonly targets: readonly Write[];
  } | null;
  readonly sends: boolean;
}

interface Step {
  readonly moves: readonly Move[];
  /** Variables and locations, in turn, in which the step is not made. */
  readonly unless: readonly number[];
}

export function readDve(text: string): Model {
  return new Reader(new Cursor(text)).read();
}

class Reader {
  private readonly cursor: Cursor;
  private readonly variables: string[] = [];
  private readonly start: number[] = [];
  private readonly globals = new Map<string, Storage>();
  private readonly channels = new Map<string, Channel>();
  private readonly processes = new Map<string, Process>();
  private lastSource = '';

  constructor(cursor: Cursor) {
    this.cursor = cursor;
  }

  read(): Model {
    const { cursor, processes } = this;
    while (!cursor.accept('system')) {
      if (cursor.accept('process')) this.process();
      else if (cursor.accept('channel')) this.channel();
      else this.declaration(this.globals, '');
    }
    cursor.expect('async');
    cursor.expect(';');
    inputUnless(cursor.word === '', 'model: nothing may follow the system line');
    const moves = [...processes.values()].flatMap((process) =>
      process.moves.map((make) => make(this.scopeOf(process))),
    );
    const steps = together(moves).flatMap((step) => this.committed(step) ?? []);
    return new DveModel(this.variables, Int32Array.from(this.start), steps, this.names(steps));
  }

  private cell(name: string, initial: number): number {
    this.variables.push(name);
    return this.start.push(initial) - 1;
  }

  /** The value of an expression over constants. */
  private constant(expression: Expression, locals: ReadonlyMap<string, Storage>): number {
    const find = (_: string | null, name: string): Storage => {
      const found = locals.get(name) ?? this.globals.get(name);
      inputUnless(found?.value != null, `model: ${name} is not known before the run`);
      return found;
    };
    const location = (): never => {
      throw new BadInput('model: a location is not known before the run');
    };
    return expression({ find, location })(new Int32Array(0));
  }

  private type(): Type {
    if (this.cursor.accept('byte')) return 'byte';
    this.cursor.expect('int');
    return 'int';
  }

  private declaration(scope: Map<string, Storage>, prefix: string): void {
    const { cursor } = this;
    const isConstant = cursor.accept('const');
    const type = this.type();
    cursor.list(() => {
      const name = cursor.name();
      inputUnless(!scope.has(name), `model: ${name} is declared twice`);
      const length = this.size(scope, 1);
      let values: Expression[] = [];
      if (cursor.accept('=')) {
        const braces = cursor.accept('{');
        values = braces ? cursor.list(() => cursor.expression()) : [cursor.expression()];
        if (braces) cursor.expect('}');
      }
      const initial = values.map((value) => stored(type, this.constant(value, scope)));
      const base = this.variables.length;
      if (length !== null) for (let i = 0; i < length; i++) this.cell(`${prefix}${name}[${i}]`, initial[i] ?? 0);
      else if (!isConstant) this.cell(prefix + name, initial[0] ?? 0);
      scope.set(name, {
        value: isConstant && length === null ? (initial[0] ?? 0) : null,
        base,
        length,
        type,
        isConstant,
      });
    });
    cursor.expect(';');
  }

  private size(scope: ReadonlyMap<string, Storage>, least: number): number | null {
    if (!this.cursor.accept('[')) return null;
    const size = this.constant(this.cursor.expression(), scope);
    this.cursor.expect(']');
    inputUnless(size >= least && size <= 65_536, `model: an array or buffer of ${size}`);
    return size;
  }

  private channel(): void {
    const { cursor } = this;
    const types = cursor.accept('{') ? cursor.list(() => this.type()) : null;
    if (types !== null) cursor.expect('}');
    cursor.list(() => {
      const name = cursor.name();
      const capacity = this.size(this.globals, 0) ?? 0;
      inputUnless(!this.channels.has(name) && (capacity === 0 || types !== null), `model: the channel ${name}`);
      const count = capacity === 0 ? -1 : this.cell(`${name}.length`, 0);
      const fields = (capacity === 0 ? [] : types!).map((_, field) => {
        const prefix = types!.length === 1 ? name : `${name}.${field}`;
        for (let i = 0; i < capacity; i++) this.cell(`${prefix}[${i}]`, 0);
        return this.variables.length - capacity;
      });
      this.channels.set(name, { types, capacity, count, fields });
    });
    cursor.expect(';');
  }

  private process(): void {
    const { cursor } = this;
    const name = cursor.name();
    inputUnless(!this.processes.has(name), `model: the process ${name} is declared twice`);
    const location = this.cell(this.globals.has(name) ? `process ${name}` : name, -1);
    const process: Process = { name, location, states: new Map(), locals: new Map(), commit: [], moves: [] };
    this.processes.set(name, process);
    const names = (): string[] => cursor.list(() => cursor.name());
    let initial = '';
    cursor.expect('{');
    while (!cursor.accept('}')) {
      if (cursor.accept('state')) for (const state of names()) process.states.set(state, process.states.size);
      else if (cursor.accept('init')) initial = cursor.name();
      else if (cursor.accept('commit')) process.commit.push(...names());
      else if (cursor.accept('accept')) names();
      else if (cursor.accept('assert')) cursor.list(() => [cursor.name(), cursor.expect(':'), cursor.expression()]);
      else if (cursor.accept('trans')) {
        if (cursor.word !== ';') cursor.list(() => process.moves.push(this.transition(process)));
      } else {
        this.declaration(process.locals, `${name}.`);
        continue;
      }
      cursor.expect(';');
    }
    this.start[location] = stateOf(process, initial);
  }

  private transition(process: Process): (scope: Scope) => Move {
    const { cursor } = this;
    if (cursor.word !== '->') this.lastSource = cursor.name();
    const source = this.lastSource;
    cursor.expect('->');
    const to = cursor.name();
    cursor.expect('{');
    const guards: Expression[] = [];
    const effects: ((scope: Scope) => (state: State) => void)[] = [];
    let sync: ReturnType<Reader['sync']> | null = null;
    while (!cursor.accept('}')) {
      if (cursor.accept('guard')) guards.push(...cursor.list(() => cursor.expression()));
      else if (cursor.accept('effect')) {
        cursor.list(() => {
          const target = cursor.reference().write;
          cursor.expect('=');
          const value = cursor.expression();
          effects.push((scope) => {
            const [write, term] = [target(scope), value(scope)];
            return (state) => write(state, term(state));
          });
        });
      } else {
        cursor.expect('sync');
        inputUnless(sync === null, 'model: a transition has at most one sync');
        sync = this.sync();
      }
      cursor.expect(';');
    }
    return (scope) => ({
      process,
      from: stateOf(process, source),
      to: stateOf(process, to),
      name: `${process.name}.${source}->${to}`,
      meets: null,
      sends: false,
      ...sync?.(scope),
      guards: [...guards.map((guard) => guard(scope)), ...(sync?.(scope).guards ?? [])],
      effects: [...(sync?.(scope).effects ?? []), ...effects.map((effect) => effect(scope))],
    });
  }

  /** A meeting; or the use of a buffer: a send waits while it is full, a receive while it is empty; free places hold 0. */
  private sync(): (scope: Scope) => Pick<Move, 'guards' | 'effects' | 'meets' | 'sends'> {
    const { cursor } = this;
    const channel = cursor.name();
    const sends = cursor.accept('!');
    if (!sends) cursor.expect('?');
    const parts: ReturnType<Cursor['reference']>[] = [];
    const part = (): unknown =>
      parts.push(sends ? { read: cursor.expression(), write: () => () => {} } : cursor.reference());
    if (cursor.accept('{')) {
      cursor.list(part);
      cursor.expect('}');
    } else if (cursor.word !== ';') part();
    const { types, capacity, count, fields } = this.channels.get(channel) ?? {
      types: [],
      capacity: 0,
      count: 0,
      fields: [],
    };
    inputUnless(types === null || (types.length > 0 && types.length === parts.length), `model: the channel ${channel}`);
    return (scope) => {
      const targets = parts.map(({ write }) => write(scope));
      const values = parts.map(({ read }, i): Term => {
        const value = read(scope);
        return types === null ? value : (state) => stored(types[i], value(state));
      });
      if (capacity === 0) return { sends, meets: { channel, values, targets }, guards: [], effects: [] };
      if (sends) {
        const puts = values.map((value, i) => (state: State) => void (state[fields[i] + state[count]] = value(state)));
        const guard: Term = (state) => Number(state[count] < capacity);
        return { sends, meets: null, guards: [guard], effects: [...puts, (state) => state[count]++] };
      }
      const takes = targets.map((target, i) => (state: State) => target(state, state[fields[i]]));
      const move = (state: State): void => {
        for (const base of fields) {
          state.copyWithin(base, base + 1, base + capacity);
          state[base + capacity - 1] = 0;
        }
        state[count]--;
      };
      return { sends, meets: null, guards: [(state) => Number(state[count] > 0)], effects: [...takes, move] };
    };
  }

  private scopeOf({ locals }: Process): Scope {
    const processOf = (name: string): Process => {
      const process = this.processes.get(name);
      inputUnless(process !== undefined, `model: there is no process ${name}`);
      return process;
    };
    const find = (process: string | null, name: string): Storage => {
      const own = process === null ? (locals.get(name) ?? this.globals.get(name)) : processOf(process).locals.get(name);
      inputUnless(own !== undefined, `model: there is no variable ${name}`);
      return own;
    };
    return { find, location: (name, state) => [processOf(name).location, stateOf(processOf(name), state)] };
  }

  /** The step with what commitment asks; null where that rules it out. */
  private committed(moves: readonly Move[]): Step | null {
    const isCommitted = ({ process, from }: Move): boolean => process.commit.some((q) => stateOf(process, q) === from);
    const leaving = moves.filter(isCommitted).length;
    if (leaving > 0) return leaving < moves.length ? null : { moves, unless: [] };
    const others = [...this.processes.values()].filter((process) => !moves.some((move) => move.process === process));
    return {
      moves,
      unless: others.flatMap((other) => other.commit.flatMap((q) => [other.location, stateOf(other, q)])),
    };
  }

  private names(steps: readonly Step[]): Names {
    const numbers = new Map(this.variables.map((name, number) => [name, number]));
    const truths = new Map<string, Term>();
    const located = new Map<string, Process>();
    for (const process of this.processes.values()) {
      const { name, location, states } = process;
      located.set(this.variables[location], process);
      for (const [state, number] of states) truths.set(`${name}.${state}`, (here) => Number(here[location] === number));
    }
    return {
      value: (name) => {
        const [constant, number] = [this.globals.get(name)?.value ?? null, numbers.get(name)];
        if (constant !== null) return () => constant;
        return number === undefined ? undefined : (state) => state[number];
      },
      truth: (name) => truths.get(name),
      valueNamed: (reference, value) => located.get(reference)?.states.get(value),
      fireable: (name) => {
        const named = steps.filter(({ moves }) => moves.map((move) => move.name).join('/') === name);
        return named.length === 0 ? undefined : (state) => Number(named.some((step) => canFire(step, state)));
      },
    };
  }
}

function stateOf(process: Process, name: string): number {
  const state = process.states.get(name);
  inputUnless(state !== undefined, `model: the process ${process.name} has no state \`${name}\``);
  return state;
}

/** Moves that are made alone, and pairs that meet on a channel, the sender first. */
function together(moves: readonly Move[]): Move[][] {
  return moves.flatMap((move) => {
    if (move.meets === null) return [[move]];
    const { channel, values } = move.meets;
    const others = moves.filter((other) => !other.sends && other.meets?.channel === channel);
    const partners = move.sends ? others.filter(({ process }) => process !== move.process) : [];
    const fit = partners.every(({ meets }) => meets!.targets.length === values.length);
    inputUnless(fit, `model: the messages of ${channel}`);
    return partners.map((partner) => [move, partner]);
  });
}

function canFire({ moves, unless }: Step, state: State): boolean {
  for (const { process, from } of moves) if (state[process.location] !== from) return false;
  for (let i = 0; i < unless.length; i += 2) if (state[unless[i]] === unless[i + 1]) return false;
  return moves.every(({ guards }) => guards.every((guard) => guard(state) !== 0));
}

class DveModel implements Model {
  readonly variables: readonly string[];
  readonly initial: readonly State[];
  readonly names: Names;
  /** By the variable and the location that their first move leaves. */
  private readonly steps: Step[][][] = [];

  constructor(variables: readonly string[], initial: State, steps: readonly Step[], names: Names) {
    this.variables = variables;
    this.initial = [initial];
    this.names = names;
    for (const step of steps) {
      const { process, from } = step.moves[0];
      ((this.steps[process.location] ??= [])[from] ??= []).push(step);
    }
  }

  successors(state: State, visit: (successor: State) => void): void {
    const next = state.slice();
    this.steps.forEach((own, location) => {
      for (const step of own[state[location]] ?? []) {
        if (!canFire(step, state)) continue;
        next.set(state);
        const [first, second] = step.moves;
        if (second !== undefined) {
          const values = first.meets!.values.map((value) => value(state));
          for (const [i, value] of values.entries()) second.meets!.targets[i](next, value);
        }
        for (const { effects } of step.moves) for (const effect of effects) effect(next);
        for (const { process, to } of step.moves) next[process.location] = to;
        visit(next);
      }
    });
  }
}
