// The page imports the package by its public names alone, as anybody's page would, and nothing from a server.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

/** What a file imports, and the workers that it starts. */
function importsOf(file: string): string[] {
  const text = readFileSync(join('web', file), 'utf8');
  const found = text.matchAll(/(?:\bfrom|\bimport|new URL\()\s*\(?\s*'([^']+)'/g);
  return [...found].map(([, target]) => target);
}

it('the studio imports what the package exports, its own files, and packages that are named in package.json', () => {
  expect(files.length).toBeGreaterThan(20);
  const named = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => {
        if (target.startsWith('.')) {
          const path = join('web', file, '..', target);
          return !path.startsWith('web/') && !path.startsWith('examples/');
        }
        if (/^tegata(\/|$)/.test(target)) return manifest.exports[`.${target.slice('tegata'.length)}`] === undefined;
        return !named.some((name) => target === name || target.startsWith(`${name}/`));
      })
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

it('the studio has no files that are too long to be read', () => {
  for (const file of files) expect(readFileSync(join('web', file), 'utf8').split('\n').length, file).toBeLessThan(450);
});
