// Builds `dist/`: compiles the TypeScript sources with tsc. Incremental; a missing dist/ forces a full build.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';

if (!existsSync('dist/cli/main.js')) rmSync('node_modules/.cache/tegata', { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
chmodSync('dist/cli/main.js', 0o755);
