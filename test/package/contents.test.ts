// What `npm pack` ships: what users need, and what they were told about.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const [{ files }] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
) as [{ files: { path: string }[] }];
const paths = files.map(({ path }) => path);

interface Manifest {
  readonly exports: Readonly<Record<string, string | { types: string; default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** The files that are imported, directly or not; `pattern` finds the specifiers. */
function reached(start: readonly string[], pattern: RegExp, asFile: (path: string) => string): Set<string> {
  const found = new Set(start);
  for (const file of found) {
    for (const [, target] of readFileSync(file, 'utf8').matchAll(pattern)) {
      found.add(asFile(join(dirname(file), target)));
    }
  }
  return found;
}

const entries = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'string' ? [] : [{ types: target.types.slice(2), module: target.default.slice(2) }],
);

describe('the package', () => {
  it('has modules, declarations and examples, and nothing from the workshop', () => {
    const foreign = paths.filter(
      (path) =>
        !/^(dist\/[\w./-]+\.(js|d\.ts)|dist\/cli\/bundle\/(LICENSES\.txt|package\.json)|examples\/.*|package\.json|README\.md|CHANGELOG\.md|LICENSE)$/.test(
          path,
        ),
    );
    expect(foreign).toEqual([]);
    expect(paths.filter((path) => /tsbuildinfo|\.map$|\.test\.|golden/.test(path))).toEqual([]);
  });

  it('has every module and declaration that its exports lead to', () => {
    const specifiers = /(?:from |import\()["'](\.[^"']+)["']/g;
    const types = reached(
      entries.map((entry) => entry.types),
      specifiers,
      (path) => path.replace(/\.[jt]s$/, '.d.ts'),
    );
    const modules = reached(
      entries.map((entry) => entry.module),
      specifiers,
      (path) => path,
    );
    for (const file of [...types, ...modules, ...Object.values(manifest.bin)]) expect(paths).toContain(file);
    // and no declaration that they do not lead to
    expect(paths.filter((path) => path.endsWith('.d.ts') && !types.has(path))).toEqual([]);
  });

  it('has each of its dependencies explained in docs/dependencies.md', () => {
    const page = readFileSync('docs/dependencies.md', 'utf8');
    for (const name of Object.keys(manifest.dependencies)) {
      expect(page).toContain(`| [${name}](`);
      expect(page).toContain(`**${name}.**`);
    }
    expect([...page.matchAll(/^\| \[([^\]]+)\]/gm)].map(([, name]) => name).sort()).toEqual(
      Object.keys(manifest.dependencies).sort(),
    );
    expect(existsSync('SECURITY.md')).toBe(true);
  });
});
