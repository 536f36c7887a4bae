// The extension for VS Code as a file that can be installed, and its panel in a real browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { chromium as playwright } from 'playwright-core';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../editors/vscode/src/protocol.ts';
import { chromium, chromiumFlags, NO_CHROMIUM } from '../browser/chromium.ts';
import { temporaryFiles } from '../helpers/temporary-files.ts';
import { build, builtExtension } from './extension.ts';

const { folder, activate } = builtExtension();
const files = temporaryFiles('tegata-panel-');

/** The files of a ZIP archive, found by its directory as a reader does. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  let at = archive.readUInt32LE(end + 16);
  const found = new Map<string, Buffer>();
  for (let i = 0; i < archive.readUInt16LE(end + 10); i++) {
    const [packed, length, offset] = [at + 20, at + 28, at + 42].map((place, k) =>
      k === 1 ? archive.readUInt16LE(place) : archive.readUInt32LE(place),
    );
    const start = offset + 30 + archive.readUInt16LE(offset + 26);
    found.set(
      archive.toString('utf8', at + 46, at + 46 + length),
      inflateRawSync(archive.subarray(start, start + packed)),
    );
    at += 46 + length;
  }
  return found;
}

interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly main: string;
  readonly engines: { readonly vscode: string };
  readonly contributes: {
    readonly languages: readonly { readonly configuration: string }[];
    readonly grammars: readonly { readonly path: string }[];
    readonly commands: readonly { readonly command: string }[];
  };
}

describe('the .vsix file', () => {
  let packed: Map<string, Buffer>;
  let manifest: Manifest;
  beforeAll(() => {
    packed = unzip(build.zip(build.filesOfExtension(folder)));
    manifest = JSON.parse(packed.get('extension/package.json')!.toString()) as Manifest;
  });

  it('has what the manifest names, what it needs, and nothing else', () => {
    const { main, contributes } = manifest;
    const named = [
      main,
      ...contributes.grammars.map(({ path }) => path),
      ...contributes.languages.map(({ configuration }) => configuration),
    ].map((path) => join('extension', path));
    const needed = ['dist/thread.js', 'dist/LICENSES.txt', 'LICENSE.txt', 'README.md', 'package.json'];
    const around = ['extension.vsixmanifest', '[Content_Types].xml'];
    expect([...packed.keys()].sort()).toEqual(
      [...new Set([...named, ...needed.map((path) => `extension/${path}`), ...around])].sort(),
    );
    expect(packed.get('extension/dist/LICENSES.txt')!.toString()).toMatch(/^saxes /m);
  });

  it('has a valid manifest, of the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(manifest.version).toBe(version);
    expect(manifest.engines.vscode).toMatch(/^\^\d+\.\d+\.\d+$/);
    const identity: Record<string, string> = {};
    const assets: string[] = [];
    const parser = new SaxesParser(); // throws on what is not XML
    parser.on('opentag', ({ name, attributes }) => {
      if (name === 'Identity') Object.assign(identity, attributes);
      if (name === 'Asset') assets.push(String(attributes.Path));
    });
    parser.write(packed.get('extension.vsixmanifest')!.toString()).close();
    expect(identity).toEqual({
      Language: 'en-US',
      Id: manifest.name,
      Version: version,
      Publisher: manifest.publisher,
    });
    expect(assets).toHaveLength(3);
    for (const path of assets) expect([...packed.keys()]).toContain(path);
    // every ending has a type: installers ask for that
    const types = packed.get('[Content_Types].xml')!.toString();
    for (const file of packed.keys()) {
      if (file !== '[Content_Types].xml') expect(types).toContain(`Extension="${/\.\w+$/.exec(file)![0]}"`);
    }
  });

  it('is the same for the same sources', () => {
    const once = build.zip(build.filesOfExtension(folder));
    expect(build.zip(build.filesOfExtension(folder)).equals(once)).toBe(true);
  });

  it('requires nothing but Node and the editor; the library is in the thread alone, which knows no editor', () => {
    const outside = (file: string): string[] => {
      const text = packed.get(`extension/dist/${file}.js`)!.toString();
      const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
      return [...new Set(required.filter((name) => !name.startsWith('node:')))];
    };
    expect(outside('extension')).toEqual(['vscode']);
    expect(outside('thread')).toEqual([]);
    expect(packed.get('extension/dist/extension.js')!.length).toBeLessThan(50_000);
  });
});

const HOSTILE = '<img src=x onerror=document.title=1></script><script>document.title=1</script>';

/** The panel for a model whose names are markup. */
async function hostilePanel(): Promise<string> {
  const name = JSON.stringify(HOSTILE).slice(1, -1);
  const model = `initial "a${name}"\n"a${name}" : "p${name}" -> b ["step${name}"]\nb -> b\n`;
  const path = files.file('model.kripke', model);
  files.file('model.ltl', `G "p${name}"\n`);
  const { editor } = activate();
  const [lens] = await editor.lensesOf(editor.open(path.replace('.kripke', '.ltl'), 'ltl'));
  expect(((await lens.click()) as Answer).outcome).toBe('violated');
  expect(editor.panels[0].options).toEqual({ enableScripts: true, localResourceRoots: [] });
  return editor.panels[0].html;
}

describe(`the panel${NO_CHROMIUM}`, () => {
  let browser: Awaited<ReturnType<typeof playwright.launch>> | undefined;
  beforeAll(async () => {
    if (chromium !== undefined) browser = await playwright.launch({ executablePath: chromium, args: chromiumFlags });
  });
  afterAll(() => browser?.close());

  it('has names that are markup as text, and lets nothing run but its own script', async () => {
    const html = await hostilePanel();
    expect(html).not.toContain('<img src=x');
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)![1];
    const nonce = /script-src 'nonce-([0-9a-f]{32})'$/.exec(policy)![1];
    expect(policy).toBe(`default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`);
    // what runs has the nonce; the others are data
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes.trim());
    expect(scripts.filter((one) => !one.startsWith('type="application/json"'))).toEqual([`nonce="${nonce}"`]);
    expect([...html.matchAll(/<style\b([^>]*)>/g)].every(([, one]) => one === ` nonce="${nonce}"`)).toBe(true);
    expect(html).not.toMatch(/\sstyle="|\son\w+="/);
  });

  it.runIf(chromium !== undefined)('is stepped through in a browser under its policy', async () => {
    const page = await browser!.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.setContent(await hostilePanel());
    await page.click('#next');
    expect(await page.textContent('#where')).toBe('step 1');
    expect(await page.textContent('h1 code')).toContain('<img src=x onerror');
    expect(await page.title()).toContain('violated');
    expect(
      await page
        .locator('#picture img')
        .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(100);
    expect(problems).toEqual([]);
    await page.close();
  });
});
