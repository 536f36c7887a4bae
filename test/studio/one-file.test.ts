// The studio saved as one file, opened from a disk in a fresh profile: it shows the question, the verdict and the counterexample, and goes on working.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { chromium, NO_CHROMIUM } from '../browser/chromium.ts';
import { seriousFaults } from './axe.ts';
import { type, useStudio, visit } from './studio.ts';

const folder = mkdtempSync(join(tmpdir(), 'tegata-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Saves the page; gives the file. */
async function keep(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save page' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('tegata-studio.html');
  const file = join(folder, name);
  await download.saveAs(file);
  return file;
}

const policyOf = (file: string): string =>
  /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(file, 'utf8'))![1];

describe.skipIf(chromium === undefined)(`the studio as one file${NO_CHROMIUM}`, () => {
  const shared = useStudio();

  it('shows the verdict and the counterexample from a disk, is stepped through, draws and checks, and is saved again', async () => {
    const first = await visit(shared.browser, shared.studio.address);
    await first.page.getByRole('tab', { name: 'Model & check' }).click();
    await first.page.getByRole('button', { name: 'Check', exact: true }).click();
    await first.page.locator('[data-verdict=violated]').waitFor();
    const file = await keep(first.page, 'first.html');
    expect(first.problems).toEqual([]);
    await first.close();

    const { page, problems, close } = await visit(shared.browser, pathToFileURL(file).href);
    await page.locator('[data-verdict=violated]').waitFor();
    expect(await page.title()).toBe('violated: G("P0 = waiting" -> F"P0 = critical")');
    expect(await page.locator('[aria-label=Model][contenteditable]').textContent()).toContain('process P0');
    await page.getByRole('button', { name: 'next →' }).click();
    await page.getByTestId('step').filter({ hasText: 'step 1 of' }).waitFor();
    await page.locator('[data-process=P0] .node.here').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    // it is the studio, and not only a report
    await type(page, 'Property', 'G !("P0 = critical" & "P1 = critical")');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-verdict=holds]').waitFor();
    await page.getByRole('tab', { name: 'Automata' }).click();
    await page.locator('[data-kind=tgba] .canvas svg').waitFor();
    const again = await keep(page, 'again.html');
    expect(policyOf(again)).toBe(policyOf(file));
    expect(problems).toEqual([]);
    await close();

    const second = await visit(shared.browser, pathToFileURL(again).href);
    await second.page.locator('[data-kind=tgba] .canvas svg').waitFor();
    await second.page.getByRole('tab', { name: 'Model & check' }).click();
    await second.page.locator('[data-verdict=holds]').waitFor();
    expect(second.problems).toEqual([]);
    await second.close();
  });

  it('has a strict policy, holds hostile names, and says everything where no program may run', async () => {
    const name = '</script><img src=x onerror=alert(1)> $& é';
    const first = await visit(shared.browser, shared.studio.address);
    await first.page.getByRole('tab', { name: 'Model & check' }).click();
    await type(first.page, 'Model', `initial a\na : "${name}" -> b\nb : -> b`);
    await first.page.getByLabel('Format').selectOption('kripke');
    await type(first.page, 'Property', `G "${name}"`);
    await first.page.getByRole('button', { name: 'Check', exact: true }).click();
    await first.page.locator('[data-verdict=violated]').waitFor();
    const file = await keep(first.page, 'hostile.html');
    await first.close();

    const policy = policyOf(file);
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+' 'wasm-unsafe-eval'; style-src 'sha256-[^']+'; /,
    );
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|connect-src|https?:|\*/);

    const opened = await visit(shared.browser, pathToFileURL(file).href);
    await opened.page.locator('[data-verdict=violated]').waitFor();
    expect(await opened.page.locator('.asked').textContent()).toContain(name);
    expect(await opened.page.locator('img').count()).toBe(0);
    expect(opened.problems).toEqual([]);
    await opened.close();

    const plain = await visit(shared.browser, pathToFileURL(file).href, { javaScriptEnabled: false });
    expect(await plain.page.locator('h1').textContent()).toBe('violated');
    expect(await plain.page.locator('#page code').textContent()).toContain(name);
    expect(await plain.page.locator('#page li').count()).toBe(2);
    expect(await plain.page.locator('#page pre').textContent()).toContain('initial a');
    expect(await plain.page.locator('img').count()).toBe(0);
    await plain.close();
  });

  it('runs no model in code', async () => {
    const first = await visit(shared.browser, shared.studio.address);
    await first.page.getByRole('tab', { name: 'Model & check' }).click();
    await first.page.getByLabel('Format').selectOption('ts');
    await type(first.page, 'Model', 'export default 1;\n');
    const file = await keep(first.page, 'code.html');
    await first.close();
    const { page, problems, close } = await visit(shared.browser, pathToFileURL(file).href);
    await page.getByRole('button', { name: 'Run this code' }).click();
    await page.locator('.findings', { hasText: 'a saved page runs no models in code' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
