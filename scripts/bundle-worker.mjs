// Bundles the worker of browsers into one file that imports nothing, `dist/worker/entry.js`: whatever serves or bundles it has nothing to
// resolve, so that a development server, a bundler and a plain page all start the same worker.
import { writeFileSync } from 'node:fs';
import { build } from 'vite';
import { licenceOf } from './bundle.mjs';

export async function bundleWorker() {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [plainImports, licences],
    build: {
      lib: { entry: 'dist/worker/entry.js', formats: ['es'], fileName: () => 'entry.js' },
      outDir: 'dist/worker',
      emptyOutDir: false,
      target: 'es2022',
      minify: false, // whoever bundles it for users does so; errors speak of names
      sourcemap: true,
      // The modules that it is made of are in the package too. The last line says that it is a module, which nothing else in it shows.
      rolldownOptions: { output: { codeSplitting: false, sourcemapExcludeSources: true, footer: 'export {};' } },
    },
  });
}

/**
 * A model that is a module is imported from an address that only the page knows. Bundlers would look for it among their own files, unless a
 * comment tells each that it must not. TypeScript wraps the address in a function, which hides the comments.
 */
const plainImports = {
  name: 'plain-imports',
  transform(code, id) {
    if (!id.endsWith('/worker/serve.js')) return null;
    const wrapped = /import\(__rewriteRelativeImportExtension\(\s*(?:\/\*.*?\*\/)?\s*([\w.]+)\)\)/;
    if (!wrapped.test(code)) throw new Error('the import of modules in src/worker/serve.ts is not where it was');
    return { code: code.replace(wrapped, 'import(/* webpackIgnore: true */ /* @vite-ignore */ $1)'), map: null };
  },
};

/** The licences of the packages of others whose code is in it go with it. */
const licences = {
  name: 'licences',
  generateBundle(_, files) {
    const modules = Object.values(files).flatMap(({ modules = {} }) => Object.keys(modules));
    const names = modules.map((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]);
    const bundled = [...new Set(names.filter((name) => name !== undefined))].sort();
    writeFileSync('dist/worker/LICENSES.txt', bundled.map(licenceOf).join('\n\n'));
  },
};
