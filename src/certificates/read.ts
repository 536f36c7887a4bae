// Certificates as data for people: the header, and the sizes of what follows it. Nothing is verified here.
import type { Diagnostic, Parsed } from '../diagnostics/diagnostic.ts';
import { type CertificateHeader, FIRST_LINE, recordLength } from './format.ts';

export interface CertificateSummary {
  readonly header: CertificateHeader;
  /** Pairs of a state and obligations; or the states of the lasso. Of a diagram rounded where they are very many. */
  readonly states: number;
  /** 0 for a lasso. */
  readonly blocks: number;
  /** The largest block. */
  readonly largestBlock: number;
  /** Where a diagram says which states there are: its nodes. */
  readonly diagramNodes?: number;
  readonly bytes: number;
  /** The length of the header, and of each record. */
  readonly headerBytes: number;
  readonly recordBytes: number;
}

/** Reads a certificate in pieces. */
export function readCertificate(name: string, pieces: Iterable<Uint8Array>): Parsed<CertificateSummary> {
  const input = new Input(pieces);
  try {
    return { value: summaryOf(input), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    const diagnostic: Diagnostic = { code: 'CMD007', message: `${name}: ${error.message}` };
    return { value: null, diagnostics: [diagnostic] };
  }
}

/** Carries the reason to `readCertificate`; never leaves this file. */
class Damaged extends Error {}

function summaryOf(input: Input): CertificateSummary {
  const first = input.line(64);
  if (first === null || !first.startsWith('tegata-certificate ')) throw new Damaged('this is not a certificate');
  if (first !== FIRST_LINE) throw new Damaged(`certificates of this version are not known: ${first}`);
  const header = headerOf(input.line(1 << 28) ?? '');
  const headerBytes = input.at;
  const recordBytes = recordLength(header);
  const isProof = header.verdict === 'holds';
  const counts = isProof ? countBlocks(input, header, recordBytes) : countRun(input, recordBytes);
  if (input.next() !== -1) throw new Damaged('something follows its end');
  return { header, ...counts, bytes: input.at, headerBytes, recordBytes };
}

function headerOf(line: string): CertificateHeader {
  try {
    const header: CertificateHeader = JSON.parse(line);
    const isWhole =
      header.verdict === 'violated' ||
      (header.verdict === 'holds' && [header.obligations, header.postponed].every(Array.isArray));
    if (isWhole && Array.isArray(header.variables) && Array.isArray(header.order ?? [])) return header;
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
  }
  throw new Damaged('its header is damaged');
}

type Counts = Pick<CertificateSummary, 'states' | 'blocks' | 'largestBlock' | 'diagramNodes'>;

function countBlocks(input: Input, { obligations = [], order }: CertificateHeader, recordBytes: number): Counts {
  const sizes = new Map<number, number>();
  const diagram = order === undefined ? null : countPaths(input, order.length);
  let states = 0;
  for (let number = 0, given = input.number(); given > 0; number++, given = input.number()) {
    const count = diagram === null ? given : (diagram.paths.get(number) ?? 0);
    const pairs = input.number();
    for (let i = 0; i < pairs; i++) {
      if (input.number() >= obligations.length) throw new Damaged('its header is damaged');
      const block = input.number();
      sizes.set(block, (sizes.get(block) ?? 0) + count);
    }
    if (diagram === null) input.skip(count * recordBytes);
    states += count * pairs;
  }
  let largestBlock = 0;
  for (const size of sizes.values()) largestBlock = Math.max(largestBlock, size);
  return { states, blocks: sizes.size, largestBlock, ...(diagram !== null && { diagramNodes: diagram.nodes }) };
}

/** The nodes of a diagram, and how many paths lead from its root to each class. */
function countPaths(input: Input, levels: number): { readonly nodes: number; readonly paths: Map<number, number> } {
  let nodes = 0;
  let paths = new Map([[0, 1]]);
  for (let level = 0; level < levels; level++) {
    const below = new Map<number, number>();
    const size = input.number();
    for (let node = 0; node < size; node++) {
      for (let edges = input.number(); edges > 0; edges--) {
        input.number();
        const target = input.number();
        below.set(target, (below.get(target) ?? 0) + (paths.get(node) ?? 0));
      }
    }
    nodes += size;
    paths = below;
  }
  return { nodes, paths };
}

function countRun(input: Input, recordBytes: number): Counts {
  const states = input.number() + input.number();
  input.skip(states * recordBytes);
  return { states, blocks: 0, largestBlock: 0 };
}

class Input {
  /** Bytes that were read. */
  at = 0;
  private readonly pieces: Iterator<Uint8Array>;
  private piece = new Uint8Array(0);
  private used = 0;

  constructor(pieces: Iterable<Uint8Array>) {
    this.pieces = pieces[Symbol.iterator]();
  }

  /** The next byte; -1 at the end. */
  next(): number {
    if (!this.fill()) return -1;
    this.at++;
    return this.piece[this.used++];
  }

  skip(count: number): void {
    for (let left = count; left > 0; ) {
      if (!this.fill()) throw new Damaged('it ends too early');
      const taken = Math.min(left, this.piece.length - this.used);
      this.used += taken;
      this.at += taken;
      left -= taken;
    }
  }

  number(): number {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const byte = this.next();
      if (byte === -1 || unit >= 2 ** 49) throw new Damaged('it ends too early');
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  }

  /** Up to the next newline; null where that does not come in so many bytes. */
  line(most: number): string | null {
    const bytes: number[] = [];
    for (let byte = this.next(); byte !== 10; byte = this.next()) {
      if (byte === -1 || bytes.length === most) return null;
      bytes.push(byte);
    }
    return new TextDecoder().decode(Uint8Array.from(bytes));
  }

  private fill(): boolean {
    while (this.used === this.piece.length) {
      const { value, done } = this.pieces.next();
      if (done) return false;
      this.piece = new Uint8Array(value);
      this.used = 0;
    }
    return true;
  }
}
