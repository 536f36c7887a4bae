// Mutation testing of the files on which a verdict rests: one operator, condition, constant or statement is changed at a time, and the
// tests that cover the file must notice. A mutant is killed by a failing test, by a test that does not end in its time, or by far too much
// memory. What survives shows a hole in the tests, or changes nothing (docs of the results: bench/results/mutants.md).
//
//   node bench/mutants/run.mjs [--per-file N] [--seed N] [--again] [--report] [--verbose] [NAME...]
//
// NAME selects files of `plan.mjs` by a part of their path. At most N mutants a file are drawn (24), by the seed. Everything happens
// in a copy of the sources, in one process at a time and with a low priority; each test file is bundled, and run without vitest (`stand-in.mjs`), which is many
// times quicker. Each outcome is a line of `bench/mutants/outcomes.log`: a run
// that was interrupted goes on where it stopped, and a file that has changed is tried anew. `--again` tries again what survived;
// `--report` prints the table of what is known, and tries nothing.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { getPriority, setPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleTest } from './bundle.mjs';
import { mutantsOf } from './mutations.mjs';
import { plan } from './plan.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const log = join(root, 'bench', 'mutants', 'outcomes.log');
/** What the tests need of the repository. */
const COPIED = [
  'src',
  'test',
  'assembly',
  'scripts',
  'examples',
  'docs',
  'bench',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];
/** Resident bytes after which a mutant counts as one that never ends. */
const MOST_MEMORY = 4e9;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'per-file': { type: 'string', default: '24' },
    seed: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

const baselines = new Map();
/** The process group of the tests that are run now. */
let running = null;
const chosen = plan.filter(({ file }) => positionals.length === 0 || positionals.some((part) => file.includes(part)));
if (!values.report) await runAll();
report();

/** The mutants that are drawn of a file: the first N in an order that the seed and each mutant itself decide. */
function drawn({ file, invariants }) {
  const text = readFileSync(join(root, file), 'utf8');
  const source = digest(text);
  const all = mutantsOf(file, text, { invariants }).map((mutant) => ({
    file,
    source,
    ...mutant,
    rank: digest(`${values.seed} ${file} ${mutant.kind} ${mutant.start} ${mutant.text}`),
  }));
  const sample = [...all].sort((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, Number(values['per-file']));
  return { text, total: all.length, sample: sample.sort((a, b) => a.start - b.start) };
}

function digest(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function keyOf({ file, source, start, end, text }) {
  return `${file} ${source} ${start} ${end} ${text}`;
}

/** The last outcome of each mutant that was tried. */
function known() {
  const outcomes = new Map();
  if (!existsSync(log)) return outcomes;
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    if (line === '') continue;
    const record = JSON.parse(line);
    outcomes.set(keyOf(record), record);
  }
  return outcomes;
}

async function runAll() {
  if (getPriority() < 5) setPriority(5);
  const copy = mkdtempSync(join(tmpdir(), 'tegata-mutants-'));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      if (running !== null) process.kill(-running, 'SIGKILL');
      rmSync(copy, { recursive: true, force: true });
      process.exit(130);
    });
  }
  try {
    for (const name of COPIED) cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const target of chosen) await runFile(copy, target);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function runFile(copy, target) {
  const { file, stages } = target;
  const outcomes = known();
  const { text, sample } = drawn(target);
  const pending = sample.filter((mutant) => {
    const before = outcomes.get(keyOf(mutant));
    return before === undefined || (values.again && before.outcome === 'survived');
  });
  if (pending.length === 0) return;
  for (const mutant of pending) {
    const outcome = await tryMutant(copy, target, { text, mutant });
    const { rank, ...kept } = mutant;
    mkdirSync(dirname(log), { recursive: true });
    appendFileSync(log, `${JSON.stringify({ ...kept, ...outcome })}\n`);
    if (values.verbose || outcome.outcome === 'survived') console.log(`${outcome.outcome}: ${described(mutant)}`);
  }
  if (file.startsWith('assembly/')) await buildsKernel(copy);
}

/** Measures the seconds of the processor that a stage takes without any mutant. */
async function baseline(copy, stage) {
  const { code, seconds, output } = await test(copy, stage, 1200);
  if (code !== 'passed') throw new Error(`${stage.files.join(' ')} fails without any mutant:\n${output}`);
  baselines.set(stage, seconds);
}

function described({ file, line, column, old, text }) {
  const short = (code) => (code.length > 60 ? `${code.slice(0, 57)}...` : code).replaceAll(/\s+/g, ' ');
  return `${file}:${line}:${column} ${short(old)} ⟶ ${short(text)}`;
}

