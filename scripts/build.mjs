// Builds `dist/` from `src/`. The compiler works incrementally in `.build/`; `dist/` is made from there, and has what users need: modules, the
// types of what can be imported, the bundle of the command, and the studio.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildKernel } from './build-kernel.mjs';
import { buildStudio } from './build-studio.mjs';
import { bundle } from './bundle.mjs';
import { bundleWorker } from './bundle-worker.mjs';
import { resolveFaces } from './resolve-faces.mjs';

await buildKernel();
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'verifier'], { stdio: 'inherit' });
copyModules();
copyVerifier();
await bundle();
await bundleWorker();
await buildStudio();
await writeManPage();

async function writeManPage() {
  const { manPage } = await import('../dist/cli/start/man-page.js');
  mkdirSync('dist/man', { recursive: true });
  writeFileSync('dist/man/tegata.1', await manPage());
}

function copyModules() {
  rmSync('dist', { recursive: true, force: true });
  const modules = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.ts$/.test(file))
    .map((file) => file.replaceAll('\\', '/').replace(/\.ts$/, ''));
  for (const module of modules) {
    mkdirSync(dirname(`dist/${module}`), { recursive: true });
    copyModule(`${module}.js`);
    copyFileSync(`.build/${module}.js.map`, `dist/${module}.js.map`);
  }
  for (const file of publicTypes()) copyFileSync(`.build/${file}`, `dist/${file}`);
}

function copyModule(file) {
  if (!file.startsWith('cli/')) copyFileSync(`.build/${file}`, `dist/${file}`);
  else writeFileSync(`dist/${file}`, resolveFaces(readFileSync(`.build/${file}`, 'utf8'), `.build/${file}`));
}

/** The verifier is a program of its own: plain modules, and nothing of `src/`. */
function copyVerifier() {
  mkdirSync('dist/verifier', { recursive: true });
  for (const file of readdirSync('verifier/src')) {
    const module = file.replace(/\.ts$/, '.js');
    for (const name of [module, `${module}.map`]) copyFileSync(`.build/verifier/${name}`, `dist/verifier/${name}`);
  }
  chmodSync('dist/verifier/main.js', 0o755);
}

/** The declarations that a subpath of the package exports, and those that they need. */
function publicTypes() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const files = Object.values(exports).flatMap(({ types }) =>
    types === undefined ? [] : [types.replace('./dist/', '')],
  );
  const found = new Set(files);
  for (const file of found) {
    const text = readFileSync(`.build/${file}`, 'utf8');
    for (const [, target] of text.matchAll(/(?:from |import\()["'](\.[^"']+)\.[jt]s["']/g)) {
      found.add(`${join(dirname(file), target)}.d.ts`.replaceAll('\\', '/'));
    }
  }
  return found;
}
