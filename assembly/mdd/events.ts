// Events as the host writes them: records of 32 bytes by number,
//   level, 0, least value, greatest value, what to add, next event        a shift
//   level, 1, least value, greatest value, index                          a table: index[v - least] … index[v - least + 1]
//                                                                         bound the rows (value, next event) of the value v
// and, per level, 16 bytes about the event set to close under: a number for the set of its events at this level or below
// (0 if there are none), where the list of those with this very top level starts, and where it ends.
//
// Guards: an event may be used for its left side alone, so that it keeps each vector that it relates with something. The table of event sets
// that is current then has no events but a number of its own, GUARDS, at every level.

/** The event that touches nothing, on a set that is closed already. */
export const NONE: u32 = 0;
/** The event that touches nothing, on a set that need not be closed. */
export const CLOSE: u32 = 0x3f_ffff;
/** Any event of the event set that the host has written: one step by each. */
export const ALL: u32 = 0x3f_fffe;
/** Keeps the vectors that no event of the event set that the host has written relates with anything. */
export const STUCK: u32 = 0x3f_fffd;
/** Event numbers have 22 bits, numbers of event sets 10: together one word of a cache key. */
export const SET_BITS: u32 = 10;

let records: usize = 0;
let sets: usize = 0;
/** Where a table of zeros is: no event at any level. */
let nothing: usize = 0;
/** Where the table of guards is. */
let guards: usize = 0;
let current: usize = 0;
/** Whether events are used for their left sides alone. */
export let guarding: bool = false;

export function openEvents(recordsAt: usize, setsAt: usize, nothingAt: usize, guardsAt: usize): void {
  records = recordsAt;
  sets = setsAt;
  nothing = nothingAt;
  guards = guardsAt;
  current = nothing;
  guarding = false;
}

/** Whether operations close their results under the event set that the host has written. */
export function closing(on: bool): void {
  current = on ? sets : nothing;
  guarding = false;
}

/** From now on, until `closing` is called, operations use events as guards. */
export function guard(): void {
  current = guards;
  guarding = true;
}

/** Whether this stands for all events of the set at once. */
// @inline
export function isByAll(event: u32): bool {
  return event === ALL || event === STUCK;
}

// @inline
export function recordOf(event: u32): usize {
  return records + ((event as usize) << 5);
}

// @inline
export function eventLevel(record: usize): u32 {
  return load<u32>(record);
}

// @inline
export function isTable(record: usize): bool {
  return load<u32>(record, 4) !== 0;
}

// @inline
export function least(record: usize): u32 {
  return load<u32>(record, 8);
}

// @inline
export function greatest(record: usize): u32 {
  return load<u32>(record, 12);
}

// @inline
export function delta(record: usize): u32 {
  return load<u32>(record, 16);
}

// @inline
export function next(record: usize): u32 {
  return load<u32>(record, 20);
}

/** Where the rows of the value start; those of the next value follow. */
// @inline
export function rows(record: usize, value: u32): usize {
  return load<u32>((load<u32>(record, 16) as usize) + (((value - least(record)) as usize) << 2)) as usize;
}

/** The number of the set of events at this level or below. */
// @inline
export function setAt(level: u32): u32 {
  return load<u32>(current + ((level as usize) << 4));
}

// @inline
export function listStart(level: u32): usize {
  return load<u32>(current + ((level as usize) << 4), 4) as usize;
}

// @inline
export function listEnd(level: u32): usize {
  return load<u32>(current + ((level as usize) << 4), 8) as usize;
}

// The same of the event set that the host has written, whether or not operations close under it.

// @inline
export function selectedAt(level: u32): u32 {
  return load<u32>(sets + ((level as usize) << 4));
}

// @inline
export function selectedStart(level: u32): usize {
  return load<u32>(sets + ((level as usize) << 4), 4) as usize;
}

// @inline
export function selectedEnd(level: u32): usize {
  return load<u32>(sets + ((level as usize) << 4), 8) as usize;
}
