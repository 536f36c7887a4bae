// Output that cannot be written: `/dev/full` stands for a full disk, `ulimit -f` for one that is full before the end. Whoever only looks at the
// exit status must hear of it, and no file may be left half written.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tegata } from '../helpers/tegata.ts';

const program = resolve('dist/cli/bundle/main.js');
const hasFullDevice = existsSync('/dev/full');
const environment = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '', TEGATA_COMPILE_CACHE: 'off' };

const shared = mkdtempSync(join(tmpdir(), 'tegata-automaton-'));
const AUTOMATON = join(shared, 'a.hoa');
writeFileSync(AUTOMATON, 'HOA: v1 Start: 0 AP: 1 "dead" Acceptance: 0 t --BODY-- State: 0 [0] 0 --END--\n');
afterAll(() => rmSync(shared, { recursive: true, force: true }));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tegata-output-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The command with one of its streams on a full disk; the status, and what came to the other stream. */
function onFullDisk(
  stream: 'stdout' | 'stderr',
  args: readonly string[],
  command = program,
): { status: number | null; other: string } {
  const full = openSync('/dev/full', 'w');
  try {
    const stdio = stream === 'stdout' ? (['ignore', full, 'pipe'] as const) : (['ignore', 'pipe', full] as const);
    const run = spawnSync(process.execPath, [command, ...args], {
      encoding: 'utf8',
      timeout: 60_000,
      stdio: [...stdio],
      env: environment,
    });
    return { status: run.status, other: stream === 'stdout' ? run.stderr : run.stdout };
  } finally {
    closeSync(full);
  }
}

/** The same for `tegata-verify`. */
function verifierOnFullDisk(
  stream: 'stdout' | 'stderr',
  args: readonly string[],
): { status: number | null; other: string } {
  return onFullDisk(stream, args, resolve('dist/verifier/main.js'));
}

/** The command in a shell that lets no file grow beyond so many kilobytes. */
function withSmallFiles(kilobytes: number, args: readonly string[]): { status: number | null; stderr: string } {
  const script = `ulimit -f ${kilobytes}; exec "$@"`;
  const run = spawnSync('bash', ['-c', script, 'bash', process.execPath, program, ...args], {
    encoding: 'utf8',
    env: environment,
  });
  return { status: run.status, stderr: run.stderr };
}

const LOST = 'error: cannot write standard output: the disk is full\n';
const LAMP = 'examples/lamp/model.kripke';

describe.runIf(hasFullDevice)('a full disk under standard output ends with 74 and one line', () => {
  it.each([
    [['--version']],
    [['--help']],
    [['check', '--help']],
    [['check', LAMP, 'F lit']],
    [['check', LAMP, 'F lit', '--json']],
    [['check', LAMP, 'G lit']],
    [['check', 'kanban:3', 'true', '--never', AUTOMATON]],
    [['formula', 'a U b']],
    [['translate', 'a U b']],
    [['translate', 'a U b', '--to', 'tgta', '--format', 'dot']],
    [['automaton', AUTOMATON, '--empty']],
    [['automaton', AUTOMATON]],
    [['cross', 'a']],
    [['random', '-n', '3']],
    [['random', '-n', '20000']],
    [['patterns']],
    [['completion', 'bash']],
    [['model', LAMP]],
    [['model', LAMP, '--propositions']],
    [['model', 'kanban:1', '--to', 'net']],
    [['model', 'generate', '--list']],
    [['states', LAMP]],
    [['states', LAMP, '--engine', 'symbolic']],
    [['simulate', LAMP, '--random', '--seed', '1']],
    [['simulate', LAMP]],
    [['mcc', '.', '--examination', 'CTLFireability']],
  ])('%j', (args) => {
    expect(onFullDisk('stdout', args)).toEqual({ status: 74, other: LOST });
  });

  it('after what goes to standard error', () => {
    const { status, other } = onFullDisk('stdout', ['check', LAMP, 'G lit', '--trace', '-']);
    expect(other).toMatch(/^violated: G lit/);
    expect(other.endsWith(LOST)).toBe(true);
    expect(status).toBe(74);
  });

  it('of a watch, which does not wait for changes then', () => {
    const { status, other } = onFullDisk('stdout', ['watch', LAMP, 'G lit']);
    expect({ status, last: other.endsWith(LOST) }).toEqual({ status: 74, last: true });
  });

  it('of the verifier, whatever it has found', () => {
    const certificate = join(folder, 'lamp.cert');
    expect(tegata(['check', LAMP, 'F lit', '--certificate', certificate]).status).toBe(0);
    const asked = [LAMP, 'F lit', certificate];
    for (const args of [['--help'], asked, ['--json', ...asked], ['--json', LAMP, 'G lit', certificate]]) {
      expect(verifierOnFullDisk('stdout', args), args.join(' ')).toEqual({ status: 74, other: '' });
    }
    expect(verifierOnFullDisk('stderr', [LAMP, 'G lit', certificate])).toEqual({ status: 74, other: '' });
  });

  it('of the experiments too, whose results are kept', () => {
    const args = ['bench', 'papers', '--scale', 'tiny', '--output', folder];
    expect(onFullDisk('stdout', args)).toEqual({ status: 74, other: LOST });
    expect(readdirSync(folder)).toContain('index.html');
  });
});

