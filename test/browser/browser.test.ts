// The package in a real browser: a page that imports what `npm run build` made asks a worker, and shows what Node finds too.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { readModelOrModule } from '../../src/cli/input/model-input.ts';
import { type CheckJson, checkToJson } from '../../src/report/check-report.ts';
import { chromium, NO_CHROMIUM } from './chromium.ts';
import { openBrowser, type Site, serve } from './site.ts';

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
    options: { engine: 'explicit' },
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
  const simplified = answer.simplified && { ...answer.simplified, seconds: 0 };
  return { ...answer, model: null, statistics, ...(simplified && { simplified }) };
}

describe.skipIf(chromium === undefined)(`the package in a browser${NO_CHROMIUM}`, () => {
  let folder = '';
  let site: Site;
  let shown: CheckJson[] = [];
  let deep: unknown;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tegata-page-'));
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
    site = await serve(join(folder, 'out'));
    const browser = await openBrowser();
    const answers = (await browser.visit(`${site.address}/index.html`).finally(() => browser.close())) as unknown[];
    shown = answers.slice(0, questions.length) as CheckJson[];
    deep = answers[questions.length];
  });
  afterAll(() => {
    site.close();
    rmSync(folder, { recursive: true, force: true });
  });

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
