// What `npm pack` ships: what users need, and what they were told about.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tegata } from '../helpers/tegata.ts';

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
  it('has modules, declarations, maps, documents and examples, and nothing from the workshop', () => {
    const known = [
      /^dist\/[\w./-]+\.(js|js\.map|d\.ts)$/,
      /^dist\/(cli\/bundle|worker|studio)\/LICENSES\.txt$/,
      /^dist\/studio\/(index\.html|one-file\.txt|mark\.svg|offline\.js|assets\/[\w-]+\.(js|css))$/,
      /^dist\/cli\/bundle\/package\.json$/,
      /^dist\/man\/tegata\.1$/,
      /^docs\/([\w./-]+\.md|experiments\/[\w/-]+\.(svg|csv))$/,
      /^bench\/[\w./-]+\.(md|csv)$/,
      /^examples\//,
      /^(package\.json|(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md|LICENSE)$/,
    ];
    expect(paths.filter((path) => !known.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(paths.filter((path) => /tsbuildinfo|\.test\.|golden|^docs\/api\//.test(path))).toEqual([]);
  });

  it('has the experiments in the command alone, which runs them from its bundle', () => {
    expect(paths.filter((path) => /^dist\/experiments\/|^dist\/cli\/(commands|threads)\/bench/.test(path))).toEqual([]);
    const { status, stdout } = tegata(['bench', '--help', 'model.ts']);
    expect(status).toBe(0);
    expect(stdout).toContain('tegata bench');
  });

  it('has the maps of all its modules, with the sources or where these are', () => {
    const modules = paths.filter((path) => /^dist\/(?!cli\/bundle\/|studio\/).*\.js$/.test(path));
    for (const module of modules) {
      expect(readFileSync(module, 'utf8')).toMatch(/\n\/\/# sourceMappingURL=[\w.-]+\.js\.map\s*$/);
      expect(paths).toContain(`${module}.map`);
      const map = JSON.parse(readFileSync(`${module}.map`, 'utf8')) as { sources: string[]; sourcesContent?: string[] };
      for (const [i, source] of map.sources.entries()) {
        if (map.sourcesContent?.[i] === undefined && !source.includes('node_modules/')) {
          expect(paths).toContain(join(dirname(module), source));
        }
      }
    }
    expect(paths.filter((path) => path.endsWith('.map')).length).toBe(modules.length);
  });

  it('has whatever its documents link to', () => {
    const known = new Set(paths);
    for (const path of paths) for (let at = dirname(path); at !== '.'; at = dirname(at)) known.add(at);
    const pages = paths.filter((path) => path.endsWith('.md'));
    const broken = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link]) => link)
        .filter((link) => !/^([a-z]+:|#)/.test(link))
        .filter((link) => !known.has(join(dirname(page), link.replace(/#.*/, '')).replace(/\/$/, '')))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
    expect(pages).toContain('docs/test-suite.md');
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
