// The files that a module of the user is made of: itself, and what it imports by a relative name, and so on. They are found by their texts; no
// code of the user is run for it.
import { dirname, join, relative, resolve } from 'node:path';
import { isModuleName } from './module-name.ts';
import { isFile, readText } from './read-file.ts';
import { MODULE_LIMIT } from './size-limits.ts';

const IMPORT = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;

/** All files, the module itself first; those that are missing are left out. */
export function moduleFiles(path: string): string[] {
  const found = new Set<string>();
  const open = [resolve(path)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file) || !isFile(file)) continue;
    found.add(file);
    if (!isModuleName(file)) continue;
    for (const [, , specifier] of textOf(file).matchAll(IMPORT))
      open.push(...candidates(join(dirname(file), specifier)));
  }
  return [...found].map((file) => relative('.', file));
}

/** A file that is being replaced has no imports for the moment. */
function textOf(file: string): string {
  try {
    return readText(file, MODULE_LIMIT);
  } catch {
    return '';
  }
}

/** The files that a name may stand for, as modules are found (`module-hooks.ts`). */
function candidates(name: string): string[] {
  const compiled = /^(.*)\.([cm]?)js$/.exec(name);
  return [
    name,
    ...(compiled ? [`${compiled[1]}.${compiled[2]}ts`] : [`${name}.ts`, `${name}.mts`, `${name}/index.ts`]),
  ];
}
