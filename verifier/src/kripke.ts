// Kripke structures in Tegata's text format: `initial s …` and `s : label … -> t, u [step]`, one state a line.
import type { Model, Names, State } from './model.ts';
import { BadInput, inputUnless } from './problem.ts';

const WORD = /[^\S\n]+|#[^\n]*|([\p{L}\p{N}_.]+)|"((?:[^"\\\n]|\\.)*)"|(->|[:,[\]])|([^\s])/uy;

/** A state is its number. */
export function readKripke(text: string): Model {
  const states = new Map<string, number>();
  const labels: Set<string>[] = [];
  const wanted: { readonly from: number; readonly to: string; readonly step: string }[] = [];
  const starts: string[] = [];
  for (const line of text.split('\n')) {
    const words = wordsOf(line);
    if (words.length === 0) continue;
    let at = 0;
    const name = (): string | null => (words[at] === undefined || words[at].isSymbol ? null : words[at++].text);
    const accept = (symbol: string): boolean => words[at]?.isSymbol === true && words[at].text === symbol && ++at > 0;
    if (words[0].isPlain && words[0].text === 'initial') {
      at++;
      for (let state = name(); state !== null; state = name()) {
        starts.push(state);
        accept(',');
      }
    } else {
      const state = name();
      inputUnless(state !== null && !states.has(state), `model: \`${line}\` declares no new state`);
      const from = states.size;
      states.set(state, from);
      labels.push(new Set());
      if (accept(':')) {
        for (let label = name(); label !== null; label = name()) {
          labels[from].add(label);
          accept(',');
        }
      }
      if (accept('->')) {
        for (let to = name(); to !== null; to = name()) {
          let step: string | null = 'step';
          if (accept('[')) {
            step = name();
            inputUnless(step !== null && accept(']'), 'model: the name of a step is not closed');
          }
          wanted.push({ from, to, step });
          accept(',');
        }
      }
    }
    inputUnless(at === words.length, `model: \`${line}\` cannot be read`);
  }
  const numberOf = (name: string): number => {
    const state = states.get(name);
    inputUnless(state !== undefined, `model: the state ${name} is not declared`);
    return state;
  };
  const edges = wanted.map(({ from, to, step }) => ({ from, to: numberOf(to), step }));
  inputUnless(starts.length > 0, 'model: there is no initial state');
  const initial = [...new Set(starts.map(numberOf))].map((state) => Int32Array.of(state));
  const next: number[][] = [...states].map(() => []);
  for (const { from, to } of edges) next[from].push(to);
  const successors = (state: State, visit: (successor: State) => void): void => {
    for (const target of next[state[0]] ?? []) visit(Int32Array.of(target));
  };
  const propositions = new Set(labels.flatMap((set) => [...set]));
  let variable = 'state';
  while (propositions.has(variable)) variable = `the ${variable}`;
  const names: Names = {
    value: (name) => {
      if (name === variable) return (state) => state[0];
      return propositions.has(name) ? (state) => Number(labels[state[0]]?.has(name) === true) : undefined;
    },
    truth: (name) => {
      if (propositions.has(name)) return names.value(name);
      const state = name.startsWith(`${variable}.`) ? states.get(name.slice(variable.length + 1)) : undefined;
      return state === undefined ? undefined : (here) => (here[0] === state ? 1 : 0);
    },
    valueNamed: (reference, value) => (reference === variable ? states.get(value) : undefined),
    fireable: (name) => {
      const from = new Set(edges.filter(({ step }) => step === name).map((edge) => edge.from));
      return from.size === 0 ? undefined : (state) => (from.has(state[0]) ? 1 : 0);
    },
  };
  return { variables: [variable], initial, successors, names };
}

function wordsOf(line: string): { readonly text: string; readonly isSymbol: boolean; readonly isPlain: boolean }[] {
  const words = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < line.length) {
    const [, plain, quoted, symbol, bad] = WORD.exec(line)!;
    if (bad !== undefined) throw new BadInput(`model: \`${bad}\` in the line \`${line}\``);
    const text = plain ?? quoted?.replace(/\\(.)/g, '$1') ?? symbol;
    if (text !== undefined) words.push({ text, isSymbol: symbol !== undefined, isPlain: plain !== undefined });
  }
  return words;
}
