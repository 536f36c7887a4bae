// TypeScript without its types: what was a type becomes blanks, so that every line and column stays where it is. Node does it
// itself from 22.13 on; elsewhere, and to say where a mistake is, the WebAssembly build of swc does.
import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

/** Where and why a file is no TypeScript that can be run by leaving out its types. */
export interface StripProblem {
  readonly file: string;
  readonly message: string;
  readonly kind: 'InvalidSyntax' | 'UnsupportedSyntax';
  /** Lines from 1, columns from 0. */
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Thrown by `stripFile`; its message is the problem as JSON, so that it survives the way from thread to thread. */
class StripError extends Error {
  override name = 'StripError';
}

/** Begins the message of a `StripError`. */
export const STRIP_MARK = 'tegata cannot strip types: ';

/** The JavaScript of a TypeScript file. */
export async function stripFile(url: string): Promise<string> {
  const file = fileURLToPath(url);
  const text = readFileSync(file, 'utf8');
  const own = (nodeModule as { stripTypeScriptTypes?: (code: string) => string }).stripTypeScriptTypes;
  if (own !== undefined) {
    try {
      return own(text);
    } catch {
      // swc says where.
    }
  }
  const { transformSync } = await import('@swc/wasm-typescript');
  try {
    return transformSync(text, { mode: 'strip-only', module: !file.endsWith('.cts') }).code;
  } catch (error) {
    const { message, code, startLine, startColumn, endLine, endColumn } = error as StripProblem & { code: string };
    const problem = { file, message, kind: code, startLine, startColumn, endLine, endColumn };
    throw new StripError(STRIP_MARK + JSON.stringify(problem));
  }
}
