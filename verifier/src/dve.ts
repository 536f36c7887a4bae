// DVE models with asynchronous composition: processes, variables, channels, committed states. A property process is not read.
//
// In a step all guards read the state before it. Then, one after another: values are handed over, the effects of each process run
// (sender before receiver), and the locations change. While a state is committed, only steps out of committed states are made.
import { inputUnless, type Model, type Names, refuseUnless, type State, type Term } from './model.ts';
import { levels, OPERATORS, Parser, spellings } from './parser.ts';

type Type = 'byte' | 'int';
const TYPE = /^(byte|int)$/;

/** `value` is that of a constant, `length` that of an array; what has no type is never written. */
type Storage = Readonly<{ value: number | null; base: number; length: number | null; type: Type | null }>;

/** `transitions` says where they begin in the text. */
type Process = Readonly<{ name: string; location: number; commit: string[]; transitions: number[] } & Declared>;
type Declared = Readonly<{ states: Map<string, number>; locals: Map<string, Storage> }>;

type Write = (state: State, value: number) => void;

const LANGUAGE = {
  what: 'model',
  words: /\s*([A-Za-z_]\w*|\d+|->|==|!=|<=|>=|<<|>>|&&|\|\||\S)/y,
  meaning: spellings('&& and;|| or;! not'),
  levels: levels('imply || && | ^ & ==,!= <,<=,>,>= <<,>> +,- *,/,%'),
};
/** For expressions over constants. */
const NO_STATE = new Proxy(new Int32Array(0), {
  get: () => inputUnless(false, 'model: a value is not known before the run'),
});

/** A value as it is stored. */
function stored(type: Type, value: number): number {
  return type === 'byte' ? value & 0xff : (value << 16) >> 16;
}

type Effect = (state: State) => void;

/** With a buffer: the variable with the number of messages, and the first cell of each field. */
type Channel = Readonly<{ types: readonly Type[] | null; capacity: number; count: number; fields: number[] }>;

/** What a transition sends, or where it puts what it receives. */
type Sync = Readonly<{ channel: Channel; sends: boolean; values: readonly Term[]; writes: readonly Write[] }>;

type Step = Readonly<{ name: string; guards: Term[]; effects: Effect[] }>;
type Move = Readonly<{ process: Process; from: number; isThere: Term; arrive: Effect } & Step> & { sync: Sync | null };

export function readDve(text: string): Model {
  return new Reader(text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' '), LANGUAGE).read();
}

class Reader extends Parser<Term> {
  private readonly globals = new Map<string, Storage>();
  private readonly processes = new Map<string, Process>();
  private readonly variables: string[] = [];
  private readonly start: number[] = [];
  private readonly channels = new Map<string, Channel>();
  /** Whose names are known; null outside of processes. */
  private process: Process | null = null;
  private source = '';

  /** Declarations first; then the transitions, which may name what is declared after them. */
  read(): Model {
    while (!this.accept('system')) {
      if (this.accept('process')) this.declareProcess();
      else {
        if (this.accept('channel')) this.declareChannels();
        else this.declareVariables(this.globals, '');
        this.expect(';');
      }
    }
    this.expect('async');
    this.expect(';');
    this.need(this.peek() === '', 'nothing may follow the system line');
    const moves = [...this.processes.values()].flatMap((process) => {
      this.process = process;
      return process.transitions.flatMap((at) => {
        this.at = at;
        return this.list(() => this.transition(process));
      });
    });
    const steps = this.together(moves).flatMap((together) => this.step(together));
    const successors: Model['successors'] = (state, visit) => {
      const next = state.slice();
      for (const { guards, effects } of steps) {
        if (!guards.every((guard) => guard(state) !== 0)) continue;
        next.set(state);
        for (const effect of effects) effect(next);
        visit(next);
      }
    };
    const initial = [Int32Array.from(this.start)];
    return { variables: this.variables, initial, successors, names: this.names(steps) };
  }

  private cell(name: string, initial: number): number {
    this.variables.push(name);
    return this.start.push(initial) - 1;
  }

  /** So many cells, if there are to be any; the first of them. */
  private cells(name: string, length: number, values: readonly number[] = []): number {
    for (let i = 0; i < length; i++) this.cell(`${name}[${i}]`, values[i] ?? 0);
    return this.variables.length - length;
  }

  private constant(): number {
    return this.binary()(NO_STATE);
  }

  /** One thing, or several in braces. */
  private braced<T>(read: () => T): T[] {
    if (!this.accept('{')) return [read()];
    const items = this.list(read);
    this.expect('}');
    return items;
  }

  private size(least: number): number | null {
    if (!this.accept('[')) return null;
    const size = this.constant();
    this.expect(']');
    this.need(size >= least && size <= 65_536, `an array or buffer of ${size}`);
    return size;
  }

