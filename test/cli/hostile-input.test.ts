// Inputs without an end, larger than a string can be, or that never come: each ends with a diagnostic, at a limit, or at Ctrl-C.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tegata } from '../helpers/tegata.ts';

const program = resolve('dist/cli/bundle/main.js');
const folder = mkdtempSync(join(tmpdir(), 'tegata-hostile-'));
const file = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LAMP = 'examples/lamp/model.kripke';
const zero = file('zero');
symlinkSync('/dev/zero', zero);
/** A file of 600 MB that takes no place on the disk. */
function huge(name: string): string {
  writeFileSync(file(name), '');
  truncateSync(file(name), 600_000_000);
  return file(name);
}

/** What the user sees of bad input: no stack, and a code. */
function expectRefusal(args: readonly string[], message: RegExp): void {
  const { status, stderr } = tegata(args);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/RangeError|\n {4}at /);
  expect(status).toBe(65);
}

describe('input without an end is refused', () => {
  it.each([
    [['formula', '-F', '/dev/zero'], /error\[CMD005\]: a line of \/dev\/zero is longer than 64 MB/],
    [['formula', '-F', zero], /error\[CMD005\]: a line of .*zero is longer than 64 MB/],
    [['formula', '-F', `${zero}/2`], /error\[CMD005\]: a line of .*zero is longer than 64 MB/],
    [['check', LAMP, '-F', '/dev/zero'], /error\[CMD005\]: a line/],
    [['check', LAMP, '--never', '/dev/zero'], /error\[CMD005\]: an automaton of \/dev\/zero is longer than 256 MB/],
    [['automaton', zero], /error\[CMD005\]: an automaton of .*zero is longer than 256 MB/],
    [['check', LAMP, '--properties', zero], /error\[NET201\]/],
    [['check', '/dev/zero', 'a'], /error\[MOD610\]/],
    [['states', zero, '--format', 'dve'], /error\[MOD615\]: the file has more than 268435456 characters/],
    [['simulate', LAMP, '--trace', zero], /error\[CMD005\]: .*zero is longer than 256 MB/],
    [['states', LAMP, '--engine', 'symbolic', '--variables', zero], /error\[CMD005\]: .*zero is longer than 256 MB/],
  ])('%j', (args, message) => expectRefusal(args, message));

  it('a module that is no file', () => {
    symlinkSync('/dev/zero', file('model.ts'));
    expectRefusal(['states', file('model.ts')], /error\[CMD002\]: cannot read .*model\.ts: it is not a file/);
  });

  it('an element of XML that never ends', () => {
    const beginning =
      '<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="p"><place id="a">';
    for (const more of ['<name><text>', '<!-- ', '<name ', '']) {
      const endless = `(printf '%s' '${beginning}${more}'; tr '\\0' a < /dev/zero)`;
      const script = `${endless} | "$@"`;
      const args = [process.execPath, program, 'states', '-', '--format', 'pnml'];
      const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', ...args], { encoding: 'utf8' });
      expect(stderr, more).toMatch(/error\[NET20[13]\]/);
      expect(status, more).toBe(65);
    }
  });
});

describe('a file of 600 MB is refused, not tried', () => {
  it.each([
    [['formula', '-F', huge('formulas')], /CMD005/],
    [['automaton', huge('automata')], /CMD005/],
    [['check', LAMP, '--properties', huge('properties.xml')], /CMD005|NET201/],
    [['check', huge('model.dve'), 'a'], /MOD615/],
    [['states', huge('model.etf')], /MOD615/],
    [['states', huge('model.json')], /MOD615/],
    [['states', huge('model.net')], /MOD615/],
    [['simulate', LAMP, '--trace', huge('trace.json')], /CMD005/],
    [['states', huge('model.mjs')], /CMD005/],
  ])('%j', (args, message) => expectRefusal(args, message));
});

