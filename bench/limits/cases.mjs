// What is run under limits: for each phase of a run, inputs on which that phase takes long, made into a folder when they are asked for.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A ring of places and transitions, without names. */
function pnmlRing(places) {
  const parts = [
    '<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">',
  ];
  for (let i = 0; i < places; i++) {
    const next = (i + 1) % places;
    parts.push(
      `<place id="p${i}"><initialMarking><text>${i === 0 ? 1 : 0}</text></initialMarking></place><transition id="t${i}"/>`,
    );
    parts.push(`<arc id="a${i}" source="p${i}" target="t${i}"/><arc id="b${i}" source="t${i}" target="p${next}"/>`);
  }
  return `${parts.join('\n')}</page></net></pnml>`;
}

function dveProcesses(count) {
  const process = (i) => `process P${i} { state a, b; init a; trans a -> b {}, b -> a {}; }`;
  return `${Array.from({ length: count }, (_, i) => process(i)).join('\n')}\nsystem async;\n`;
}

/** One state with many successors, each of which has as many. */
const WIDE_MODULE = `export default {
  name: 'wide', initial: { x: -1, y: 0 },
  next: (s) => Array.from({ length: 100000 }, (_, i) => ({ x: i, y: s.y + 1 })),
  propositions: { lit: (s) => s.x >= 0 },
};
`;

const LAMP = 'initial off\noff -> on\non : lit -> off\n';

/** A net with these many independent switches: the states double with each. */
function switches(count) {
  const lines = [];
  for (let i = 0; i < count; i++) {
    lines.push(`#place off${i} mk(<..>)`, `#place on${i}`);
    lines.push(`#trans up${i} in { off${i}:<..>; } out { on${i}:<..>; } #endtr`);
    lines.push(`#trans down${i} in { on${i}:<..>; } out { off${i}:<..>; } #endtr`);
  }
  return `${lines.join('\n')}\n`;
}

/** States one after the other; the last one repeats. */
function line(states) {
  const lines = ['initial s0'];
  for (let i = 0; i < states; i++) lines.push(`s${i} : a -> s${i + 1}`);
  return `${lines.join('\n')}\ns${states} -> s${states}\n`;
}

const CHECK = ['check'];

/** What holds in every state, and is not known without a search: facts are not looked for. */
const EVERYWHERE = ['--ltl', 'GF "P1 >= 0"', '--reductions', 'none'];

/** A violation is found at once; for the shortest one, cycles are looked for from some ten thousand states. */
const LONG_SHORTEST = [
  ...CHECK,
  'kanban:9',
  '--ltl',
  '!(GF "Pout4 >= 9" & GF "P1 >= 9" & GF "Pback2 >= 3")',
  '--shortest',
  '--reductions',
  'none',
];
const LIMIT_BEFORE_SHORTEST = 'there may be a shorter one';

/**
 * The cases: name, the phase that takes long, arguments (`@NAME` is a file made by `inputs`, `%NAME` an instance of the contest), and the limits:
 * seconds and megabytes that the arguments state, or the seconds after which Ctrl-C comes; `says` is in the output of a run that a limit has met in its phase.
 */
