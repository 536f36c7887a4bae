// How soon the studio is there, how much JavaScript it loads, and what a check costs in the page beside the same check by the command.
//
//   node bench/studio/run.mjs [--rounds N]
//
// Chromium is that of `CHROMIUM`, or /usr/bin/chromium. Every figure is the best of N rounds (5 unless given). A check is timed from the click to the verdict in the page, from the start of
// the process to its end for the command, one after the other in each round; CPU seconds are those of all processes of the browser, and of the command with its threads.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const PROGRAM = 'dist/cli/bundle/main.js';
/** Of /proc, in a second. */
const TICKS = 100;
const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 5;
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
if (!existsSync(executablePath)) throw new Error('there is no Chromium: name one by CHROMIUM');

const folder = mkdtempSync(join(tmpdir(), 'tegata-bench-'));
const [server, address] = await serve();
const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
try {
  bytes();
  await starts();
  await checks();
} finally {
  await browser.close();
  server.kill('SIGINT');
  rmSync(folder, { recursive: true, force: true });
}

async function serve() {
  const child = spawn(process.execPath, [PROGRAM, 'studio'], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const data of child.stdout) {
    const found = /http:\S+/.exec(String(data));
    if (found !== null) return [child, found[0]];
  }
  throw new Error('the studio was not served');
}

function bytes() {
  const page = readFileSync('dist/studio/index.html', 'utf8');
  const loaded = readdirSync('dist/studio/assets').filter((file) => file.endsWith('.js') && page.includes(file));
  const sizes = loaded.map((file) => gzipSync(readFileSync(`dist/studio/assets/${file}`)).length);
  console.log(
    `JavaScript of the page, gzipped, without workers: ${(sizes.reduce((a, b) => a + b, 0) / 1000).toFixed(0)} kB`,
  );
}

async function starts() {
  const painted = [];
  const answered = [];
  for (let i = 0; i < rounds; i++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    // the moment at which the first answer of the desk is shown: the page answers to whatever is typed
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('[data-testid=simplified]') === null) return;
        observer.disconnect();
        globalThis.answeredAt = performance.now();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(address);
    await page.waitForFunction(() => globalThis.answeredAt !== undefined);
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    painted.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
    answered.push(await page.evaluate(() => globalThis.answeredAt));
    await context.close();
  }
  console.log(
    `first paint after ${Math.min(...painted).toFixed(0)} ms, first answer after ${Math.min(...answered).toFixed(0)} ms`,
  );
}

async function checks() {
  const net = (name) => {
    const file = join(folder, `${name.replace(':', '-')}.net`);
    writeFileSync(
      file,
      spawnSync(process.execPath, [PROGRAM, 'model', name, '--to', 'net'], { encoding: 'utf8' }).stdout,
    );
    return file;
  };
  const sum = 'c0 + c1 + c2 + c3 + c4';
  const questions = [
    ['lamp', 'examples/lamp/model.kripke', 'GF lit', 'auto'],
    ['ticket-lock', 'examples/ticket-lock/model.pml', 'G("Person[0]@waiting" -> F "Person[0]@critical")', 'auto'],
    ['philosophers:8', net('philosophers:8'), 'G !dead', 'auto'],
    ['counters, safety', counters(14), 'G("c0 + c1 == 12" -> X("c0 + c1 < 14" | "c0 + c1 > 20"))', 'auto'],
    ['counters, liveness', counters(16), `GF "${sum} < 14" | FG "${sum} > 10"`, 'tgba'],
    ['counters, liveness', counters(16), `GF "${sum} < 40" | FG "${sum} > 30"`, 'tgta'],
  ];
  console.log('check | command s (CPU) | page s (CPU) | ratio (CPU)\n--- | ---: | ---: | ---:');
  for (const [name, file, formula, engine] of questions) {
    const times = { command: [], page: [] };
    let verdicts;
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${address}#`);
    await prepare(page, file, formula, engine);
    for (let i = 0; i < rounds; i++) {
      const command = byCommand(file, formula, engine);
      const inPage = await byPage(page);
      times.command.push(command);
      times.page.push(inPage);
      verdicts = `${command.verdict} / ${inPage.verdict}`;
    }
    await context.close();
    const least = (who, what) => Math.min(...times[who].map((time) => time[what]));
    const shown = (who) => `${least(who, 'wall').toFixed(2)} (${least(who, 'cpu').toFixed(2)})`;
    const ratio = (what) => (least('page', what) / least('command', what)).toFixed(2);
    console.log(
      `${name}, ${engine} (${verdicts}) | ${shown('command')} | ${shown('page')} | ${ratio('wall')} (${ratio('cpu')})`,
    );
  }
}

