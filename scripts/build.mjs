// Builds `dist/` from `src/`. The compiler works incrementally in `.build/`; `dist/` is made from there, and has what users need: modules, the
// types of what can be imported, and the bundle of the command.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildKernel, cores } from './build-kernel.mjs';
import { bundle } from './bundle.mjs';
import { resolveFaces } from './resolve-faces.mjs';

buildKernel();
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
copyModules();
await bundle();

function copyModules() {
  rmSync('dist', { recursive: true, force: true });
  const modules = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.ts$/.test(file))
    .map((file) => file.replaceAll('\\', '/').replace(/\.ts$/, ''));
  for (const module of modules) {
    mkdirSync(dirname(`dist/${module}`), { recursive: true });
    copyModule(`${module}.js`);
    if (hasPublicTypes(module)) copyFileSync(`.build/${module}.d.ts`, `dist/${module}.d.ts`);
  }
  // The cores are JavaScript already, which the compiler does not copy.
  for (const { target } of cores) copyFileSync(`src/${target}`, `dist/${target}`);
}

function copyModule(file) {
  if (!file.startsWith('cli/')) copyFileSync(`.build/${file}`, `dist/${file}`);
  else writeFileSync(`dist/${file}`, resolveFaces(readFileSync(`.build/${file}`, 'utf8'), `.build/${file}`));
}

/** Nobody imports the command and its experiments, but for the thread of `tegata/node`. */
function hasPublicTypes(module) {
  return module === 'cli/threads/node-worker' || !/^(cli|experiments)\//.test(module);
}
