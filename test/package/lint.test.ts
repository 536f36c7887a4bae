// The tarball as publint and attw see it: what `exports` promises is there, is a module, and has types that every resolution finds.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packInto } from '../helpers/packed.ts';

let folder = '';
let tarball = new Uint8Array();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tegata-lint-'));
  tarball = Uint8Array.from(readFileSync(packInto(folder)));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the tarball', () => {
  it('is clean for publint, with suggestions as errors', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer as ArrayBuffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('is clean for attw, as a package of ES modules alone', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(tarball));
    if (analysis.types === false) throw new Error('the package has no types');
    // `node10` is the resolution that knows no `exports`; `require` of an ES module works in every Node that we support
    const problems = analysis.problems.filter(
      (problem) =>
        !(problem.kind === 'NoResolution' && problem.resolutionKind === 'node10') &&
        problem.kind !== 'CJSResolvesToESM',
    );
    expect(problems).toEqual([]);
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> };
    const subpaths = Object.keys(exports).filter((subpath) => subpath !== './package.json');
    for (const subpath of subpaths) {
      const { resolutions } = analysis.entrypoints[subpath];
      expect(resolutions['node16-esm'].resolution?.isTypeScript).toBe(true);
      expect(resolutions.bundler.resolution?.isTypeScript).toBe(true);
    }
  });
});
