// The package in a real browser: a page that imports what `npm run build` made asks a worker, and shows what Node finds too.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { chromium as playwright } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { readModelOrModule } from '../../src/cli/input/model-input.ts';
import { type CheckJson, checkToJson } from '../../src/report/check-report.ts';
import { chromium, chromiumFlags, NO_CHROMIUM } from './chromium.ts';

const NET = 'examples/producer-consumer/model.net';
const MODULE = 'examples/mutex-turns/model.ts';
const questions = [
  { model: NET, formula: 'G "tokens(free, full) = 2"' },
  { model: NET, formula: 'G("full = 2" -> X "full < 2")' },
  { model: MODULE, formula: 'G !(critical0 & critical1)' },
  { model: MODULE, formula: 'F(critical0 | critical1)' },
];

const page = `
import { checkInWorker } from 'tegata';
import net from './model.net?raw';
const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
const ask = ({ model, formula }) =>
  checkInWorker(worker, {
    model: model === ${JSON.stringify(NET)} ? { name: model, text: net } : { module: new URL('/model.js', location.href).href },
    formula,
  });
const answers = [];
for (const question of ${JSON.stringify(questions)}) {
  answers.push(await ask(question).catch((error) => ({ failure: String(error) })));
}
const deep = new Worker(new URL('./deep.js', import.meta.url), { type: 'module' });
answers.push(await new Promise((resolve) => (deep.onmessage = ({ data }) => resolve(data))));
document.querySelector('pre').textContent = JSON.stringify(answers, null, 2);
document.body.dataset.done = 'yes';
`;

/** A token goes round a ring: decision diagrams of as many levels as places, and a step that goes through all of them. */
const LEVELS = 50_000;
const deepWorker = `
import { loadModel } from 'tegata';
import { countStates } from 'tegata/symbolic';
const lines = [];
for (let i = 0; i < ${LEVELS}; i++) lines.push('#place p' + i + (i === 0 ? ' mk(<..>)' : ''));
for (let i = 0; i < ${LEVELS}; i++) {
  lines.push('#trans t' + i, 'in { p' + i + ':<..>; }', 'out { p' + ((i + 1) % ${LEVELS}) + ':<..>; }', '#endtr');
}
try {
  const model = loadModel('ring.net', [lines.join('\\n')]).value;
  const { states, finalNodes } = countStates(model, { order: 'given' });
  postMessage({ states: String(states), finalNodes });
} catch (error) {
  postMessage({ failure: String(error) });
}
`;

/** What must be the same everywhere: all but time and memory. */
function comparable(answer: CheckJson): unknown {
  const kept = Object.entries(answer.statistics).filter(([key]) => !/seconds|bytes/i.test(key));
  const statistics = Object.fromEntries(kept);
  return { ...answer, model: null, statistics };
}

describe.skipIf(chromium === undefined)(`the package in a browser${NO_CHROMIUM}`, () => {
  let folder = '';
  let server: Server;
  let shown: CheckJson[] = [];
  let deep: unknown;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tegata-page-'));
    mkdirSync(join(folder, 'profile'));
    writeFileSync(
      join(folder, 'index.html'),
      '<body><pre></pre><script type="module" src="./page.js"></script></body>',
    );
    writeFileSync(join(folder, 'page.js'), page);
    writeFileSync(
      join(folder, 'worker.js'),
      `import { serveChecks } from 'tegata/worker';\nserveChecks(globalThis);\n`,
    );
    writeFileSync(join(folder, 'deep.js'), deepWorker);
    writeFileSync(join(folder, 'model.net'), readFileSync(NET));
    const dist = (path: string): string => resolve('dist', path);
    await build({
      configFile: false,
      logLevel: 'silent',
      root: folder,
      resolve: {
        alias: [
          { find: 'tegata/modelling', replacement: dist('modelling/index.js') },
          { find: 'tegata/symbolic', replacement: dist('symbolic/index.js') },
          { find: 'tegata/worker', replacement: dist('worker/index.js') },
          { find: 'tegata', replacement: dist('index.js') },
        ],
      },
      worker: { format: 'es' },
      build: {
        target: 'es2022',
        outDir: join(folder, 'out'),
        rollupOptions: {
          input: { index: join(folder, 'index.html'), model: resolve(MODULE) },
          preserveEntrySignatures: 'exports-only',
          output: { entryFileNames: '[name].js' },
        },
      },
    });
    server = serve(join(folder, 'out'));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`;
    const answers = await visit(address);
    shown = answers.slice(0, questions.length) as CheckJson[];
    deep = answers[questions.length];
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function visit(address: string): Promise<unknown[]> {
    const context = await playwright.launchPersistentContext(join(folder, 'profile'), {
      executablePath: chromium,
      args: chromiumFlags,
    });
    try {
      const tab = await context.newPage();
      const problems: string[] = [];
      tab.on('pageerror', (error) => problems.push(String(error)));
      await tab.goto(address);
      await tab.waitForSelector('body[data-done]', { timeout: 120_000 }).catch(() => {
        throw new Error(`the page did not finish: ${problems.join('; ')}`);
      });
      return JSON.parse((await tab.textContent('pre')) ?? '') as unknown[];
    } finally {
      await context.close();
    }
  }

  it.each(questions.map((question, i) => ({ ...question, i })))(
    'gives the verdict, statistics and lasso that Node gives: $model, $formula',
    async ({ model, formula, i }) => {
      const found = checkToJson(check(await readModelOrModule(model), formula, { vacuity: 'look' }));
      expect(comparable(shown[i])).toEqual(JSON.parse(JSON.stringify(comparable(found))));
    },
  );

  it('goes through diagrams of 50,000 levels without running out of stack', () => {
    expect(deep).toEqual({ states: String(LEVELS), finalNodes: 2 * LEVELS - 1 });
  });

  it('shows both verdicts, so that the comparison means something', () => {
    expect(shown.map(({ verdict }) => verdict)).toEqual(['holds', 'violated', 'violated', 'holds']);
  });
});

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

function serve(folder: string): Server {
  return createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? '/', 'http://localhost').pathname);
    try {
      const content = readFileSync(path);
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
      response.end(content);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
}