/** Five counters that go round, each at most nine steps ahead of the next: nothing that a reduction or a fact could decide. */
function counters(values) {
  const all = [0, 1, 2, 3, 4];
  const process = (i) =>
    `process P${i} { state s; init s; trans s -> s { guard c${i} < ${values - 1} and c${i} <= c${(i + 1) % 5} + 9; effect c${i} = c${i} + 1; }, ` +
    `s -> s { guard c${i} == ${values - 1}; effect c${i} = 0; }; }`;
  const file = join(folder, `counters-${values}.dve`);
  const lines = [...all.map((i) => `byte c${i} = 0;`), ...all.map(process), 'system async;'];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

function byCommand(file, formula, engine) {
  const options = engine === 'auto' ? [] : ['--engine', 'explicit', '--automaton', engine];
  const before = childCpu();
  const start = performance.now();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [PROGRAM, 'check', file, '--ltl', formula, '--json', ...options],
    {
      encoding: 'utf8',
    },
  );
  const wall = (performance.now() - start) / 1000;
  const verdict = /"verdict": ?"(\w+)"/.exec(stdout)?.[1] ?? stderr;
  return { wall, cpu: childCpu() - before, verdict };
}

/** The CPU seconds of the children of this process that have ended. */
function childCpu() {
  const fields = statOf(process.pid);
  return (Number(fields[16]) + Number(fields[17])) / TICKS;
}

/** Fields of /proc/PID/stat, numbered as in proc(5), from 1. */
function statOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return ['', pid, ...text.slice(text.lastIndexOf(')') + 1).split(' ')];
}

/** The CPU seconds of the processes of the browser so far. */
function browserCpu() {
  const parents = new Map();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const fields = statOf(entry);
      parents.set(entry, {
        parent: fields[4],
        cpu: (Number(fields[14]) + Number(fields[15])) / TICKS,
        name: readFileSync(`/proc/${entry}/comm`, 'utf8'),
      });
    } catch {
      // it has ended meanwhile
    }
  }
  const isOurs = (pid) => {
    for (let here = pid; parents.has(here); here = parents.get(here).parent)
      if (here === String(process.pid)) return true;
    return false;
  };
  let sum = 0;
  for (const [pid, { cpu, name }] of parents) if (/chrom/i.test(name) && isOurs(pid)) sum += cpu;
  return sum;
}

async function prepare(page, file, formula, engine) {
  await page.getByRole('tab', { name: 'Model & check' }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('code', { hasText: file.split('/').at(-1) }).waitFor();
  await page.getByTestId('summary').waitFor();
  await page.locator('[aria-label=Property][contenteditable]').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(formula);
  await page.getByLabel('search').selectOption(engine);
  await page.waitForTimeout(1500);
}

/** Clicks and waits inside of the page, so that nothing else is measured. */
async function byPage(page) {
  const before = browserCpu();
  const { wall, verdict } = await page.evaluate(async () => {
    const shown = () => document.querySelector('[data-verdict]:not([data-old])');
    shown()?.setAttribute('data-old', ''); // that of the round before
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === 'Check');
    const start = performance.now();
    button.click();
    await new Promise((done) => {
      const look = () => (shown() === null ? setTimeout(look, 1) : done());
      setTimeout(look, 0);
    });
    return { wall: (performance.now() - start) / 1000, verdict: shown().dataset.verdict };
  });
  const cpu = browserCpu() - before;
  return { wall, cpu, verdict };
}
