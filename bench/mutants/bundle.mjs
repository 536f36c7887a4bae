// One test file with everything that it imports, as a program that runs it: `stand-in.mjs` in the place of vitest.
//
//   node bench/mutants/bundle.mjs TEST OUT     for a look by hand: then `node OUT`
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

/** Writes the program. `root` is the folder of the sources: the repository, or a copy of it. */
export async function bundleTest(root, test, out) {
  await build({
    stdin: {
      contents: `import ${JSON.stringify(join(root, test))};
import { runTests } from 'vitest';
const started = performance.now();
try {
  const count = await runTests();
  console.log(count + ' tests passed in ' + ((performance.now() - started) / 1000).toFixed(1) + ' s');
  process.exit(0);
} catch (error) {
  console.error(error);
  process.exit(1);
}`,
      resolveDir: root,
      loader: 'js',
    },
    alias: { vitest: join(here, 'stand-in.mjs') },
    outfile: out,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    // the package says that its modules have no effects when loaded; those of tests do
    ignoreAnnotations: true,
    logLevel: 'silent',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [test, out] = process.argv.slice(2);
  await bundleTest(join(here, '..', '..'), test, out);
  console.log(pathToFileURL(out).href);
}
