// The list of formats is the one place that knows them all.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';
import { MAX_TEXT, wholeText } from '../../../src/models/formats/format.ts';
import { loadModel } from '../../../src/models/formats/load.ts';
import { formats, type ModelFormat } from '../../../src/models/formats/registry.ts';

const SAMPLES: Readonly<Record<ModelFormat, string>> = {
  pnml: '<pnml><net id="n" type="ptnet"><page id="g"><place id="p"/></page></net></pnml>',
  net: '#place p\n',
  etf: 'begin state\nx:_\nend state\nbegin edge\nend edge\nbegin init\n0\nend init\n',
  dve: 'byte x;\nprocess P { state a; init a; trans ; }\nsystem async;',
  kripke: '# a lamp\ninitial off\noff -> off\n',
  json: '{ "initial": "off", "states": { "off": { "next": ["off"] } } }',
  promela: 'active proctype P() { skip }\n',
  hoa: 'HOA: v1\nStates: 1\nStart: 0\nAP: 0\nAcceptance: 0 t\n--BODY--\nState: [t] 0\n0\n--END--\n',
};

describe('the formats', () => {
  it('are the folders that have a format.ts', () => {
    const folder = 'src/models/formats';
    const found = readdirSync(folder).filter((entry) => existsSync(join(folder, entry, 'format.ts')));
    expect(formats.map(({ name }) => name).sort()).toEqual(found.sort());
  });

  it('have names, endings and lines of help of their own', () => {
    const endings = formats.flatMap(({ extensions }) => [...extensions]);
    expect(new Set(endings).size).toBe(endings.length);
    for (const { help } of formats) expect(help).toMatch(/^\S[^\n]{10,100}$/);
  });

  it.each(Object.entries(SAMPLES))('%s is told by its ending, by its beginning, and by name', (name, text) => {
    const { extensions } = formats.find((format) => format.name === name)!;
    const read = extensions.map((extension) => unwrap(loadModel(`model.${extension}`, [text])));
    read.push(unwrap(loadModel('<stdin>', [text])));
    read.push(unwrap(loadModel('model.txt', [text], { format: name as ModelFormat })));
    for (const model of read) expect(model.format).toBe(read[0].format);
  });
});

describe('a format that is read as a whole', () => {
  it('refuses what is too long for a string', () => {
    const reader = wholeText(() => expect.fail('was read'))('long.dve', new Stopwatch(), { bindings: 'all' });
    const chunk = ' '.repeat(2 ** 20);
    let taken = 0;
    while (reader.write(chunk)) taken++;
    expect(taken * chunk.length).toBeLessThanOrEqual(MAX_TEXT);
    expect(reader.end().diagnostics[0].code).toBe('MOD615');
  });
});
