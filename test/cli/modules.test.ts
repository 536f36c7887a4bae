// Models in TypeScript files, given to the command as they are.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf, tegata } from '../helpers/tegata.ts';

let folder = '';
const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tegata-modules-'));
  mkdirSync(join(folder, 'parts'));
  write('parts/types.ts', 'export interface State { readonly light: Light }\nexport type Light = "red" | "green";\n');
  write(
    'parts/index.ts',
    'import type { Light } from "./types.ts";\nexport const other = (l: Light): Light => l === "red" ? "green" : "red";\n',
  );
  write(
    'light.ts',
    `import { defineModel, step } from 'tegata';
import { defineSystem } from 'tegata/modelling';
import { other } from './parts';
import { LIMIT } from './limit.js';
import type { State } from './parts/types.ts';

const initial: State = { light: 'red' };
export const unused: unknown = [defineSystem, LIMIT satisfies number];
export default defineModel({
  initial,
  next: ({ light }) => [step('switch', { light: other(light) } as State), step('wait', { light })],
  propositions: { green: ({ light }) => light === 'green' },
});
`,
  );
  write('limit.ts', 'export const LIMIT: number = 3;\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('models in TypeScript files', () => {
  it('are checked without a build step, with what they import, outside of any installation', () => {
    const path = join(folder, 'light.ts');
    const checked = tegata(['check', path, '--ltl', 'G(green -> F !green)']);
    expect(checked.stderr).toBe('');
    expect(checked.status).toBe(10);
    expect(checked.stdout).toContain('── wait ──▶');
    expect(tegata(['states', path, '--json']).stdout).toContain('"states":"2"');
  });

  it('are checked under fairness assumptions', () => {
    const path = 'examples/mutex-peterson/model.ts';
    const formula = 'G(waiting0 -> F critical0)';
    expect(tegata(['check', path, '--ltl', formula]).status).toBe(10);
    const fair = tegata(['check', path, '--ltl', formula, '--weak-fairness', 'processes']);
    expect(fair).toMatchObject({ status: 0, stderr: '' });
    expect(fair.stdout).toContain('weak fairness of all processes is assumed');
    const wrong = tegata(['check', path, '--ltl', formula, '--strong-fairness', 'p00']);
    expect(wrong.status).toBe(65);
    expect(wrong.stderr).toMatch(/CHK720[\s\S]*`p0`/);
  });

  it('tell where the text is no TypeScript', () => {
    const path = write(
      'broken.ts',
      "import { defineModel } from 'tegata';\nconst n: number = ;\nexport default defineModel({});\n",
    );
    const { status, stderr } = tegata(['check', path, '--ltl', 'G a']);
    expect(status).toBe(65);
    expect(stderr).toMatch(/broken\.ts:2:19: error\[CMD004\]: Expression expected\n {2}const n: number = ;\n {20}\^/);
  });

  it('tell where in an imported file, and what cannot be stripped', () => {
    write('mode.ts', '\nexport enum Mode { on, off }\n');
    const path = write(
      'enums.ts',
      "import { Mode } from './mode.ts';\nexport default { initial: Mode.on, next: () => [] };\n",
    );
    const { status, stderr } = tegata(['check', path, '--ltl', 'G a']);
    expect(status).toBe(65);
    expect(stderr).toMatch(/mode\.ts:2:8: error\[CMD004\]: .*enum/);
    expect(stderr).toContain('types are left out');
  });

  it('tell where a module throws, and which import is only a type', () => {
    const throwing = write(
      'throwing.ts',
      'const table: number[] = [];\nconst first = table[0].toFixed();\nexport default first;\n',
    );
    expect(tegata(['check', throwing, '--ltl', 'G a']).stderr).toMatch(
      /throwing\.ts:2:24: error\[CMD003\]: .*TypeError/,
    );
    const typed = write('typed.ts', "import { State } from './parts/types.ts';\nexport default {} as State;\n");
    const { status, stderr } = tegata(['check', typed, '--ltl', 'G a']);
    expect(status).toBe(65);
    expect(stderr).toContain('import type { State }');
  });
});

