// Cells that no step assigns: what is in them is known before anything runs. Channels are found that way, most of all.
import type { Layout } from '../layout.ts';
import { allEdges, type Process } from '../program.ts';
import type { CellTerm, Edge } from '../terms.ts';
import { type ChannelOrigins, channelOrigins } from './channel-origins.ts';
import type { Actor } from './expressions.ts';

export interface FixedCells {
  /** The global cells that are never assigned, with their first values, given a first state. */
  globals(initial: ArrayLike<number>): Map<number, number>;
  /** The value of a variable in the place of a process, or null. */
  local(actor: Actor, variable: number): number | null;
  readonly candidates: ChannelOrigins['candidates'];
  /** The numbers of all channels. */
  readonly allChannels: readonly number[];
}

/** Cells that some step may assign: from the offset of the cell on, as far as its indexes reach. */
class Assigned {
  private readonly offsets = new Set<number>();

  add({ offset, indexes }: CellTerm): void {
    const reach = indexes.reduce((sum, { length, stride }) => sum + (length - 1) * stride, 0);
    for (let i = offset; i <= offset + reach; i++) this.offsets.add(i);
  }

  has(offset: number): boolean {
    return this.offsets.has(offset);
  }
}

/** The cells that an edge assigns. */
function* assignedBy({ action }: Edge): Iterable<CellTerm> {
  if (action.kind === 'assign') yield action.cell;
  if (action.kind === 'run' && action.result !== null) yield action.result;
  if (action.kind !== 'receive') return;
  for (const field of action.fields) if (field.kind === 'store') yield field.cell;
}

export function fixedCells(layout: Layout): FixedCells {
  const { program, slots } = layout;
  const { processes } = program;
  const global = new Assigned();
  const local = processes.map(() => new Assigned());
  for (const [type, process] of processes.entries()) {
    for (const edge of allEdges([process])) {
      for (const cell of assignedBy(edge)) (cell.region === 'global' ? global : local[type]).add(cell);
    }
  }
  const { globals } = program.declarations;
  return {
    globals(initial) {
      const values = new Map<number, number>();
      const buffered = new Set<number>();
      for (const { offset, capacity, fields } of globals.channels) {
        if (offset >= 0) for (let i = 0; i <= capacity * fields.length; i++) buffered.add(offset + i);
      }
      for (const offset of globals.cells.keys()) {
        if (!global.has(offset) && !buffered.has(offset)) values.set(offset, initial[offset]);
      }
      return values;
    },
    local({ slot, type }, variable) {
      const process: Process = processes[type];
      const offset = variable - slots[slot].base - 1;
      if (local[type].has(offset)) return null;
      const index = process.region.channels.findIndex(({ owner }) => owner === offset);
      return index < 0 ? null : layout.channelId(slot, index);
    },
    candidates: channelOrigins(layout, (region, offset) =>
      region === 'global' ? global.has(offset) : local[region].has(offset),
    ).candidates,
    allChannels: everyChannel(layout),
  };
}

function everyChannel({ channels, slots, channelBase, program }: Layout): number[] {
  const ids = channels.flatMap((channel) => channel?.id ?? []);
  for (const { pid, types } of slots) {
    const most = Math.max(0, ...types.map((type) => program.processes[type].region.channels.length));
    for (let i = 0; i < most; i++) ids.push(channelBase[pid] + i);
  }
  return ids;
}
