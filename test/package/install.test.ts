// The first commands of a new user, as docs/first-steps.md shows them: the package as `npm pack` makes it is installed into an empty project
// and used. Nothing is downloaded: what it depends on is packed from this repository's own node_modules.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fencesOf, matches, stepsOf } from '../docs/fences.ts';

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** The packages that the one in `folder` needs, directly or not. */
function needed(folder: string, found = new Set<string>()): Set<string> {
  for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
    if (found.has(name)) continue;
    found.add(name);
    needed(join('node_modules', name), found);
  }
  return found;
}

/** Packs what is in the folder; gives the name of the file. */
function pack(folder: string, destination: string): string {
  const before = new Set(readdirSync(destination));
  const source = `${resolve(folder)}/`;
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', destination, source], { stdio: 'ignore' });
  return readdirSync(destination).find((file) => !before.has(file))!;
}

let project = '';
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'tegata-install-'));
  mkdirSync(join(project, 'needed'));
  const dependencies = [...needed('.')].map((name) => [
    name,
    `file:needed/${pack(join('node_modules', name), join(project, 'needed'))}`,
  ]);
  pack('.', project);
  const manifest = { name: 'first-steps', private: true, dependencies: Object.fromEntries(dependencies) };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
}, 120_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

it('docs/first-steps.md shows how the package is installed and used', () => {
  const [fence] = fencesOf(readFileSync('docs/first-steps.md', 'utf8')).filter(({ language }) => language === 'shell');
  for (const { command, output } of stepsOf(fence)) {
    const { stdout, status } = spawnSync('bash', ['-c', command], {
      cwd: project,
      encoding: 'utf8',
      timeout: 100_000,
      env: {
        ...process.env,
        npm_config_offline: 'true',
        npm_config_audit: 'false',
        npm_config_fund: 'false',
        NO_COLOR: '1',
      },
    });
    if (!matches(output, stdout.trimEnd())) expect(stdout, `$ ${command} ended with ${status}`).toBe(output);
  }
}, 180_000);
