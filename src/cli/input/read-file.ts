// Files and streams, read in pieces. Nothing here waits in the operating system for something that may never come, as the opening of a pipe does
// that nobody writes to: there the process would hear of no limit, and a thread could not be ended.
import { closeSync, constants, createReadStream, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { InputError, LimitExceeded, type Stopwatch } from '../../diagnostics/index.ts';
import { FILE_LIMIT, type SizeLimit, tooLong } from './size-limits.ts';

const CHUNK_BYTES = 1 << 18;

/** Milliseconds between two looks at a pipe that has nothing to read: the first, and the most. */
const PAUSE = { first: 0.1, most: 10 } as const;

/** The name of an input in messages; `-` is standard input. */
export function nameOf(path: string): string {
  return path === '-' ? '<stdin>' : path;
}

/** Whether the file can be read once more, and has an end: pipes and devices cannot, or have none. */
export function isFile(path: string): boolean {
  return path !== '-' && statOf(path)?.isFile() === true;
}

/** Whether there is a folder of this name. */
export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** What the system knows about the file; undefined when it does not say. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined; // opening it says why
  }
}

/**
 * The bytes of a file in pieces, each in the same buffer: use a piece before asking for the next. Throws `InputError`, and `LimitExceeded` when
 * the watch says so before all is read.
 */
export function* fileChunks(path: string, watch?: Stopwatch): IterableIterator<Uint8Array> {
  const { descriptor, isNewPipe } = open(path);
  const buffer = new Uint8Array(CHUNK_BYTES);
  let hadWriter = !isNewPipe;
  let pause: number = PAUSE.first;
  try {
    for (;;) {
      watch?.look();
      const length = readPiece(descriptor, buffer, path);
      if (length > 0) {
        hadWriter = true;
        pause = PAUSE.first;
        yield buffer.subarray(0, length);
        continue;
      }
      if (length === NOTHING_YET) hadWriter = true;
      else if (hadWriter) return;
      sleep(pause);
      pause = Math.min(2 * pause, PAUSE.most);
    }
  } finally {
    if (descriptor !== 0) close(descriptor);
  }
}

/** What was read is read, whatever becomes of its file now. */
function close(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // nothing is lost
  }
}

/** The text of a file in pieces; throws `InputError` when there is more than the limit. */
export function* textChunks(path: string, limit: SizeLimit = FILE_LIMIT, watch?: Stopwatch): Generator<string> {
  const found = path === '-' ? undefined : statOf(path);
  if (found?.isFile() === true && found.size > limit.length) throw tooLong(nameOf(path), limit);
  const decoder = new TextDecoder();
  let length = 0;
  for (const bytes of fileChunks(path, watch)) {
    length += bytes.length;
    if (length > limit.length) throw tooLong(nameOf(path), limit);
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}

/** The whole text of a file; throws `InputError` when there is more than the limit, `LimitExceeded` when the watch says so. */
export function readText(path: string, limit: SizeLimit = FILE_LIMIT, watch?: Stopwatch): string {
  return [...textChunks(path, limit, watch)].join('');
}

/** The text of a file in pieces, as they come in. Throws `LimitExceeded` when none has come for so many seconds. */
export async function* textStream(path: string, seconds?: number): AsyncGenerator<string, void, void> {
  const stream = await openStream(path);
  const timer =
    seconds === undefined
      ? undefined
      : setTimeout(() => {
          stream.destroy(new LimitExceeded('time', `nothing from ${nameOf(path)} in ${seconds} s`));
        }, seconds * 1000);
  try {
    for await (const chunk of stream) {
      timer?.refresh();
      yield chunk as string;
    }
  } catch (error) {
    throw error instanceof LimitExceeded ? error : cannotRead(path, error);
  } finally {
    clearTimeout(timer);
  }
}

async function openStream(path: string): Promise<NodeJS.ReadStream | ReturnType<typeof createReadStream>> {
  if (path === '-') return process.stdin.setEncoding('utf8');
  if (statOf(path)?.isFIFO() !== true) return createReadStream(path, { encoding: 'utf8' });
  const { Socket } = await import('node:net');
  const { descriptor } = open(path);
  return new Socket({ fd: descriptor, readable: true, writable: false }).setEncoding('utf8') as NodeJS.ReadStream;
}

/** The error of the file system as bad input; any other error is not ours to explain. */
function cannotRead(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return error;
  const message = `cannot read ${path === '' ? "''" : path}: ${REASONS.get(code) ?? code}`;
  return new InputError({ code: 'CMD002', message });
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'it does not exist'],
  ['ENOTDIR', 'it does not exist'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
  ['ENAMETOOLONG', 'the name is too long'],
]);

/** A pipe is opened so that nobody waits for it; a new one may not have had a writer yet. */
function open(path: string): { readonly descriptor: number; readonly isNewPipe: boolean } {
  if (path === '-') return { descriptor: standardInput(), isNewPipe: false };
  try {
    const isPipe = statOf(path)?.isFIFO() === true;
    const flags = constants.O_RDONLY | (isPipe ? constants.O_NONBLOCK : 0);
    return { descriptor: openSync(path, flags), isNewPipe: isPipe };
  } catch (error) {
    throw cannotRead(path, error);
  }
}

/** A pipe or terminal is opened once more, since the flags of the given descriptor are shared with other processes. */
function standardInput(): number {
  try {
    const found = fstatSync(0);
    if (found.isFIFO() || found.isCharacterDevice()) {
      return openSync('/dev/stdin', constants.O_RDONLY | constants.O_NONBLOCK);
    }
  } catch {
    // not on this system
  }
  return 0;
}

/** Of a read: there is a writer, but nothing to read. */
const NOTHING_YET = -1;

function readPiece(descriptor: number, buffer: Uint8Array, path: string): number {
  try {
    return readSync(descriptor, buffer, 0, buffer.length, null);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EOF') return 0;
    if (code === 'EAGAIN') return NOTHING_YET;
    throw cannotRead(path, error);
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