describe.runIf(hasFullDevice)('a full disk under standard error ends with 74', () => {
  it.each([
    [['formula', 'a U']],
    [['formula', '--no-such-option']],
    [['check', 'no-such-file', 'a']],
    [['check', LAMP, 'G lit', '--trace', '-']],
    [['formula', 'G(a -> X b)', '--stutter-invariant', '--witness']],
  ])('%j', (args) => {
    expect(onFullDisk('stderr', args).status).toBe(74);
  });

  it('and says nothing more where both streams are full', () => {
    const full = openSync('/dev/full', 'w');
    const { status } = spawnSync(process.execPath, [program, 'formula', 'a'], {
      stdio: ['ignore', full, full],
      env: environment,
    });
    closeSync(full);
    expect(status).toBe(74);
  });
});

describe.runIf(hasFullDevice)('a full disk under a file ends with 74 and names the file', () => {
  it.each([
    [['translate', 'a', '-o', '/dev/full']],
    [['translate', 'a', '--to', 'tgta', '-o', '/dev/full']],
    [['automaton', AUTOMATON, '-o', '/dev/full']],
    [['model', 'kanban:1', '--to', 'pnml', '-o', '/dev/full']],
    [['simulate', LAMP, '--random', '--seed', '1', '-o', '/dev/full']],
    [['check', LAMP, 'G lit', '--trace', '/dev/full']],
    [['check', LAMP, 'G lit', '--report', 'junit=/dev/full']],
    [['check', 'kanban:3', '--never', AUTOMATON, 'F dead', '--trace', '/dev/full']],
  ])('%j', (args) => {
    const { status, stderr } = tegata(args);
    expect(stderr).toBe('error: cannot write /dev/full: the disk is full\n');
    expect(status).toBe(74);
  });

  it('but lets a dialogue go on', () => {
    const { status, stdout } = tegata(['simulate', LAMP], 'export /dev/full\n1\n');
    expect(stdout).toContain('cannot write /dev/full: the disk is full');
    expect(stdout).toContain('> 1\n1. ');
    expect(status).toBe(74);
  });
});