  private declareVariables(scope: Map<string, Storage>, prefix: string): void {
    const isConstant = this.accept('const');
    const type = this.word(TYPE) as Type;
    this.list(() => {
      const name = this.word();
      this.need(!scope.has(name), `${name} is declared twice`);
      const length = this.size(1);
      const values = this.accept('=') ? this.braced(() => stored(type, this.constant())) : [];
      const value = isConstant && length === null ? (values[0] ?? 0) : null;
      const base = this.cells(prefix + name, length ?? 0, values);
      if (length === null && value === null) this.cell(prefix + name, values[0] ?? 0);
      scope.set(name, { value, base, length, type: isConstant ? null : type });
    });
  }

  private declareChannels(): void {
    const types = this.peek() === '{' ? this.braced(() => this.word(TYPE) as Type) : null;
    this.list(() => {
      const name = this.word();
      const capacity = this.size(0) ?? 0;
      this.need(!this.channels.has(name) && (capacity === 0 || types !== null), `the channel ${name}`);
      const count = capacity === 0 ? -1 : this.cell(`${name}.length`, 0);
      const fields = (types ?? []).map((_, i) => this.cells(types!.length === 1 ? name : `${name}.${i}`, capacity));
      this.channels.set(name, { types, capacity, count, fields });
    });
  }

  private declareProcess(): void {
    const name = this.word();
    this.need(!this.processes.has(name), `the process ${name} is declared twice`);
    const location = this.cell(this.globals.has(name) ? `process ${name}` : name, -1);
    const process: Process = { name, location, states: new Map(), locals: new Map(), commit: [], transitions: [] };
    this.processes.set(name, process);
    this.process = process;
    let initial = '';
    this.expect('{');
    while (!this.accept('}')) {
      const section = this.peek();
      if (this.accept('state')) this.list(() => process.states.set(this.word(), process.states.size));
      else if (this.accept('init')) initial = this.word();
      else if (this.accept('commit')) this.list(() => process.commit.push(this.word()));
      else if (this.accept('trans') || this.accept('accept') || this.accept('assert')) {
        if (section === 'trans' && this.peek() !== ';') process.transitions.push(this.at);
        this.passOver();
      } else this.declareVariables(process.locals, `${name}.`);
      this.expect(';');
    }
    this.start[location] = this.found(process.states, initial);
    this.process = null;
  }

  /** Up to the semicolon that ends a section. */
  private passOver(): void {
    for (let depth = 0; depth > 0 || this.peek() !== ';'; this.take()) {
      const word = this.peek();
      this.need(word !== '', 'a process is never closed');
      depth += Number(word === '{') - Number(word === '}');
    }
  }

  private transition(process: Process): Move {
    if (this.peek() !== '->') this.source = this.word();
    this.expect('->');
    const target = this.word();
    const { location, states } = process;
    const [from, to] = [this.source, target].map((state) => this.found(states, state));
    const name = `${process.name}.${this.source}->${target}`;
    const isThere: Term = (state) => Number(state[location] === from);
    const arrive: Effect = (state) => (state[location] = to);
    const move: Move = { process, name, from, isThere, arrive, guards: [], effects: [], sync: null };
    this.expect('{');
    while (!this.accept('}')) {
      if (this.accept('guard')) move.guards.push(...this.list(() => this.binary()));
      else if (this.accept('effect')) {
        this.list(() => {
          const write = this.target();
          this.expect('=');
          const value = this.binary();
          move.effects.push((state) => write(state, value(state)));
        });
      } else {
        this.expect('sync');
        this.need(move.sync === null, 'a transition has at most one sync');
        this.sync(move);
      }
      this.expect(';');
    }
    return move;
  }

  /** A meeting; or the use of a buffer: a send waits while it is full, a receive while it is empty; free places hold 0. */
  private sync(move: Move): void {
    const channel = this.found(this.channels, this.word());
    const { types, capacity, count, fields } = channel;
    const sends = this.accept('!');
    if (!sends) this.expect('?');
    const [values, writes]: [Term[], Write[]] = [[], []];
    if (this.peek() !== ';') this.braced(() => (sends ? values.push(this.binary()) : writes.push(this.target())));
    const isWell = types === null || types.length === values.length + writes.length;
    this.need(isWell, 'what is sent or received is not what the channel has');
    if (types !== null)
      for (const [i, value] of values.entries()) values[i] = (state) => stored(types[i], value(state));
    move.sync = { channel, sends, values, writes };
    if (capacity === 0) return;
    move.guards.push((state) => Number(sends ? state[count] < capacity : state[count] > 0));
    move.effects.unshift((state) => {
      for (const [i, value] of values.entries()) state[fields[i] + state[count]] = value(state);
      for (const [i, write] of writes.entries()) write(state, state[fields[i]]);
      state[count] += sends ? 1 : -1;
      for (const base of sends ? [] : fields) {
        state.copyWithin(base, base + 1, base + capacity);
        state[base + capacity - 1] = 0;
      }
    });
  }

