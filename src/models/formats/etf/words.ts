// Names and values of ETF: `name:sort` with backslash escapes, values in quotes, in hexadecimal, or as plain numbers.
import { nameProblem } from '../name-problem.ts';
import type { EtfScanner, Item } from './scanner.ts';

/** A state variable, an edge label or a state label. */
export interface Declaration {
  readonly name: string;
  readonly sort: string;
  readonly start: number;
  readonly end: number;
}

/** Splits `name:sort` at the first colon that is not escaped. */
export function parseDeclaration({ text, start, end }: Item, scanner: EtfScanner): Declaration {
  let colon = -1;
  for (let i = 0; i < text.length && colon === -1; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === ':') colon = i;
  }
  if (colon <= 0 || colon === text.length - 1) {
    return scanner.fail('ETF401', `expected \`name:sort\`, not \`${text}\``, start, end);
  }
  const name = withoutEscapes(text.slice(0, colon));
  const problem = nameProblem(text);
  if (problem !== null) scanner.fail(problem.code, problem.message, start, end);
  return { name, sort: text.slice(colon + 1), start, end };
}

/** The value that an item of a sort stands for, as text; one in hexadecimal stays as it is where its text could not be shown. */
export function decodeValue({ text, start, end }: Item, scanner: EtfScanner): string {
  const problem = nameProblem(text);
  if (problem !== null) scanner.fail(problem.code, problem.message, start, end);
  if (text.startsWith('"')) return withoutEscapes(text.slice(1, -1));
  if (text.startsWith('#')) {
    const digits = text.slice(1, -1);
    if (!text.endsWith('#') || text.length < 2 || digits.length % 2 !== 0 || !/^[0-9A-Fa-f]*$/.test(digits)) {
      scanner.fail('ETF401', 'expected pairs of hexadecimal digits between `#`', start, end);
    }
    const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    const decoded = decodeUtf8(bytes);
    return decoded === null || nameProblem(decoded) !== null ? text : decoded;
  }
  if (/^-?\d+$/.test(text)) return text;
  return scanner.fail('ETF401', `expected a value ("…", #…# or a number), not \`${text}\``, start, end);
}

/** The text of UTF-8 bytes, or null where they are none. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    const encoded = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}
