// A project of someone else: the package as `npm pack` makes it, vitest and TypeScript, and the files of docs/test-suite.md. What that
// page shows is what happens there.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The blocks of the page that have a name: files, and outputs. */
const blocks = new Map(
  [...readFileSync('docs/test-suite.md', 'utf8').matchAll(/^```(?:typescript|text|json) (\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, name, text]) => [name, text],
  ),
);

let project = '';
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'tegata-scratch-'));
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', project], { stdio: 'ignore' });
  const tarball = readdirSync(project).find((file) => file.endsWith('.tgz'))!;
  mkdirSync(join(project, 'node_modules', 'tegata'), { recursive: true });
  execFileSync('tar', ['xzf', tarball, '--strip-components=1', '-C', 'node_modules/tegata'], { cwd: project });
  // Nothing is downloaded: what the package depends on, and the test runner and compiler, are those of this repository.
  for (const name of [...Object.keys(dependencies), 'vitest', 'typescript', 'vite']) link(name);
  // As `npm install` leaves it in an empty folder.
  writeFileSync(join(project, 'package.json'), JSON.stringify({ devDependencies: {} }));
  for (const [name, text] of blocks) if (/\.(ts|json)$/.test(name)) writeFileSync(join(project, name), text);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function link(name: string): void {
  const target = join(project, 'node_modules', name);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(resolve('node_modules', name), target);
}

function run(program: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('node_modules', program), ...args], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '', CI: '1', VITEST: undefined, NODE_ENV: undefined },
  });
  return { status, output: stdout + stderr };
}

/** The lines without what is at their ends. */
const trimmed = (text: string): string[] => text.split('\n').map((line) => line.trim());

function expectShown(output: string, block: string): void {
  const found = trimmed(output).filter((line) => line !== '');
  const shown = trimmed(blocks.get(block)!).filter((line) => line !== '');
  const start = found.findIndex((line) => line.includes(shown[0]));
  expect(found.slice(start, start + shown.length).join('\n')).toContain(shown.join('\n'));
}

describe('docs/test-suite.md, in a project of its own', () => {
  it('has a model of about 30 lines', () => {
    const lines = blocks
      .get('lock.ts')!
      .split('\n')
      .filter((line) => line !== '');
    expect(lines.length).toBeLessThanOrEqual(34);
  });

  it('passes the compiler with strict types, but for a misspelt proposition', () => {
    const { status, output } = run('typescript/bin/tsc', '--pretty', 'false');
    expect(status).not.toBe(0);
    // In which order the compiler names the rest of the type depends on its version.
    for (const part of blocks.get('tsc')!.trim().split('…').slice(0, 2)) expect(output).toContain(part.trim());
    expect(output.match(/error TS/g)).toHaveLength(1);
  });

  it('has one passing and one failing property, and the failure as shown', () => {
    const { status, output } = run('vitest/vitest.mjs', 'run', 'lock.test.ts');
    expect(status).toBe(1);
    expect(output).toMatch(/1 failed \| 1 passed/);
    expectShown(output, 'vitest');
  });

  it('passes under fairness', () => {
    const { status, output } = run('vitest/vitest.mjs', 'run', 'fair.test.ts');
    expect(output).toMatch(/2 passed/);
    expect(status).toBe(0);
  });

  it('checks the same file with the command', () => {
    const { status, output } = run(
      'tegata/dist/cli/bundle/main.js',
      'check',
      'lock.ts',
      '--ltl',
      'G !(annaWorks & bertWorks)',
    );
    expect(status).toBe(0);
    expectShown(output, 'check');
  });
});
