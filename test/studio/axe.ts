// The rules of accessibility that axe knows.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Fault {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The serious faults of a page as it is now. */
export async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(`window.axe === undefined && (() => { ${axe} })()`);
  const { violations } = await page.evaluate<{ violations: Fault[] }>('axe.run(document)');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}
