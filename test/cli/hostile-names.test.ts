// Names that would move the cursor, change colours or hide text: whatever a command writes for people shows them, and obeys none of them. Files for
// other programs hold them in the escapes of their format.
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SaxesParser } from 'saxes';
import { afterAll, describe, expect, it } from 'vitest';
import { tegata } from '../helpers/tegata.ts';

const folder = mkdtempSync(join(tmpdir(), 'tegata-names-'));
const file = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Clears the screen, colours it, turns the writing direction, and cannot be in XML. */
const EVIL = 'a\u001b[2J\u009b31m\u202eb\u0007\u0000\ufffec';
/** What a terminal must not get; line breaks, and the colours that are switched off here, apart. */
const OBEYED = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

// Names in files are refused where they cannot be shown; a model in code may have any.
const model = file('model.mjs');
writeFileSync(
  model,
  `import { defineModel } from ${JSON.stringify(pathToFileURL('dist/index.js').href)};
const evil = ${JSON.stringify(EVIL)};
export default defineModel({
  name: evil,
  initial: { [evil]: 0, text: evil },
  next: { [evil + 'go']: (state) => [{ ...state, [evil]: 1 - state[evil] }] },
  propositions: { [evil]: (state) => state[evil] === 0 },
});
`,
);
const quoted = JSON.stringify(EVIL)
  .replaceAll('\u009b', '\\u009b')
  .replaceAll('\u202e', '\\u202e')
  .replaceAll('\ufffe', '\\ufffe');
const formulas = file('formulas');
writeFileSync(formulas, `G ${quoted}\n`);
const automaton = file('automaton.hoa');
writeFileSync(
  automaton,
  `HOA: v1 name: ${quoted} Start: 0 AP: 1 ${quoted} Acceptance: 0 t --BODY-- State: 0 ${quoted} [0] 0 --END--\n`,
);

const lines = (text: string): string => text.replaceAll('\n', '');

describe('names that control terminals', () => {
  it.each([
    [['formula', '-F', formulas]],
    [['formula', '-F', formulas, '--describe']],
    [['formula', '-F', formulas, '--to', 'latex']],
    [['formula', '-F', formulas, '--to', 'unicode']],
    [['formula', '-F', formulas, '--to', 'lbt']],
    [['formula', '-F', formulas, '--to', 'spin']],
    [['formula', '-F', formulas, '--valid', '--witness']],
    [['formula', `"${EVIL.replaceAll('\0', '')}" U`]],
    [['formula', '--size', EVIL.replaceAll('\0', ''), 'a']],
    [['formula', `--${EVIL.replaceAll('\0', '')}`, 'a']],
    [[EVIL.replaceAll('\0', '')]],
    [['bench', EVIL.replaceAll('\0', '')]],
    [['patterns', EVIL.replaceAll('\0', '')]],
    [['translate', '-F', formulas]],
    [['translate', '-F', formulas, '--format', 'dot']],
    [['translate', '-F', formulas, '--format', 'never']],
    [['translate', '-F', formulas, '--format', 'lbtt']],
    [['translate', '-F', formulas, '--to', 'tgta', '--format', 'dot']],
    [['automaton', automaton]],
    [['automaton', automaton, '--format', 'dot']],
    [['automaton', automaton, '--format', 'never']],
    [['automaton', automaton, '--empty']],
    [['automaton', automaton, '--equivalent-to', EVIL.replaceAll('\0', '')]],
    [['cross', '-F', formulas, '--tool', `false ${EVIL.replaceAll('\0', '')}`]],
    [['cross', 'a', '--tool', `printf 'no\\033[2J' >&2; false`]],
    [['model', model]],
    [['model', model, '--propositions']],
    [['model', EVIL.replaceAll('\0', '')]],
    [['simulate', model, '--random', '--seed', '1']],
    [['states', model, '--format', EVIL.replaceAll('\0', '')]],
    [['check', model, '-F', formulas]],
    [['check', model, 'F dead', '--report', 'github']],
    [['check', model, `G "${EVIL.replaceAll('\0', '')}x"`]],
  ])('are shown, not obeyed: %j', (args) => {
    const { stdout, stderr } = tegata(args);
    expect(stdout + stderr).not.toBe('');
    expect(lines(stdout)).not.toMatch(OBEYED);
    expect(lines(stderr)).not.toMatch(OBEYED);
  });

  it('are shown in the dialogue of a simulation', () => {
    const { stdout } = tegata(['simulate', model], `list\nstate all\n1\ntrace\n${EVIL}\nexport ${folder}/x ${EVIL}\n`);
    expect(stdout).toContain('a␛[2J');
    expect(lines(stdout)).not.toMatch(OBEYED);
  });

  it('survive what formulas and automata are written as', () => {
    const printed = tegata(['formula', '-F', formulas]).stdout;
    const again = tegata(['formula', '--json'], printed).stdout;
    expect((JSON.parse(again) as { propositions: string[] }).propositions).toEqual([EVIL]);
    const written = tegata(['automaton', automaton]).stdout;
    const read = JSON.parse(tegata(['automaton', '--json'], written).stdout) as {
      propositions: string[];
      name: string;
    };
    expect(read).toMatchObject({ propositions: [EVIL], name: EVIL });
  });

  it.each([
    [['check', model, '-F', formulas, '--trace', file('trace.svg')], 'trace.svg'],
    [['check', model, 'F dead', '--report', `junit=${file('report.xml')}`], 'report.xml'],
    [['translate', '-F', formulas, '--format', 'svg', '-o', file('tgba.svg')], 'tgba.svg'],
    [['translate', '-F', formulas, '--to', 'ta', '--format', 'svg', '-o', file('ta.svg')], 'ta.svg'],
    [['automaton', automaton, '--format', 'svg', '-o', file('automaton.svg')], 'automaton.svg'],
  ])('leave XML well-formed: %j', (args, name) => {
    tegata(args);
    const parser = new SaxesParser();
    const problems: string[] = [];
    parser.on('error', ({ message }) => problems.push(message));
    parser.write(readFileSync(file(name), 'utf8')).close();
    expect(problems).toEqual([]);
  });
});

