// How runs begin: the code cache is only ever a help, and a check that is tried at once is seen once.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profileOf } from '../../src/cli/start/run-bundled.ts';
import { isSmallJob } from '../../src/cli/threads/small-job.ts';
import { linesOf, type Outcome, tegata } from '../helpers/tegata.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tegata-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LAMP = ['check', 'examples/lamp/model.kripke', 'F lit'];

describe('the code cache', () => {
  const run = (setting: string): Outcome => tegata(LAMP, '', { TEGATA_COMPILE_CACHE: setting });
  const expected = { status: 0, stdout: 'holds: F lit\n', stderr: '' };

  it('is written by the first run of a kind and used by the next, which answers the same', () => {
    expect(run(folder)).toEqual(expected);
    const files = readdirSync(folder);
    expect(files).toHaveLength(1);
    const written = readFileSync(join(folder, files[0]));
    expect(run(folder)).toEqual(expected);
    expect(readFileSync(join(folder, files[0])).equals(written)).toBe(true);
  });

  it('is passed over and written again when it is not what V8 expects', () => {
    run(folder);
    const file = join(folder, readdirSync(folder)[0]);
    const length = readFileSync(file).length;
    writeFileSync(file, Buffer.alloc(length, 7));
    expect(run(folder)).toEqual(expected);
    expect(readFileSync(file).subarray(0, 64).equals(Buffer.alloc(64, 7))).toBe(false);
  });

  it('may be impossible to write, or switched off', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(run(join(file, 'folder'))).toEqual(expected);
    expect(run('off')).toEqual(expected);
    expect(readdirSync(folder)).toEqual(['file']);
    expect(existsSync('off')).toBe(false);
  });

  it('is not made from a run that was refused', () => {
    expect(tegata(['check', 'no-such-file', 'F lit'], '', { TEGATA_COMPILE_CACHE: folder }).status).toBe(65);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [[], 'help'],
    [['check', '--help'], 'help'],
    [['check', 'model.pnml', 'F p'], 'check'],
    [['states', 'kanban:5', '--engine', 'symbolic'], 'states-symbolic'],
    [['states', 'kanban:5', '--engine=symbolic'], 'states-symbolic'],
    [['states', 'kanban:5', '--engine'], 'states'],
    [['../../x', '--engine', '../y'], 'other'],
  ])('is shared by runs like %j', (args, profile) => {
    expect(profileOf(args)).toBe(profile);
  });
});

describe('a check that is tried at once', () => {
  it('shows each verdict once when a later formula takes too long for it', () => {
    const { status, stdout } = tegata([
      'check',
      'kanban:12',
      'true',
      'GF "P1 >= 0"',
      '--timeout',
      '4',
      '--engine=explicit',
      '--reductions=none',
    ]);
    expect(status).toBe(20);
    expect(linesOf(stdout).filter((line) => /^(holds|unknown)/.test(line))).toEqual([
      'holds: 1',
      'unknown: GF"P1 >= 0"',
    ]);
  });

  it('shows the verdicts before an error', () => {
    const args = ['check', 'philosophers:3', 'G !dead | true', 'FG Idle0', '--emptiness', 'weak'];
    const { status, stdout, stderr } = tegata(args);
    expect({ status, stdout }).toEqual({ status: 65, stdout: 'holds: 1\n' });
    expect(stderr).toContain('the emptiness check weak cannot decide this');
  });

  it('is one that reads only small files, which can be read again', () => {
    const nothing = { properties: [], never: [] };
    expect(isSmallJob({ model: 'kanban:5', ...nothing })).toBe(true);
    expect(isSmallJob({ model: 'examples/lamp/model.kripke', ...nothing })).toBe(true);
    expect(isSmallJob({ model: '-', ...nothing })).toBe(false);
    expect(isSmallJob({ model: '/dev/null', ...nothing })).toBe(false);
    expect(isSmallJob({ model: 'protocol.ts', ...nothing })).toBe(false);
    expect(isSmallJob({ model: 'kanban:5', properties: [], never: ['bad.hoa'] })).toBe(false);
    const large = join(folder, 'large.pnml');
    writeFileSync(large, Buffer.alloc(1 << 20));
    expect(isSmallJob({ model: 'kanban:5', properties: [large], never: [] })).toBe(false);
    // a folder is as large as the model in it
    expect(isSmallJob({ model: folder, ...nothing })).toBe(true);
    renameSync(large, join(folder, 'model.pnml'));
    expect(isSmallJob({ model: folder, ...nothing })).toBe(false);
  });

  it('ends at Ctrl-C whenever it comes', async () => {
    for (const delay of [150, 300, 450, 700]) {
      const child = spawn(process.execPath, [
        resolve('dist/cli/bundle/main.js'),
        'check',
        'kanban:8',
        'GF "P1 >= 0"',
        '--engine=explicit',
        '--reductions=none',
      ]);
      setTimeout(() => child.kill('SIGINT'), delay);
      const [status, signal] = await new Promise<[number | null, string | null]>((ended) =>
        child.on('close', (...end) => ended(end)),
      );
      // Before the checking thread has begun the signal itself ends the process.
      expect(signal ?? status).toBeOneOf(['SIGINT', 20]);
    }
  }, 120_000);
});
