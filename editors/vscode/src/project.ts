// Models in TypeScript and JavaScript are programs. They are run only when their user asks for a check, in a process of their own, by the command of
// the package that the project itself has installed: what they import is found as everywhere else in the project.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Answer, CheckLimits } from './protocol.ts';
import { Cancelled } from './talk.ts';

/** The exit codes of the command that are verdicts. */
const OUTCOMES: Readonly<Record<number, Answer['outcome']>> = { 0: 'holds', 10: 'violated', 20: 'unknown' };

/** The command of the package in the project of the file, or null where there is none. */
export function commandFor(file: string): string | null {
  try {
    const manifest = createRequire(file).resolve('tegata/package.json');
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: { tegata: string } };
    return join(dirname(manifest), bin.tegata);
  } catch {
    return null;
  }
}

/** Checks a formula of a model in code. Aborting the signal ends the process. */
export function checkModule(
  command: string,
  { file, formula }: { readonly file: string; readonly formula: string },
  { limits, signal }: { readonly limits: CheckLimits; readonly signal: AbortSignal },
): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), 'tegata-'));
  const [page, picture] = [join(folder, 'run.html'), join(folder, 'run.svg')];
  const traces = ['--trace', page, '--trace', picture];
  const bounds = ['--timeout', String(limits.seconds), '--memory', `${limits.megabytes}M`];
  const parameters = [command, 'check', file, '--ltl', formula, ...bounds, ...traces];
  const contentOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);
  return new Promise<Answer>((resolve, reject) => {
    // in the editor the executable is Electron, which is Node when it is told so
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', NO_COLOR: '1' };
    const child = spawn(process.execPath, parameters, { cwd: dirname(file), env });
    const said = { out: '', wrong: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.wrong += text));
    const stop = (): void => void child.kill('SIGKILL');
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    child.on('error', reject);
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop);
      const outcome = OUTCOMES[code ?? -1];
      if (signal.aborted) reject(new Cancelled('cancelled'));
      else if (outcome === undefined) reject(new Error(said.wrong.trim() || `the command has ended with ${code}`));
      else resolve({ outcome, text: said.out.trimEnd(), page: contentOf(page), picture: contentOf(picture) });
    });
  }).finally(() => rmSync(folder, { recursive: true, force: true }));
}