describe('very long names', () => {
  const long = 'x'.repeat(100_000);

  it.each([
    [['check', model, `G ${long}`]],
    [['formula', '--size', long, 'a']],
    [['formula', `${long} U`]],
    [[long]],
    [['patterns', long]],
    [['bench', long]],
    [['model', `${long}.pnml`]],
    [['simulate', model, '--trace', long]],
  ])('are cut in messages: %#', (args) => {
    const { status, stderr } = tegata(args);
    expect(status).toBeOneOf([64, 65]);
    expect(stderr).toContain('…');
    expect(stderr.length).toBeLessThan(6000);
  });
});

describe('an output that is an input', () => {
  const text = 'initial s\ns -> s\n';
  const kripke = file('model.kripke');

  it.each([
    ['by its name', (): string => kripke],
    [
      'by another path',
      (): string => {
        mkdirSync(file('sub'), { recursive: true });
        return join(folder, 'sub', '..', 'model.kripke');
      },
    ],
    [
      'by a link',
      (): string => {
        symlinkSync(kripke, file('soft'));
        return file('soft');
      },
    ],
    [
      'by a hard link',
      (): string => {
        linkSync(kripke, file('hard'));
        return file('hard');
      },
    ],
  ])('is refused, %s', (_, other) => {
    writeFileSync(kripke, text);
    const target = other();
    for (const args of [
      ['check', kripke, 'F false', '--trace', target],
      ['check', kripke, 'F false', '--report', `junit=${target}`],
      ['simulate', kripke, '--random', '-o', target],
      ['model', kripke, '--to', 'pnml', '-o', target],
      ['automaton', kripke, '--complement', '-o', target],
    ]) {
      const { status, stderr } = tegata(args);
      expect(stderr).toMatch(/^error: .* would replace .*model\.kripke, which is read\n$/);
      expect(status).toBe(64);
    }
    expect(readFileSync(kripke, 'utf8')).toBe(text);
  });

  it('is refused where it is a file of formulas', () => {
    writeFileSync(kripke, text);
    expect(tegata(['check', kripke, '-F', formulas, '--trace', formulas]).status).toBe(64);
    expect(tegata(['translate', '-F', formulas, '-o', formulas]).status).toBe(64);
    expect(readFileSync(formulas, 'utf8')).toContain('G ');
  });

  it('is no other file', () => {
    writeFileSync(kripke, text);
    expect(tegata(['check', kripke, 'F false', '--trace', file('new.json')]).status).toBe(10);
    expect(existsSync(file('new.json'))).toBe(true);
  });
});
