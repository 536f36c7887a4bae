// Which files have changed: by what the system knows of them, asked for again and again. That takes next to no time for the files of a model, and
// works on every file system, also where editors put a new file in the place of the old one.
import { statSync } from 'node:fs';

/** What tells two versions of a file apart; empty where there is none. */
function versionOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeNs}`;
}

export class WatchedFiles {
  private readonly versions = new Map<string, string>();

  /** Watches these files from now on, and no others. */
  watch(paths: Iterable<string>): void {
    const wanted = new Set(paths);
    for (const path of this.versions.keys()) if (!wanted.has(path)) this.versions.delete(path);
    for (const path of wanted) if (!this.versions.has(path)) this.versions.set(path, versionOf(path));
  }

  /** The files that have changed since the last time. */
  changed(): string[] {
    const changed: string[] = [];
    for (const [path, before] of this.versions) {
      const now = versionOf(path);
      if (now === before) continue;
      this.versions.set(path, now);
      changed.push(path);
    }
    return changed;
  }
}
