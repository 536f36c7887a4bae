// Kripke structures in Tegata's text format: `initial s …` and `s : label … -> t, u [step]`, one state a line.
import type { Model, Names } from './model.ts';
import { Scanner } from './parser.ts';

/** Names, quoted names, symbols, ends of lines. */
const WORDS = /(?:[^\S\n]|#[^\n]*)*([\p{L}\p{N}_.]+|"(?:[^"\\\n]|\\.)*"|->|\n|\S)/uy;
const NAME = /^([\p{L}\p{N}_.]|".)/u;

/** A state is its number. */
export function readKripke(text: string): Model {
  return new Reader(text, { what: 'model', words: WORDS }).read();
}

class Reader extends Scanner {
  private readonly states = new Map<string, number>();
  private readonly labels: Set<string>[] = [];
  private readonly edges: { readonly from: number; readonly to: string; readonly step: string }[] = [];
  private starts: string[] = [];

  read(): Model {
    while (this.peek() !== '') {
      if (this.accept('initial')) this.starts = this.starts.concat(this.names(() => this.name()));
      else if (this.peek() !== '\n') this.line();
      if (this.peek() !== '') this.expect('\n');
    }
    this.need(this.starts.length > 0, 'there is no initial state');
    const next: Int32Array[][] = this.labels.map(() => []);
    for (const { from, to } of this.edges) next[from].push(Int32Array.of(this.found(this.states, to)));
    const initial = [...new Set(this.starts)].map((state) => Int32Array.of(this.found(this.states, state)));
    const successors: Model['successors'] = ([state], visit) => next[state]?.forEach(visit);
    const propositions = new Set(this.labels.flatMap((set) => [...set]));
    let variable = 'state';
    while (propositions.has(variable)) variable = `the ${variable}`;
    const names: Names = {
      value: (name) => {
        if (propositions.has(name)) return (state) => Number(this.labels[state[0]]?.has(name) === true);
        if (name === variable) return (state) => state[0];
        const number = name.startsWith(`${variable}.`) ? this.states.get(name.slice(variable.length + 1)) : undefined;
        return number === undefined ? undefined : (state) => Number(state[0] === number);
      },
      valueNamed: (reference, value) => (reference === variable ? this.states.get(value) : undefined),
      fireable: (name) => {
        const from = new Set(this.edges.filter(({ step }) => step === name).map((edge) => edge.from));
        return from.size === 0 ? undefined : (state) => Number(from.has(state[0]));
      },
    };
    return { variables: [variable], initial, successors, names };
  }

  private line(): void {
    const state = this.name();
    this.need(!this.states.has(state), `the state ${state} is there twice`);
    const from = this.states.size;
    this.states.set(state, from);
    this.labels.push(new Set(this.accept(':') ? this.names(() => this.name()) : []));
    if (!this.accept('->')) return;
    this.names(() => {
      const to = this.name();
      const isNamed = this.accept('[');
      this.edges.push({ from, to, step: isNamed ? this.name() : 'step' });
      if (isNamed) this.expect(']');
    });
  }

  private name(): string {
    const word = this.word(NAME);
    return word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word;
  }

  /** What begins with a name, with or without commas between. */
  private names<T>(read: () => T): T[] {
    const found: T[] = [];
    for (; NAME.test(this.peek()); this.accept(',')) found.push(read());
    return found;
  }
}