describe('a pipe that nobody writes to', () => {
  const pipe = file('pipe');
  spawnSync('mkfifo', [pipe]);
  mkdirSync(file('instance'));
  spawnSync('mkfifo', [file('instance/model.pnml')]);

  /** How a command ends that was interrupted once it waits. */
  async function interrupted(args: readonly string[]): Promise<string> {
    const child = spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
    const end = new Promise<string>((ended) => {
      child.on('close', (status, signal) => ended(signal ?? String(status)));
    });
    await new Promise((done) => setTimeout(done, 1000)); // by then it waits, as a rule
    child.kill('SIGINT');
    return end;
  }

  it.each([
    [['formula', '-F', pipe]],
    [['translate', '-F', pipe]],
    [['automaton', pipe]],
    [['automaton', '--product', pipe, '-']],
    [['model', pipe]],
    [['states', pipe]],
    [['states', pipe, '--engine', 'symbolic']],
    [['states', LAMP, '--engine', 'symbolic', '--variables', pipe]],
    [['simulate', pipe, '--random']],
    [['simulate', LAMP, '--trace', pipe]],
    [['check', LAMP, '-F', pipe]],
    [['check', pipe, 'a']],
    [['check', pipe, '-F', pipe]],
    [['check', LAMP, '--never', pipe]],
    [['check', LAMP, '--properties', pipe]],
    [['mcc', file('instance'), '--examination', 'StateSpace']],
  ])('can be left with Ctrl-C: %j', async (args) => {
    expect(await interrupted(args)).toBeOneOf(['SIGINT', '20']);
  });

  it.each([
    [['states', pipe, '--timeout', '1']],
    [['states', pipe, '--timeout', '1', '--engine', 'symbolic']],
    [['check', LAMP, '-F', pipe, '--timeout', '1']],
    [['check', pipe, 'a', '--timeout', '1']],
    [['check', LAMP, '--properties', pipe, '--timeout', '1']],
    [['check', LAMP, '--never', pipe, '--timeout', '1']],
    [['mcc', file('instance'), '--examination', 'StateSpace', '--timeout', '1']],
  ])('is waited for no longer than the limit of time says: %j', (args) => {
    const { status, stderr } = tegata(args);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect(status).toBe(20);
  });

  it('is read when somebody writes, however late', () => {
    const late = (text: string, ...args: string[]): string => {
      const script = `(sleep 1; printf '%s' "$TEXT") > ${pipe} & "$@"; wait`;
      return spawnSync('bash', ['-c', script, 'bash', process.execPath, program, ...args], {
        encoding: 'utf8',
        env: { ...process.env, TEXT: text },
      }).stdout;
    };
    const model = 'initial s\ns : a -> s\n';
    expect(late('a U b\nG c\n', 'formula', '-F', pipe)).toBe('a U b\nGc\n');
    expect(late(model, 'states', pipe)).toContain('1 states, 1 transitions');
    expect(late(model, 'check', pipe, 'G a')).toContain('holds: Ga');
    expect(late('a & b\n', 'check', LAMP, '-F', pipe)).toBe('');
    const automaton = 'HOA: v1 Start: 0 AP: 0 Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--\n';
    expect(late(automaton, 'automaton', pipe, '--empty')).toContain('not empty');
  });

  it('may be larger than what a pipe holds, and stand for standard input', () => {
    const net = tegata(['model', 'philosophers:800', '--to', 'pnml']).stdout;
    expect(net.length).toBeGreaterThan(1 << 20);
    writeFileSync(file('net.pnml'), net);
    const run = (script: string): string => spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout;
    const expected = tegata(['model', file('net.pnml'), '--json']).stdout;
    expect(run(`cat ${file('net.pnml')} | node ${program} model - --json`)).toBe(expected);
    expect(run(`(sleep 1; cat ${file('net.pnml')}) | node ${program} model - --json`)).toBe(expected);
    expect(run(`node ${program} model <(cat ${file('net.pnml')}) --json`)).toBe(expected);
    expect(run(`node ${program} model - --json < ${file('net.pnml')}`)).toBe(expected);
  });
});
