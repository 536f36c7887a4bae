// Compiles the AssemblyScript cores in `assembly/` to WebAssembly and writes each as a TypeScript module: the code in base64, so that the
// package needs no file access at run time, and the type of its exports. Does nothing for a module that was made from the same sources.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const options = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--noExportMemory', '--exportTable'];

/** For a core whose memory several threads share: its import must say so, with the largest size that there is. */
const shared = ['--enable', 'threads', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'];

/** The cores: where their exports are listed, the module to be made, and the name of the type of its exports. */
const cores = [
  { entry: 'assembly/index.ts', target: 'src/explicit/kernel/core.generated.ts', type: 'Core' },
  {
    entry: 'assembly/threads/index.ts',
    target: 'src/explicit/kernel/threads/shared-core.generated.ts',
    type: 'SharedCore',
    options: shared,
  },
  { entry: 'assembly/mdd/index.ts', target: 'src/dd/mdd/diagram-core.generated.ts', type: 'DiagramCore' },
];

/** Files outside `assembly/` that the sources import or that shape what is written. */
const others = [
  'src/explicit/kernel/protocol.ts',
  'src/dd/mdd/diagram-protocol.ts',
  'scripts/build-kernel.mjs',
  'scripts/core-transform.mjs',
  'node_modules/assemblyscript/package.json',
];

/** A digest of everything that the modules are made from. */
function fingerprint() {
  const hash = createHash('sha256');
  const files = readdirSync(join(root, 'assembly'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  for (const file of [...files.map((name) => join('assembly', name)).sort(), ...others]) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** The compiled core and the members of its exports' type. */
async function compile(entry, more = []) {
  const { default: asc } = await import('assemblyscript/asc');
  const { CoreTransform } = await import('./core-transform.mjs');
  const transform = new CoreTransform();
  let wasm = null;
  const { error } = await asc.main([entry, '--baseDir', root, '-o', 'core.wasm', ...options, ...more], {
    stdout: process.stdout,
    stderr: process.stderr,
    writeFile: (_, contents) => {
      wasm = contents;
    },
    transforms: [transform],
  });
  if (error !== null) throw error;
  return { wasm: Buffer.from(wasm), members: transform.members };
}

/** Makes the module. */
async function buildCore({ entry, target, type, options: more }, firstLine) {
  const { wasm, members } = await compile(entry, more);
  const host = relative(dirname(target), 'src/base/wasm-host.ts').replaceAll('\\', '/');
  const text = `${firstLine}// Made by scripts/build-kernel.mjs.
import type { WasmGlobal, WasmTable } from '${host}';

/** The exports of ${entry}. Unsigned results arrive as signed numbers. */
export interface ${type} {
${members.join('\n')}
  /** Functions that the core calls by number. */
  readonly table: WasmTable;
}

/** The compiled core. */
export const coreBase64: string =
  '${wasm.toString('base64')}';
`;
  const path = join(root, target);
  mkdirSync(dirname(path), { recursive: true });
  // Written beside and renamed, so that no reader ever sees half a module.
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

/** Makes all modules that are not up to date. */
export async function buildKernel() {
  const firstLine = `// sources: ${fingerprint()}\n`;
  for (const core of cores) {
    const path = join(root, core.target);
    if (existsSync(path) && readFileSync(path, 'utf8').startsWith(firstLine)) continue;
    await buildCore(core, firstLine);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildKernel();
