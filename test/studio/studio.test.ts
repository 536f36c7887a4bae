// The studio in a real browser: a formula studied, automata drawn, a model checked and its counterexample stepped, a link shared, a check
// cancelled, and names that are not harmless.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { philosophers } from '../../src/models/library/philosophers.ts';
import { pnmlLines } from '../../src/models/petri/write-net.ts';
import { chromium, NO_CHROMIUM } from '../browser/chromium.ts';
import { serveStudio, type, useStudio, visit } from './studio.ts';

describe.skipIf(chromium === undefined)(`the studio${NO_CHROMIUM}`, () => {
  const shared = useStudio();

  it('studies a formula: its simplest form, its class, its words, and a second one', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await type(page, 'Formula', 'F(a U b)');
    await page.getByTestId('simplified').filter({ hasText: /^Fb$/ }).waitFor();
    expect(await page.locator('.ladder .here').textContent()).toBe('guarantee');
    expect(await page.getByTestId('stutter').textContent()).toContain('invariant');
    await type(page, 'Second formula', 'GF b');
    await page.getByTestId('comparison').filter({ hasText: 'the first is implied by the second' }).waitFor();
    await page.getByRole('button', { name: 'a word of the first alone' }).click();
    await page.getByTestId('word-verdict').filter({ hasText: 'satisfies' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('shows two words for a formula that tells stuttering apart, and a mistake at its place', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await type(page, 'Formula', 'F(a & X a)');
    await page.getByTestId('stutter').filter({ hasText: 'sensitive' }).waitFor();
    await page.getByRole('button', { name: 'this word' }).click();
    await page.getByTestId('word-verdict').filter({ hasText: 'satisfies' }).waitFor();
    await page.getByRole('button', { name: 'this one' }).click();
    await page.getByTestId('word-verdict').filter({ hasText: 'violates' }).waitFor();
    await type(page, 'Formula', 'G(a -> F )');
    await page.locator('.findings .place', { hasText: '1:8' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('lets a word be edited, by mouse and by keys, and lights the subformulas', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await type(page, 'Formula', 'G(a -> F b)');
    const verdict = page.getByTestId('word-verdict');
    await verdict.filter({ hasText: 'violates' }).waitFor();
    // a word that violates it has an a, after which no b comes: one b in the cycle mends it
    const length = await page.locator('.timeline thead th.cycle').count();
    expect(length).toBeGreaterThan(0);
    await page
      .getByRole('button', { name: /^b does not hold at/ })
      .last()
      .click();
    await verdict.filter({ hasText: 'satisfies' }).waitFor();
    const cell = page.getByRole('button', { name: /^b holds at/ }).last();
    await cell.focus();
    await page.keyboard.press('Space');
    await verdict.filter({ hasText: 'violates' }).waitFor();
    await page.getByRole('button', { name: '+ letter' }).click();
    await expect.poll(() => page.locator('.timeline thead th.cycle').count()).toBe(length + 1);
    expect(problems).toEqual([]);
    await close();
  });

  it('draws automata side by side with their sizes, zooms, and exports them', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await type(page, 'Formula', 'G(request -> F grant)');
    await page.getByRole('tab', { name: 'Automata' }).click();
    await page.getByLabel('BA', { exact: true }).check();
    await page.locator('[data-kind=tgba] .canvas svg').waitFor();
    await page.locator('[data-kind=ba] .canvas svg').waitFor();
    await page.locator('[data-kind=tgta] .canvas svg').waitFor();
    expect(await page.locator('[data-kind=tgba] .sizes').textContent()).toMatch(/^2 states, \d+ edges, 1 set/);
    const svg = page.locator('[data-kind=tgba] .canvas svg');
    const before = await svg.getAttribute('viewBox');
    await page.locator('[data-kind=tgba]').getByRole('button', { name: 'Zoom in' }).click();
    expect(await svg.getAttribute('viewBox')).not.toBe(before);
    await page.locator('[data-kind=tgba] .canvas').press('0');
    expect(await svg.getAttribute('viewBox')).toBe(before);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('[data-kind=tgba]').getByRole('button', { name: 'HOA' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/^HOA: v1/);
    expect(problems).toEqual([]);
    await close();
  });

  it('checks a model, and steps through the counterexample with the arrow keys', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await page.getByRole('tab', { name: 'Examples' }).click();
    await page.locator('[data-example=lamp]').getByRole('button', { name: 'GF lit', exact: true }).click();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-verdict=violated]').waitFor();
    expect(await page.locator('.why').textContent()).toBe('lit never holds from step 2 on');
    const step = page.getByTestId('step');
    expect(await step.textContent()).toBe('step 0 of 2');
    await page.keyboard.press('ArrowRight');
    await step.filter({ hasText: 'step 1 of 2' }).waitFor();
    const state = page.getByTestId('state');
    expect(await state.locator('.changed').allTextContents()).toEqual(['stateoff → on', 'lit0 → 1']);
    await page.keyboard.press('ArrowRight');
    await step.filter({ hasText: 'step 2 of 2, in the cycle' }).waitFor();
    // the end of a cycle is followed by its beginning, as long as one likes
    await page.keyboard.press('ArrowRight');
    await step.filter({ hasText: 'step 2 of 2, in the cycle' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await step.filter({ hasText: 'step 1 of 2' }).waitFor();
    const lit = page.locator('.trace .timeline tr', { has: page.locator('th[title=lit]') });
    // the letters of the trace are asked for apart, and may come later
    await expect
      .poll(() => lit.locator('.cell').evaluateAll((cells) => cells.map((cell) => cell.className)))
      .toEqual(['cell off', 'cell on', 'cell off']);
    await page.getByRole('button', { name: 'compare' }).click();
    await page
      .getByTestId('products')
      .filter({ hasText: /violated.*violated/ })
      .waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('draws the processes of a program, which move along with the counterexample and with the walk', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await page.getByRole('tab', { name: 'Model & check' }).click();
    const here = (name: string): Promise<string[]> =>
      page.locator(`[data-process=${name}] .node.here text`).allTextContents();
    await page.locator('[data-process=P0] .node.here').waitFor();
    expect((await here('P0')).join().trim()).toBe('idle');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-verdict=violated]').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await here('P0')).join().trim()).toBe('want');
    expect(await page.locator('[data-process=P0] .edge.here').count()).toBe(1);
    expect(await page.locator('[data-process=P1] .edge.here').count()).toBe(0);
    // a step by hand goes back to the walk
    await page.getByTestId('choices').getByRole('button').last().click();
    await expect.poll(async () => (await here('P0')).join().trim()).toBe('idle');
    expect(problems).toEqual([]);
    await close();
  });

  it('draws the processes of a model in Promela, with all arrows of an atomic sequence', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await page.getByRole('tab', { name: 'Examples' }).click();
    await page.locator('[data-example=ticket-lock]').getByRole('button').first().click();
    await page.locator('[data-process="Person[0]"] .node.here').waitFor();
    expect(await page.locator('[data-process]').count()).toBe(3);
    const here = async (name: string): Promise<string> =>
      (await page.locator(`[data-process="${name}"] .node.here text`).allTextContents()).join().trim();
    expect([await here('Person[0]'), await here('Person[2]')]).toEqual(['1', '1']);
    await type(page, 'Property', 'G "inside == 0"');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-verdict=violated]').waitFor();
    await page.getByRole('button', { name: 'next →' }).click();
    const moved = page.locator('[data-process]', { has: page.locator('.edge.here') });
    await moved.waitFor();
    // one person draws a number and has counted on: two statements, one step
    expect(await moved.count()).toBe(1);
    expect(await moved.locator('.edge.here').count()).toBe(2);
    expect(await here((await moved.getAttribute('data-process'))!)).toBe('waiting');
    expect(problems).toEqual([]);
    await close();
  });

  it('opens with the model and the formula that the command was given', async () => {
    const served = await serveStudio('examples/lamp/model.kripke', 'G(lit -> X !lit)');
    const { page, problems, close } = await visit(shared.browser, served.address);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-verdict=holds]').waitFor();
    expect(await page.locator('.asked').textContent()).toBe('G(lit -> X!lit)');
    expect(problems).toEqual([]);
    await close();
    expect(await served.end()).toBe(0);
  });

  it('opens a file in PNML, by the button or dropped', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    const net = [...pnmlLines(philosophers(2))].join('\n');
    await page.getByRole('tab', { name: 'Model' }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'two.pnml', mimeType: 'text/xml', buffer: Buffer.from(net) });
    const model = page.locator('section[aria-label=Model]');
    await model.getByText('two.pnml').waitFor();
    await page.locator('[data-place]').first().waitFor();
    // as text: types of pages are not those of tests
    const dropped = await page.evaluateHandle(
      `(() => { const transfer = new DataTransfer(); transfer.items.add(new File([${JSON.stringify(net)}], 'dropped.pnml')); return transfer; })()`,
    );
    await model.dispatchEvent('drop', { dataTransfer: dropped });
    await model.getByText('dropped.pnml').waitFor();
    await page
      .getByRole('button', { name: /^fire / })
      .first()
      .waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('plays a net: what is enabled can be fired, and tokens move', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await page.getByRole('tab', { name: 'Examples' }).click();
    await page.locator('[data-example=producer-consumer]').getByRole('button').first().click();
    const tokensOf = (place: string): Promise<number> => page.locator(`[data-place=${place}] .tokens circle`).count();
    await page.getByRole('button', { name: 'fire produce' }).waitFor();
    expect([await tokensOf('producing'), await tokensOf('ready'), await tokensOf('free')]).toEqual([1, 0, 2]);
    await page.getByRole('button', { name: 'fire produce' }).click();
    await page.getByRole('button', { name: 'fire put' }).press('Enter');
    await page.getByRole('button', { name: 'fire take' }).waitFor();
    expect([await tokensOf('producing'), await tokensOf('full'), await tokensOf('free')]).toEqual([1, 1, 1]);
    await page.getByRole('button', { name: 'undo' }).click();
    await page.getByRole('button', { name: 'fire put' }).waitFor();
    expect(await tokensOf('full')).toBe(0);
    const graph = page.locator('section[aria-label="State graph"]');
    await graph.getByRole('button', { name: 'draw' }).click();
    await graph.locator('.canvas svg').waitFor();
    expect(await graph.locator('.sizes').textContent()).toBe('12 states, 20 steps');
    expect(problems).toEqual([]);
    await close();
  });

  it('has all of it in the address: a link shows the same in a fresh profile', async () => {
    const first = await visit(shared.browser, shared.studio.address, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await first.page.getByRole('tab', { name: 'Model & check' }).click();
    await type(first.page, 'Model', 'initial a\na : p -> b\nb : "q é <b>" -> a');
    await first.page.getByLabel('Format').selectOption('kripke');
    await type(first.page, 'Property', 'GF "q é <b>"');
    await first.page.getByRole('button', { name: 'Copy link' }).click();
    await first.page.getByRole('button', { name: 'Copied' }).waitFor();
    const link = await first.page.evaluate<string>('navigator.clipboard.readText()');
    // the address comes to be the same by itself
    await expect.poll(() => first.page.url()).toBe(link);
    await first.close();

    const second = await visit(shared.browser, link);
    await second.page.getByRole('button', { name: 'Check', exact: true }).click();
    await second.page.locator('[data-verdict=holds]').waitFor();
    expect(await second.page.locator('.asked').textContent()).toBe('GF"q é <b>"');
    expect(second.problems).toEqual([]);
    await second.close();

    const broken = await visit(shared.browser, `${shared.studio.address}#s=${'A'.repeat(50)}`);
    await broken.page.getByTestId('simplified').waitFor();
    expect(broken.problems).toEqual([]);
    await broken.close();
  });

  it('cancels a check that would take for ever, and can be asked again', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await page.getByRole('tab', { name: 'Model & check' }).click();
    // a counter without a bound, asked for what nothing but a search can tell
    await type(page, 'Model', '#place p mk(<..>)\n#trans grow\nin { p:<..>; }\nout { p:2<..>; }\n#endtr');
    await page.getByLabel('Format').selectOption('net');
    await page.getByTestId('summary').filter({ hasText: '1 places' }).waitFor();
    await type(page, 'Property', 'GF "p >= 1000000000"');
    await page.getByLabel('search').selectOption('tgba');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByTestId('progress').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('[data-verdict=cancelled]').waitFor();
    await type(page, 'Property', 'G "p < 3"');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-verdict=violated]').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('shows names with markup in them as names', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    const name = '<img src=x onerror=alert(1)>';
    await type(page, 'Formula', `G "${name}"`);
    await page.getByTestId('simplified').waitFor();
    await page.locator('.timeline th code', { hasText: name }).first().waitFor();
    await page.getByRole('tab', { name: 'Automata' }).click();
    await page.locator('[data-kind=tgba] .canvas text', { hasText: 'onerror' }).waitFor();
    await page.getByRole('tab', { name: 'Model & check' }).click();
    await type(
      page,
      'Model',
      `#place {${name}} mk(<..>)\n#trans {<script>alert(2)</script>}\nin { {${name}}:<..>; }\n#endtr`,
    );
    await page.getByLabel('Format').selectOption('net');
    await type(page, 'Property', 'false');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('[data-verdict=violated], [data-verdict=failed]').waitFor();
    expect(await page.locator('img, main script').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('fits a phone, in both themes, and keeps the theme that was chosen', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address, {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    });
    await page.getByTestId('simplified').waitFor();
    const paper = (): Promise<string> => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const dark = await paper();
    for (const name of ['Formula', 'Automata', 'Model & check', 'Examples']) {
      await page.getByRole('tab', { name }).click();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(390);
    }
    await page.getByRole('button', { name: 'Dark or light' }).click();
    const light = await paper();
    expect(light).not.toBe(dark);
    await page.reload();
    await page.getByRole('tab', { name: 'Examples' }).waitFor();
    expect(await paper()).toBe(light);
    expect(problems).toEqual([]);
    await close();
  });

  it('is walked through by keys', async () => {
    const { page, problems, close } = await visit(shared.browser, shared.studio.address);
    await page.getByRole('tab', { name: 'Formula' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Model & check', selected: true }).waitFor();
    await type(page, 'Property', 'G !("P0 = critical" & "P1 = critical")');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.locator('[data-verdict=holds]').waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the files of the studio', () => {
  const folder = 'dist/studio/assets';
  const files = readdirSync(folder);

  it('load less than 250 kB of JavaScript, compressed, before a worker starts', () => {
    const page = readFileSync('dist/studio/index.html', 'utf8');
    const loaded = files.filter((file) => file.endsWith('.js') && page.includes(file));
    expect(loaded).toHaveLength(1);
    expect(gzipSync(readFileSync(`${folder}/${loaded[0]}`)).length).toBeLessThan(250_000);
  });

  it('have the licences of what is bundled in them', () => {
    const licences = readFileSync('dist/studio/LICENSES.txt', 'utf8');
    for (const name of ['preact', '@codemirror/view', '@viz-js/viz', 'saxes']) {
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
  });

  it('are allowed nothing that is not theirs', () => {
    const page = readFileSync('dist/studio/index.html', 'utf8');
    const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(page)?.[1];
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:/);
  });
});
