// Names that a user may choose and that we, or a language that we read, use too. The one source of them for all tests.
import type { Random } from '../../src/base/random.ts';
import type { Model } from '../../src/models/model.ts';
import type { Net } from '../../src/models/petri/net.ts';

/** What we call things ourselves, or did. */
const OURS = [
  ...['broken', 'fair 0', 'taken', 'enabled', 'never', 'weakly fair to t', 'strongly fair to t', 'rival', 'step'],
  ...['state', 'the state', 'the the state', 'state.a', 'name 0', 'all', 'transitions', 'processes', '#meta', '#x'],
  ...['loop', 'vars', 'states', 'trace', 'T0_init', 'accept_all', 'accept_init', 'arc0', 'page0', 't_t'],
];

/** Words of formulas, conditions, claims and formats. */
const KEYWORDS = [
  ...['dead', 'dead()', 'tokens', 'tokens(p)', 'fireable', 'true', 'false', 'not', 'and', 'or', 'xor', 'u', 'always'],
  ...[
    'U',
    'X',
    'G',
    'F',
    'W',
    'R',
    'M',
    'V',
    'GFa',
    'Xa',
    'F0',
    '[]',
    '<>',
    '[]a',
    '!a',
    'a & b',
    'a || b',
    '(a)',
    '->',
    '<->',
  ],
  ...['process', 'init', 'trans', 'place', 'sync', 'byte', 'system', 'commit', 'assert', 'accept', 'effect', 'guard'],
  ...['initial', 'initial s', 's -> t', '#place', '#trans', '#endtr', 'in', 'out', 'mk', 'cp', '<..>', 'begin', 'end'],
  ...['HOA:', '--BODY--', '--END--', 'AP:', 'Start:', 'Inf(0)', '@a', 't', 'f', '0', '1', '-1', '0x1', '1e3', 'NaN'],
  ...[
    'if',
    'fi',
    'do',
    'od',
    'skip',
    'else',
    'goto',
    'timeout',
    'np_',
    '_',
    '_pid',
    'p >= 1',
    'x==1',
    'x <2',
    'a[0]',
    'P@cs',
  ],
];

/** What trips up tables, quotes and terminals. */
const TEXTS = [
  ...['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', 'length', 'null', 'undefined'],
  ...[
    'größe',
    '日本',
    'a b',
    'a  b',
    'x<y&"z"',
    "it's",
    "''",
    "'",
    '"',
    '""',
    '\\',
    '\\u0041',
    '\\n',
    '[0]',
    'a,b',
    'a;b',
    'a:b',
    'a.b',
  ],
  ...['*/', '/*', '//', '<!--', ']]>', '&amp;', '%s', '$&', '{', '}', '`', 'a-b', 'a+b', '-', '+', '#', 'a#2', '%41'],
];

/** Unicode: combining marks, twins that look alike, right to left, beyond the first plane, blanks of all sorts. */
const UNICODE = [
  ...['\u00e9', 'e\u0301', '\u0301', '\u212b', '\u00c5', 'א', 'שלום', 'مرحبا', '\u202eabc', '\u200f', '\u2067a\u2069'],
  ...[
    '😀',
    '𝒰',
    '👩‍👩‍👧',
    '\u{10ffff}',
    ' ',
    ' a',
    'a ',
    '\u00a0',
    '\u00a0a',
    '\u2003',
    '\u3000',
    '\u200b',
    '\ufeff',
    '\ufffd',
  ],
];

/** Names for places, transitions, labels, processes and propositions; all distinct, none empty. */
export const oddNames: readonly string[] = [...new Set([...OURS, ...KEYWORDS, ...TEXTS, ...UNICODE])];

/** The name in a condition, whatever it contains. */
export function quoted(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

/** The conditions that ask for deadlocks: places may be called `dead` and `dead()`, and then nobody may ask so. */
export function deadlockConditions(model: Model): string[] {
  return ['dead()', 'dead'].filter((name) => model.predicate(name).value !== null).slice(0, 1);
}

/** So many distinct names, of those that are admitted. */
export function distinctOddNames(
  random: Random,
  count: number,
  isAdmitted: (name: string) => boolean = () => true,
): string[] {
  return random.shuffle(oddNames.filter(isAdmitted)).slice(0, count);
}

/** Gives names one after the other: an odd one now and then, but never one twice and none of the others; else the plain one. */
export function oddNamer(random: Random, share = 0.3): (plain: string) => string {
  const left = random.shuffle(oddNames.filter((name) => !/^[pt]?[0-9]*$/.test(name)));
  return (plain) => (random.chance(share) ? (left.pop() ?? plain) : plain);
}

/** The net with odd names for some of its places and transitions. */
export function oddlyNamed(random: Random, net: Net): Net {
  const renamed = <T extends { readonly id: string; readonly name: string }>(nodes: readonly T[]): T[] => {
    const nameOf = oddNamer(random);
    return nodes.map((node) => {
      const id = nameOf(node.id);
      return { ...node, id, name: id };
    });
  };
  return { ...net, places: renamed(net.places), transitions: renamed(net.transitions) };
}