describe('modules that do not behave', () => {
  const endings: readonly (readonly [string, string])[] = [
    ['ends the process while it is loaded', 'process.exit(0);'],
    ['waits for what never comes', 'await new Promise(() => {});'],
    [
      'ends the process in a timer',
      'setTimeout(() => process.exit(0), 0); await new Promise((r) => setTimeout(r, 10000));',
    ],
    [
      'throws in a timer',
      'setTimeout(() => { throw new Error("no"); }, 0); await new Promise((r) => setTimeout(r, 10000));',
    ],
    ['rejects a promise that nobody waits for', 'Promise.reject(new Error("no"));'],
  ];
  const commands = [['check', '--ltl', 'true'], ['states'], ['model']];

  it('cannot answer in place of the search by messages of their own', () => {
    const path = write(
      'messages.mjs',
      `import { parentPort } from 'node:worker_threads';
parentPort?.postMessage({ exitCode: 0 });
parentPort?.postMessage({ end: { exitCode: 0 } });
parentPort?.postMessage('done');
parentPort?.postMessage(null);
export default { initial: 0, next: () => [0], propositions: { p: () => false } };
`,
    );
    const { status, stdout } = tegata(['check', path, '--ltl', 'G p']);
    expect(status).toBe(10);
    expect(stdout).toContain('violated: Gp');
  });

  it.each(endings)('%s: that is an error of the input, for every command', (name, text) => {
    const path = write(
      `${name.replaceAll(' ', '-')}.mjs`,
      `${text}\nexport default { initial: 0, next: () => [0] };\n`,
    );
    for (const [command, ...rest] of commands) {
      const { status, stdout, stderr } = tegata([command, path, ...rest]);
      expect({ command, status, stdout }).toEqual({ command, status: 65, stdout: '' });
      expect(stderr).toContain('CMD003');
      expect(stderr).not.toContain('    at ');
    }
  });

  it('ends the process after it was loaded: one line, and never the status of a crash', () => {
    const text =
      'process.once("beforeExit", () => process.exit(0));\nexport default { initial: 0, next: () => [0] };\n';
    const { status, stdout, stderr } = tegata(['model', write('later.mjs', text)]);
    expect(status).toBe(65);
    expect(stdout).toContain('model (typescript)');
    expect(linesOf(stderr)).toEqual([
      expect.stringContaining('has failed after it was loaded: Error: it calls process.exit(0)'),
    ]);
  });

  it('ends the process while it is explored: no answer is made of that', () => {
    const path = write('late.mjs', 'export default { initial: 0, next: () => { process.exit(0); } };\n');
    for (const args of [
      ['check', path, '--ltl', 'F dead'],
      ['states', path],
    ]) {
      const { status, stderr } = tegata(args);
      expect({ args: args[0], status }).toEqual({ args: args[0], status: 65 });
      expect(stderr).not.toContain('    at ');
    }
  });

  it('never ends to be loaded: the limit of time ends the check', () => {
    const path = write('endless.mjs', 'for (;;);\n');
    const { status, stdout } = tegata(['check', path, '--ltl', 'true', '--timeout', '1']);
    expect(status).toBe(20);
    expect(stdout).toContain('no answer in 1 s');
    const counted = tegata(['states', path, '--timeout', '1']);
    expect({ status: counted.status, stdout: counted.stdout }).toEqual({
      status: 20,
      stdout: 'incomplete: no answer in 1 s\n',
    });
  });

  it('takes ever more memory: the limit of memory ends the run', () => {
    const path = write('greedy.mjs', 'const kept = [];\nfor (;;) kept.push(new Uint8Array(2 ** 20).fill(1));\n');
    const { status, stdout } = tegata(['check', path, '--ltl', 'true', '--memory', '300M', '--json']);
    expect(status).toBe(20);
    const answer = JSON.parse(stdout) as Record<string, unknown>;
    expect(answer).toMatchObject({
      verdict: 'unknown',
      reason: 'more than 300 MB of memory in use',
      limit: { kind: 'memory', value: 300 * 2 ** 20 },
    });
  });
});

describe('properties that come with a model', () => {
  const module = (properties: string): string => `export default {
  initial: 'off',
  next: (light) => [light === 'off' ? 'on' : 'off'],
  propositions: { on: (light) => light === 'on' },
};
${properties}
`;

  it('are those that a module exports, under their names', () => {
    const path = write('own.mjs', module(`export const properties = { blinks: 'GF on & GF !on', burns: 'FG on' };`));
    const { status, stdout, stderr } = tegata(['check', path, '--json']);
    expect({ status, stderr }).toEqual({ status: 10, stderr: '' });
    const answers = linesOf(stdout).map((line) => JSON.parse(line) as { id: string; verdict: string });
    expect(answers.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['blinks', 'holds'],
      ['burns', 'violated'],
    ]);
  });

  it('are those that a module exports and those of the file beside it, where there are both', () => {
    const path = write('both.mjs', module(`export const properties = { burns: 'FG on' };`));
    write('both.ltl', 'GF on\n');
    const { status, stdout, stderr } = tegata(['check', path, '--json']);
    expect({ status, stderr }).toEqual({ status: 10, stderr: '' });
    const answers = linesOf(stdout).map((line) => JSON.parse(line) as { formula: string; verdict: string });
    expect(answers.map(({ formula, verdict }) => [formula, verdict])).toEqual([
      ['FG on', 'violated'],
      ['GF on', 'holds'],
    ]);
    const none = write('word.mjs', module('// no properties here'));
    write('word.ltl', 'GF on\n');
    expect(tegata(['check', none])).toMatchObject({ status: 0, stderr: '' });
  });

  it('are not checked where a formula is given', () => {
    const path = write('given.mjs', module(`export const properties = { burns: 'FG on' };`));
    expect(tegata(['check', path, 'GF on'])).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['a text', `export const properties = 'FG on';`, 65, 'are not an object'],
    ['a number', `export const properties = { burns: 7 };`, 65, 'the property burns of the module'],
    ['a formula with a mistake', `export const properties = { burns: 'FG (on' };`, 65, 'own-bad.mjs: burns:1:'],
    ['nothing at all', `export const properties = {};`, 64, 'exports none'],
  ])('are refused with a reason: %s', (_, text, code, reason) => {
    const { status, stderr } = tegata(['check', write('own-bad.mjs', module(text))]);
    expect(status).toBe(code);
    expect(stderr).toContain(reason);
  });

  it('are the lines of the file of the same name that ends in .ltl', () => {
    const path = write('blink.kripke', 'initial off\noff -> on\non : on -> off\n');
    const kripke = tegata(['check', path]);
    expect(kripke.status).toBe(64); // nothing to check
    write('blink.ltl', 'GF on\n# the next one is wrong\nFG on\n');
    const { status, stdout } = tegata(['check', path, '--json']);
    expect(status).toBe(10);
    expect(linesOf(stdout)).toHaveLength(2);
  });
});
