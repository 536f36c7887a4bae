// Builds the studio of `web/` into `dist/studio/`, a folder that any static host can serve; `tegata studio` serves it too. With `--serve` it is
// served as it is written, for development (`npm run studio`); the package is then the one that was built last.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, createServer } from 'vite';
import config from '../web/vite.config.mjs';
import { writeOneFile } from './build-one-file.mjs';
import { licenceOf } from './bundle.mjs';

export async function buildStudio() {
  const bundled = new Set();
  await build({
    ...config,
    logLevel: 'error',
    plugins: [bundledInto(bundled)],
    worker: { ...config.worker, plugins: () => [bundledInto(bundled)] },
  });
  mkdirSync('dist/studio', { recursive: true });
  writeFileSync('dist/studio/LICENSES.txt', [...bundled].sort().map(licenceOf).join('\n\n'));
  await writeOneFile('dist/studio');
  writeServiceWorker('dist/studio');
}

/** Parts of the studio for other pages (`web/live/`): `live.js` in a folder, with what it loads. */
export async function buildLive(outDir) {
  const bundled = new Set();
  await build({
    ...config,
    logLevel: 'error',
    publicDir: false,
    plugins: [bundledInto(bundled)],
    worker: { ...config.worker, plugins: () => [bundledInto(bundled)] },
    build: {
      ...config.build,
      outDir,
      rollupOptions: { input: { live: join(config.root, 'live/main.tsx') }, output: { entryFileNames: '[name].js' } },
    },
  });
  writeFileSync(join(outDir, 'LICENSES.txt'), [...bundled].sort().map(licenceOf).join('\n\n'));
}

/** The service worker with the names of the files that it keeps; it changes whenever one of them does. */
function writeServiceWorker(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(?:html|css|js|svg|wasm)$|^one-file\.txt$/.test(file) && file !== 'offline.js')
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(`${folder}/${file}`));
  const text = readFileSync(new URL('../web/offline.js', import.meta.url), 'utf8')
    .replace("['FILES']", JSON.stringify(files))
    .replace("'VERSION'", JSON.stringify(hash.digest('hex').slice(0, 16)));
  writeFileSync(`${folder}/offline.js`, text);
}

/** The packages of others whose code is in it: their licences go with it. */
function bundledInto(names) {
  return {
    name: 'bundled-packages',
    generateBundle(_, files) {
      for (const { modules = {} } of Object.values(files)) {
        for (const id of Object.keys(modules)) {
          const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
          if (name !== undefined) names.add(name);
        }
      }
    },
  };
}

/** In development styles are elements of the page, so that they can change while it is open. */
const openStyles = {
  name: 'open-styles',
  transformIndexHtml: (html) => html.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
};

if (process.argv.includes('--serve')) {
  const server = await createServer({ ...config, plugins: [openStyles] });
  await server.listen();
  server.printUrls();
}
