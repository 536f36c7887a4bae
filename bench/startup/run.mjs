// Whole processes as a ratio to a bare `node -e 0`, all started in turn; the best of each. Usage: node bench/startup/run.mjs [rounds]
import { spawnSync } from 'node:child_process';

const rounds = Number(process.argv[2] ?? 15);
const main = new URL('../../dist/cli/bundle/main.js', import.meta.url).pathname;
const program = new URL('../../dist/cli/start/program.js', import.meta.url).href;
const unbundled = `import('${program}').then(({ runProgram }) => runProgram(process.argv.slice(1)))`;
const lamp = ['check', 'examples/lamp/model.kripke', 'F lit'];
const symbolic = ['--engine', 'symbolic'];
const off = { TEGATA_COMPILE_CACHE: 'off' };
const candidates = {
  'node -e 0': { args: ['-e', '0'] },
  'tegata --version': { args: [main, '--version'] },
  "tegata formula 'a U b'": { args: [main, 'formula', 'a U b'] },
  'tegata check lamp': { args: [main, ...lamp] },
  '  without a code cache': { args: [main, ...lamp], env: off },
  '  not bundled': { args: ['-e', unbundled, '--', ...lamp] },
  'check kanban:5, symbolic': { args: [main, 'check', 'kanban:5', 'GF "P1 >= 1"', ...symbolic] },
  'states kanban:1': { args: [main, 'states', 'kanban:1'] },
  'states kanban:5, symbolic': { args: [main, 'states', 'kanban:5', ...symbolic] },
  'states kanban:50, symbolic': { args: [main, 'states', 'kanban:50', ...symbolic] },
  'states kanban:100, symbolic': { args: [main, 'states', 'kanban:100', ...symbolic] },
  'states fms:50, symbolic': { args: [main, 'states', 'fms:50', ...symbolic] },
  'states mapk:40, symbolic': { args: [main, 'states', 'mapk:40', ...symbolic] },
  'states philosophers:200, symbolic': { args: [main, 'states', 'philosophers:200', ...symbolic] },
  'states philosophers:1000, symbolic': { args: [main, 'states', 'philosophers:1000', ...symbolic] },
};

const best = new Map(Object.keys(candidates).map((name) => [name, Number.POSITIVE_INFINITY]));
for (let round = 0; round <= rounds; round++) {
  for (const [name, { args, env }] of Object.entries(candidates)) {
    const start = performance.now();
    spawnSync(process.execPath, args, { stdio: 'ignore', env: { ...process.env, ...env } });
    // The first round writes the caches.
    if (round > 0) best.set(name, Math.min(best.get(name), performance.now() - start));
  }
}
for (const [name, time] of best) {
  const ratio = (time / best.get('node -e 0')).toFixed(2);
  console.log(`${name.padEnd(36)} ${time.toFixed(0).padStart(5)} ms   ${ratio} x node -e 0`);
}
