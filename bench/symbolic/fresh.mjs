// Whole processes beside its-ltl: what the command takes that starts, reads a net, and answers with the hybrid engine and a TGTA, for the questions of `recorded.mjs`; and what
// starting takes, which is measured in the same turns: `node -e 0`; the command that does nothing but load its own code (`--version`); and an *empty question*, the same
// command with a formula of the same form on a net of two places. Nothing is said about formulas that hold for the wrong reason, and no reductions are made, since SLAP does neither.
//
//   npm run build && node bench/symbolic/fresh.mjs [--rounds 7] [--engine hybrid] [--only TEXT]
//
// CPU seconds (user and system) and seconds by the clock, the best of all rounds. The first round writes the code cache and does not count.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { RECORDED } from './recorded.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    engine: { type: 'string', default: 'hybrid' },
    only: { type: 'string', default: '' },
  },
});
const shared = resolve(process.env.TEGATA_SHARED ?? '../shared');
const TEGATA = fileURLToPath(new URL('../../dist/cli/bundle/main.js', import.meta.url));

const PLACE = (id, tokens) =>
  `<place id="${id}"><name><text>${id}</text></name><initialMarking><text>${tokens}</text></initialMarking></place>`;
const EMPTY_NET = `<?xml version="1.0"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">
${PLACE('p', 1)}${PLACE('q', 0)}<transition id="t"/><transition id="u"/><arc id="a" source="p" target="t"/><arc id="b" source="t" target="q"/>
<arc id="c" source="q" target="u"/><arc id="d" source="u" target="p"/></page></net></pnml>
`;
/** The forms of the questions. */
const EMPTY = {
  S: 'G("q >= 1" -> "p <= 0")',
  L: 'GF "p <= 0" | FG "p >= 1"',
  V: 'G("q >= 1" -> F "p >= 2")',
};
const formOf = (text) => (text.startsWith('GF') ? 'L' : text.includes(' F ') ? 'V' : 'S');

/** CPU milliseconds and milliseconds by the clock of a process. */
function measure(args) {
  const begun = performance.now();
  const { stdout } = spawnSync('bash', ['-c', '"$@" > /dev/null 2>&1; times', 'bash', process.execPath, ...args]);
  const clock = performance.now() - begun;
  const [user, system] = stdout.toString().trim().split('\n')[1].split(' ');
  const ms = (text) => {
    const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(text);
    return 1000 * (60 * minutes + Number(seconds));
  };
  return { cpu: ms(user) + ms(system), clock };
}

const folder = mkdtempSync(join(tmpdir(), 'tegata-fresh-'));
try {
  const empty = join(folder, 'empty.pnml');
  writeFileSync(empty, EMPTY_NET);
  const check = (model, text) => [
    ...[TEGATA, 'check', model, '--ltl', text, '--engine', values.engine, '--reductions', 'none', '--no-vacuity'],
  ];
  const runs = new Map([
    ['node -e 0', ['-e', '0']],
    ['tegata --version', [TEGATA, '--version']],
    ...Object.entries(EMPTY).map(([form, text]) => [`empty ${form}`, check(empty, text)]),
  ]);
  const rows = [];
  for (const [name, questions] of Object.entries(RECORDED)) {
    const model = join(shared, 'mcc', name);
    if (!existsSync(model)) continue;
    for (const [text, slap] of questions) {
      const row = `${name} ${text}`;
      if (!row.includes(values.only)) continue;
      rows.push({ row, form: formOf(text), slap });
      runs.set(row, check(model, text));
    }
  }
  const best = new Map();
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const [name, args] of runs) {
      const { cpu, clock } = measure(args);
      const known = round <= 1 ? { cpu: Infinity, clock: Infinity } : best.get(name);
      best.set(name, { cpu: Math.min(cpu, known.cpu), clock: Math.min(clock, known.clock) });
    }
  }
  const seconds = (ms) => (ms / 1000).toFixed(3);
  const pair = ({ cpu, clock }) => `${seconds(cpu)} (${seconds(clock)})`;
  for (const name of [...runs.keys()].slice(0, 2 + Object.keys(EMPTY).length)) console.log(name, pair(best.get(name)));
  const less = (a, b) => pair({ cpu: a.cpu - b.cpu, clock: a.clock - b.clock });
  console.log('\n| question | form | SLAP, recorded | whole process | less `node -e 0` | less an empty question |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const { row, form, slap } of rows) {
    const taken = best.get(row);
    const text = row.replaceAll('|', '\\|');
    console.log(
      `| ${text} | ${form} | ${slap} | ${pair(taken)} | ${less(taken, best.get('node -e 0'))} | ${less(taken, best.get(`empty ${form}`))} |`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
