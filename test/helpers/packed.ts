// The package as `npm pack` makes it, in a project of its own outside of this repository. Nothing is downloaded: what the package depends
// on is copied from this repository's node_modules, and tools are linked from there.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The packages that the one in `folder` needs, directly or not. */
function needed(folder: string): Set<string> {
  const found = new Set<string>();
  const folders = [folder];
  for (const one of folders) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(one, 'package.json'), 'utf8')) as Manifest;
    for (const name of Object.keys(dependencies)) {
      if (found.has(name)) continue;
      found.add(name);
      folders.push(join('node_modules', name));
    }
  }
  return found;
}

/** Packs this package into a folder; gives the path of the tarball. */
export function packInto(folder: string): string {
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { stdio: 'ignore' });
  return join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz'))!);
}

/** An empty project that has the package and these tools; gives its folder, which the caller removes. */
export function packedProject({ tools }: { readonly tools: readonly string[] }): string {
  const project = mkdtempSync(join(tmpdir(), 'tegata-project-'));
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, 'tegata'), { recursive: true });
  execFileSync('tar', ['xzf', packInto(project), '--strip-components=1', '-C', join(modules, 'tegata')]);
  for (const name of needed('.')) cpSync(join('node_modules', name), join(modules, name), { recursive: true });
  for (const name of tools) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(modules, name));
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  return project;
}
