// Starts the bundle of `dist/cli/bundle/`: one file with all modules, compiled with the help of V8's code cache (ADR 007). The cache holds the
// functions that an earlier run of the same kind has compiled, so that no run compiles what another has compiled before it.
//
// The cache is only ever a help: it is read and written where the package is or in the user's own cache folder, V8 refuses what
// another version or other flags have made, and whatever goes wrong with it is passed over. TEGATA_COMPILE_CACHE=off does without it.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { EXIT } from '../output/exit-codes.ts';
import type { EntryName, entries } from './bundle-entries.ts';

/** The wrapper that Node itself puts around such a file. */
const WRAPPER = ['(function (exports, require, module, __filename, __dirname) { ', '\n})'] as const;

type BundleFunction = (
  exports: { entries?: typeof entries },
  require: NodeJS.Require,
  module: object,
  filename: string,
  directory: string,
) => void;

interface BundledRun {
  /** The kind of run, which shares a cache with all others of its kind. */
  readonly profile: string;
  /** Whether the cache is written at the end, if there was none: threads only read it. */
  readonly cache: 'written' | 'read';
}

/** Whether there is a bundle; then starts something in it. */
export function runBundled(entry: EntryName, run: BundledRun): boolean {
  const file = fileURLToPath(new URL('../bundle/tegata.js', import.meta.url));
  let text: string;
  try {
    text = readFileSync(file, 'latin1'); // it has been written in ASCII
  } catch {
    return false;
  }
  const script = compile(file, text, run);
  const exports: { entries?: typeof entries } = {};
  const start = script.runInThisContext() as BundleFunction;
  start(exports, createRequire(file), { exports }, file, dirname(file));
  void exports.entries?.[entry]();
  return true;
}

/**
 * Lets V8 wait longer before it optimises functions. The long loops of the symbolic and the hybrid engine are in WebAssembly; their JavaScript runs for some
 * tenths of a second, of which V8 would spend up to a third on compiling it again. To be called before anything is compiled, since code caches
 * are only good for the flags that they were made with.
 */
export function optimiseLater(): void {
  const { setFlagsFromString } = createRequire(import.meta.url)('node:v8') as {
    setFlagsFromString(flags: string): void;
  };
  setFlagsFromString('--interrupt-budget=400000'); // three times as much as by default
}

/** The kind of run that arguments of the command line ask for: what such runs compile is much the same. */
export function profileOf(args: readonly string[]): string {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return 'help';
  const engine = args.map((arg, i) => (arg === '--engine' ? args[i + 1] : /^--engine=(.*)/.exec(arg)?.[1]));
  const words = [args[0], ...engine].filter((word) => word !== undefined && /^[a-z]+$/.test(word));
  return words.join('-') || 'other';
}

function compile(file: string, text: string, { profile, cache }: BundledRun): Script {
  const files = cacheFiles(text, profile);
  const cachedData = firstReadable(files);
  const script = new Script(WRAPPER.join(text), { filename: file, cachedData });
  const isMissing = cachedData === undefined || script.cachedDataRejected === true;
  if (isMissing && cache === 'written' && files.length > 0) {
    process.on('exit', (code) => {
      // A run that was refused has compiled too little to be an example for others.
      if (code !== EXIT.usage && code !== EXIT.input && code !== EXIT.internal) write(files, script);
    });
  }
  return script;
}

/** Where the cache may be: with the package, which is ours to write as a rule; or with the user's other caches. */
function cacheFiles(text: string, profile: string): string[] {
  const setting = process.env.TEGATA_COMPILE_CACHE;
  if (setting === 'off') return [];
  // V8 compares no more than the length of the text, so the build writes a digest into the first line.
  const digest = /^\/\/ ([0-9a-f]+)\n/.exec(text)?.[1];
  if (digest === undefined) return [];
  const name = `${digest}-${process.version}-${process.arch}-${profile}`;
  const own = fileURLToPath(new URL('../../../.cache/', import.meta.url));
  const folders = setting ? [setting] : [own, join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tegata')];
  return folders.map((folder) => join(folder, name));
}

function firstReadable(files: readonly string[]): Buffer | undefined {
  for (const file of files) {
    try {
      return readFileSync(file);
    } catch {
      // not there, or not for us
    }
  }
  return undefined;
}

function write(files: readonly string[], script: Script): void {
  const data = script.createCachedData();
  for (const file of files) {
    const unfinished = `${file}.${process.pid}`; // another run may write the same
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(unfinished, data);
      renameSync(unfinished, file);
      return;
    } catch {
      forget(unfinished); // not writable: the next place
    }
  }
}

function forget(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // it could not be made either
  }
}
