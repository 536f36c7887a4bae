// Compiles the AssemblyScript core in `assembly/` to WebAssembly and writes it as a JavaScript module (base64), so that the
// package needs no file access at run time. Does nothing when the module was made from the same sources.
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
const sources = join(root, 'assembly');
const target = join(root, 'src/explicit/kernel/core.generated.js');
const asc = join(root, 'node_modules/assemblyscript');
const options = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--noExportMemory', '--exportTable'];

/** A digest of everything that the module is made from. */
function fingerprint() {
  const hash = createHash('sha256').update(JSON.stringify(options));
  hash.update(JSON.parse(readFileSync(join(asc, 'package.json'), 'utf8')).version);
  for (const file of readdirSync(sources).sort()) hash.update(file).update(readFileSync(join(sources, file)));
  return hash.digest('hex');
}

/** Makes the module unless it is up to date. */
export function buildKernel() {
  const wanted = `// sources: ${fingerprint()}\n`;
  if (existsSync(target) && readFileSync(target, 'utf8').startsWith(wanted)) return;
  const folder = mkdtempSync(join(tmpdir(), 'tegata-core-'));
  try {
    const wasm = join(folder, 'core.wasm');
    const args = [join(asc, 'bin/asc.js'), 'assembly/index.ts', ...options, '-o', wasm];
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

if (process.argv[1] === fileURLToPath(import.meta.url)) buildKernel();
