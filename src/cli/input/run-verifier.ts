// `tegata-verify`, the program that verifies certificates, on texts that are at hand: it is given files, as users give them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputError } from '../output/output-errors.ts';
import { writeFile } from '../output/write-file.ts';

/** What it said: that the certificate is verified, or why not. `status` is its exit status. */
interface VerifierAnswer {
  readonly status: number | null;
  readonly verified: boolean;
  readonly verdict?: string;
  readonly reason?: string;
}

interface Question {
  /** With the ending of its format. */
  readonly name: string;
  readonly model: string;
  readonly formula: string;
  readonly certificate: Uint8Array;
}

/** Verifies a certificate in a process of its own. */
export function runVerifier({ name, model, formula, certificate }: Question): VerifierAnswer {
  const folder = makeScratchFolder();
  try {
    const files = [join(folder, name), join(folder, 'certificate')];
    writeFile(files[0], model);
    writeFile(files[1], certificate);
    const words = [verifierFile(), '--json', files[0], formula, files[1]];
    const { status, stdout, error } = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 600_000 });
    if (error !== undefined || stdout === '')
      return { status, verified: false, reason: error?.message ?? 'it says nothing' };
    return { status, ...(JSON.parse(stdout) as Omit<VerifierAnswer, 'status'>) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The program lies beside the command, some folders above this file, which may be part of a bundle. */
function verifierFile(): string {
  const places = ['../../verifier/main.js', '../verifier/main.js', '../../../dist/verifier/main.js'];
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return files.find((file) => existsSync(file)) ?? files[0];
}

function makeScratchFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'tegata-verify-'));
  } catch (error) {
    throw outputError(tmpdir(), error);
  }
}
