// Bundles the command line into `dist/bundle/`: one file for what every run needs, and one for each command and each thread.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'vite';

/** Loaded only when they are needed, from where npm put them. */
const external = [/^node:/, /^@viz-js\//, /^@swc\//, 'typescript'];
const entries = ['program', 'check-worker', 'rival-worker', 'bench-worker'];
/** The packages of others whose code is in the bundle; their licences go with it. */
const bundled = ['commander', 'picocolors', 'pure-rand', 'saxes', 'xmlchars'];

export async function bundle() {
  rmSync('dist/bundle', { recursive: true, force: true });
  for (const name of entries) {
    await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      ssr: { noExternal: true, external: ['@viz-js/viz', '@swc/wasm-typescript', 'typescript'] },
      build: {
        ssr: `dist/cli/${name}.js`,
        outDir: 'dist/bundle',
        emptyOutDir: false,
        target: 'node20',
        minify: false,
        rolldownOptions: { external, output: { chunkFileNames: `${name}-[name].js`, entryFileNames: '[name].js' } },
      },
    });
  }
  writeFileSync('dist/bundle/LICENSES.txt', bundled.map(licenceOf).join('\n\n'));
}

function licenceOf(name) {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? `Licence: ${license}` : readFileSync(`${folder}/${file}`, 'utf8').trim();
  return `${name} ${version}\n${'='.repeat(40)}\n${text}`;
}
