// Where everything lies in a kernel's memory. The memory is reserved as a whole and only touched pages cost anything, so
// each region gets the most that it could need and nothing ever moves.
import { LimitExceeded } from '../../diagnostics/limit.ts';
import type { Order } from './kernel.ts';
import {
  CONTROL_END,
  CONTROL_STATUS,
  COUNTER_BYTES,
  CREW_HEADER,
  HASH_BYTES,
  MEMBER_BYTES,
  MOST_LOAD,
  NODE_BYTES,
  SLOT_BYTES,
  WORD_BYTES,
} from './protocol.ts';

/** What a kind of store makes of the memory that is left to it. */
export interface StoreShape {
  /** Bytes of an entry of the table of states. */
  readonly slotBytes: number;
  /** Whether successors are spread over parts of a large table. */
  readonly spreads: boolean;
  /** Bytes for each state that waits. */
  waitingBytes(order: Order): number;
  /** Divides `room` bytes. */
  divide(request: LayoutRequest, room: number): StoreSizes;
}

interface StoreSizes {
  /** Bytes of a state in the arena. */
  readonly stateBytes: number;
  readonly capacity: number;
  readonly stackCapacity: number;
  /** The logarithm of the largest size of the table. */
  readonly tableBits: number;
  readonly nodeCapacity: number;
  readonly nodeTableBits: number;
}

interface LayoutRequest {
  readonly shape: StoreShape;
  readonly words: number;
  readonly virtualWords: number;
  readonly memoryBytes: number;
  /** The most successors of one state. */
  readonly mostSuccessors: number;
  readonly arrayBytes: number;
  readonly tableBytes: number;
  readonly variables: number;
  readonly groups: number;
  /** Bytes of a label; 0 without labels. */
  readonly labelBytes: number;
  /** Whether some predicate asks for `dead`. */
  readonly needsDead: boolean;
  /** Bytes for each state on the stack of a search, or in the ring of states that wait. */
  readonly waitingBytes: number;
  /** Parts of the table to which successors are spread first. */
  readonly parts: TableParts;
  /** Bytes set aside for a product (see product-layout.ts); all that there are, where states are in other memories. */
  readonly productBytes: number | 'all';
  /** Threads that search together; absent where one does it alone. */
  readonly threads?: number;
}

/** How successors of states in the table itself are spread over its parts (assembly/spread.ts). */
export interface TableParts {
  /** The logarithm of their number. */
  readonly bits: number;
  /** States that each takes. */
  readonly room: number;
  /** The logarithm of the table's size from which on there are any. */
  readonly from: number;
}

/** Parts of 512 KiB in a table of 128 MiB, and 8 MiB of states on their way. Tables below 64 MiB are not worth it. */
export const PARTS: TableParts = { bits: 8, room: 4088, from: 22 };

/** No parts. */
const NOWHERE: TableParts = { bits: 0, room: 0, from: 32 };

/** Bytes of counters and states of all parts. */
export function spreadBytes({ bits, room }: TableParts): number {
  return 2 ** bits * (COUNTER_BYTES + room * WORD_BYTES);
}

/** What each thread beside the first has for itself: places of its own, and tables that the code writes to while it reads them. */
export interface MemberLayout {
  /** How far behind that of the first thread its control block is. */
  readonly control: number;
  readonly virtual: number;
  readonly tables: number;
  readonly buffer: number;
  readonly spread: number;
}

export interface Layout {
  readonly keys: number;
  readonly scratch: number;
  /** The virtual words of the state at hand. */
  readonly virtual: number;
  readonly parts: number;
  readonly arrays: number;
  readonly tables: number;
  readonly buffer: number;
  /** States that the buffer holds. */
  readonly bufferStates: number;
  readonly ids: number;
  readonly pending: number;
  readonly deadBuffer: number;
  /** States that come from another kernel, in its packing. */
  readonly staging: number;
  readonly stagingBytes: number;
  /** Two 32-bit words per variable, for measuring. */
  readonly measures: number;
  /** A 64-bit counter per group, for counting firings. */
  readonly firings: number;
  /** Where the regions that grow begin. */
  readonly regions: number;
  readonly arena: number;
  readonly capacity: number;
  readonly labels: number;
  readonly stack: number;
  readonly stackCapacity: number;
  readonly table: number;
  readonly tableBits: number;
  readonly nodes: number;
  /** Counters and states of the parts to which successors are spread. */
  readonly spread: number;
  readonly spreadParts: TableParts;
  readonly nodeCapacity: number;
  readonly nodeTable: number;
  readonly nodeTableBits: number;
  /** What products keep; empty unless asked for. */
  readonly product: number;
  readonly productBytes: number;
  /** Words that several threads share, and what each but the first has for itself; nothing where there is one. */
  readonly crew: number;
  readonly members: readonly MemberLayout[];
}

