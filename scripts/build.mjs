// Builds `dist/` from `src/`: incremental, because the record of what is up to date lives in dist/ itself.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync } from 'node:fs';
import { buildKernel } from './build-kernel.mjs';

buildKernel();

execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
// The core is JavaScript already, which the compiler does not copy.
copyFileSync('src/explicit/kernel/core.generated.js', 'dist/explicit/kernel/core.generated.js');
chmodSync('dist/cli/main.js', 0o755);
