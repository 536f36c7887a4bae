// SPIN as it is installed: what it says of a model without reductions and without statement merging.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether SPIN and a C compiler are at hand. */
export function isSpinInstalled(): boolean {
  return ['spin -V', 'gcc --version'].every((command) => spawnSync('sh', ['-c', command]).status === 0);
}

/** What a search said; null where it did not come to its end. */
export interface SpinAnswer {
  readonly states: number;
  /** Steps between states, as we count them: SPIN counts the way into the first state too. */
  readonly transitions: number;
  readonly isViolated: boolean;
}

/** A folder in which models are compiled, one after another. */
export class Spin {
  private readonly folder = mkdtempSync(join(tmpdir(), 'tegata-spin-'));

  /** Compiles a model; false where SPIN refuses it, with its words in `refusal`. */
  compile(text: string): boolean {
    writeFileSync(join(this.folder, 'model.pml'), text);
    const make = 'rm -f pan; spin -a -o1 -o2 -o3 model.pml && gcc -O0 -w -DNOREDUCE -o pan pan.c';
    const { status, stdout, stderr } = spawnSync('sh', ['-c', make], { cwd: this.folder, encoding: 'utf8' });
    this.refusal = status === 0 ? '' : `${stdout}${stderr}`;
    return status === 0;
  }

  refusal = '';

  /** Searches the model that was compiled last. */
  search(options: readonly string[]): SpinAnswer | null {
    const given = ['-w14', '-m20000', '-n', ...options];
    const { stdout, status } = spawnSync('./pan', given, { cwd: this.folder, encoding: 'utf8', timeout: 20_000 });
    const stored = /(\d+) states, stored(?: \((\d+) visited\))?/.exec(stdout ?? '');
    const steps = /(\d+) transitions/.exec(stdout ?? '');
    const errors = /errors: (\d+)/.exec(stdout ?? '');
    if (status === null || stored === null || steps === null || errors === null) return null;
    if (/max search depth/.test(stdout) || /out of memory/.test(stdout)) return null;
    // faults that stop the search whatever was asked
    if (/indexing |division|block in|too many|wrong (?:type|number)|uninitialized/i.test(stdout)) return null;
    return { states: Number(stored[1]), transitions: Number(steps[1]) - 1, isViolated: Number(errors[1]) > 0 };
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
