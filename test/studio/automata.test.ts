// Automata in the studio, in a real browser: a word run through them, the steps of a construction, pictures that fit and can be kept.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chromium, NO_CHROMIUM } from '../browser/chromium.ts';
import { type, useStudio, visit } from './studio.ts';

describe.skipIf(chromium === undefined)(`automata in the studio${NO_CHROMIUM}`, () => {
  const shared = useStudio();

  it('read a word together, step by step, by buttons and keys', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await type(page, 'Formula', 'a U b');
    await page.getByRole('tab', { name: 'Automata' }).click();
    for (const kind of ['BA', 'TA']) await page.getByLabel(kind, { exact: true }).check();
    for (const kind of ['tgba', 'ba', 'ta', 'tgta']) await page.locator(`[data-kind=${kind}] .canvas svg`).waitFor();
    await page.getByRole('button', { name: 'Run a word' }).click();
    // the word that was found satisfies the formula: all automata accept it, and each is in one state of an accepting run
    for (const kind of ['tgba', 'ba', 'ta', 'tgta']) {
      await page.getByTestId(`run-${kind}`).filter({ hasText: 'accepts the word' }).waitFor();
      await page.locator(`[data-kind=${kind}] .node.here`).waitFor();
      expect(await page.locator(`[data-kind=${kind}] .node.here`).count()).toBe(1);
      expect(await page.locator(`[data-kind=${kind}] .edge.here`).count()).toBe(0);
    }
    await page.getByRole('button', { name: 'next →' }).click();
    await page.getByTestId('run-step').filter({ hasText: 'step 1' }).waitFor();
    await page.locator('[data-kind=ba] .edge.here').waitFor();
    const run = page.locator('section[aria-label="Run a word"]');
    await run.focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByTestId('run-step').filter({ hasText: 'step 0' }).waitFor();
    // without b it is a word that no run accepts; without a and b none reads on
    for (let on = run.getByRole('button', { name: /^[ab] holds at/ }); (await on.count()) > 0; )
      await on.first().click();
    await page.getByTestId('run-tgba').filter({ hasText: 'rejects' }).waitFor();
    await run.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByTestId('run-tgba').filter({ hasText: 'no run reads on' }).waitFor();
    expect(await page.locator('.node.here').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('show how a TGTA is made, with the sizes of each step', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await type(page, 'Formula', 'a U G b');
    await page.getByRole('tab', { name: 'Automata' }).click();
    const card = page.locator('section[aria-label=Construction]');
    await card.getByRole('button', { name: 'show the steps' }).click();
    const steps = card.locator('li');
    await steps.filter({ hasText: 'after bisimulation' }).locator('svg').waitFor();
    expect(await steps.count()).toBe(5);
    expect(await steps.first().textContent()).toContain('the TGBA of the formula');
    expect(await steps.locator('.canvas svg').count()).toBe(5);
    const sizes = await steps.locator('.sizes b').allTextContents();
    await card.getByRole('combobox', { name: 'way' }).selectOption('printed');
    await expect.poll(async () => (await steps.locator('.sizes b').allTextContents()).join()).not.toBe(sizes.join());
    await card.getByRole('combobox', { name: 'of the' }).selectOption('ta');
    await steps.filter({ hasText: 'the BA of the formula' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('fit the window, dense ones too, and are kept as PNG, SVG, DOT and HOA', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await type(page, 'Formula', 'G(request -> F grant) & GF a');
    await page.getByRole('tab', { name: 'Automata' }).click();
    const card = page.locator('[data-kind=tgta]');
    await card.locator('.canvas svg').waitFor();
    expect(await card.locator('.canvas .edge').count()).toBe(80);
    const box = await card.locator('.canvas svg').boundingBox();
    const outer = await card.boundingBox();
    expect(box!.width).toBeLessThanOrEqual(outer!.width);
    expect(box!.height).toBeLessThanOrEqual(900);
    const [png] = await Promise.all([page.waitForEvent('download'), card.getByRole('button', { name: 'PNG' }).click()]);
    expect(png.suggestedFilename()).toBe('tgta.png');
    const bytes = readFileSync(await png.path());
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]; // of the header
    expect(Math.min(width, height)).toBeGreaterThan(1500);
    expect(bytes.length).toBeGreaterThan(50_000); // a picture that is all white is smaller
    const texts = new Map([
      ['HOA', /^HOA: v1\n[\s\S]*--BODY--/],
      ['DOT', /^digraph /],
      ['SVG', /^<(\?xml|svg) /],
    ]);
    for (const [name, beginning] of texts) {
      const button = card.getByRole('button', { name, exact: true });
      const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
      expect(file.suggestedFilename()).toBe(`tgta.${name.toLowerCase()}`);
      expect(readFileSync(await file.path(), 'utf8')).toMatch(beginning);
    }
    expect(problems).toEqual([]);
    await close();
  });

  it('are a table first where no drawing can be read, in which a word is run too; the picture is there on request', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await type(page, 'Formula', 'G(a -> F b) & G(c -> F d)');
    await page.getByRole('tab', { name: 'Automata' }).click();
    const card = page.locator('[data-kind=tgta]');
    await card.locator('table.automaton').waitFor();
    expect(await card.locator('tbody tr').count()).toBe(25);
    expect(await card.locator('td .edge').count()).toBe(400);
    await page.getByRole('button', { name: 'Run a word' }).click();
    await card.locator('th.here').waitFor();
    await page.getByRole('button', { name: 'next →' }).click();
    await card.locator('td .edge.here').waitFor();
    await card.getByRole('button', { name: 'picture', exact: true }).click();
    await card.locator('.canvas .node.here').waitFor();
    expect(await card.locator('.canvas .edge').count()).toBe(400);
    const [box, outer] = [await card.locator('.canvas svg').boundingBox(), await card.boundingBox()];
    expect(box!.width).toBeLessThanOrEqual(outer!.width);
    expect(problems).toEqual([]);
    await close();
  });
});