export const cases = [
  // reading
  [
    'PNML of 200,000 places',
    'reading',
    [...CHECK, '@ring.pnml', '--ltl', 'GF p0', '--timeout', '3', '--memory', '300M'],
    { seconds: 3, megabytes: 300 },
  ],
  ['the same, time alone', 'reading', [...CHECK, '@ring.pnml', '--ltl', 'GF p0', '--timeout', '2'], { seconds: 2 }],
  [
    '10,000 DVE processes',
    'reading',
    [...CHECK, '@processes.dve', '--ltl', 'GF "P0 = a"', '--timeout', '3'],
    { seconds: 3 },
  ],
  ['10,000 DVE processes, states', 'reading', ['states', '@processes.dve', '--timeout', '3'], { seconds: 3 }],
  [
    '200,000 places, states',
    'reading',
    ['states', '@ring.pnml', '--timeout', '2', '--memory', '300M'],
    { seconds: 2, megabytes: 300 },
  ],
  [
    'a module that never ends loading',
    'reading',
    [...CHECK, '@endless.mjs', '--ltl', 'GF lit', '--timeout', '2'],
    { seconds: 2 },
  ],
  ['the same, states', 'reading', ['states', '@endless.mjs', '--timeout', '2'], { seconds: 2 }],
  // the text of a formula
  [
    'a formula of 5,000,000 X',
    'formula',
    [...CHECK, '@lamp.kripke', '-F', '@long.ltl', '--timeout', '2', '--memory', '500M'],
    { seconds: 2, megabytes: 500 },
  ],
  [
    'the same, memory',
    'formula',
    [...CHECK, '@lamp.kripke', '-F', '@long.ltl', '--memory', '300M'],
    { megabytes: 300 },
  ],
  ['the same, formula', 'formula', ['formula', '-F', '@long.ltl', '--timeout', '2'], { seconds: 2 }],
  // translation
  [
    'F[0:100000] lit',
    'translation',
    [...CHECK, '@lamp.kripke', '--ltl', 'F[0:100000] lit', '--timeout', '3'],
    { seconds: 3 },
  ],
  ['10,000 nested X', 'translation', [...CHECK, '@lamp.kripke', '-F', '@next.ltl', '--timeout', '10'], { seconds: 10 }],
  [
    'G(a -> F[0:25] b)',
    'translation',
    [...CHECK, '@lamp.kripke', '--ltl', 'G(lit -> F[0:25] !lit)', '--timeout', '3'],
    { seconds: 3 },
  ],
  [
    'the same, tgta',
    'translation',
    [
      ...CHECK,
      '@lamp.kripke',
      '--ltl',
      'G(lit -> F[0:25] !lit)',
      '--timeout',
      '3',
      '--automaton',
      'tgta',
      '--engine',
      'symbolic',
    ],
    { seconds: 3 },
  ],
  // exploration
  [
    'one state with 100,000 successors',
    'exploration',
    [...CHECK, '@wide.mjs', '--ltl', 'G !lit | GF lit', '--timeout', '3', '--memory', '400M'],
    { seconds: 3, megabytes: 400 },
  ],
  [
    'the same, at most 1000 states',
    'exploration',
    [...CHECK, '@wide.mjs', '--ltl', 'G F lit', '--max-states', '1000', '--memory', '400M'],
    { megabytes: 400 },
  ],
  [
    'kanban:9',
    'exploration',
    [...CHECK, 'kanban:9', ...EVERYWHERE, '--engine', 'explicit', '--timeout', '3'],
    { seconds: 3 },
  ],
  [
    'kanban:9, memory',
    'exploration',
    [...CHECK, 'kanban:9', ...EVERYWHERE, '--engine', 'explicit', '--memory', '400M'],
    { megabytes: 400 },
  ],
  [
    'kanban:9, plain, memory',
    'exploration',
    ['states', 'kanban:9', '--engine', 'plain', '--memory', '400M', '--timeout', '30'],
    { seconds: 30, megabytes: 400 },
  ],
  [
    'kanban:9, states, memory',
    'exploration',
    ['states', 'kanban:9', '--memory', '400M', '--timeout', '30'],
    { seconds: 30, megabytes: 400 },
  ],
  [
    'kanban:300, symbolic',
    'exploration',
    [...CHECK, 'kanban:300', ...EVERYWHERE, '--engine', 'symbolic', '--timeout', '3'],
    { seconds: 3 },
  ],
  ['kanban:300, auto', 'exploration', [...CHECK, 'kanban:300', ...EVERYWHERE, '--timeout', '3'], { seconds: 3 }],
  [
    '1000 switches, states, symbolic',
    'counting',
    ['states', '@switches.net', '--engine', 'symbolic', '--timeout', '1'],
    { seconds: 1 },
  ],
  [
    'kanban:500, symbolic',
    'counting',
    ['states', 'kanban:500', '--engine', 'symbolic', '--timeout', '2'],
    { seconds: 2 },
  ],
  [
    'kanban:500, symbolic, memory',
    'counting',
    ['states', 'kanban:500', '--engine', 'symbolic', '--memory', '300M', '--timeout', '30'],
    { seconds: 30, megabytes: 300 },
  ],
  // counterexamples
  [
    'shortest counterexample',
    'counterexample',
    [...LONG_SHORTEST, '--timeout', '3'],
    { seconds: 3, says: LIMIT_BEFORE_SHORTEST },
  ],
  // report
  [
    'a counterexample of 200,000 steps',
    'report',
    [...CHECK, '@line.kripke', '--ltl', 'F G a', '--lasso', '--trace', '@line.html', '--timeout', '3'],
    { seconds: 3 },
  ],
  [
    'the same, memory',
    'report',
    [...CHECK, '@line.kripke', '--ltl', 'F G a', '--lasso', '--trace', '@line.html', '--memory', '250M'],
    { megabytes: 250 },
  ],
  // Ctrl-C
  ...[
    ['reading', [...CHECK, '@ring.pnml', '--ltl', 'GF p0']],
    ['reading', [...CHECK, '@endless.mjs', '--ltl', 'GF lit']],
    ['formula', [...CHECK, '@lamp.kripke', '-F', '@long.ltl']],
    ['translation', [...CHECK, '@lamp.kripke', '--ltl', 'F[0:100000] lit']],
    ['translation', [...CHECK, '@lamp.kripke', '-F', '@next.ltl']],
    ['exploration', [...CHECK, 'kanban:9', ...EVERYWHERE, '--engine', 'explicit']],
    ['exploration', [...CHECK, 'kanban:200', '--ltl', 'GF "P1 >= 1"', '--engine', 'symbolic', '--reductions', 'none']],
    ['exploration', [...CHECK, 'kanban:300', ...EVERYWHERE]],
    ['counting', ['states', 'kanban:2000', '--engine', 'symbolic']],
    ['counting', ['states', 'kanban:9']],
    ['counterexample', LONG_SHORTEST, 4, LIMIT_BEFORE_SHORTEST],
    ['report', [...CHECK, '@line.kripke', '--ltl', 'F G a', '--lasso', '--trace', '@line.html'], 3],
    ['contest', ['mcc', '%AutoFlight-PT-48a', '--examination', 'LTLCardinality']],
  ].map(([phase, words, after = 2, says = undefined]) => [
    `Ctrl-C: ${words.join(' ')}`,
    phase,
    words,
    { interrupt: after, says },
  ]),
  // contest
  ...[
    'HypertorusGrid-PT-d5k3p2b10',
    'MultiCrashLeafsetExtension-PT-S24C08',
    'RERS17pb113-PT-2',
    'AutoFlight-PT-48a',
    'NeoElection-PT-4',
  ].flatMap((name) =>
    ['LTLCardinality', 'LTLFireability'].map((examination) => [
      `${name} ${examination}`,
      'contest',
      ['mcc', `%${name}`, '--examination', examination, '--timeout', '8'],
      { seconds: 8 },
    ]),
  ),
];

const INPUTS = {
  'ring.pnml': () => pnmlRing(200_000),
  'processes.dve': () => dveProcesses(10_000),
  'lamp.kripke': () => LAMP,
  'long.ltl': () => `${'X '.repeat(5_000_000)}lit\n`,
  'line.kripke': () => line(200_000),
  'line.html': () => '',
  'next.ltl': () => `${'X '.repeat(10_000)}lit\n`,
  'wide.mjs': () => WIDE_MODULE,
  'endless.mjs': () => 'for (;;);\n',
  'switches.net': () => switches(1000),
};

/** The argument with the files that it names, made in the folder; null when an instance is not there. */
export function argumentOf(text, folder, shared) {
  if (text.startsWith('@')) {
    const path = join(folder, text.slice(1));
    if (!existsSync(path)) writeFileSync(path, INPUTS[text.slice(1)]());
    return path;
  }
  if (!text.startsWith('%')) return text;
  const path = join(folder, text.slice(1));
  const archive = join(shared, 'mcc-large', `${text.slice(1)}.tar.gz`);
  if (!existsSync(path) && existsSync(archive)) spawnSync('tar', ['-xzf', archive, '-C', folder]);
  return existsSync(path) ? path : null;
}
