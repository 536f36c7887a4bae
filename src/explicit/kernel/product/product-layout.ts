// Where everything of a product lies in the part of a kernel's memory that is set aside for it. Only touched pages cost anything.
import { BLOCK_BYTES, BLOCK_STATES } from '../protocol.ts';

export interface ProductLayout {
  /** Letters of the model's states. */
  readonly letters: number;
  readonly letterBytes: number;
  /** The directory of blocks. */
  readonly pages: number;
  readonly pageEntries: number;
  /** Words of product states, 256 to a block, and what is known of each block. */
  readonly words: number;
  readonly blocks: number;
  readonly blockCount: number;
  /** The path from below, other states from above. */
  readonly path: number;
  readonly pathEnd: number;
  readonly roots: number;
  readonly rootsEnd: number;
  /** Tables of the property. */
  readonly tables: number;
  readonly tablesEnd: number;
}

/**
 * The parts of the path and of the words. Where states are in other memories the product is so large that paths are short beside it: what is searched
 * depth-first is seldom all of it.
 */
const PARTS = { here: { words: 5 / 16, path: 11 / 32 }, elsewhere: { words: 13 / 32, path: 1 / 4 } } as const;

/** Divides the bytes from `start` on. */
export function makeProductLayout(start: number, bytes: number, states: 'here' | 'elsewhere'): ProductLayout {
  let next = start;
  const take = (part: number): { at: number; bytes: number } => {
    const at = next;
    const granted = Math.floor((bytes * part) / 4096) * 4096;
    next += granted;
    return { at, bytes: granted };
  };
  const letters = take(1 / 8);
  const pages = take(1 / 16);
  const words = take(PARTS[states].words);
  const blockCount = Math.floor(words.bytes / (4 * BLOCK_STATES));
  const blocks = take(PARTS[states].words / 128 + 1 / 1024 + 4096 / bytes);
  const path = take(PARTS[states].path);
  const roots = take(1 / 16);
  const tables = take(1 / 16);
  return {
    letters: letters.at,
    letterBytes: letters.bytes,
    pages: pages.at,
    pageEntries: Math.floor(pages.bytes / 4),
    words: words.at,
    blocks: blocks.at,
    blockCount: Math.min(blockCount, Math.floor(blocks.bytes / BLOCK_BYTES)),
    path: path.at,
    pathEnd: path.at + path.bytes,
    roots: roots.at,
    rootsEnd: roots.at + roots.bytes,
    tables: tables.at,
    tablesEnd: tables.at + tables.bytes,
  };
}
