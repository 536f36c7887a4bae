// Whole processes of `tegata states --engine symbolic` beside the figures recorded for its-reach (CPU seconds on another machine:
// an order of magnitude).
//
//   npm run build && node bench/symbolic/states.mjs [FOLDER] [--runs 3]
//
// FOLDER has nets of the Model Checking Contest by name; those that are not there are taken from the library.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' } },
});
const NETS = [
  ['Kanban-PT-00020', 'kanban:20', 0.21],
  ['Kanban-PT-00050', 'kanban:50', 4.35],
  ['Kanban-PT-00100', 'kanban:100', 58.7],
  ['FMS-PT-00020', 'fms:20', 0.11],
  ['FMS-PT-00050', 'fms:50', 1.67],
  ['MAPK-PT-00020', 'mapk:20', 1.58],
  ['MAPK-PT-00040', 'mapk:40', 31.1],
  ['Philosophers-PT-000200', 'philosophers:200', 1.11],
  ['Philosophers-PT-001000', 'philosophers:1000', 51.3],
];

/** CPU seconds of the children of a fresh process: /usr/bin/time without needing it. */
function measure(model) {
  const command = ['dist/cli/bundle/main.js', 'states', model, '--engine', 'symbolic', '--json'];
  const script = `times=$( { TIMEFORMAT='%U %S'; time ${[process.execPath, ...command].map((word) => `'${word}'`).join(' ')} >&3; } 3>/dev/stdout 2>&1 ); echo "$times"`;
  const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const [json, times] = stdout.trim().split('\n');
  const [user, system] = times.split(' ').map(Number);
  return { answer: JSON.parse(json), seconds: user + system };
}

console.log(
  `${'net'.padEnd(24)} ${'CPU s'.padStart(8)} ${'its-reach'.padStart(10)} ${'ratio'.padStart(7)}  order (attempts), peak nodes, MB, states`,
);
for (const [name, generated, recorded] of NETS) {
  const folder = positionals[0] === undefined ? null : `${positionals[0]}/${name}`;
  const model = folder !== null && existsSync(folder) ? folder : generated;
  const runs = Array.from({ length: Number(values.runs) }, () => measure(model));
  const best = runs.reduce((a, b) => (a.seconds <= b.seconds ? a : b));
  const { order, ordersTried, peakNodes, peakMemoryBytes, states } = best.answer;
  const digits = states.length > 20 ? `${states[0]}.${states.slice(1, 4)}e${states.length - 1}` : states;
  console.log(
    `${name.padEnd(24)} ${best.seconds.toFixed(2).padStart(8)} ${recorded.toFixed(2).padStart(10)} ${(recorded / best.seconds).toFixed(1).padStart(7)}  ${order} (${ordersTried}), ${peakNodes}, ${Math.round(peakMemoryBytes / 1e6)}, ${digits}`,
  );
}
