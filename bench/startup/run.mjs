// Start-up of the command as a ratio to a bare `node -e 0`, both started in turn. Usage: node bench/startup/run.mjs [rounds]
import { spawnSync } from 'node:child_process';

const rounds = Number(process.argv[2] ?? 15);
const main = new URL('../../dist/cli/main.js', import.meta.url).pathname;
const program = new URL('../../dist/cli/program.js', import.meta.url).pathname;
const candidates = {
  'node -e 0': ['-e', '0'],
  'tegata --version': [main, '--version'],
  "tegata formula 'a U b'": [main, 'formula', 'a U b'],
  'tegata check lamp': [main, 'check', 'examples/lamp/model.kripke', 'F lit'],
  'the same, not bundled': [program, 'check', 'examples/lamp/model.kripke', 'F lit'],
};

const best = Object.fromEntries(Object.keys(candidates).map((name) => [name, Number.POSITIVE_INFINITY]));
for (let round = 0; round < rounds; round++) {
  for (const [name, args] of Object.entries(candidates)) {
    const start = performance.now();
    spawnSync(process.execPath, args, { stdio: 'ignore' });
    best[name] = Math.min(best[name], performance.now() - start);
  }
}
for (const [name, time] of Object.entries(best)) {
  console.log(
    `${name.padEnd(24)} ${time.toFixed(0).padStart(5)} ms   ${(time / best['node -e 0']).toFixed(2)} x node -e 0`,
  );
}
