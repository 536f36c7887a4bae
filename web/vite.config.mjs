// How the studio is built and served in development. It imports the package by its public names alone; these lead to `dist/`, which
// `npm run build` makes first.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));
const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The names of the package and their files, the longest first, as an alias also stands for what begins with it. */
const aliases = Object.entries(exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([name, target]) => ({
    find: `tegata${name.slice(1)}`,
    replacement: fileURLToPath(new URL(`.${target.default}`, import.meta.url)),
  }))
  .sort((a, b) => b.find.length - a.find.length);

export default {
  root,
  configFile: false,
  base: './', // any folder of any host
  resolve: { alias: aliases },
  server: { host: '127.0.0.1', fs: { allow: [fileURLToPath(new URL('..', import.meta.url))] } },
  worker: { format: 'es' },
  build: {
    outDir: '../dist/studio',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // light-dark()
    modulePreload: { polyfill: false }, // it would be a script inside of the page
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
  },
};
