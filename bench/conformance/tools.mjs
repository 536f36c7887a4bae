// Whether other tools read what we write, and say that it means the same.
//
//   autfilt, ltl2tgba (Spot)  our TGBA and BA in the Hanoi format and our never claims are read, and accept what Spot's automaton accepts
//   spin -a                   our never claims are accepted next to a model
//   spin -f                   SPIN's never claim of the formula, read by us, accepts what our automaton accepts; formulas without X
//                             only, which SPIN as it is usually built does not know
//
//   node bench/conformance/tools.mjs [--only formulas:12,…] [--every N] [--tools spot,spin-a,spin-f] [--timeout 10]
//
// The tools are looked for on the PATH; a missing one is named and left out. --timeout is in seconds, for one run of a tool.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printHoa } from '../../dist/automata/hoa/write.js';
import { printNeverClaim } from '../../dist/automata/never-claim/write.js';
import { complement } from '../../dist/automata/operations/complement.js';
import { intersects } from '../../dist/automata/operations/intersects.js';
import { readAutomata } from '../../dist/automata/stream.js';
import { tableau } from '../../dist/automata/translate/tableau.js';
import { translate } from '../../dist/automata/translate/translate.js';
import { LimitExceeded } from '../../dist/diagnostics/limit.js';
import { nnf } from '../../dist/formula/nnf.js';
import { parseLtl } from '../../dist/formula/parse.js';
import { printFormula } from '../../dist/formula/print/print.js';
import { NEXT_FREE } from '../../dist/formula/traits.js';
import { propositionsOf } from '../../dist/formula/traverse.js';
import { readFormulas, selected } from './formulas.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    every: { type: 'string' },
    tools: { type: 'string', default: 'spot,spin-a,spin-f' },
    timeout: { type: 'string', default: '10' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'tegata-tools-'));

/** Runs a tool in the scratch folder. */
function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: Number(options.timeout) * 1000,
    maxBuffer: 1 << 28,
  });
  return {
    status,
    stdout: stdout ?? '',
    message: `${stderr ?? ''}${stdout ?? ''}`.trim(),
    late: error?.code === 'ETIMEDOUT',
  };
}

function isThere(command, args) {
  const there = run(command, args).status === 0;
  if (!there) console.log(`left out: no ${command} on the PATH`);
  return there;
}

function put(name, text) {
  writeFileSync(join(folder, name), `${text}\n`);
  return name;
}

/** Each answers null when all is well, 'late' when the tool took too long, 'left out', or what is wrong. */
const comparisons = {
  spot({ text, tgba, ba }) {
    const theirs = run('ltl2tgba', ['--hoaf', '-f', text]);
    if (theirs.status !== 0) return theirs.late ? 'late' : `ltl2tgba: ${theirs.message}`;
    put('spot.hoa', theirs.stdout);
    const ours = { tgba: printHoa(tgba), ba: printHoa(ba), never: printNeverClaim(ba) };
    for (const [format, automaton] of Object.entries(ours)) {
      const read = run('autfilt', [put(`our.${format}`, automaton), '--count']);
      if (read.status !== 0 || read.message !== '1') return `autfilt does not read the ${format}: ${read.message}`;
    }
    for (const format of Object.keys(ours)) {
      const { status, message, late } = run('autfilt', [`our.${format}`, '-q', '--equivalent-to=spot.hoa']);
      if (late) return 'late';
      if (status !== 0 || message !== '') return `autfilt on the ${format}: status ${status} ${message}`;
    }
    return null;
  },
  'spin-a'({ formula, ba }) {
    const names = propositionsOf(formula);
    const declarations = names.map((name) => `bool ${name};`).join(' ');
    const model = `${declarations}\nactive proctype model() { do :: skip od }\n${printNeverClaim(ba)}`;
    const { status, message, late } = run('spin', ['-a', put('model.pml', model)]);
    return late ? 'late' : status === 0 && !/error/i.test(message) ? null : `spin -a: ${message}`;
  },
  'spin-f'({ formula, tgba }) {
    if (!formula.has(NEXT_FREE)) return 'left out';
    const { status, stdout, message, late } = run('spin', ['-f', printFormula(formula, { syntax: 'spin' })]);
    if (late) return 'late';
    if (status !== 0) return `spin -f: ${message}`;
    const [{ value, diagnostics }] = readAutomata(stdout);
    if (value === null) return `not read: ${diagnostics[0].message}`;
    const negated = tableau(nnf(formula.store.not(formula)), { limits: { states: 5000 } });
    if (intersects(value, negated)) return "SPIN's claim accepts more";
    return intersects(complement(value, { states: 20_000, seconds: 10 }), tgba) ? "SPIN's claim accepts less" : null;
  },
};

const needed = {
  spot: () => isThere('ltl2tgba', ['--version']) && isThere('autfilt', ['--version']),
  'spin-a': () => isThere('spin', ['-V']),
  'spin-f': () => isThere('spin', ['-V']),
};
const rows = selected(readFormulas(), options);
let wrong = 0;
for (const tool of options.tools.split(',').filter((name) => needed[name]())) {
  const tally = { right: 0, wrong: 0, leftOut: 0, unanswered: [] };
  for (const { id, formula: text } of rows) {
    const formula = parseLtl(text);
    let answer;
    try {
      answer = comparisons[tool]({ text, formula, tgba: translate(formula), ba: translate(formula, { to: 'ba' }) });
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      answer = 'late';
    }
    if (answer === null) tally.right++;
    else if (answer === 'left out') tally.leftOut++;
    else if (answer === 'late') tally.unanswered.push(id);
    else {
      tally.wrong++;
      console.log(`WRONG ${tool} ${id}: ${answer}: ${text}`);
    }
  }
  wrong += tally.wrong;
  const names = tally.unanswered.length > 0 ? ` (${tally.unanswered.join(' ')})` : '';
  console.log(
    `${tool}: ${tally.right} right, ${tally.wrong} wrong, ${tally.unanswered.length} without answer${names}, ${tally.leftOut} left out, of ${rows.length}`,
  );
}
rmSync(folder, { recursive: true });
process.exitCode = wrong > 0 ? 1 : 0;
