import { describe, expect, it } from 'vitest';
import { chromium, NO_CHROMIUM } from '../browser/chromium.ts';
import { seriousFaults } from './axe.ts';
import { serveFolder } from './static-host.ts';
import { type, useStudio, visit } from './studio.ts';

describe.skipIf(chromium === undefined)(`the studio stands${NO_CHROMIUM}`, () => {
  const shared = useStudio();

  it('a host that goes away: it is loaded again, draws and checks without a network', async () => {
    const host = await serveFolder('dist/studio');
    const { page, problems, close } = await visit(shared.browser, host.address);
    await page.getByTestId('simplified').waitFor();
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await expect.poll(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null')).toBe(true);
    await host.end();
    await page.reload();
    await page.getByRole('tab', { name: 'Automata' }).click();
    await page.locator('[data-kind=tgba] .canvas svg').waitFor();
    await page.getByRole('tab', { name: 'Model & check' }).click();
    await type(page, 'Property', 'G !("P0 = critical" & "P1 = critical")');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-verdict=holds]').waitFor();
    // the service worker itself is asked for again, in vain
    expect(problems.filter((problem) => !problem.includes('ERR_CONNECTION_REFUSED'))).toEqual([]);
    await close();
  });

  it('a megabyte of text, as a model and as a formula', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await page.getByRole('tab', { name: 'Model & check' }).click();
    await type(page, 'Model', `process p {\n${'state s, '.repeat(120_000)}`);
    await page.locator('.findings').first().waitFor();
    await type(page, 'Model', 'initial a\na : p -> a');
    await page.getByLabel('Format').selectOption('kripke');
    await type(page, 'Property', `${'G('.repeat(200_000)}p${')'.repeat(200_000)}`);
    await type(page, 'Property', 'G p');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-verdict=holds]').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('code that never ends: it is typed over, and the page answers', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await page.getByRole('tab', { name: 'Model & check' }).click();
    await page.getByLabel('Format').selectOption('ts');
    await page.getByRole('button', { name: 'Run this code' }).click();
    await type(page, 'Model', 'for (;;) {}\n');
    await page.getByRole('tab', { name: 'Formula' }).click();
    await page.getByTestId('simplified').waitFor();
    await page.getByRole('tab', { name: 'Model & check' }).click();
    const text =
      "import { defineModel } from 'tegata';\nexport default defineModel({ initial: { n: 0 }, next: ({ n }) => [{ n: n + 1 }], propositions: { low: ({ n }) => n < 9 } });\n";
    await type(page, 'Model', text);
    await page.getByTestId('summary').waitFor();
    // and a model without end is given up, by cancelling or by a counterexample
    await type(page, 'Property', 'G low');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-verdict=violated]').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it.each(['light', 'dark'] as const)(
    'the rules of accessibility that axe knows, in all its parts: %s',
    async (colorScheme) => {
      const { page, close } = await visit(shared.browser, shared.studio.address, { colorScheme });
      const faults: string[] = [];
      const look = async (where: string): Promise<void> => {
        faults.push(...(await seriousFaults(page)).map((fault) => `${where}: ${fault}`));
      };
      await page.getByTestId('simplified').waitFor();
      await look('formula');
      await page.getByRole('tab', { name: 'Automata' }).click();
      await page.locator('[data-kind=tgta] .canvas svg').waitFor();
      await page.getByRole('button', { name: 'Run a word' }).click();
      await page.locator('[data-kind=tgta] .node.here').waitFor();
      await look('automata');
      await page.getByRole('tab', { name: 'Examples' }).click();
      await look('examples');
      await page.locator('[data-example=lamp]').getByRole('button', { name: 'GF lit', exact: true }).click();
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.locator('[data-verdict=violated]').waitFor();
      await look('check');
      // a program, with its processes and a longer text
      await page.getByRole('tab', { name: 'Examples' }).click();
      await page.locator('[data-example=starvation]').getByRole('button').nth(1).click();
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.locator('[data-verdict=violated]').waitFor();
      await page.getByRole('button', { name: 'next →' }).click();
      await page.locator('[data-process=P0] .edge.here').waitFor();
      await look('program');
      expect(faults).toEqual([]);
      await close();
    },
  );
});
