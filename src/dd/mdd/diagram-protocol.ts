// What the kernel of decision diagrams and its host agree on. The kernel (assembly/mdd/) imports this file too, so it holds plain
// constants without types, which both languages read alike: small numbers are i32 there, those from 2³¹ on u32.

// Why a run ended.
export const DONE = 0;
/** The slice is over; `run` goes on. */
export const YIELD = 1;
export const OUT_OF_MEMORY = -1;
export const OUT_OF_NODES = -2;
export const OUT_OF_OPERATIONS = -3;
/** The host has said stop when it was asked. */
export const STOPPED = -4;

// Sets. The number of a node is its address divided by four; these are not nodes.
/** The set without vectors. */
export const EMPTY = 0;
/** The set of the one vector of length 0. */
export const TERMINAL = 1;
/** Stands for "no constraint" where a set may constrain the result. */
export const ANY = 2;
/** Greater numbers may be nodes; this one stands for a projection in the keys of a cache. */
export const LAST_FIXED = 3;

// Nodes: level and flags; lo << 16 | size; children of the values lo … lo + size - 1. With the flag NODE_WIDE: level and flags; lo; size; children.
// The first and the last child are never empty. Every child is a node of the level below (or empty). Levels are counted from 1, level
// 0 is the terminal's.
export const NODE_WIDE = 0x8000_0000;
/** The bits of the first word that are the level. */
export const NODE_LEVEL = 0x1fff_ffff;
/** Words before the children. */
export const HEADER_WORDS = 2;
export const WIDE_HEADER_WORDS = 3;

// Events, by number.
/** The event that touches nothing; the kernel applies it to sets that are closed already. */
export const IDENTITY = 0;
/** The event that touches nothing, on a set that need not be closed. */
export const CLOSE = 0x3f_ffff;
/** Any event of the event set that the host has written: one step by each. */
export const ALL = 0x3f_fffe;
/** Keeps the vectors that no event of the event set that the host has written relates with anything. The smallest number that no event has. */
export const STUCK = 0x3f_fffd;

// The record of an event: level, kind, least value, greatest value, and
//   of a shift: what to add, next event
//   of a table: the address of an index, whose entries v - least and v - least + 1 bound the rows of the value v.
export const RECORD_BITS = 5;
export const RECORD_BYTES = 1 << RECORD_BITS;
export const RECORD_LEVEL = 0;
export const RECORD_KIND = 4;
export const RECORD_LEAST = 8;
export const RECORD_GREATEST = 12;
export const RECORD_DELTA = 16;
export const RECORD_NEXT = 20;
export const RECORD_INDEX = 16;
export const SHIFT_KIND = 0;
export const TABLE_KIND = 1;
/** A row of a table: value, next event. */
export const ROW_BYTES = 8;

// The event set to close under, per level: a number for the set of its events at this level or below (0 if there are none), and where the
// list of those with this very top level starts and ends.
export const LEVEL_BITS = 4;
export const LEVEL_BYTES = 1 << LEVEL_BITS;
export const LEVEL_SET = 0;
export const LEVEL_START = 4;
export const LEVEL_END = 8;
/** Numbers of event sets have 10 bits, those of events 22: together one word of a cache key. */
export const SET_BITS = 10;
/** The number of the event set at every level while events are guards: used for their left sides alone. */
export const GUARDS = (1 << SET_BITS) - 1;

// The order in which the dirty children of a node are worked off.
export const DESCENDING = 0;
export const ASCENDING = 1;
export const SWEEP = 2;

// Sizes of what the regions hold.
/** A slot of the table of nodes: hash, node. */
export const SLOT_BYTES = 8;
/** An entry of a cache: three words of key, result. */
export const CACHE_BYTES = 16;
/** What the collector keeps per level, above the stack: node, next child. */
export const MARKING_BYTES = 8;
