// How far runs of the command go beyond their limits, phase by phase: seconds from start to end of the process, and the most memory that it had.
// After Ctrl-C it has 5 s, as the documents say.
// Usage: node bench/limits/run.mjs [--only TEXT] [--markdown] (after npm run build; the largest resident set is measured on Linux alone)
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { argumentOf, cases } from './cases.mjs';

const TEGATA = fileURLToPath(new URL('../../dist/cli/bundle/main.js', import.meta.url));
const SHARED = process.env.TEGATA_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url));
/** Seconds after which a run is killed. */
const HARD_LIMIT = 120;
const TOLERANCE = {
  seconds: (limit) => Math.max(limit + 1, limit * 1.2),
  megabytes: (limit) => limit * 1.2,
  interrupt: (limit) => limit + 5.5,
};

function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function measure(args, interrupt) {
  return new Promise((resolve) => {
    const begun = performance.now();
    const child = spawn(process.execPath, [TEGATA, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let peak = 0;
    let text = '';
    const timer = setInterval(() => (peak = Math.max(peak, peakOf(child.pid))), 20);
    const interrupter = interrupt === undefined ? undefined : setTimeout(() => child.kill('SIGINT'), interrupt * 1000);
    const killer = setTimeout(() => child.kill('SIGKILL'), HARD_LIMIT * 1000);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    child.on('close', (code, signal) => {
      clearInterval(timer);
      clearTimeout(killer);
      clearTimeout(interrupter);
      resolve({ seconds: (performance.now() - begun) / 1000, megabytes: peak, code: code ?? signal, text });
    });
  });
}

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : '';
const folder = mkdtempSync(join(tmpdir(), 'tegata-limits-'));
const rows = [];
try {
  for (const [name, phase, words, limits] of cases) {
    if (!`${phase} ${name}`.includes(only)) continue;
    const args = words.map((word) => argumentOf(word, folder, SHARED));
    if (args.includes(null)) continue;
    const { seconds, megabytes, code, text } = await measure(args, limits.interrupt);
    const over = [];
    if (limits.seconds !== undefined && seconds > TOLERANCE.seconds(limits.seconds)) over.push('time');
    if (limits.megabytes !== undefined && megabytes > TOLERANCE.megabytes(limits.megabytes)) over.push('memory');
    if (limits.interrupt !== undefined && seconds > TOLERANCE.interrupt(limits.interrupt)) over.push('Ctrl-C');
    if (limits.interrupt !== undefined && seconds < limits.interrupt) over.push('ended before Ctrl-C');
    else if (limits.says !== undefined && !text.includes(limits.says)) over.push('met in another phase');
    const first = text.split('\n').find((line) => /unknown|holds|violated|error|FORMULA|states/.test(line)) ?? '';
    const shown = [
      phase,
      name,
      limits.seconds ?? (limits.interrupt === undefined ? '' : `Ctrl-C at ${limits.interrupt}`),
      seconds.toFixed(1),
      limits.megabytes ?? '',
      megabytes.toFixed(0),
      code,
      over.join(' and ') || '–',
    ];
    rows.push(shown);
    console.log(`| ${shown.join(' | ')} |${process.argv.includes('--markdown') ? '' : `  ${first.slice(0, 100)}`}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const bad = rows.filter((row) => row.at(-1) !== '–').length;
console.log(`\n${rows.length} runs, ${bad} beyond the tolerance or beside their phase`);
