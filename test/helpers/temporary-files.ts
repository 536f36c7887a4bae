// Files for one test file, in a folder of their own that is removed afterwards.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export interface TemporaryFiles {
  readonly folder: string;
  /** Writes a file, and gives its path. */
  file(name: string, text: string): string;
}

/** To be called at the top of a test file. */
export function temporaryFiles(prefix: string): TemporaryFiles {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    file: (name, text) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    },
  };
}
