// Colours for formulas and models. Each language is a list of words and a way to write comments; what is wrong with a text the library says.
import { StreamLanguage, type StringStream } from '@codemirror/language';

interface Words {
  readonly keywords: readonly string[];
  readonly types?: readonly string[];
  readonly line?: string;
  readonly block?: readonly [string, string];
}

interface Inside {
  comment: boolean;
}

/** A language of words, numbers, texts in quotes and comments. */
function ofWords({ keywords, types = [], line, block }: Words): StreamLanguage<Inside> {
  const known = new Set(keywords);
  const knownTypes = new Set(types);
  return StreamLanguage.define<Inside>({
    startState: () => ({ comment: false }),
    token(stream, state) {
      if (state.comment) return restOfComment(stream, state, block![1]);
      if (stream.eatSpace()) return null;
      if (line !== undefined && stream.match(line)) {
        stream.skipToEnd();
        return 'comment';
      }
      if (block !== undefined && stream.match(block[0])) {
        state.comment = true;
        return restOfComment(stream, state, block[1]);
      }
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
      if (stream.match(/^\d+/)) return 'number';
      const word = stream.match(/^[#\p{L}_][\p{L}\p{N}_]*/u) as RegExpMatchArray | null;
      if (word !== null) return known.has(word[0]) ? 'keyword' : knownTypes.has(word[0]) ? 'typeName' : 'variableName';
      stream.next();
      return 'operator';
    },
    languageData: { commentTokens: { line, ...(block && { block: { open: block[0], close: block[1] } }) } },
  });
}

function restOfComment(stream: StringStream, state: Inside, end: string): string {
  while (!stream.eol()) {
    if (stream.match(end)) {
      state.comment = false;
      break;
    }
    stream.next();
  }
  return 'comment';
}

/** Formulas: temporal operators stand out, as they may be written without a space (`GFa`). */
const ltl = StreamLanguage.define<null>({
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
    if (stream.match(/^(?:<>|\[\]|[□◇○])/)) return 'keyword';
    if (stream.match(/^[GFX]+(?=[\s("!~\p{Ll}GFX]|$)/u)) return 'keyword';
    if (stream.match(/^[UWRVM](?![\p{L}\p{N}_])/u)) return 'keyword';
    if (stream.match(/^(?:true|false|[01])(?![\p{L}\p{N}_])/u)) return 'atom';
    if (stream.match(/^[\p{L}_.][\p{L}\p{N}_.]*/u)) return 'variableName';
    if (stream.match(/^[()]/)) return 'paren';
    stream.next();
    return 'operator';
  },
});

const dve = ofWords({
  keywords: [
    ...[
      'process',
      'state',
      'init',
      'trans',
      'guard',
      'effect',
      'sync',
      'channel',
      'const',
      'commit',
      'accept',
      'assert',
    ],
    ...['system', 'async', 'property', 'and', 'or', 'not', 'imply', 'true', 'false'],
  ],
  types: ['byte', 'int'],
  line: '//',
  block: ['/*', '*/'],
});

const promela = ofWords({
  keywords: [
    ...[
      'active',
      'assert',
      'atomic',
      'break',
      'd_step',
      'do',
      'else',
      'fi',
      'for',
      'goto',
      'if',
      'in',
      'init',
      'inline',
      'ltl',
      'never',
      'od',
      'of',
    ],
    ...[
      'proctype',
      'provided',
      'return',
      'run',
      'select',
      'skip',
      'timeout',
      'typedef',
      'unless',
      'xr',
      'xs',
      'true',
      'false',
      '#define',
      '#include',
    ],
  ],
  types: ['bit', 'bool', 'byte', 'chan', 'int', 'mtype', 'pid', 'short', 'unsigned'],
  line: '//',
  block: ['/*', '*/'],
});

const typescript = ofWords({
  keywords: (
    'import from export default const let function return if else for of in while do switch case break continue new class extends interface type ' +
    'as satisfies readonly typeof yield async await throw try catch finally true false null undefined this'
  ).split(' '),
  types: ['string', 'number', 'boolean', 'unknown', 'never', 'void', 'object'],
  line: '//',
  block: ['/*', '*/'],
});

const net = ofWords({ keywords: ['#place', '#trans', '#endtr', 'in', 'out', 'mk', 'inh', 'pl', 'tr', 'net'] });
const kripke = ofWords({ keywords: ['initial', 'label', 'deadlock'], line: '#' });
const xml = StreamLanguage.define<null>({
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^<!--.*?(?:-->|$)/)) return 'comment';
    if (stream.match(/^<\/?[\w:.-]*|^\/?>/)) return 'keyword';
    if (stream.match(/^"[^"]*"?/)) return 'string';
    if (stream.match(/^[\w:.-]+/)) return 'variableName';
    stream.next();
    return null;
  },
});
const plain = ofWords({ keywords: [] });

const byEnding: Readonly<Record<string, StreamLanguage<unknown>>> = {
  dve,
  net,
  kripke,
  ts: typescript,
  mts: typescript,
  js: typescript,
  mjs: typescript,
  pml: promela,
  pm: promela,
  promela,
  pnml: xml,
  xml,
} as Record<string, StreamLanguage<unknown>>;

export type LanguageName = 'ltl' | { readonly file: string };

export function languageOf(name: LanguageName): StreamLanguage<unknown> {
  if (name === 'ltl') return ltl as StreamLanguage<unknown>;
  return byEnding[name.file.split('.').at(-1) ?? ''] ?? (plain as StreamLanguage<unknown>);
}
