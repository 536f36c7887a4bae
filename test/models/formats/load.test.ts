import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { loadModel } from '../../../src/models/formats/load.ts';
import { isNetModel } from '../../../src/models/petri/net-model.ts';

const NET = '#place p mk(<..>)\n#trans t\nin {p:<..>;}\n#endtr\n';
const pnml = (name: string, declaration = '<?xml version="1.0"?>'): string =>
  `${declaration}<pnml><net id="n" type="ptnet"><page id="g"><place id="p"><name><text>${name}</text></name></place></page></net></pnml>`;

describe('loading models', () => {
  it('tells the format by the extension, by the text or by the option', () => {
    expect(unwrap(loadModel('a.net', [NET])).format).toBe('net');
    expect(unwrap(loadModel('A.NET', [NET])).format).toBe('net');
    expect(unwrap(loadModel('noname', [NET])).format).toBe('net');
    expect(unwrap(loadModel('<stdin>', [pnml('x')])).format).toBe('pnml');
    expect(
      unwrap(loadModel('<stdin>', ['byte x;\nprocess P { state a; init a; trans ; }\nsystem async;'])).format,
    ).toBe('dve');
    expect(
      unwrap(loadModel('<stdin>', ['begin state\nx:_\nend state\nbegin edge\nend edge\nbegin init\n0\nend init\n']))
        .format,
    ).toBe('etf');
    expect(unwrap(loadModel('odd.txt', [NET], { format: 'net' })).groups).toHaveLength(1);
    expect(loadModel('odd.txt', ['hello']).diagnostics[0]).toMatchObject({ code: 'MOD610' });
    expect(loadModel('empty.net', []).diagnostics[0]).toMatchObject({ code: 'MOD611' });
  });

  it('decodes bytes by the declaration or the byte order mark, whatever the pieces', () => {
    const nameOf = (bytes: Uint8Array, size: number): string => {
      const pieces: Uint8Array[] = [];
      for (let i = 0; i < bytes.length; i += size) pieces.push(bytes.subarray(i, i + size));
      const model = unwrap(loadModel('x.pnml', pieces));
      return isNetModel(model) ? model.net.places[0].name : '';
    };
    const latin1 = Uint8Array.from(pnml('größe', '<?xml version="1.0" encoding="ISO-8859-1"?>'), (c) =>
      c.charCodeAt(0),
    );
    const utf16 = new Uint8Array(Uint16Array.from(`\ufeff${pnml('größe €')}`, (c) => c.charCodeAt(0)).buffer);
    expect(nameOf(latin1, 100)).toBe('größe');
    expect(nameOf(utf16, 3)).toBe('größe €');
    for (const size of [1, 7, 1000]) expect(nameOf(new TextEncoder().encode(pnml('größe €')), size)).toBe('größe €');
  });
});