/** Tables begin with 2^FIRST_BITS entries. */
export const FIRST_BITS = 10;
/** The buffer holds this many states beside the successors of one, for work in batches. */
const LEAST_BATCH = 256;
/** Room for moving states in batches, beside two states at least. */
const STAGING_BYTES = 16_384;

/** Room for the smallest table of states. */
const NO_STATES = 2 * SLOT_BYTES * 2 ** FIRST_BITS;

/** Divides the memory. Throws `LimitExceeded` when it is too small for the model. */
export function makeLayout(request: LayoutRequest): Layout {
  const { shape, words } = request;
  let next = CONTROL_END;
  const take = (bytes: number, align = 64): number => {
    const at = Math.ceil(next / align) * align;
    next = at + bytes;
    return at;
  };
  const bufferStates = request.mostSuccessors + LEAST_BATCH;
  const bufferBytes = bufferStates * (words * WORD_BYTES + HASH_BYTES);
  const fixed = {
    keys: take(words * 8),
    scratch: take(words * 8 + 8),
    virtual: take(request.virtualWords * 8),
    parts: take(words * 4 + 16),
    arrays: take(request.arrayBytes),
    tables: take(request.tableBytes),
    buffer: take(bufferBytes),
    bufferStates,
    ids: take(bufferStates * 4),
    pending: take(bufferStates * 4),
    deadBuffer: take(request.needsDead ? bufferBytes : 0),
    staging: take(STAGING_BYTES + words * 16),
    stagingBytes: STAGING_BYTES + words * 16,
    measures: take(request.variables * 8),
    firings: take(request.groups * 8),
    regions: take(0, 4096),
  };
  const spreads = shape.spreads && spreadBytes(request.parts) < request.memoryBytes / 16;
  const spreadParts = spreads ? request.parts : NOWHERE;
  const forSpread = spreadBytes(spreadParts);
  const { threads = 1 } = request;
  const crew = take(threads > 1 ? CREW_HEADER + threads * MEMBER_BYTES : 0, 128);
  const members = Array.from({ length: threads - 1 }, (): MemberLayout => {
    const own = {
      virtual: take(request.virtualWords * 8),
      tables: take(request.tableBytes),
      buffer: take(bufferBytes),
    };
    return { ...own, control: take(CONTROL_END - CONTROL_STATUS) - CONTROL_STATUS, spread: take(forSpread, 4096) };
  });
  const left = request.memoryBytes - next - forSpread - 10 * 4096;
  const elsewhere = request.productBytes === 'all';
  const productBytes = request.productBytes === 'all' ? Math.max(0, left - NO_STATES) : request.productBytes;
  const sizes = shape.divide(request, left - productBytes);
  if (!elsewhere && sizes.capacity < 2 * bufferStates && sizes.capacity < 2 ** FIRST_BITS) {
    throw new LimitExceeded('memory', 'the memory is too small for a single state of this model and its successors');
  }
  return {
    ...fixed,
    ...sizes,
    spread: take(forSpread, 4096),
    spreadParts,
    arena: take(sizes.capacity * sizes.stateBytes, 4096),
    labels: take(sizes.capacity * request.labelBytes, 4096),
    stack: take(sizes.stackCapacity * request.waitingBytes, 4096),
    table: take(2 ** sizes.tableBits * shape.slotBytes, 4096),
    nodes: take(sizes.nodeCapacity * NODE_BYTES, 4096),
    nodeTable: take(sizes.nodeCapacity > 0 ? 2 ** sizes.nodeTableBits * SLOT_BYTES : 0, 4096),
    product: take(productBytes, 4096),
    productBytes,
    crew,
    members,
  };
}

/** The table size (a power of two) that lets most states fit into `room`, at the largest load. */
export function bestTable(room: number, entryBytes: number, stateBytes: number): { bits: number; capacity: number } {
  let choice = { bits: FIRST_BITS, capacity: 0 };
  for (let bits = FIRST_BITS; bits <= 30; bits++) {
    const left = room - entryBytes * 2 ** bits;
    const byRoom = stateBytes === 0 ? Number.POSITIVE_INFINITY : Math.floor(left / stateBytes);
    const capacity = Math.min(byRoom, Math.floor((2 ** bits * MOST_LOAD) / 16));
    if (capacity > choice.capacity) choice = { bits, capacity };
  }
  return choice;
}
