// Builds the site into `dist-site/`, a folder that works wherever a static host serves it: the documents, references of the command and of the API, the
// studio, and parts of it that are live in the pages. Needs `npm run build` before, and no network. With `--quick` the reference of the API is left out,
// and `--out FOLDER` writes elsewhere.
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { BASE } from '../site/config.mjs';
import { buildLive } from './build-studio.mjs';
import { gather } from './site/gather.mjs';
import { deadLinks } from './site/links.mjs';
import { relocate } from './site/relocate.mjs';

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, out: { type: 'string', default: 'dist-site' } },
});
const HOME = '.cache/site';
const out = resolve(values.out);

if (!existsSync('dist/studio/index.html')) throw new Error('the site needs a build: npm run build');
gather(HOME, { api: values.quick ? 'none' : 'whole' });
rmSync(out, { recursive: true, force: true });
await build(HOME, { outDir: out });
await buildLive(join(out, 'live'));
relocate(out, BASE);
const dead = deadLinks(out);
if (dead.length > 0) {
  console.error(dead.join('\n'));
  process.exit(1);
}
console.log(`the site is in ${values.out}`);
