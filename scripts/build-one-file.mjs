// Writes `one-file.txt` beside the studio: the whole studio as one page, of which **Save page** makes a file with what is shown. Its workers are in it,
// compressed. Its policy names its one script and its one style by their hashes, and allows workers that the page itself makes (blob:).
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import config from '../web/vite.config.mjs';

export async function writeOneFile(folder) {
  const [desk, check, page] = await Promise.all([
    bundled('desk/worker.ts'),
    bundled('../dist/worker/entry.js'),
    bundled('one-file/main.tsx'),
  ]);
  const style = ['colours', 'base', 'parts', 'check'].map((name) => webFile(`style/${name}.css`)).join('\n');
  // the end of an element cannot stand in it; in code the two only stand in strings and expressions, where a backslash changes nothing
  const script = page.replace(/<(?=\/script|!--)/gi, '\\x3c');
  const parts = {
    'SCRIPT-HASH': hashOf(script),
    'STYLE-HASH': hashOf(style),
    ICON: `data:image/svg+xml,${encodeURIComponent(webFile('public/mark.svg').trim())}`,
    STYLE: style,
    DESK: packed(desk),
    CHECK: packed(check),
    LICENCES: readFileSync(join(folder, 'LICENSES.txt'), 'utf8').replaceAll('<', '‹').replaceAll('>', '›'),
    SCRIPT: script,
  };
  const names = new RegExp(`\\b(?:${Object.keys(parts).join('|')})\\b(?!-)`, 'g');
  writeFileSync(
    join(folder, 'one-file.txt'),
    webFile('one-file/page.template').replace(names, (name) => parts[name]),
  );
}

const webFile = (name) => readFileSync(join(config.root, name), 'utf8').replaceAll('\r', '');
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const packed = (code) => gzipSync(code, { level: 9 }).toString('base64');

/** A module and all that it imports, as one classic script. */
async function bundled(entry) {
  const output = await build({
    ...config,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: [...stands, ...config.resolve.alias] },
    build: {
      ...config.build,
      write: false,
      rolldownOptions: { input: join(config.root, entry), output: { format: 'iife', codeSplitting: false } },
    },
  });
  const chunks = [output]
    .flat()
    .flatMap((one) => one.output)
    .filter(({ type }) => type === 'chunk');
  if (chunks.length !== 1) throw new Error(`${entry} has become ${chunks.length} scripts`);
  return chunks[0].code;
}

/** What is done in another way in one file. */
const stands = [
  [/^.*\/workers\.ts$/, 'one-file/workers.ts'],
  [/^.*\/template\.ts$/, 'one-file/template.ts'],
  [/^.*\/code\/model\.ts$/, 'one-file/no-code.ts'],
].map(([find, file]) => ({ find, replacement: join(config.root, file) }));
