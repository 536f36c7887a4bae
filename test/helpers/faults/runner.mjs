// Runs commands of the built program inside this process, one after another, each under a fault (`host.cjs`). A process for each fault would
// take many times as long. It is the bundle that runs, as for users; but a model that is a module is for the modules (see `start/main.ts`).
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runProgram } from '../../../dist/cli/start/program.js';

const { entries } = createRequire(import.meta.url)('../../../dist/cli/bundle/tegata.js');

const { arm, real } = globalThis[Symbol.for('tegata test faults')];

let crash = null;
process.on('uncaughtException', (error) => {
  crash = error?.stack ?? String(error);
});

process.on('message', async ({ args, scratch, fault }) => {
  process.send(await run(args, scratch, fault));
});

/** One run. What it writes to the terminal goes to files; what it writes to `out/` is told. */
async function run(args, scratch, fault) {
  const out = join(scratch, 'out');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  process.chdir(scratch);
  const [stdout, stderr, log] = ['stdout', 'stderr', 'log'].map((name) => real.openSync(join(scratch, name), 'w'));
  crash = null;
  process.exitCode = undefined;
  arm({ ...fault, streams: [stdout, stderr], log });
  process.argv.splice(2, process.argv.length, ...args);
  if (args.some((word) => word.endsWith('.mjs'))) await runProgram(args);
  else await entries.program();
  await new Promise((done) => setImmediate(done)); // for what is told in the event loop
  arm(null);
  for (const descriptor of [stdout, stderr, log]) real.closeSync(descriptor);
  const text = (name) => readFileSync(join(scratch, name), 'utf8');
  const files = Object.fromEntries(readdirSync(out).map((name) => [name, text(join('out', name))]));
  const status = process.exitCode ?? 0;
  process.exitCode = undefined;
  return { status, stdout: text('stdout'), stderr: text('stderr'), files, crash, log: text('log') };
}
