// Several threads in a page that is cross-origin isolated, as docs/explicit.md says; and one where memory cannot be shared.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium, NO_CHROMIUM } from './chromium.ts';
import { type Browser, HTML, openBrowser, SHOW, serve } from './site.ts';

const page = `
${SHOW}
const search = new Worker('/search.js', { type: 'module' });
search.onerror = ({ message }) => show({ failure: message });
search.onmessage = ({ data }) => show(data);
`;

const helper = `
import { help } from 'tegata/explicit';
addEventListener('message', ({ data }) => help(data));
postMessage('ready');
`;

const search = `
import { exploreStates } from 'tegata/explicit';
import { generateNet, netModel } from 'tegata/models';
const helper = new Worker('/helper.js', { type: 'module' });
await new Promise((ready) => helper.addEventListener('message', ready, { once: true }));
const start = () => ({ send: (place) => helper.postMessage(place), isLost: false, end: () => undefined });
const threads = crossOriginIsolated ? { threads: 2, start } : undefined;
const count = async (helpers) => {
  const { states, transitions, kernel } = await exploreStates(netModel(generateNet('kanban', 4).value), { threads, helpers });
  return { states, transitions, threads: kernel.threads };
};
const failed = (error) => ({ failure: String(error) });
// The message to a thread may leave only when this one comes to rest: a short search can be over before help comes.
const soon = { fromStates: 25_000, fromWaiting: 0, sharedLevel: 0 };
const counts = [];
do counts.push(await count(soon).catch(failed));
while (threads !== undefined && counts.length < 50 && counts.at(-1).threads === 1);
postMessage({ isolated: crossOriginIsolated, counts });
`;

describe.skipIf(chromium === undefined)(`threads in a browser${NO_CHROMIUM}`, () => {
  let folder = '';
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tegata-threads-'));
    writeFileSync(join(folder, 'index.html'), HTML);
    writeFileSync(join(folder, 'page.js'), page);
    const alias = Object.fromEntries(
      ['explicit', 'models'].map((room) => [`tegata/${room}`, resolve('dist', room, 'index.js')]),
    );
    for (const [name, contents] of Object.entries({ helper, search })) {
      const stdin = { contents, resolveDir: resolve('.') };
      await build({ stdin, alias, bundle: true, format: 'esm', target: 'es2022', outfile: join(folder, `${name}.js`) });
    }
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function shownWith(headers: Readonly<Record<string, string>>): Promise<unknown> {
    const site = await serve(folder, headers);
    try {
      return await browser.visit(`${site.address}/index.html`);
    } finally {
      site.close();
    }
  }

  const kanban = { states: 454_475, transitions: 3_979_850 };

  it('count together where memory can be shared', async () => {
    const shown = await shownWith({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    const { isolated, counts } = shown as { isolated: boolean; counts: readonly { readonly threads: number }[] };
    expect(isolated).toBe(true);
    for (const found of counts) expect(found).toMatchObject(kanban);
    expect(counts.at(-1)?.threads).toBe(2);
  });

  it('are one where it cannot', async () => {
    expect(await shownWith({})).toEqual({ isolated: false, counts: [{ ...kanban, threads: 1 }] });
  });
});
