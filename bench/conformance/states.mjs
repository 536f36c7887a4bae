// State spaces against the recorded ones: every model of the conformance data (`TEGATA_SHARED`, by default ../shared),
// counted by the built command, one process each. Prints instance, expected, found, time, bytes per state.
//
//   node bench/conformance/states.mjs [--min-states 0] [--max-states 1e6] [--timeout 600] [--memory 16G] [--only TEXT] [--engine explicit]
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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
  },
});
const shared = resolve(process.env.TEGATA_SHARED ?? '../shared');
const main = resolve('dist/cli/main.js');

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

function count(path) {
  const args = [main, 'states', path, '--json', '--engine', options.engine];
  args.push('--timeout', options.timeout, '--memory', options.memory);
  return new Promise((done) => {
    execFile(process.execPath, args, { maxBuffer: 1 << 24 }, (_error, stdout, stderr) => {
      try {
        done(JSON.parse(stdout));
      } catch {
        done({ failure: stderr.trim().split('\n')[0] });
      }
    });
  });
}

/** The differences between what is recorded and what was found. */
function differences(expected, answer) {
  const wrong = [];
  for (const key of ['states', 'transitions', 'deadlocks']) {
    if (expected[key] === undefined || expected[key] === null) continue;
    if (String(expected[key]) !== answer[key]) wrong.push(`${key} ${answer[key]} instead of ${expected[key]}`);
  }
  const { hasDeadlock } = expected;
  if (typeof hasDeadlock === 'boolean' && hasDeadlock !== (answer.deadlocks !== '0')) wrong.push('deadlocks');
  return wrong;
}

const all = instances();
const tally = { right: 0, wrong: 0, unanswered: 0 };
if (all.length === 0) console.log(`nothing to compare with in ${shared} (set TEGATA_SHARED to its path)`);
for (const { name, path, expected } of all) {
  const answer = await count(path);
  let verdict = 'right';
  if (answer.failure !== undefined) verdict = `no answer: ${answer.failure}`;
  else if (!answer.complete) verdict = `no answer: ${answer.reason}`;
  else if (differences(expected, answer).length > 0) verdict = `WRONG: ${differences(expected, answer).join(', ')}`;
  if (verdict === 'right') tally.right++;
  else if (verdict.startsWith('WRONG')) tally.wrong++;
  else tally.unanswered++;
  const { states = '-', seconds = 0, bytesPerState = 0, words = 0, repackings = 0 } = answer;
  const columns = [name.padEnd(44), String(expected.states).padStart(12), states.padStart(12)];
  columns.push(`${seconds.toFixed(1).padStart(7)} s`, `${bytesPerState.toFixed(1).padStart(6)} B/state`);
  columns.push(`${words} words, ${repackings} repackings`, verdict);
  console.log(columns.join('  '));
}
console.log(`${tally.right} right, ${tally.wrong} wrong, ${tally.unanswered} without answer, of ${all.length}`);
process.exitCode = tally.wrong > 0 ? 1 : 0;
