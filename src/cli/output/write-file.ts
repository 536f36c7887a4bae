// Files are written beside their place and put there when they are complete, so that neither a full disk nor the end of the process leaves half
// of one. Devices, pipes, and files in folders that may not be written to are written in place.
import {
  appendFileSync,
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { outputError } from './output-errors.ts';

/** Text is gathered up to this many characters: one system call per line would dominate. */
const BUFFER_LENGTH = 1 << 16;

/** A file that gets its text in pieces. It is there, whole, after `finish`; until then what was there before it stays. */
export class FileWriter {
  private readonly name: string;
  private readonly place: Place;
  private readonly descriptor: number;
  private pending = '';
  private isOpen = true;

  /** Throws `InputError` when there can be no such file. */
  constructor(name: string) {
    this.name = name;
    try {
      ({ place: this.place, descriptor: this.descriptor } = open(name));
    } catch (error) {
      throw outputError(name, error);
    }
  }

  /** Throws `OutputFailed` when the disk is full, and leaves nothing behind. */
  write(text: string): void {
    this.pending += text;
    if (this.pending.length >= BUFFER_LENGTH) this.checked(() => this.flush());
  }

  /** The same for bytes, which are written at once. */
  writeBytes(bytes: Uint8Array): void {
    this.checked(() => {
      this.flush();
      writeWhole(this.descriptor, bytes);
    });
  }

  /** Puts the file in its place. */
  finish(): void {
    this.checked(() => {
      this.flush();
      this.isOpen = false;
      closeSync(this.descriptor);
      const { beside, mode, target } = this.place;
      if (beside === null) return;
      if (mode !== null) chmodSync(beside, mode);
      renameSync(beside, target);
    });
  }

  /** Forgets what was written; does nothing after `finish`. */
  abandon(): void {
    const { beside } = this.place;
    const { isOpen } = this;
    this.isOpen = false;
    if (isOpen) quietly(() => closeSync(this.descriptor));
    if (beside !== null) quietly(() => rmSync(beside, { force: true }));
  }

  private flush(): void {
    const text = this.pending;
    this.pending = '';
    writeWhole(this.descriptor, text);
  }

  private checked(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.abandon();
      throw outputError(this.name, error);
    }
  }
}

/** What ends the run is told, not what goes wrong after it. */
function quietly(action: () => void): void {
  try {
    action();
  } catch {
    // nothing more can be done
  }
}

/** Writes a file of this text, or of these bytes. */
export function writeFile(name: string, content: string | Uint8Array): void {
  const writer = new FileWriter(name);
  if (typeof content === 'string') writer.write(content);
  else writer.writeBytes(content);
  writer.finish();
}

/** Adds a line to a file that is written over a long time, and read again by who knows that its last line may be cut off. */
export function appendLine(name: string, line: string): void {
  try {
    appendFileSync(name, `${line}\n`);
  } catch (error) {
    throw outputError(name, error);
  }
}

/** Makes a file of this text, unless there is one; says whether it was made. */
export function createFile(name: string, text: string): boolean {
  try {
    writeFileSync(name, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw outputError(name, error);
  }
}

/** Cuts off what is behind so many bytes of a file. */
export function cutFile(name: string, length: number): void {
  try {
    truncateSync(name, length);
  } catch (error) {
    throw outputError(name, error);
  }
}

/** Makes a folder, and those that it is in, unless it is there. */
export function makeFolder(name: string): void {
  try {
    mkdirSync(name, { recursive: true });
  } catch (error) {
    throw outputError(name, error);
  }
}

/** Writes all of the text, or of the bytes, to a descriptor; a pipe that is full is waited for. */
export function writeWhole(descriptor: number, content: string | Uint8Array): void {
  let bytes: Uint8Array = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); // a millisecond
    }
  }
}

interface Place {
  /** The file that is written first, or null when the target itself is. */
  readonly beside: string | null;
  readonly target: string;
  /** The permissions of the file that is replaced. */
  readonly mode: number | null;
}

function open(name: string): { readonly place: Place; readonly descriptor: number } {
  const present = statSync(name, { throwIfNoEntry: false });
  const inPlace = (): ReturnType<typeof open> => ({
    place: { beside: null, target: name, mode: null },
    descriptor: openSync(name, 'w'),
  });
  if (isWrittenInPlace(name, present)) return inPlace();
  const target = present === undefined ? name : realpathSync(name);
  const beside = `${target}.${process.pid}-${Date.now().toString(36)}.part`;
  const mode = present === undefined ? null : present.mode & 0o7777;
  if (present !== undefined) closeSync(openSync(target, 'r+')); // to be replaced only by who may write to it
  try {
    return { place: { beside, target, mode }, descriptor: openSync(beside, 'wx', mode ?? 0o666) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENAMETOOLONG') return inPlace();
    throw error;
  }
}

/** Devices, pipes and folders (which the system refuses), and links that lead to nothing yet. */
function isWrittenInPlace(name: string, present: Stats | undefined): boolean {
  if (present !== undefined) return !present.isFile();
  return lstatSync(name, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
