// Compiles the AssemblyScript cores in `assembly/` to WebAssembly and writes each as a JavaScript module (base64), so that the
// package needs no file access at run time. Does nothing for a module that was made from the same sources.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const asc = join(root, 'node_modules/assemblyscript');
const options = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--noExportMemory', '--exportTable'];

/** The cores: the folder of their sources, and the module to be made, which build.mjs copies to dist/. */
export const cores = [
  { sources: 'assembly', target: 'explicit/kernel/core.generated.js' },
  { sources: 'assembly/mdd', target: 'dd/mdd/core.generated.js' },
];

/** A digest of everything that a module is made from. */
function fingerprint(sources) {
  const hash = createHash('sha256').update(JSON.stringify(options));
  hash.update(JSON.parse(readFileSync(join(asc, 'package.json'), 'utf8')).version);
  const files = readdirSync(sources).filter((file) => /\.(ts|json)$/.test(file));
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(sources, file)));
  return hash.digest('hex');
}

/** Makes the module unless it is up to date. */
function buildCore(core) {
  const target = join(root, 'src', core.target);
  const wanted = `// sources: ${fingerprint(join(root, core.sources))}\n`;
  if (existsSync(target) && readFileSync(target, 'utf8').startsWith(wanted)) return;
  const folder = mkdtempSync(join(tmpdir(), 'tegata-core-'));
  try {
    const wasm = join(folder, 'core.wasm');
    const args = [join(asc, 'bin/asc.js'), `${core.sources}/index.ts`, ...options, '-o', wasm];
    execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    const text = `${wanted}export const coreBase64 =\n  '${readFileSync(wasm).toString('base64')}';\n`;
    mkdirSync(dirname(target), { recursive: true });
    // Written beside and renamed, so that no reader ever sees half a module.
    const partial = `${target}.${process.pid}`;
    writeFileSync(partial, text);
    renameSync(partial, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes all modules that are not up to date. */
export function buildKernel() {
  for (const core of cores) buildCore(core);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildKernel();
