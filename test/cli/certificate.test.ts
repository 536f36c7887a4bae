// Certificates as users write, show and verify them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { objectsOf, tegata } from '../helpers/tegata.ts';

const folder = mkdtempSync(join(tmpdir(), 'tegata-certificates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const place = (name: string): string => join(folder, name);

function verify(...args: readonly string[]): ReturnType<typeof spawnSync> {
  return spawnSync(process.execPath, [resolve('dist/verifier/main.js'), ...args], {
    encoding: 'utf8',
    timeout: 60_000,
  });
}

const MUTEX = 'examples/starvation/model.dve';
const EXCLUSION = 'G !("P0 = critical" & "P1 = critical")';

describe('tegata check --certificate', () => {
  it('writes a proof that tegata-verify verifies, whatever the engine', () => {
    for (const engine of ['explicit', 'symbolic', 'hybrid', 'auto']) {
      const file = place(`${engine}.cert`);
      const { status, stdout } = tegata([
        'check',
        MUTEX,
        EXCLUSION,
        '--engine',
        engine,
        '--certificate',
        file,
        '--json',
      ]);
      expect(status).toBe(0);
      const [{ certificate }] = objectsOf(stdout);
      expect(certificate).toMatchObject({ file, bytes: readFileSync(file).length });
      const verified = verify(MUTEX, EXCLUSION, file, '--json');
      expect(verified.status).toBe(0);
      const { states, blocks } = certificate as { states: number; blocks: number };
      expect(JSON.parse(String(verified.stdout))).toEqual({
        verified: true,
        verdict: 'holds',
        deadlock: 'stutter',
        states,
        blocks,
      });
    }
  });

  it('writes the counterexample of a violated formula', () => {
    const file = place('violated.cert');
    const formula = 'G(P0.want -> F P0.critical)';
    expect(tegata(['check', MUTEX, formula, '--certificate', file]).status).toBe(10);
    expect(String(verify(MUTEX, formula, file).stdout)).toMatch(/^verified: violated: /);
    expect(String(verify(MUTEX, 'F P0.want', file).stderr)).toBe('refused: the run satisfies the formula\n');
  });

  it('certifies nets of the library, and as text, by way of PNML', () => {
    const [pnml, text, file] = [place('kanban.pnml'), place('kanban.net'), place('kanban.cert')];
    tegata(['model', 'kanban:1', '--to', 'pnml', '-o', pnml]);
    tegata(['model', 'kanban:1', '--to', 'net', '-o', text]);
    for (const given of ['kanban:1', text]) {
      expect(tegata(['check', given, 'G "P1 <= 1"', '--certificate', file]).status).toBe(0);
      expect(verify(pnml, 'G "P1 <= 1"', file).status).toBe(0);
    }
    expect(verify(text, 'G "P1 <= 1"', file).status).toBe(65);
  });

  it('refuses what a certificate cannot speak of', () => {
    const file = place('never.cert');
    const refused = (...more: readonly string[]): string => {
      const { status, stderr } = tegata(['check', MUTEX, EXCLUSION, '--certificate', file, ...more]);
      expect(status).toBe(64);
      return stderr;
    };
    expect(refused('--weak-fairness', 'processes')).toMatch('does not know fairness');
    expect(refused('--deadlock', 'error')).toMatch('check G !dead instead');
    expect(refused('--ltl', 'F P0.want')).toMatch('for one formula');
    expect(refused('--assertions')).toMatch('not for --assertions');
    expect(tegata(['check', MUTEX, EXCLUSION, '--certificate', MUTEX]).stderr).toMatch('would replace');
    expect(existsSync(file)).toBe(false);
  });

  it('says why there is none, and ends with status 20', () => {
    const file = place('none.cert');
    const { status, stdout } = tegata([
      'check',
      'kanban:3',
      'G "P1 <= 3"',
      '--max-states',
      '100',
      '--certificate',
      file,
    ]);
    expect(stdout).toMatch('certificate: none: more than 100 states');
    expect(status).toBe(20);
    writeFileSync(place('m.mjs'), 'export default { initial: { n: 0 }, *next({ n }) { yield { n: 1 - n }; } };\n');
    expect(tegata(['check', place('m.mjs'), 'G "n < 2"', '--certificate', file]).stdout).toMatch(
      'they are for P/T nets',
    );
    expect(existsSync(file)).toBe(false);
  });
});

describe('tegata certificate show', () => {
  it('shows what a certificate says, and refuses other files', () => {
    const file = place('shown.cert');
    tegata(['check', 'examples/lamp/model.kripke', 'G(lit -> X !lit)', '--certificate', file]);
    const { stdout } = tegata(['certificate', 'show', file]);
    expect(stdout).toMatch(/^holds: G\(lit -> X!lit\)\n {2}model: examples\/lamp\/model.kripke, sha256 [0-9a-f]{64}\n/);
    expect(stdout).toMatch('pairs: 5 in 2 blocks');
    const [json] = objectsOf(tegata(['certificate', 'show', file, '--json']).stdout);
    expect(json).toMatchObject({ verdict: 'holds', states: 5, blocks: 2, deadlock: 'stutter' });
    const { status, stderr } = tegata(['certificate', 'show', MUTEX]);
    expect(status).toBe(65);
    expect(stderr).toMatch('this is not a certificate');
  });
});

describe('tegata-verify', () => {
  it('has a status for each way to end', () => {
    const file = place('status.cert');
    tegata(['check', MUTEX, EXCLUSION, '--certificate', file]);
    expect(verify('--help').status).toBe(0);
    expect(verify(MUTEX, EXCLUSION, file).status).toBe(0);
    expect(verify(MUTEX, 'F P0.want', file).status).toBe(10);
    const copy = place('copy.dve');
    writeFileSync(copy, `${readFileSync(MUTEX, 'utf8')}\n`);
    expect(String(verify(copy, EXCLUSION, file).stderr)).toBe('refused: the certificate is about another model\n');
    expect(verify(MUTEX, EXCLUSION).status).toBe(64);
    for (const args of [
      ['none.dve', EXCLUSION, file],
      [MUTEX, 'G (', file],
      [MUTEX, EXCLUSION, MUTEX],
    ]) {
      expect(verify(...args).status, args.join(' ')).toBe(65);
    }
  });
});
