import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { WatchedFiles } from '../../src/cli/input/changed-files.ts';
import { moduleFiles } from '../../src/cli/input/module-files.ts';
import { tegata } from '../helpers/tegata.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tegata-watching-')));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** A run of `tegata watch`, whose output is waited for. */
class Watching {
  private readonly child: ChildProcess;
  private text = '';
  private onText: () => void = () => undefined;

  constructor(args: readonly string[]) {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '' };
    const program = resolve('dist/cli/bundle/main.js');
    this.child = spawn(process.execPath, [program, 'watch', ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(this.child);
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        this.text += chunk;
        this.onText();
      });
    }
  }

  /** What was written until this text came, the text included. */
  until(end: string): Promise<string> {
    return new Promise((done) => {
      this.onText = () => {
        const found = this.text.indexOf(end);
        if (found === -1) return;
        const before = this.text.slice(0, found + end.length);
        this.text = this.text.slice(found + end.length);
        this.onText = () => undefined;
        done(before);
      };
      this.onText();
    });
  }

  interrupted(): Promise<number | null> {
    return new Promise((done) => {
      this.child.once('exit', (code) => done(code));
      this.child.kill('SIGINT');
    });
  }
}

const MODEL = `import { defineModel } from 'tegata';
import { most } from './most';
export default defineModel({ initial: 0, next: (n) => (n < most ? [n + 1] : []), propositions: { full: (n) => n === 3 } });
export const properties = { full: 'F full', never: 'G !full' };`;

describe('tegata watch', () => {
  it('checks again when an import changes, says which verdicts changed, and ends by Ctrl-C', {
    timeout: 120_000,
  }, async () => {
    written('most.ts', 'export const most: number = 3;');
    const model = written('counter.ts', MODEL);
    const watching = new Watching(['counter.ts', '--no-vacuity']);
    expect(await watching.until('waiting for changes')).toContain('holds: full  F full');
    written('most.ts', 'export const most: number = 2;');
    const second = await watching.until('waiting for changes');
    expect(second).toContain(
      'changed: most.ts\n  holds → violated: full (counter.ts)\n  violated → holds: never (counter.ts)\n',
    );
    written('counter.ts', `${MODEL}\n// the same`);
    expect(await watching.until('waiting for changes')).toContain('the verdicts are as before');
    writeFileSync(model, 'export default 3; export const properties = {};');
    const broken = await watching.until('waiting for changes');
    expect(broken).toContain('exports no model');
    expect(broken).not.toContain('as before');
    expect(await watching.interrupted()).toBe(0);
  });

  it('watches the configuration and what it names, and tells the changes as JSON', { timeout: 120_000 }, async () => {
    mkdirSync(join(folder, 'project'), { recursive: true });
    written('project/lamp.etf', '');
    written('project/rules.ltl', 'G "P1 <= 3"\n');
    const config = { models: [{ model: 'kanban:3', files: ['rules.ltl'], vacuity: 'skip' }] };
    written('project/tegata.config.json', JSON.stringify(config));
    const watching = new Watching(['--config', 'project/tegata.config.json', '--json']);
    await watching.until('{"changed":[],"verdicts":[]}\n');
    written('project/rules.ltl', 'G "P1 <= 2"\n');
    const change = await watching.until('}]}\n');
    expect(change).toContain(
      `{"changed":[${JSON.stringify(join('project', 'rules.ltl'))}],"verdicts":[{"file":"kanban:3"`,
    );
    expect(await watching.interrupted()).toBe(0);
  });

  it('refuses what can be read only once', () => {
    expect(tegata(['watch', '-', 'F p'])).toMatchObject({ status: 64, stdout: '' });
    expect(tegata(['watch', 'kanban:2', '-F', '-'])).toMatchObject({ status: 64, stdout: '' });
  });
});

describe('tegata watch, where there is nothing to watch', () => {
  it.each([
    { args: ['missing.net', 'F p'], says: 'cannot read missing.net: it does not exist' },
    { args: ['missing.ts'], says: 'cannot read missing.ts: it does not exist' },
    { args: ['kanbn:3', 'F p'], says: 'the nets of the library are' },
    { args: ['kanban:2', '-F', 'missing.ltl'], says: 'cannot read missing.ltl: it does not exist' },
    { args: ['kanban:2', '--never', 'missing.hoa'], says: 'cannot read missing.hoa: it does not exist' },
    { args: ['--config', 'missing.json'], says: 'cannot read missing.json: it does not exist' },
    { args: [], says: 'no model was given, and there is no configuration', code: 64 },
  ])('ends with an error: $args', ({ args, says, code = 65 }) => {
    const { status, stdout, stderr } = tegata(['watch', ...args]);
    expect({ status, stdout }).toEqual({ status: code, stdout: '' });
    expect(stderr).toContain(says);
  });

  it('waits for a model that goes away later', { timeout: 120_000 }, async () => {
    const file = written('gone.kripke', 'initial s\ns : a -> s\n');
    const watching = new Watching(['gone.kripke', 'G a', '--no-vacuity']);
    expect(await watching.until('waiting for changes')).toContain('holds: Ga');
    rmSync(file);
    expect(await watching.until('waiting for changes')).toContain('cannot read gone.kripke: it does not exist');
    written('gone.kripke', 'initial s\ns -> t\nt : a -> t\n');
    expect(await watching.until('waiting for changes')).toContain('holds → violated');
    expect(await watching.interrupted()).toBe(0);
  });
});

describe('the files of a module', () => {
  it('are what it imports by relative names, in any spelling, once each', () => {
    mkdirSync(join(folder, 'parts'), { recursive: true });
    const a = written(
      'a.ts',
      "import { b } from './b.js';\nimport './parts';\nconst x = await import(\"./c.mjs\");\nimport 'node:fs';",
    );
    written('b.ts', "export { a } from './a';\nimport type { T } from '../nowhere';");
    written('c.mjs', '');
    written('parts/index.ts', '');
    const names = moduleFiles(a).map((file) => relative(folder, resolve(file)));
    expect(names.sort()).toEqual(['a.ts', 'b.ts', 'c.mjs', join('parts', 'index.ts')]);
  });

  it('have changed when they are written, made or removed', () => {
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    writeFileSync(one, '1');
    const files = new WatchedFiles();
    files.watch([one, two]);
    expect(files.changed()).toEqual([]);
    writeFileSync(one, '22');
    writeFileSync(two, '');
    expect(files.changed()).toEqual([one, two]);
    rmSync(one);
    files.watch([one]);
    expect(files.changed()).toEqual([one]);
    expect(files.changed()).toEqual([]);
  });
});
