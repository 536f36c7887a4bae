// Kripke structures in Tegata's text format: `initial s …` and `s : label … -> t, u [step]`, one state a line.
import type { Model, Names } from './model.ts';
import { inputUnless } from './problem.ts';

const WORD = /[^\S\n]+|#[^\n]*|([\p{L}\p{N}_.]+)|"((?:[^"\\\n]|\\.)*)"|(->|[:,[\]])|([^\s])/gu;

/** A state is its number. */
export function readKripke(text: string): Model {
  const states = new Map<string, number>();
  const labels: Set<string>[] = [];
  const wanted: { readonly from: number; readonly to: string; readonly step: string }[] = [];
  const starts: string[] = [];
  for (const line of text.split('\n')) {
    const words = wordsOf(line);
    if (words.length === 0) continue;
    const name = (): string | undefined => (words[0]?.kind === 'symbol' ? undefined : words.shift()?.text);
    const accept = (symbol: string): boolean =>
      words[0]?.kind === 'symbol' && words[0].text === symbol && words.shift() !== undefined;
    const names = (visit: (name: string) => void): void => {
      for (let one = name(); one !== undefined; one = name()) {
        visit(one);
        accept(',');
      }
    };
    if (words[0].kind === 'plain' && words[0].text === 'initial') {
      words.shift();
      names((state) => starts.push(state));
    } else {
      const state = name();
      inputUnless(state !== undefined && !states.has(state), `model: \`${line}\` declares no new state`);
      const from = labels.push(new Set()) - 1;
      states.set(state, from);
      if (accept(':')) names((label) => labels[from].add(label));
      if (accept('->')) {
        names((to) => {
          const step = accept('[') ? [name(), accept(']')] : ['step', true];
          inputUnless(typeof step[0] === 'string' && step[1] === true, 'model: the name of a step is not closed');
          wanted.push({ from, to, step: step[0] });
        });
      }
    }
    inputUnless(words.length === 0, `model: \`${line}\` cannot be read`);
  }
  const numberOf = (name: string): number => {
    const state = states.get(name);
    inputUnless(state !== undefined, `model: the state ${name} is not declared`);
    return state;
  };
  inputUnless(starts.length > 0, 'model: there is no initial state');
  const next: Int32Array[][] = labels.map(() => []);
  for (const { from, to } of wanted) next[from].push(Int32Array.of(numberOf(to)));
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
      return state === undefined ? undefined : (here) => Number(here[0] === state);
    },
    valueNamed: (reference, value) => (reference === variable ? states.get(value) : undefined),
    fireable: (name) => {
      const from = new Set(wanted.filter(({ step }) => step === name).map((edge) => edge.from));
      return from.size === 0 ? undefined : (state) => Number(from.has(state[0]));
    },
  };
  const initial = [...new Set(starts.map(numberOf))].map((state) => Int32Array.of(state));
  return { variables: [variable], initial, names, successors: ([state], visit) => next[state]?.forEach(visit) };
}

interface Word {
  readonly text: string;
  readonly kind: 'plain' | 'quoted' | 'symbol';
}

function wordsOf(line: string): Word[] {
  return [...line.matchAll(WORD)].flatMap(([, plain, quoted, symbol, bad]): Word[] => {
    inputUnless(bad === undefined, `model: \`${bad}\` in the line \`${line}\``);
    if (plain !== undefined) return [{ text: plain, kind: 'plain' }];
    if (quoted !== undefined) return [{ text: quoted.replace(/\\(.)/g, '$1'), kind: 'quoted' }];
    return symbol === undefined ? [] : [{ text: symbol, kind: 'symbol' }];
  });
}
