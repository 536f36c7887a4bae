// The worker file of the package in a real browser, however it gets there: served by Vite, bundled by Vite, webpack and esbuild, and as it
// is. Its answers are those of `tegata check --json`.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { build as viteBuild, createServer as viteServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { packedProject } from '../helpers/packed.ts';
import { chromium, NO_CHROMIUM } from './chromium.ts';
import { type Browser, HTML, openBrowser, SHOW, serve } from './site.ts';

const LAMP = 'initial off\noff -> on\non : lit -> off, broken\nbroken -> broken\n';
const NET = readFileSync('examples/producer-consumer/model.net', 'utf8');
const models = { 'lamp.kripke': LAMP, 'buffer.net': NET };
const questions = [
  { name: 'lamp.kripke', formula: 'GF lit' },
  { name: 'lamp.kripke', formula: 'F lit' },
  { name: 'lamp.kripke', formula: 'lit R true' },
  { name: 'buffer.net', formula: 'G "tokens(free, full) = 2"' },
  { name: 'buffer.net', formula: 'G("full = 2" -> X "full < 2")' },
];

/** The page of a user; only the worker's address differs. */
const page = (worker: string, client = 'tegata'): string => `
import { checkInWorker } from '${client}';
${SHOW}
const worker = new Worker(${worker}, { type: 'module' });
const answers = [];
const models = ${JSON.stringify(models)};
for (const { name, formula } of ${JSON.stringify(questions)}) {
  const question = { model: { name, text: models[name] }, formula };
  answers.push(await checkInWorker(worker, question).catch((error) => ({ failure: String(error) })));
}
show(answers);
`;
const BY_NAME = "new URL('tegata/worker/entry', import.meta.url)";

/** A page that asks workers which cannot answer; each with the seconds that it is waited for. */
const failing = (asked: readonly (readonly [worker: string, silence: number])[]): string => `
import { checkInWorker } from '/node_modules/tegata/dist/worker/client.js';
${SHOW}
const workers = new Map();
const failures = [];
for (const [address, silence] of ${JSON.stringify(asked)}) {
  if (!workers.has(address)) workers.set(address, new Worker(address, { type: 'module' }));
  const question = { model: { name: 'lamp.kripke', text: ${JSON.stringify(LAMP)} }, formula: 'F lit' };
  failures.push(await checkInWorker(workers.get(address), question, { silence }).catch((error) => error.message));
}
show(failures);
`;

/** All but what differs from run to run. */
function comparable(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (/seconds|bytes/i.test(key) ? undefined : value)),
  ) as unknown;
}

describe.skipIf(chromium === undefined)(`the worker file of the package${NO_CHROMIUM}`, () => {
  let project = '';
  let browser: Browser;
  let expected: unknown[] = [];

  beforeAll(async () => {
    project = packedProject({ tools: [] });
    browser = await openBrowser();
    writeFileSync(join(project, 'index.html'), HTML);
    for (const [name, text] of Object.entries(models)) writeFileSync(join(project, name), text);
    expected = questions.map(({ name, formula }) => {
      const args = ['node_modules/tegata/dist/cli/bundle/main.js', 'check', name, formula, '--json'];
      const { stdout } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
      return comparable(JSON.parse(stdout));
    });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(project, { recursive: true, force: true });
  });

  const write = (text: string): void => writeFileSync(join(project, 'page.js'), text);

  async function expectAnswersIn(folder: string, path = '/index.html'): Promise<void> {
    const site = await serve(folder);
    try {
      expect(comparable(await browser.visit(site.address + path))).toEqual(expected);
    } finally {
      site.close();
    }
  }

  it('is served by the development server of Vite, without any setting', async () => {
    write(page(BY_NAME));
    const server = await viteServer({
      root: project,
      configFile: false,
      logLevel: 'silent',
      server: { port: 0, host: '127.0.0.1' },
    });
    try {
      await server.listen();
      const [address] = server.resolvedUrls!.local;
      expect(comparable(await browser.visit(address))).toEqual(expected);
    } finally {
      await server.close();
    }
  });

  it('is bundled by Vite, without any setting', async () => {
    write(page(BY_NAME));
    const outDir = join(project, 'out-vite');
    await viteBuild({ root: project, configFile: false, logLevel: 'silent', build: { outDir } });
    await expectAnswersIn(outDir);
  });

  it('is bundled by webpack, without any setting', async () => {
    write(page(BY_NAME));
    const path = join(project, 'out-webpack');
    const problems = await new Promise<unknown[]>((done, fail) => {
      webpack(
        {
          mode: 'production',
          optimization: { minimize: false },
          context: project,
          entry: './page.js',
          output: { path, filename: 'page.js' },
        },
        (error, stats) => {
          const { errors = [], warnings = [] } = stats?.toJson({ errors: true, warnings: true }) ?? {};
          if (error) fail(error);
          else
            done(
              [...errors, ...warnings]
                .map(({ message }) => message)
                .filter((text) => !/size limit|code splitting/.test(text)),
            );
        },
      );
    });
    expect(problems).toEqual([]);
    writeFileSync(join(path, 'index.html'), HTML);
    await expectAnswersIn(path);
  });

  it('is an entry point for esbuild', async () => {
    write(page("new URL('./worker.js', import.meta.url)"));
    const outdir = join(project, 'out-esbuild');
    await esbuild({
      absWorkingDir: project,
      entryPoints: { page: './page.js', worker: 'tegata/worker/entry' },
      bundle: true,
      format: 'esm',
      outdir,
    });
    writeFileSync(join(outdir, 'index.html'), HTML);
    await expectAnswersIn(outdir);
  });

  it('is used as it is by a page without a bundler', async () => {
    const folder = '/node_modules/tegata/dist/worker';
    write(page(`'${folder}/entry.js'`, `${folder}/client.js`));
    await expectAnswersIn(project);
  });

  it('says why it fails: a script that is not there, one that breaks off, one that does something else', async () => {
    writeFileSync(join(project, 'throws.js'), "throw new Error('out of beans');\n");
    writeFileSync(join(project, 'other.js'), 'onmessage = () => {};\n');
    write(
      failing([
        ['/missing.js', 90],
        ['/missing.js', 90],
        ['/throws.js', 90],
        ['/other.js', 1],
      ]),
    );
    const site = await serve(project);
    const failures = (await browser.visit(`${site.address}/index.html`)) as string[];
    site.close();
    expect(failures[0]).toMatch(/could not be loaded: it is not at its address/);
    expect(failures[1]).toBe(failures[0]);
    expect(failures[2]).toContain(`out of beans (${site.address}/throws.js:1)`);
    expect(failures[3]).toMatch(/no sign of life for 1 s: .*does not run `tegata\/worker\/entry`/);
  });
});
