import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesOf, tegata } from '../helpers/tegata.ts';

const folder = mkdtempSync(join(tmpdir(), 'tegata-model-'));

describe('tegata model', () => {
  it('describes a net of the library', () => {
    const { status, stdout } = tegata(['model', 'kanban:5', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      name: 'kanban-5',
      format: 'library',
      variables: 16,
      bounded: 16,
      widestRange: 6,
      groups: 16,
      initialStates: 1,
      arcs: 40,
      initialTokens: 20,
      oneSafe: 'maybe',
    });
    expect(tegata(['model', 'philosophers:3']).stdout).toContain('one-safe: yes');
  });

  it('generates, converts and reads back, through files, folders and standard input', () => {
    const pnml = join(folder, 'model.pnml');
    expect(tegata(['model', 'generate', 'fms', '2', '-o', pnml]).status).toBe(0);
    const text = tegata(['model', folder, '--to', 'net']);
    expect(text.status).toBe(0);
    expect(linesOf(text.stdout)[0]).toBe('#place P1wM1');
    expect(tegata(['model', 'generate', 'fms', '2', '--to', 'net']).stdout).toBe(text.stdout);
    expect(tegata(['model', '-', '--to', 'net'], text.stdout).stdout).toBe(text.stdout);
    expect(tegata(['model', '-', '--to', 'pnml'], readFileSync(pnml, 'utf8')).stdout).toBe(readFileSync(pnml, 'utf8'));
    expect(tegata(['model', pnml, '--to', 'dot']).stdout).toMatch(/^digraph "fms-2" \{\n/);
  });

  it('draws small nets and refuses to draw large ones', () => {
    const { stdout, status } = tegata(['model', 'kanban:2', '--to', 'svg']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/<svg[\s\S]*tsynch4_23[\s\S]*<\/svg>\n$/);
    expect(tegata(['model', 'philosophers:50', '--to', 'svg']).stderr).toContain('error[MOD614]');
  });

  it('says what draws a model that is not a net', () => {
    const { status, stderr } = tegata(['model', 'examples/lamp/model.kripke', '--to', 'svg']);
    expect(status).toBe(65);
    expect(stderr).toContain('MOD613');
    expect(stderr).toContain('tegata graph MODEL --to svg');
  });

  it('lists what propositions can name', () => {
    const lines = linesOf(tegata(['model', 'philosophers:2', '--propositions']).stdout);
    expect(lines).toContain('Fork1');
    expect(lines).toContain('fireable(GoEat0)');
    expect(lines).toContain('dead');
    const records = linesOf(tegata(['model', 'philosophers:2', '--propositions', '--json']).stdout);
    expect(JSON.parse(records[0])).toEqual({ name: 'Idle0', kind: 'truth' });
  });

  it('lists the library', () => {
    expect(linesOf(tegata(['model', 'generate', '--list']).stdout)).toHaveLength(8);
  });

  it('ends with 65 and the place of the mistake on bad input', () => {
    const file = join(folder, 'bad.net');
    writeFileSync(file, '#place p\n#trans t\nin {q:<..>;}\n#endtr\n');
    const { status, stderr, stdout } = tegata(['model', file]);
    expect([status, stdout]).toEqual([65, '']);
    expect(stderr).toContain('bad.net:3:5: error[NET209]: there is no place `q`');
    expect(tegata(['model', join(folder, 'missing.pnml')]).stderr).toContain('it does not exist');
    expect(tegata(['model', 'mapk:6']).status).toBe(65);
    expect(tegata(['model', '-'], 'hello').stderr).toContain('error[MOD610]');
    expect(tegata(['model', '-'], '').stderr).toContain('error[MOD611]');
    const latin = '<?xml version="1.0" encoding="klingon"?><pnml/>';
    expect(tegata(['model', '-'], latin).stderr).toContain('error[MOD612]');
  });

  it('ends with 64 on wrong use', () => {
    expect(tegata(['model']).status).toBe(64);
    expect(tegata(['model', 'kanban:2', '--to', 'jpeg']).status).toBe(64);
    expect(tegata(['model', 'generate']).status).toBe(64);
    expect(tegata(['model', 'generate', 'kanban', 'five']).status).toBe(64);
  });
});
