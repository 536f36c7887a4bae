// Builds `dist/` from `src/`: incremental, because the record of what is up to date lives in dist/ itself.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync } from 'node:fs';
import { buildKernel, cores } from './build-kernel.mjs';
import { bundle } from './bundle.mjs';

buildKernel();

execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
// The cores are JavaScript already, which the compiler does not copy.
for (const { target } of cores) copyFileSync(`src/${target}`, `dist/${target}`);
chmodSync('dist/cli/start/main.js', 0o755); // links that npm made to it before there was a bundle still work
await bundle();
