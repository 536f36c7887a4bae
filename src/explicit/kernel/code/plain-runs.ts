// Runs of plain assignments, done word by word instead of one after another: constants and copies that are sure to fit their fields. A
// receive moves every message of a channel up by one place, which is then one shift of each word that holds the channel.
import { reduceTo } from '../../../models/expression/closures.ts';
import type { Assignment, Effect } from '../../../models/model.ts';
import { type Field, fieldMask, type Packing } from '../packing/packing.ts';

/** Fields that a word gets from a word of the state before the run. */
interface Copy {
  readonly word: number;
  /** How far the fields move up; negative: down. */
  readonly up: number;
  /** The bits that they fill. */
  mask: bigint;
}

/** What a run does to one word. */
interface WordWrite {
  readonly word: number;
  /** The bits that change. */
  cleared: bigint;
  /** Those of them that become 1. */
  bits: bigint;
  readonly copies: Copy[];
}

/** Assignments that can be done at once: none reads what another of them has written before. */
export type PlainRun = readonly WordWrite[];

/** The effects in their order; neighbours that are plain come as runs. */
export function splitRuns(effects: readonly Effect[], packing: Packing): (Effect | PlainRun)[] {
  const parts: (Effect | PlainRun)[] = [];
  let run = new RunInMaking(packing);
  const close = (): void => {
    if (run.writes.size > 0) parts.push([...run.writes.values()]);
    run = new RunInMaking(packing);
  };
  for (const effect of effects) {
    const plain = 'required' in effect ? null : plainOf(effect, packing);
    if (plain === null) {
      close();
      parts.push(effect);
      continue;
    }
    if (!run.takes(plain)) close();
    run.add(plain);
  }
  close();
  return parts;
}

export function isRun(part: Effect | PlainRun): part is PlainRun {
  return Array.isArray(part);
}

/** An assignment of a constant, as a distance from the lower value of the field, or of another variable. */
interface Plain {
  readonly target: number;
  readonly from: { readonly distance: number } | { readonly source: number };
}

function plainOf({ target, value, width }: Assignment, { fields }: Packing): Plain | null {
  if (target.kind !== 'variable') return null;
  const field = fields[target.variable];
  if (value.kind === 'constant') return constantOf(target.variable, field, reduceTo(width, value.value));
  if (value.kind !== 'variable' || width !== 'none') return null;
  const source = fields[value.variable];
  if (source.bits === 0) return constantOf(target.variable, field, source.lower);
  // Nothing to be tested, nothing to be added.
  const isPlain = source.lower === field.lower && source.bits <= field.bits;
  return isPlain ? { target: target.variable, from: { source: value.variable } } : null;
}

function constantOf(target: number, { lower, max }: Field, value: number): Plain | null {
  const distance = value - lower;
  return distance >= 0 && distance <= max ? { target, from: { distance } } : null;
}

class RunInMaking {
  readonly writes = new Map<number, WordWrite>();
  private readonly fields: readonly Field[];
  private readonly written = new Set<number>();

  constructor({ fields }: Packing) {
    this.fields = fields;
  }

  /** Whether the assignment does the same if it is done together with those before it. */
  takes({ target, from }: Plain): boolean {
    return !this.written.has(target) && !('source' in from && this.written.has(from.source));
  }

  add({ target, from }: Plain): void {
    this.written.add(target);
    const field = this.fields[target];
    if (field.bits === 0) return;
    const write = this.writeOf(field.word);
    write.cleared |= fieldMask(field);
    if ('distance' in from) {
      write.bits |= BigInt(from.distance) << BigInt(field.shift);
      return;
    }
    const source = this.fields[from.source];
    const up = field.shift - source.shift;
    const mask = ((1n << BigInt(source.bits)) - 1n) << BigInt(field.shift);
    const known = write.copies.find((copy) => copy.word === source.word && copy.up === up);
    if (known === undefined) write.copies.push({ word: source.word, up, mask });
    else known.mask |= mask;
  }

  private writeOf(word: number): WordWrite {
    let write = this.writes.get(word);
    if (write === undefined) {
      write = { word, cleared: 0n, bits: 0n, copies: [] };
      this.writes.set(word, write);
    }
    return write;
  }
}
