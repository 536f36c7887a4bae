// Runs the built `tegata` command as a user would (`npm run build` comes first in `npm test`).
import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const program = resolve('dist/cli/bundle/main.js');

/** The outcome of `tegata ARGS…` with the given standard input, and variables added to the environment. */
export function tegata(args: readonly string[], input = '', environment: NodeJS.ProcessEnv = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    input,
    timeout: 60_000,
    maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '', ...environment },
  });
  return { status, stdout, stderr };
}

/** The outcome of a run that gets Ctrl-C a moment after it has first written to standard output. */
export async function interrupted(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '', ...environment };
  const child = spawn(process.execPath, [program, ...args], { env });
  let stdout = '';
  let stderr = '';
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGINT'), 300));
  child.stdout.on('data', (data) => {
    stdout += String(data);
  });
  child.stderr.on('data', (data) => {
    stderr += String(data);
  });
  const status = await new Promise<number | null>((ended) => child.on('close', ended));
  return { status, stdout, stderr };
}

/** The lines of a text that ends in a newline. */
export function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

export type JsonObject = Record<string, unknown>;

/** One object of each line. */
export function objectsOf(stdout: string): JsonObject[] {
  return linesOf(stdout).map((line) => JSON.parse(line) as JsonObject);
}
