// What goes wrong with output. A path that cannot be opened is bad input, like any other wrong argument; a write that fails is an error of its own
// kind with an exit status of its own, because what was asked for is lost.
import { InputError, inMessage } from '../../diagnostics/index.ts';

/** The reader of our output is gone (`tegata … | head`): stop quietly. */
export class OutputClosed extends Error {
  override name = 'OutputClosed';
}

/** Something could not be written: the disk is full, or fails. */
export class OutputFailed extends Error {
  override name = 'OutputFailed';
}

/** Errors that are due to the name of a file. */
const WRONG_NAMES: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such folder'],
  ['ENOTDIR', 'there is no such folder'],
  ['EISDIR', 'it is a folder'],
  ['EEXIST', 'there is a file of that name'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'permission denied'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ELOOP', 'the link leads in a circle'],
]);

const LOSSES: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['EFBIG', 'it would be too large'],
  ['EIO', 'the device does not answer'],
]);

/** The error of the file system while `target` was written, as the program reports it; other errors are given back. */
export function outputError(target: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return error;
  if (code === 'EPIPE') return new OutputClosed();
  const message = `cannot write ${inMessage(target)}`;
  const wrong = WRONG_NAMES.get(code);
  if (wrong !== undefined) return new InputError({ code: 'CMD002', message: `${message}: ${wrong}` });
  return new OutputFailed(`${message}: ${LOSSES.get(code) ?? code}`);
}