  /** Moves that are made alone, and pairs that meet on a channel without buffer, the sender first. */
  private together(moves: readonly Move[]): Move[][] {
    return moves.flatMap((move) => {
      const { sync, process } = move;
      if (sync === null || sync.channel.capacity > 0) return [[move]];
      const others = moves.filter((other) => other.process !== process && other.sync?.channel === sync.channel);
      const receivers = sync.sends ? others.filter((other) => !other.sync!.sends) : [];
      const isWell = receivers.every((other) => other.sync!.writes.length === sync.values.length);
      this.need(isWell, 'what is sent is not what is received');
      return receivers.map((receiver) => [move, receiver]);
    });
  }

  /** The step with what commitment asks; none where that rules it out. */
  private step(moves: readonly Move[]): Step[] {
    const committed = ({ commit, states }: Process): number[] => commit.map((name) => this.found(states, name));
    const leaving = moves.filter(({ process, from }) => committed(process).includes(from)).length;
    if (leaving > 0 && leaving < moves.length) return [];
    const others = [...this.processes.values()].filter((process) => !moves.some((move) => move.process === process));
    const isFree = (leaving > 0 ? [] : others).map((other): Term => {
      const numbers = new Set(committed(other));
      return (state) => Number(!numbers.has(state[other.location]));
    });
    const [first, second] = moves;
    const handOver: Effect = (state) => {
      const values = first.sync!.values.map((value) => value(state));
      second.sync!.writes.forEach((write, i) => void write(state, values[i]));
    };
    const name = moves.map((move) => move.name).join('/');
    const guards = [...moves.map(({ isThere }) => isThere), ...isFree, ...moves.flatMap((move) => move.guards)];
    const given = second === undefined ? [] : [handOver];
    const effects = [...given, ...moves.flatMap((move) => move.effects), ...moves.map(({ arrive }) => arrive)];
    return [{ name, guards, effects }];
  }

  private names(steps: readonly Step[]): Names {
    const values = new Map(this.variables.map((name, number): [string, Term] => [name, (state) => state[number]]));
    for (const [name, { value }] of this.globals) if (value !== null) values.set(name, () => value);
    const located = new Map<string, ReadonlyMap<string, number>>();
    for (const { name, location, states } of this.processes.values()) {
      located.set(this.variables[location], states);
      for (const [state, number] of states) {
        // What is both a variable and a state means nothing here.
        const isNew = !values.delete(`${name}.${state}`);
        if (isNew) values.set(`${name}.${state}`, (here) => Number(here[location] === number));
      }
    }
    return {
      value: (name) => values.get(name),
      valueNamed: (reference, value) => located.get(reference)?.get(value),
      fireable: (name) => {
        const named = steps.filter((step) => step.name === name);
        if (named.length === 0) return undefined;
        return (state) => Number(named.some(({ guards }) => guards.every((guard) => guard(state) !== 0)));
      },
    };
  }

  protected join(operator: string, left: Term, right: () => Term): Term {
    const term = OPERATORS[operator](left, right());
    return (state) => term(state) | 0;
  }

  protected operand(): Term {
    const sign = this.peek();
    if (/^[A-Za-z_]/.test(sign) && !/^(true|false)$/.test(sign)) return this.reference().read;
    this.take();
    if (sign === '(') return this.inner();
    if (/^[-~!]$/.test(sign)) {
      const term = this.binary(12);
      if (sign === '!') return (state) => Number(term(state) === 0);
      return sign === '-' ? (state) => -term(state) | 0 : (state) => ~term(state);
    }
    const value = sign === 'true' ? 1 : sign === 'false' ? 0 : Number(sign);
    this.need(/^(\d+|true|false)$/.test(sign) && value < 2 ** 31, `\`${sign}\` is not a number below 2^31`);
    return () => value;
  }

  /** A variable or an element; an array without an index is its first element. `P.q` says whether a process is in a state. */
  private reference(): { readonly read: Term; readonly write: Write | null } {
    let name = this.word();
    let scope = this.process?.locals.has(name) ? this.process.locals : this.globals;
    if (this.accept('.')) {
      const { location, states } = this.found(this.processes, name);
      const number = this.found(states, this.word());
      return { read: (state) => Number(state[location] === number), write: null };
    }
    if (this.accept('->')) [scope, name] = [this.found(this.processes, name).locals, this.word()];
    const { value, base, length, type } = this.found(scope, name);
    let cell: Term = () => base;
    if (this.accept('[')) {
      const index = this.binary();
      this.expect(']');
      this.need(length !== null, `${name} is no array`);
      cell = (state) => {
        const i = index(state);
        refuseUnless(i >= 0 && i < length, `a state of the certificate has no ${name}[${i}]`);
        return base + i;
      };
    }
    if (value !== null) return { read: () => value, write: null };
    const write: Write = (state, given) => (state[cell(state)] = stored(type!, given));
    return { read: (state) => state[cell(state)], write: type && write };
  }

  private target(): Write {
    const { write } = this.reference();
    this.need(write !== null, 'a constant cannot be written');
    return write;
  }
}