describe('a disk that is full before the end', () => {
  const before = 'what was there before\n';
  let file = '';
  beforeEach(() => {
    file = join(folder, 'file');
    writeFileSync(file, before);
  });

  it.each([
    [['model', 'kanban:5', '--to', 'pnml', '-o']],
    [['translate', 'a', 'b U c', 'G F a & G F b & G F c', 'G(a -> F b) & G(b -> F c)', '--format', 'dot', '-o']],
    [['simulate', 'kanban:3', '--random', '--steps', '1000', '--seed', '1', '-o']],
    [['check', 'philosophers:12', 'F dead', '--trace']],
  ])('leaves the file as it was, and nothing beside it: %j', (args) => {
    const { status, stderr } = withSmallFiles(1, [...args, file]);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe(`error: cannot write ${file}: it would be too large`);
    expect(status).toBe(74);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('leaves no file of the code cache', () => {
    const cache = join(folder, 'cache');
    const script = 'ulimit -f 1; exec "$@"';
    const { status } = spawnSync('bash', ['-c', script, 'bash', process.execPath, program, 'formula', 'a'], {
      env: { ...environment, TEGATA_COMPILE_CACHE: cache },
    });
    expect(status).toBe(0);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('ends the experiments, which go on from there with the next run', () => {
    const results = join(folder, 'results');
    const args = ['bench', 'papers', '--scale', 'tiny', '--output', results];
    const { status, stderr } = withSmallFiles(4, args);
    expect(stderr).toContain(`error: cannot write ${join(results, 'results.jsonl')}: it would be too large\n`);
    expect(stderr).not.toContain('    at ');
    expect(status).toBe(74);
    expect(tegata(args).status).toBe(0);
  });
});

describe('files that are written', () => {
  const write = (file: string): number | null => tegata(['model', 'kanban:1', '--to', 'net', '-o', file]).status;

  it('keep the link that leads to them', () => {
    mkdirSync(join(folder, 'elsewhere'));
    const target = join(folder, 'elsewhere', 'net');
    writeFileSync(target, 'before');
    symlinkSync(target, join(folder, 'link'));
    expect(write(join(folder, 'link'))).toBe(0);
    expect(readFileSync(target, 'utf8')).toMatch(/^#place/);
    expect(readdirSync(folder).sort()).toEqual(['elsewhere', 'link']);
  });

  it('are made where a link leads that leads to nothing yet', () => {
    symlinkSync(join(folder, 'new'), join(folder, 'link'));
    expect(write(join(folder, 'link'))).toBe(0);
    expect(readFileSync(join(folder, 'new'), 'utf8')).toMatch(/^#place/);
  });

  it('may have names that leave no room for another, and lie in folders that may not be written to', () => {
    expect(write(join(folder, 'n'.repeat(255)))).toBe(0);
    const file = join(folder, 'closed', 'file');
    mkdirSync(join(folder, 'closed'));
    writeFileSync(file, 'before');
    chmodSync(join(folder, 'closed'), 0o500);
    expect(write(file)).toBe(0);
    chmodSync(join(folder, 'closed'), 0o700);
    expect(readFileSync(file, 'utf8')).toMatch(/^#place/);
  });

  it('keep their permissions', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, 'before');
    chmodSync(file, 0o600);
    expect(write(file)).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('may be pipes', () => {
    const pipe = join(folder, 'pipe');
    const script = `mkfifo ${pipe}; cat ${pipe} & "$@" -o ${pipe}; wait`;
    const args = [process.execPath, program, 'model', 'kanban:1', '--to', 'net'];
    const { status, stdout } = spawnSync('bash', ['-c', script, 'bash', ...args], { encoding: 'utf8' });
    expect(stdout).toMatch(/^#place/);
    expect(status).toBe(0);
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  it.each([
    ['no-such-folder/file', 'there is no such folder'],
    ['.', 'it is a folder'],
  ])('cannot be %s', (name, reason) => {
    const { status, stderr } = tegata(['model', 'kanban:1', '--to', 'net', '-o', join(folder, name)]);
    expect(stderr).toBe(`error[CMD002]: cannot write ${join(folder, name)}: ${reason}\n`);
    expect(status).toBe(65);
  });
});

describe('a reader that goes away', () => {
  it.each([
    ['random -n 1000000'],
    ['patterns --all'],
    ['model kanban:5 --to pnml'],
    ['check philosophers:3 "F dead" "F dead" "F dead"'],
  ])('is no error to %s', (command) => {
    const script = `node ${program} ${command} | head -n 1 >/dev/null; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.trim()).toBeOneOf(['0', '10']);
  });
});
