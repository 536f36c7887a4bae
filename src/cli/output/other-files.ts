// No output may replace what is read: a trace in the place of its model could never be followed again.
import { type BigIntStats, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../diagnostics/index.ts';

/** Throws `UsageError` when a file that is written is one that is read, by whatever name; `-` is none, and a folder stands for the model in it. */
export function requireOtherFiles(
  option: string,
  outputs: readonly string[],
  inputs: readonly (string | undefined)[],
): void {
  for (const output of outputs) {
    const written = fileOf(output);
    const replaced = written && inputs.find((input) => input !== undefined && isSame(fileOf(input), written));
    if (replaced) throw new UsageError(`${option} ${output} would replace ${replaced}, which is read`);
  }
}

function isSame(one: BigIntStats | null, other: BigIntStats): boolean {
  return one !== null && one.ino === other.ino && one.dev === other.dev;
}

function fileOf(path: string): BigIntStats | null {
  if (path === '-') return null;
  try {
    const found = statSync(path, { bigint: true });
    if (found.isDirectory()) return fileOf(join(path, 'model.pnml'));
    return found.isFile() ? found : null;
  } catch {
    return null; // there is nothing to be replaced
  }
}
