// What users can import, as it was agreed to: a name or a signature that changes is seen in review. `UPDATE=1 npx vitest run test/package/api.test.ts`
// after a build writes it anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { apiSurface } from './api-surface.ts';

const GOLDEN = 'test/package/api.golden.txt';

it('the exports of every subpath are those of api.golden.txt', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> };
  const surface = apiSurface(manifest);
  if (process.env.UPDATE === '1') writeFileSync(GOLDEN, surface);
  expect(surface.split('\n')).toEqual(readFileSync(GOLDEN, 'utf8').split('\n'));
});
