// Pages with a Content-Security-Policy: what docs/browser.md asks for is enough, and where WebAssembly is not allowed the plain explorer answers
// and says so.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { readModel } from '../../src/cli/input/model-input.ts';
import { type CheckJson, checkToJson } from '../../src/report/check-report.ts';
import { chromium, NO_CHROMIUM } from './chromium.ts';
import { type Browser, HTML, openBrowser, SHOW, serve } from './site.ts';

const NET = 'examples/producer-consumer/model.net';
const FORMULAS = ['G "tokens(free, full) = 2"', 'G("full = 2" -> X "full < 2")'];

/** What the page shows for each question. */
type Shown = CheckJson | { readonly failure: string };

const page = `
import { checkInWorker } from '/dist/worker/client.js';
${SHOW}
const worker = new Worker('/dist/worker/entry.js', { type: 'module' });
const net = { name: ${JSON.stringify(NET)}, text: ${JSON.stringify(readFileSync(NET, 'utf8'))} };
const ask = (question) => checkInWorker(worker, question).catch((error) => ({ failure: String(error) }));
const shown = [];
for (const formula of ${JSON.stringify(FORMULAS)}) shown.push(await ask({ model: net, formula, options: { engine: 'explicit' } }));
shown.push(await ask({ model: net, formula: 'F "full = 2"' }));
shown.push(await ask({ model: net, formula: 'true', options: { engine: 'symbolic' } }));
shown.push(await ask({ model: { module: location.origin + '/counter.js' }, formula: 'F three' }));
show(shown);
`;

const counter = `
import { defineModel } from './dist/index.js';
export default defineModel({
  initial: { x: 0 },
  next: (s) => [{ x: (s.x + 1) % 4 }],
  propositions: { three: (s) => s.x === 3 },
});
`;

describe.skipIf(chromium === undefined)(`a page with a Content-Security-Policy${NO_CHROMIUM}`, () => {
  let folder = '';
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tegata-policy-'));
    symlinkSync(resolve('dist'), join(folder, 'dist'));
    writeFileSync(join(folder, 'index.html'), HTML);
    writeFileSync(join(folder, 'page.js'), page);
    const stdin = { contents: counter, resolveDir: resolve('.') };
    await build({ stdin, bundle: true, format: 'esm', outfile: join(folder, 'counter.js') });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function shownUnder(policy: string): Promise<Shown[]> {
    const site = await serve(folder, { 'content-security-policy': policy });
    try {
      return (await browser.visit(`${site.address}/index.html`)) as Shown[];
    } finally {
      site.close();
    }
  }

  /** The policies that docs/browser.md shows, in their order. */
  const policies = [...readFileSync('docs/browser.md', 'utf8').matchAll(/^ {4}Content-Security-Policy: (.*)$/gm)].map(
    ([, policy]) => policy,
  );
  const expected = FORMULAS.map((formula) => {
    const { verdict, counterexample } = checkToJson(check(readModel(NET), formula));
    return { verdict, counterexample };
  });

  it('is answered by the kernel under the policy of docs/browser.md', async () => {
    expect(policies[0]).toContain("'wasm-unsafe-eval'");
    const shown = await shownUnder(policies[0]);
    expect(shown).toMatchObject([...expected, { verdict: 'violated' }, { verdict: 'holds' }, { verdict: 'holds' }]);
    for (const answer of shown) expect((answer as CheckJson).statistics).not.toHaveProperty('notice');
  });

  it('is answered by the plain explorer where WebAssembly is not allowed, with a note', async () => {
    const strict = policies[0].replace(" 'wasm-unsafe-eval'", '');
    const shown = await shownUnder(strict);
    expect(shown.slice(0, 3)).toMatchObject([...expected, { verdict: 'violated' }]);
    for (const answer of shown.slice(0, 2)) {
      expect((answer as CheckJson).statistics.notice).toContain('Content-Security-Policy');
    }
    expect(shown[3]).toMatchObject({
      failure: expect.stringContaining('decision diagrams need WebAssembly') as string,
    });
    // models in code have no kernel, so there is nothing to note
    expect(shown[4]).toMatchObject({ verdict: 'holds', statistics: { modelStates: '4' } });
    expect((shown[4] as CheckJson).statistics).not.toHaveProperty('notice');
  });

  it('is told why where workers are not allowed', async () => {
    const shown = await shownUnder(policies[0].replace("worker-src 'self'", "worker-src 'none'"));
    for (const answer of shown) {
      expect(answer).toMatchObject({ failure: expect.stringMatching(/Content-Security-Policy.*worker-src/) as string });
    }
  });
});
