// Whether a check is worth trying before a thread is started for it.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isModuleName } from '../input/module-name.ts';
import type { CheckJob } from './check-job.ts';

/** Larger files are not read in a moment. */
const SMALL_BYTES = 1 << 18;

/** Whether all that the check reads are small files that can be read once more. */
export function isSmallJob({ model, properties, never }: Pick<CheckJob, 'model' | 'properties' | 'never'>): boolean {
  if (never.length > 0 || isModuleName(model)) return false; // they are not read in one go
  return model !== '-' && [model, ...properties].every(isSmallFile);
}

/** What is not a file is a folder with a model, the name of a net, or an error that is found at once. */
function isSmallFile(path: string): boolean {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return isSmallFile(join(path, 'model.pnml'));
    return found.isFile() && found.size <= SMALL_BYTES;
  } catch {
    return true;
  }
}
