// Bundles the command line into `dist/cli/bundle/`: `tegata.js` has all modules, `main.js` starts the program in it, and each thread or process
// has a file that starts it. All are CommonJS, which Node starts sooner, and which can be compiled with a code cache on Node 20.
import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/** Loaded only when they are needed, from where npm put them. */
const external = [/^node:/, /^@viz-js\//, /^@swc\//, 'typescript', 'bullmq', 'ioredis'];
/** The packages of others whose code is in the bundle; their licences go with it. */
const bundled = ['commander', 'picocolors', 'pure-rand', 'saxes', 'xmlchars'];
const folder = 'dist/cli/bundle';

export async function bundle() {
  rmSync(folder, { recursive: true, force: true });
  rmSync('.cache', { recursive: true, force: true }); // made from an earlier bundle
  // A script that was compiled with a cache cannot `import()` on Node 20, so what it needs of other packages is required.
  await bundleOne('bundle-entries', 'tegata', { dynamicImportInCjs: false });
  await bundleOne('main', 'main', { dynamicImportInCjs: true });
  await bundleOne('run-bundled', 'run-bundled', { dynamicImportInCjs: true });
  await bundleOne('../threads/helper-worker', 'helper-worker', { dynamicImportInCjs: true });
  writeFileSync(`${folder}/package.json`, '{ "type": "commonjs" }\n');
  for (const worker of ['check-worker', 'rival-worker', 'bench-worker', 'campaign-child']) {
    const run = { profile: worker === 'bench-worker' ? 'bench' : 'check', cache: 'read' };
    const text = `require('./run-bundled.js').runBundled('${worker}', ${JSON.stringify(run)});\n`;
    writeFileSync(`${folder}/${worker}.js`, text);
  }
  markText(`${folder}/tegata.js`);
  chmodSync(`${folder}/main.js`, 0o755);
  writeFileSync(`${folder}/LICENSES.txt`, bundled.map(licenceOf).join('\n\n'));
}

/** Help that is made from lists is in the bundle as finished text, so that showing it does not load what is listed. */
const finishedTexts = {
  name: 'finished-texts',
  async load(id) {
    if (!id.endsWith('/dist/cli/input/model-help.js')) return null;
    const texts = Object.entries(await import(pathToFileURL(id).href));
    return texts.map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};`).join('\n');
  },
};

async function bundleOne(entry, name, { dynamicImportInCjs }) {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [finishedTexts],
    ssr: { noExternal: true, external: ['@viz-js/viz', '@swc/wasm-typescript', 'typescript', 'bullmq', 'ioredis'] },
    build: {
      ssr: `dist/cli/start/${entry}.js`,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        external,
        output: { format: 'cjs', codeSplitting: false, dynamicImportInCjs, entryFileNames: `${name}.js` },
      },
    },
  });
}

/** Rewrites a file in ASCII, which V8 reads at half the size, under a digest of its text; modules that most runs do without are loaded late. */
function markText(path) {
  const lazy = readFileSync(path, 'utf8').replaceAll(
    /^(\s*(?:let|var) \w+ = )(require\("node:(?:child_process|crypto|http|readline|timers\/promises|worker_threads)"\));$/gm,
    '$1new Proxy({}, { get: (_, key) => $2[key] });',
  );
  const text = lazy.replaceAll(/[^\0-\x7f]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  writeFileSync(path, `// ${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n${text}`);
}

export function licenceOf(name) {
  const folder = `node_modules/${name}`;
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? `Licence: ${license}` : readFileSync(`${folder}/${file}`, 'utf8').trim();
  return `${name} ${version}\n${'='.repeat(40)}\n${text}`;
}
