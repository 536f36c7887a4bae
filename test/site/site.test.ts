// The site of the documents as a reader has it: built, served from a folder of a plain host, and opened in a browser.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium, NO_CHROMIUM } from '../browser/chromium.ts';
import { seriousFaults } from '../studio/axe.ts';
import { type StaticHost, serveFolder } from '../studio/static-host.ts';
import { launch, visit } from '../studio/studio.ts';

const folder = join(mkdtempSync(join(tmpdir(), 'tegata-site-')), 'site');
const { chapters, placed } = (await import(resolve('site/chapters.mjs'))) as {
  chapters: readonly (readonly [string, readonly string[]])[];
  placed(pages: readonly string[]): readonly (readonly [string, readonly string[]])[];
};
const { deadLinks } = (await import(resolve('scripts/site/links.mjs'))) as { deadLinks(folder: string): string[] };
const { commandPage } = (await import(resolve('scripts/site/command-page.mjs'))) as {
  commandPage(source: string): string;
};

// A link that leads nowhere ends the build. The reference of the API is left out: test/docs/api-reference.test.ts makes it.
beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build-site.mjs', '--quick', '--out', folder], { stdio: 'pipe' });
}, 600_000);
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

/** Replaces the text of an editor of a live part. */
async function typeInto(page: Page, label: string, nth: number, text: string): Promise<void> {
  await page.locator(`[aria-label="${label}"][contenteditable]`).nth(nth).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

describe('the pages of the site', () => {
  const pages = readdirSync('docs')
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replace(/\.md$/, ''));

  it('are all in one chapter, those that nobody has placed in the last one; tutorials come first', () => {
    const named = chapters.flatMap(([, names]) => names);
    expect(named.filter((name) => !pages.includes(name))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
    expect(placed([...pages, 'new']).at(-1)![1]).toContain('new');
    expect(chapters[0]).toEqual(['Tutorials', expect.arrayContaining(['test-suite', 'course', 'first-steps'])]);
  });

  it('have no link that leads nowhere, and one that does is found', () => {
    expect(deadLinks(folder)).toEqual([]);
    expect(deadLinks('test/site/dead-links')).toEqual([
      'index.html: missing.html leads nowhere',
      'index.html: other.html#no-such-heading leads nowhere',
      'index.html: /absolute.html leads nowhere',
    ]);
  });

  it('know every command and option of the manual page', () => {
    const manual = readFileSync('dist/man/tegata.1', 'utf8');
    const page = commandPage(manual);
    const sections = [...manual.matchAll(/^\.SH TEGATA (\w+)$/gm)].map(([, name]) => name.toLowerCase());
    expect(sections.length).toBeGreaterThan(15);
    for (const name of sections) expect(page).toContain(`\n## tegata ${name}\n`);
    expect(page.match(/^\| `` /gm)).toHaveLength(manual.match(/^\.TP$/gm)!.length);
    expect(page).toContain('`` --max-states <n> ``');
    expect(page).not.toMatch(/\\\(|\\\[u/);
  });

  it('bring the studio, the examples and the licences with them', () => {
    for (const file of ['studio/index.html', 'examples/lamp/model.kripke', 'live/LICENSES.txt', 'LICENSE'])
      expect(readFileSync(join(folder, file), 'utf8')).not.toBe('');
  });
});

describe.skipIf(chromium === undefined)(`the site in a browser${NO_CHROMIUM}`, () => {
  let browser: Browser;
  let host: StaticHost;
  beforeAll(async () => {
    [browser, host] = await Promise.all([launch(), serveFolder(folder)]);
  });
  afterAll(async () => {
    await browser.close();
    await host.end();
  });

  it('is walked through by its links, in a folder of a host, and leads to the studio', async () => {
    const { page, problems, close } = await visit(browser, host.address);
    await page.getByRole('link', { name: 'An hour, as a student' }).click();
    await page.getByRole('heading', { name: 'Automata in an hour', level: 1 }).waitFor();
    // links that were there before pages changed, and links of the new page
    await page.getByRole('link', { name: 'The first five minutes' }).first().click();
    await page.getByRole('heading', { name: 'The first five minutes', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Command', exact: true }).click();
    await page.getByRole('heading', { name: 'tegata check' }).waitFor();
    await page.getByRole('link', { name: 'Decisions' }).click();
    await page.getByRole('link', { name: /two modes/i }).click();
    await page
      .getByRole('heading', { level: 1 })
      .filter({ hasText: /two modes/i })
      .waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Studio', exact: true }).click();
    await page.getByTestId('simplified').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('finds pages by their words', async () => {
    const { page, problems, close } = await visit(browser, host.address);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('livelock-accepting');
    await page.locator('#localsearch-list a').filter({ hasText: 'Automata in an hour' }).first().click();
    await page.getByRole('heading', { name: 'Automata in an hour', level: 1 }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('lets the constructions of the course happen in the page', async () => {
    const { page, problems, close } = await visit(browser, `${host.address}docs/course.html`);
    const part = (name: string, kinds: string) => page.locator(`tegata-live[part=${name}][kinds="${kinds}"]`);
    // a word, changed by a click
    const words = part('words', '').first();
    await words.getByTestId('word-verdict').filter({ hasText: 'violates' }).waitFor();
    await words
      .getByRole('button', { name: /^b does not hold at/ })
      .last()
      .click();
    await words.getByTestId('word-verdict').filter({ hasText: 'satisfies' }).waitFor();
    // a formula typed, its automata and a run in them
    const automata = part('automata', 'closure tgba');
    await automata.locator('[data-kind=closure] .canvas svg').waitFor();
    expect(await automata.locator('[data-kind=closure] .sizes').textContent()).toMatch(/^6 states/);
    await typeInto(page, 'A formula and its automata', 0, 'GF a & GF b');
    await automata.locator('[data-kind=tgba] .sizes').filter({ hasText: '1 state, 4 edges, 2 sets' }).waitFor();
    await automata.getByRole('button', { name: 'Run a word' }).click();
    await automata.getByTestId('run-tgba').filter({ hasText: 'accepts the word' }).waitFor();
    // the steps of both testing automata
    for (const [i, kind, first] of [
      [0, 'ta', 'the BA of the formula'],
      [1, 'tgta', 'the TGBA of the formula'],
    ] as const) {
      const steps = part('steps', kind).locator('li');
      await steps.filter({ hasText: 'after bisimulation' }).locator('svg').waitFor();
      expect(await steps.first().textContent()).toContain(first);
      const before = await steps.locator('.sizes b').allTextContents();
      await typeInto(page, 'A construction', i, 'G(a -> F b)');
      await expect.poll(() => steps.locator('.sizes b').allTextContents()).not.toEqual(before);
    }
    // a mistake is shown, and mended
    await typeInto(page, 'A construction', 1, 'G(a -> F )');
    await part('steps', 'tgta').locator('.findings .place', { hasText: '1:8' }).waitFor();
    // the product with what must not happen
    const product = part('product', 'tgba');
    await product.locator('[data-picture="both together"] .sizes').filter({ hasText: '5 states' }).waitFor();
    await typeInto(page, 'A property of the lamp', 0, 'G(lit -> F !lit)');
    await expect
      .poll(() => product.locator('[data-picture="what must not happen"] .sizes').textContent())
      .toBe('2 states, 3 edges');
    expect(problems).toEqual([]);
    await close();
  });

  it('opens what a live part shows in the studio', async () => {
    const { page, problems, close } = await visit(browser, `${host.address}docs/course.html`);
    const part = page.locator('tegata-live[part=automata]').first();
    await part.locator('[data-kind=tgba] .canvas svg').waitFor();
    const link = part.getByRole('link', { name: 'Open it in the studio' });
    await expect.poll(() => link.getAttribute('href')).toContain('/project/studio/index.html#s=');
    await link.click();
    await page.getByRole('tab', { name: 'Automata', selected: true }).waitFor();
    await page.locator('[data-kind=tgba] .sizes').filter({ hasText: '2 states' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it.each(['light', 'dark'] as const)('has no serious fault that axe knows: %s', async (colorScheme) => {
    const { page, close } = await visit(browser, host.address, { colorScheme });
    const faults: string[] = [];
    for (const path of ['', 'docs/test-suite.html', 'docs/course.html']) {
      await page.goto(`${host.address}${path}`);
      if (path === 'docs/course.html')
        await page.locator('tegata-live[kinds="tgba tgta"] [data-kind=tgta] .canvas svg').waitFor();
      faults.push(...(await seriousFaults(page)).map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
    await close();
  });

  it('has the colours of the studio, dark and light', async () => {
    for (const [colorScheme, expected] of [
      ['light', 'rgb(255, 255, 255)'],
      ['dark', 'rgb(26, 30, 38)'],
    ] as const) {
      const { page, close } = await visit(browser, host.address, { colorScheme });
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(expected);
      await close();
    }
  });

  it('fits a phone: no page is scrolled sideways', async () => {
    const { page, close } = await visit(browser, host.address, { viewport: { width: 390, height: 800 } });
    const paths = [
      'index',
      'command',
      'docs/course',
      'docs/test-suite',
      'docs/models',
      'docs/experiments',
      'docs/errors',
    ];
    const wide: string[] = [];
    for (const path of [...paths, 'docs/ARCHITECTURE', 'CHANGELOG', 'bench/results/translate']) {
      await page.goto(`${host.address}${path}.html`);
      if (path === 'docs/course') await page.locator('tegata-live .canvas svg').nth(3).waitFor();
      if (await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')) wide.push(path);
    }
    expect(wide).toEqual([]);
    await close();
  });
});
