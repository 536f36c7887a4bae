// Builds `dist/` from `src/`: incremental, because the record of what is up to date lives in dist/ itself.
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';

execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
chmodSync('dist/cli/main.js', 0o755);