/** Runs the tests on the mutant, and leaves the file as it was. */
async function tryMutant(copy, { file, stages }, { text, mutant }) {
  const put = (content) => writeFileSync(join(copy, file), content);
  const mutated = text.slice(0, mutant.start) + mutant.text + text.slice(mutant.end);
  const needsKernel = file.startsWith('assembly/');
  try {
    for (const stage of stages) {
      if (!baselines.has(stage)) {
        put(text);
        if (needsKernel) await buildsKernel(copy);
        await baseline(copy, stage);
      }
      put(mutated);
      if (needsKernel && !(await buildsKernel(copy))) return { outcome: 'invalid' };
      const { code } = await test(copy, stage, baselines.get(stage) * 4 + 10);
      if (code === 'invalid') return { outcome: 'invalid' };
      if (code !== 'passed') return { outcome: 'killed', by: code === 'failed' ? stage.files.join(' ') : code };
    }
    return { outcome: 'survived' };
  } finally {
    put(text);
  }
}

/** Compiles the cores of the copy. */
async function buildsKernel(copy) {
  const { code } = await run(copy, [join(copy, 'scripts', 'build-kernel.mjs')], { seconds: 600 });
  return code === 'passed';
}

/** Runs test files one after another, each bundled into one program, until one fails or takes too much. */
async function test(copy, { files, rounds }, seconds) {
  let used = 0;
  for (const file of files) {
    const program = join(copy, '.bundle.mjs');
    try {
      await bundleTest(copy, file, program);
    } catch (error) {
      return { code: 'invalid', seconds: used, output: String(error) };
    }
    const ended = await run(copy, [program], { rounds, seconds: seconds - used });
    used += ended.seconds;
    if (ended.code !== 'passed') return { ...ended, seconds: used };
  }
  return { code: 'passed', seconds: used, output: '' };
}

/** Runs a program in a process group of its own, which is ended when it takes too long or too much. Seconds are those of the processor. */
function run(copy, words, { rounds, seconds }) {
  return new Promise((resolve) => {
    const env = { ...process.env, ...(rounds === undefined ? {} : { TEGATA_ROUNDS: `${rounds}` }) };
    const child = spawn(process.execPath, words, { cwd: copy, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
    running = child.pid;
    let output = '';
    let ended = null;
    let used = 0;
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const watch = setInterval(() => {
      if (ended !== null) return;
      const { processorSeconds, residentBytes } = usageOf(child.pid);
      used = Math.max(used, processorSeconds);
      if (used > seconds) ended = 'out of time';
      else if (residentBytes > MOST_MEMORY) ended = 'out of memory';
      if (ended !== null) process.kill(-child.pid, 'SIGKILL');
    }, 100);
    child.on('close', (code) => {
      clearInterval(watch);
      running = null;
      resolve({ code: ended ?? (code === 0 ? 'passed' : 'failed'), seconds: used, output });
    });
  });
}

/** Of a process, as Linux tells. */
function usageOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      processorSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
      residentBytes: Number(fields[21]) * 4096,
    };
  } catch {
    return { processorSeconds: 0, residentBytes: 0 };
  }
}

function report() {
  const outcomes = known();
  const sums = { mutants: 0, drawn: 0, invalid: 0, killed: 0, survived: 0 };
  const rows = [];
  const survivors = [];
  for (const target of chosen) {
    const { file } = target;
    const { total, sample } = drawn(target);
    const row = { mutants: total, drawn: 0, invalid: 0, killed: 0, survived: 0 };
    for (const mutant of sample) {
      const record = outcomes.get(keyOf(mutant));
      if (record === undefined) continue;
      row.drawn++;
      row[record.outcome]++;
      if (record.outcome === 'survived') survivors.push(described(mutant));
    }
    if (row.drawn === 0) continue;
    for (const key of Object.keys(sums)) sums[key] += row[key];
    rows.push([file, row]);
  }
  console.log('| file | mutants | drawn | invalid | killed | survived | score |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const [name, { mutants, drawn: tried, invalid, killed, survived }] of [...rows, ['all', sums]]) {
    const score = killed + survived === 0 ? '–' : `${Math.round((100 * killed) / (killed + survived))} %`;
    console.log(`| ${name} | ${mutants} | ${tried} | ${invalid} | ${killed} | ${survived} | ${score} |`);
  }
  if (survivors.length > 0) console.log(`\n${survivors.join('\n')}`);
}
