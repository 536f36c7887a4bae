// State spaces against the recorded ones: every model of the conformance data (`TEGATA_SHARED`, by default ../shared),
// counted by the built command, one process each. Prints instance, expected, found, time, bytes per state, and with `--csv`
// appends them to a file; then how many are right, and by name those that are not.
//
//   node bench/conformance/states.mjs [--min-states 0] [--max-states 1e6] [--timeout 600] [--memory 16G] [--only TEXT]
//        [--engine explicit] [--csv FILE]
import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    'max-states': { type: 'string', default: '1e9' },
    'min-states': { type: 'string', default: '0' },
    timeout: { type: 'string', default: '600' },
    memory: { type: 'string', default: '16G' },
    only: { type: 'string', default: '' },
    engine: { type: 'string', default: 'explicit' },
    csv: { type: 'string', default: '' },
  },
});
const shared = resolve(process.env.TEGATA_SHARED ?? '../shared');
const main = resolve('dist/cli/bundle/main.js');

/** Models with what is known of them, the smallest first. */
function instances() {
  const found = [];
  const suites = {
    mcc: (name) => join(name, 'model.pnml'),
    petri: (name) => name,
    beem: (name) => `${name}.dve`,
    etf: (name) => name,
  };
  for (const [suite, file] of Object.entries(suites)) {
    const list = join(shared, suite, 'expected.json');
    if (!existsSync(list)) continue;
    for (const [name, expected] of Object.entries(JSON.parse(readFileSync(list, 'utf8')))) {
      const path = join(shared, suite, file(name));
      const states = Number(expected.states ?? Number.NaN);
      const wanted = states >= Number(options['min-states']) && states <= Number(options['max-states']);
      if (existsSync(path) && wanted) {
        found.push({ name: `${suite}/${name}`, path, expected, states });
      }
    }
  }
  return found.filter(({ name }) => name.includes(options.only)).sort((a, b) => a.states - b.states);
}

/** Has a process say on its last line of errors how much CPU time it took. */
const TELL_CPU = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('cpu ' + (user + system) / 1e6); });",
)}`;

function count(path) {
  const args = ['--import', TELL_CPU, main, 'states', path, '--json', '--engine', options.engine];
  args.push('--timeout', options.timeout, '--memory', options.memory);
  return new Promise((done) => {
    execFile(process.execPath, args, { maxBuffer: 1 << 24 }, (_error, stdout, stderr) => {
      const [, cpu = 0] = /cpu ([\d.]+)$/.exec(stderr) ?? [];
      try {
        done({ ...JSON.parse(stdout), cpu: Number(cpu) });
      } catch {
        done({ failure: stderr.trim().split('\n')[0], cpu: Number(cpu) });
      }
    });
  });
}

/** The differences between what is recorded and what was found. */
function differences(expected, answer) {
  const wrong = [];
  for (const key of ['states', 'transitions', 'deadlocks']) {
    if (expected[key] === undefined || expected[key] === null) continue;
    if (key === 'transitions' && answer.states !== undefined && answer[key] === undefined) continue; // not counted
    if (String(expected[key]) !== answer[key]) wrong.push(`${key} ${answer[key]} instead of ${expected[key]}`);
  }
  const { hasDeadlock } = expected;
  if (typeof hasDeadlock === 'boolean' && hasDeadlock !== (answer.deadlocks !== '0')) wrong.push('deadlocks');
  return wrong;
}

function verdictOf(expected, answer) {
  if (answer.failure !== undefined) return `no answer: ${answer.failure}`;
  if (!answer.complete) return `no answer: ${answer.reason}`;
  const wrong = differences(expected, answer);
  return wrong.length === 0 ? 'right' : `WRONG: ${wrong.join(', ')}`;
}

function report(name, expected, answer, verdict) {
  const { seconds = 0, cpu, bytesPerState = 0, words = 0, repackings = 0, memories = 0 } = answer;
  const states = answer.states ?? '-';
  const columns = [name.padEnd(44), String(expected.states).padStart(12), states.padStart(12)];
  columns.push(`${seconds.toFixed(1).padStart(7)} s`, `${cpu.toFixed(1).padStart(7)} s CPU`);
  if (options.engine === 'symbolic') {
    columns.push(`${answer.peakNodes ?? '-'} nodes at the peak`, `order ${answer.order ?? '-'}`);
  } else {
    columns.push(`${bytesPerState.toFixed(1).padStart(6)} B/state`);
    columns.push(`${words} words, ${repackings} repackings, ${memories} memories`);
  }
  console.log([...columns, verdict].join('  '));
  if (options.csv === '') return;
  if (!existsSync(options.csv)) appendFileSync(options.csv, `${CSV_COLUMNS}\n`);
  const fields = [name, expected.states, states, seconds, cpu, bytesPerState, words, repackings, memories];
  appendFileSync(options.csv, `${[...fields, `"${verdict.replaceAll('"', "'")}"`].join(',')}\n`);
}

const CSV_COLUMNS = 'instance,expected,found,seconds,cpu_seconds,bytes_per_state,words,repackings,memories,verdict';

const all = instances();
const others = [];
if (all.length === 0) console.log(`nothing to compare with in ${shared} (set TEGATA_SHARED to its path)`);
for (const { name, path, expected } of all) {
  const answer = await count(path);
  const verdict = verdictOf(expected, answer);
  if (verdict !== 'right') others.push({ name, verdict });
  report(name, expected, answer, verdict);
}
const wrong = others.filter(({ verdict }) => verdict.startsWith('WRONG')).length;
console.log(
  `${all.length - others.length} right, ${wrong} wrong, ${others.length - wrong} without answer, of ${all.length}`,
);
for (const { name, verdict } of others) console.log(`  ${name}: ${verdict}`);
process.exitCode = wrong > 0 ? 1 : 0;
