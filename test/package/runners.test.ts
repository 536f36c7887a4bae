// A project of someone else with the package as `npm pack` makes it: the compiler in both resolutions, vitest, and jest with ES modules and
// with CommonJS. Vite and the browser are in test/browser/worker.test.ts.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packedProject } from '../helpers/packed.ts';

let project = '';
beforeAll(() => {
  const tools = ['typescript', 'vitest', 'vite', 'jest', 'expect', '@jest/globals', '@types/node', 'xstate'];
  project = packedProject({ tools });
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Runs a program of the project in one of its folders. */
function run(folder: string, program: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, join(project, 'node_modules', program)], {
    cwd: join(project, folder),
    encoding: 'utf8',
    env: {
      ...process.env,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      CI: '1',
      VITEST: undefined,
      NODE_ENV: undefined,
      NODE_OPTIONS: undefined,
    },
  });
  return { status, output: stdout + stderr };
}

/** A folder of the project, with these files. */
function folder(name: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(join(project, name));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, name, file), text);
  return name;
}

const LAMP = `{
  initial: 'off',
  next: { press: (is) => [is === 'off' ? 'on' : 'off'] },
  propositions: { lit: (is) => is === 'on' },
}`;
/** One that passes, one that fails with the message of a counterexample. */
const TESTS = `
test('passes', () => {
  expect(lamp).toSatisfy('GF lit');
  expect(lamp).not.toSatisfy('FG lit');
});
test('fails', () => expect(lamp).toSatisfy('FG lit'));
`;

function expectOneOfEach({ status, output }: { status: number | null; output: string }): void {
  expect(output).toMatch(/1 failed\W+1 passed/);
  expect(output).toMatch(/cycle, repeated for ever/);
  expect(status).toBe(1);
}

describe('a project with the packed package', () => {
  it.each(['NodeNext', 'Bundler'])('passes the compiler with every subpath: %s', (moduleResolution) => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> };
    const subpaths = Object.keys(exports).flatMap((name) => /^\.\/(.*(?<!\.json))$/.exec(name)?.[1] ?? []);
    expect(subpaths.length).toBeGreaterThan(15);
    const text = `
      import { check, checkInWorker, defineModel } from 'tegata';
      import { checkInWorker as ask } from 'tegata/worker/client';
      import { nodeWorker } from 'tegata/node';
      ${subpaths.map((subpath, i) => `export * as part${i} from 'tegata/${subpath}';`).join(' ')}
      const lamp = defineModel({ initial: 'off', next: (is: string) => [is === 'off' ? 'on' : 'off'], propositions: { lit: (is) => is === 'on' } });
      export const outcome: 'holds' | 'violated' | 'unknown' = check(lamp, 'GF lit').verdict.outcome;
      export const answer: Promise<{ readonly verdict: string }> = (ask satisfies typeof checkInWorker)(nodeWorker(), { model: { name: 'm', text: '' }, formula: 'a' });
    `;
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: 'ES2022', skipLibCheck: true, types: ['node'] },
      ...(moduleResolution === 'Bundler' ? { module: 'ESNext', moduleResolution } : { module: 'NodeNext' }),
    };
    const name = folder(`types-${moduleResolution}`, {
      'main.ts': text,
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['main.ts'] }),
    });
    expect(run(name, 'typescript/bin/tsc')).toEqual({ status: 0, output: '' });
  });

  it('runs in vitest', () => {
    const text = `
      import 'tegata/vitest';
      import { defineModel } from 'tegata';
      import { expect, test } from 'vitest';
      const lamp = defineModel(${LAMP});
      ${TESTS}`;
    const name = folder('vitest', { 'lamp.test.js': text });
    const { status, output } = run(name, 'vitest/vitest.mjs');
    expectOneOfEach({ status, output });
  });

  it('runs in jest with ES modules', () => {
    const text = `
      import 'tegata/jest';
      import { defineModel } from 'tegata';
      const lamp = defineModel(${LAMP});
      ${TESTS}`;
    const name = folder('jest-esm', {
      'lamp.test.js': text,
      'jest.config.json': '{ "transform": {} }',
      'package.json': '{ "type": "module" }',
    });
    expectOneOfEach(run(name, 'jest/bin/jest.js', '--experimental-vm-modules'));
  });

  // Jest can `require` an ES module from Node 24.9 on; `import()` works everywhere.
  it('runs in jest with CommonJS', () => {
    const text = `
      let lamp;
      beforeAll(async () => {
        await import('tegata/jest');
        const { defineModel } = await import('tegata');
        lamp = defineModel(${LAMP});
      });
      ${TESTS}`;
    const name = folder('jest-cjs', {
      'lamp.test.js': text,
      'jest.config.json': '{ "transform": {} }',
      'package.json': '{ "type": "commonjs" }',
    });
    expectOneOfEach(run(name, 'jest/bin/jest.js', '--experimental-vm-modules'));
  });
});
