// Testing automata in the Hanoi format, with one header item more:
//
//     Testing-Automaton: ta accepting 1 2 livelock 0 2
//
// The rest is the automaton over difference words (`difference-automaton.ts`): labels of edges are sets of changesets, the initial
// state is the last one, and its edges carry U. The item begins with a capital letter, which tells other readers that they must
// not ignore it. After the kind stand F and G, where the kind has them; they are left out when empty.
import type { Diagnostic, Parsed } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../diagnostics/source.ts';
import { readHoaAutomaton } from '../hoa/read.ts';
import { printHoa } from '../hoa/write.ts';
import { fromDifferenceAutomaton, toDifferenceAutomaton } from './difference-automaton.ts';
import { type TestingAutomaton, type TestingKind, testingKinds } from './testing-automaton.ts';

/** The testing automaton in the extended Hanoi format, without a final newline. */
export function printTestingHoa(
  testing: TestingAutomaton,
  name = '',
  options: { readonly stateNames?: 'names' | 'none' } = {},
): string {
  const text = printHoa(toDifferenceAutomaton(testing).with({ name }), { ...options, marks: 'edges' });
  const item = ['Testing-Automaton:', testing.kind, ...setText('accepting', testing.accepting)];
  item.push(...setText('livelock', testing.livelock));
  return text.replace('\n--BODY--', () => `\n${item.join(' ')}\n--BODY--`);
}

function setText(name: string, set: Uint8Array | null): string[] {
  const states = set === null ? [] : [...set.keys()].filter((state) => set[state] === 1);
  return states.length === 0 ? [] : [name, ...states.map(String)];
}

const ITEM =
  /(?<=\s)Testing-Automaton:\s*(?<kind>\w+)(?:\s+accepting(?<accepting>(?:\s+\d+)*))?(?:\s+livelock(?<livelock>(?:\s+\d+)*))?(?=\s)/;

/** The header alone, strings and comments blanked: what stands in them is not an item. */
function bareHeader(text: string): string {
  const end = text.indexOf('--BODY--');
  const header = end < 0 ? text : text.slice(0, end);
  return header.replace(/"(?:[^"\\]|\\.)*"|\/\*[\s\S]*?\*\//g, (hidden) => ' '.repeat(hidden.length));
}

/** Whether the text, an automaton in the Hanoi format, says that it is a testing automaton. */
export function isTestingHoa(text: string): boolean {
  return /\sTesting-Automaton:/.test(bareHeader(text));
}

/** A testing automaton and the name that its file gives it; empty if none. */
export interface NamedTesting {
  readonly testing: TestingAutomaton;
  readonly name: string;
}

/** Reads one testing automaton. */
export function readTestingHoa(source: Source): Parsed<TestingAutomaton> {
  const { value, diagnostics } = readNamedTestingHoa(source);
  return { value: value?.testing ?? null, diagnostics };
}

/** The same with its name. */
export function readNamedTestingHoa(source: Source): Parsed<NamedTesting> {
  const item = ITEM.exec(bareHeader(source.text));
  const kind = item?.groups?.kind as TestingKind | undefined;
  if (item === null || kind === undefined || !testingKinds.includes(kind)) {
    return failed({ code: 'AUT161', message: 'no header item `Testing-Automaton:` with a known kind', source });
  }
  // blanks keep the places of everything else
  const blank = ' '.repeat(item[0].length);
  const text = source.text.slice(0, item.index) + blank + source.text.slice(item.index + blank.length);
  const { value, diagnostics } = readHoaAutomaton({ ...source, text });
  if (value === null) return { value: null, diagnostics };
  const numbers = (list: string | undefined): number[] => list?.trim().split(/\s+/).filter(Boolean).map(Number) ?? [];
  const [accepting, livelock] = [numbers(item.groups!.accepting), numbers(item.groups!.livelock)];
  const span = { start: item.index, end: item.index + item[0].length };
  if ([...accepting, ...livelock].some((state) => state >= value.stateCount - 1)) {
    return failed({ code: 'AUT161', message: 'a state of F or G does not exist', source, span });
  }
  const testing = fromDifferenceAutomaton(value, { kind, accepting, livelock });
  if (testing !== null) return { value: { testing, name: value.name }, diagnostics: [] };
  const hint = 'its edges carry the first letters, and no edge leads back to it';
  return failed({ code: 'AUT161', message: 'the only initial state must be the last state', source, span, hint });
}

function failed(diagnostic: Diagnostic): Parsed<NamedTesting> {
  return { value: null, diagnostics: [diagnostic] };
}
