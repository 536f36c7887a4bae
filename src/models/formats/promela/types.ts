// Types of Promela as cells of the state vector: how wide a cell is, and how arrays and records are laid out in neighbouring cells.
import type { Expr } from './ast.ts';

/** A number in one cell. `bits` 0 is a whole `int`, a negative number counts the bits of a signed one. */
export interface CellType {
  readonly name: string;
  readonly bits: number;
  /** The set of names that its values have, for `mtype`. */
  readonly symbols?: string;
}

export const BIT: CellType = { name: 'bit', bits: 1 };
export const BYTE: CellType = { name: 'byte', bits: 8 };
export const SHORT: CellType = { name: 'short', bits: -16 };
export const INT: CellType = { name: 'int', bits: 0 };
export const PID: CellType = { name: 'pid', bits: 8 };
export const CHAN: CellType = { name: 'chan', bits: 16 };

/** `value` as a cell of the type keeps it. */
export function reduceTo({ bits }: CellType, value: number): number {
  if (bits === 0 || bits === 32) return value;
  return bits > 0 ? value & (2 ** bits - 1) : (value << (32 + bits)) >> (32 + bits);
}

/** The smallest and largest value of a cell; null where only the memory of a number bounds it. */
export function rangeOf({ bits }: CellType): { lower: number | null; upper: number | null } {
  if (bits === 0 || bits === 32) return { lower: null, upper: null };
  return bits > 0 ? { lower: 0, upper: 2 ** bits - 1 } : { lower: -(2 ** (-bits - 1)), upper: 2 ** (-bits - 1) - 1 };
}

export type Shape =
  | { readonly kind: 'cell'; readonly type: CellType }
  | {
      readonly kind: 'record';
      readonly name: string;
      readonly members: ReadonlyMap<string, Member>;
      readonly size: number;
    };

/** A member of a record, or a whole variable. */
export interface Member {
  readonly name: string;
  readonly shape: Shape;
  /** Null for what is no array. */
  readonly length: number | null;
  /** In cells, from the beginning of the record. */
  readonly offset: number;
  /** The first value, and where the channels come from; of the member of a type as well. */
  readonly initial: MemberInitial | null;
}

export type MemberInitial =
  | { readonly kind: 'value'; readonly value: Expr }
  | { readonly kind: 'list'; readonly values: readonly Expr[] }
  | { readonly kind: 'channel'; readonly capacity: number; readonly fields: readonly CellType[] };

/** Cells of one element. */
export function sizeOf(shape: Shape): number {
  return shape.kind === 'cell' ? 1 : shape.size;
}

/** Cells of the whole member. */
export function sizeOfMember({ shape, length }: Pick<Member, 'shape' | 'length'>): number {
  return sizeOf(shape) * (length ?? 1);
}

/** A channel that is made together with a region: its buffer stands there. */
export interface ChannelTemplate {
  readonly name: string;
  readonly capacity: number;
  readonly fields: readonly CellType[];
  /** The cell that counts its messages, followed by the messages; -1 where there is no buffer. */
  readonly offset: number;
  /** The cell of the variable that it is made for. */
  readonly owner: number;
}

/** Cells of one kind of region: the global variables, or those of a process. */
export interface RegionCell {
  readonly name: string;
  readonly type: CellType;
  /** Cells that no user wrote: buffers. */
  readonly isBuffer: boolean;
}

/** Cells that stand together, under construction. */
export class Region {
  readonly cells: RegionCell[] = [];
  readonly channels: ChannelTemplate[] = [];

  /** Appends cells for a variable and its channels; gives its first cell. */
  add(member: Omit<Member, 'offset'>): number {
    const offset = this.cells.length;
    this.addCells(member, member.name);
    this.addChannels(member, member.name, offset);
    return offset;
  }

  private addCells(member: Omit<Member, 'offset'>, name: string): void {
    for (let i = 0; i < (member.length ?? 1); i++) {
      const element = member.length === null ? name : `${name}[${i}]`;
      if (member.shape.kind === 'cell') this.cells.push({ name: element, type: member.shape.type, isBuffer: false });
      else for (const inner of member.shape.members.values()) this.addCells(inner, `${element}.${inner.name}`);
    }
  }

  private addChannels(member: Omit<Member, 'offset'>, name: string, base: number): void {
    const step = sizeOf(member.shape);
    for (let i = 0; i < (member.length ?? 1); i++) {
      const element = member.length === null ? name : `${name}[${i}]`;
      if (member.shape.kind === 'record') {
        for (const inner of member.shape.members.values()) {
          this.addChannels(inner, `${element}.${inner.name}`, base + i * step + inner.offset);
        }
      } else if (member.initial?.kind === 'channel') {
        this.addChannel(element, base + i, member.initial);
      }
    }
  }

  private addChannel(name: string, owner: number, made: Extract<MemberInitial, { kind: 'channel' }>): void {
    const { capacity, fields } = made;
    const offset = capacity === 0 ? -1 : this.cells.length;
    if (capacity > 0) this.cells.push({ name: `len(${name})`, type: { name: 'len', bits: 16 }, isBuffer: true });
    for (let i = 0; i < capacity; i++) {
      for (const [k, type] of fields.entries()) {
        this.cells.push({ name: `${name}[${i}].${k}`, type, isBuffer: true });
      }
    }
    this.channels.push({ name, capacity, fields, offset, owner });
  }
}
