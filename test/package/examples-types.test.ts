// The examples in TypeScript, against the types of the built package: the command leaves types out, so nothing else reads them.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the examples in TypeScript pass the compiler with strict types', () => {
  const files = readdirSync('examples')
    .map((name) => `examples/${name}/model.ts`)
    .filter((file) => existsSync(file));
  expect(files.length).toBeGreaterThan(8);
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2022',
    '--module',
    'nodenext',
  ];
  const { status, stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...options, ...files], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
