// What README and docs/ show is what happens: every `console` block is run and its output compared, every `ts` block is
// compiled against the built package and run, its `// → …` comments compared with what it prints.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fence, fencesOf, matches, stepsOf } from './fences.ts';

const root = resolve('.');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'bench/README.md',
  ...['docs', 'docs/adr', 'bench/results'].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  ),
];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tegata-docs-'));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'node_modules'));
  for (const [name, main] of [
    ['tegata', 'cli/bundle/main.js'] as const,
    ['tegata-verify', 'verifier/main.js'] as const,
  ]) {
    const shim = join(folder, 'bin', name);
    writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" "${root}/dist/${main}" "$@"\n`);
    chmodSync(shim, 0o755);
  }
  symlinkSync(join(root, 'examples'), join(folder, 'examples'));
  symlinkSync(root, join(folder, 'node_modules', 'tegata'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MARK = '@@end-of-step@@';

/** Runs the commands of a block in one shell, so that `$?` and variables carry over; gives the output of each. */
function runShell(commands: readonly string[]): string[] {
  const script = commands.map((command) => `${command}\n__status=$?; echo "${MARK}"; (exit $__status)`).join('\n');
  const result = spawnSync('bash', ['-c', `exec 2>&1\n${script}`], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 100_000,
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, NO_COLOR: '1', FORCE_COLOR: '' },
    input: '',
  });
  return result.stdout.split(`${MARK}\n`).slice(0, commands.length);
}

function runScript(fence: Fence, name: string): string[] {
  const { outputText } = ts.transpileModule(fence.lines.join('\n'), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, outputText);
  const printed = execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8', timeout: 100_000 });
  return printed.split('\n').filter((line) => line !== '');
}

describe.each(pages)('%s', (page) => {
  const fences = fencesOf(readFileSync(page, 'utf8'));
  const consoles = fences.filter((fence) => fence.language === 'console');
  const scripts = fences.filter((fence) => fence.language === 'ts');

  it.each(consoles)('shows the true output of the commands at line $line', (fence) => {
    const steps = stepsOf(fence);
    const outputs = runShell(steps.map((step) => step.command));
    for (const [i, step] of steps.entries()) {
      const actual = (outputs[i] ?? '').trimEnd();
      if (!matches(step.output, actual)) expect(actual, `$ ${step.command}`).toBe(step.output);
    }
  });

  it.each(scripts)('shows what the script at line $line prints', (fence) => {
    const expected = fence.lines.flatMap((line) => /\/\/ → (.*)$/.exec(line)?.[1] ?? []);
    expect(runScript(fence, `line-${fence.line}`)).toEqual(expected);
  });

  it('points only at files that exist', () => {
    for (const [, target] of readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)) {
      expect(existsSync(join(dirname(page), target)), target).toBe(true);
    }
  });

  it('names only files and folders that exist', () => {
    const named = [
      ...readFileSync(page, 'utf8').matchAll(/`((?:src|assembly|test|bench|docs|scripts|examples)\/[^`\s]*)`/g),
    ]
      .map(([, path]) => path)
      .filter((path) => !/[A-Z…*]{2}|^docs\/api\//.test(path)); // NAME and the like stand for any; docs/api/ is made on demand
    for (const path of named) expect(existsSync(path), path).toBe(true);
  });
});
