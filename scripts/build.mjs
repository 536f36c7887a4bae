// Builds `dist/` from `src/`: incremental, because the record of what is up to date lives in dist/ itself.
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { buildKernel } from './build-kernel.mjs';
import { bundle } from './bundle.mjs';

await buildKernel();

execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
chmodSync('dist/cli/start/main.js', 0o755); // links that npm made to it before there was a bundle still work
await bundle();
