// Builds the extension of `editors/vscode/` and packs it as `editors/vscode/tegata-VERSION.vsix`. `npm run vscode` does both; VS Code installs the file by
// `code --install-extension`. The package that it uses is the one that was built last.
//
// A .vsix file is a ZIP file with two manifests. It is written here, in a few lines: `@vscode/vsce` would bring 119 packages, most of them for publishing
// (Azure's identities, a keyring in machine code), and packs the same files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
import { licenceOf } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = `${root}editors/vscode/`;

/** The parts of the package by their names, as files. */
function aliases() {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const parts = Object.entries(exports).filter(([name, target]) => name !== '.' && typeof target === 'object');
  return Object.fromEntries(parts.map(([name, { default: file }]) => [`tegata${name.slice(1)}`, resolve(root, file)]));
}

/** Bundles the extension and its thread into a folder. */
export async function bundleExtension(outdir) {
  const { metafile } = await build({
    metafile: true,
    entryPoints: ['extension', 'thread'].map((entry) => `${home}src/${entry}.ts`),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    outdir,
    alias: aliases(),
    external: ['vscode', '@viz-js/viz'],
    logLevel: 'error',
  });
  // the licences of the packages of others go with their code
  const names = Object.keys(metafile.inputs).map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  const bundled = [...new Set(names.filter((name) => name !== undefined))].sort();
  writeFileSync(`${outdir}/LICENSES.txt`, bundled.map(licenceOf).join('\n\n'));
}

/** The files of the extension and their contents, by their names in the archive. */
export function filesOfExtension(dist) {
  const manifest = JSON.parse(readFileSync(`${home}package.json`, 'utf8'));
  const inside = (folder) => readdirSync(home + folder).map((file) => `${folder}/${file}`);
  const own = ['package.json', 'README.md', ...inside('grammars'), ...inside('languages')];
  const built = ['extension.js', 'thread.js', 'LICENSES.txt'].map((file) => [
    `extension/dist/${file}`,
    readFileSync(`${dist}/${file}`),
  ]);
  return new Map([
    ['extension.vsixmanifest', Buffer.from(vsixManifest(manifest))],
    ['[Content_Types].xml', Buffer.from(CONTENT_TYPES)],
    ...own.map((file) => [`extension/${file}`, readFileSync(home + file)]),
    ['extension/LICENSE.txt', readFileSync(`${root}LICENSE`)],
    ...built,
  ]);
}

const CONTENT_TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".vsixmanifest" ContentType="text/xml"/><Default Extension=".js" ContentType="application/javascript"/><Default Extension=".md" ContentType="text/markdown"/><Default Extension=".txt" ContentType="text/plain"/></Types>
`;

function vsixManifest({ name, version, publisher, displayName, description, engines, extensionKind }) {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${description}</Description>
    <Categories>Programming Languages,Linters</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="${extensionKind}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExecutesCode" Value="true"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

/** The date of all files: the same sources give the same archive. It is 1 January 1980, the first that ZIP knows. */
const DATE = 0x0021;
/** The version of ZIP that knows deflation, and the bit that says that names are UTF-8. */
const ZIP_VERSION = 20;
const UTF8 = 0x0800;
const DEFLATED = 8;

/** A ZIP archive of the files. */
export function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of files) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(content, { level: 9 });
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(ZIP_VERSION, 0);
    facts.writeUInt16LE(UTF8, 2);
    facts.writeUInt16LE(DEFLATED, 4);
    facts.writeUInt16LE(DATE, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), facts, path, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const version = Buffer.from([ZIP_VERSION, 0]);
    directory.push(Buffer.from('PK\u0001\u0002', 'latin1'), version, facts, place, path);
    offset += 30 + path.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.size, 4);
  end.writeUInt16LE(files.size, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, index, Buffer.from('PK\u0005\u0006', 'latin1'), end]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync(`${home}package.json`, 'utf8'));
  await bundleExtension(`${home}dist`);
  const file = `${home}tegata-${version}.vsix`;
  writeFileSync(file, zip(filesOfExtension(`${home}dist`)));
  console.log(file.slice(root.length));
}
