// What is found in a picture, and what a formula is offered.
import { describe, expect, it } from 'vitest';
import { chromium, NO_CHROMIUM } from '../browser/chromium.ts';
import { type, useStudio, visit } from './studio.ts';

describe.skipIf(chromium === undefined)(`the studio${NO_CHROMIUM}`, () => {
  const shared = useStudio();

  it('finds states and labels in a picture', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await type(page, 'Formula', 'G(request -> F grant)');
    await page.getByRole('tab', { name: 'Automata' }).click();
    const card = page.locator('[data-kind=tgba]');
    await card.locator('.canvas svg').waitFor();
    await card.getByRole('searchbox').fill('request');
    await card.getByRole('status').filter({ hasText: /^2$/ }).waitFor();
    expect(await card.locator('text.found').allTextContents()).toEqual(['grant ∨ ¬request', '¬grant ∧ request']);
    const before = await card.locator('.canvas svg').getAttribute('viewBox');
    await card.getByRole('searchbox').press('Enter');
    expect(await card.locator('.canvas svg').getAttribute('viewBox')).not.toBe(before);
    await card.getByRole('searchbox').fill('');
    expect(await card.locator('.found').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('offers propositions that the model understands', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await page.getByRole('tab', { name: 'Model & check' }).click();
    await page.getByTestId('summary').waitFor(); // the program of the beginning has a variable `turn`
    await type(page, 'Property', 'G tur');
    await page.keyboard.press('ControlOrMeta+Space');
    await page.locator('.cm-tooltip-autocomplete li', { hasText: 'turn >= 1' }).click();
    expect(await page.locator('[aria-label=Property][contenteditable]').textContent()).toBe('G "turn >= 1"');
    await page.locator('section[aria-label=Property] .findings').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await close();
  });
});
