// Events and event sets as the host writes them (src/dd/mdd/diagram-protocol.ts).
//
// Guards: an event may be used for its left side alone, so that it keeps each vector that it relates with something. The table of event sets
// that is current then has no events but a number of its own, GUARDS, at every level.
import {
  ALL,
  LEVEL_BITS,
  LEVEL_END,
  LEVEL_SET,
  LEVEL_START,
  RECORD_BITS,
  RECORD_DELTA,
  RECORD_GREATEST,
  RECORD_INDEX,
  RECORD_KIND,
  RECORD_LEAST,
  RECORD_LEVEL,
  RECORD_NEXT,
  SHIFT_KIND,
  STUCK,
} from '../../src/dd/mdd/diagram-protocol';

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
  return records + ((event as usize) << RECORD_BITS);
}

// @inline
export function eventLevel(record: usize): u32 {
  return load<u32>(record, RECORD_LEVEL);
}

// @inline
export function isTable(record: usize): bool {
  return load<u32>(record, RECORD_KIND) !== SHIFT_KIND;
}

// @inline
export function least(record: usize): u32 {
  return load<u32>(record, RECORD_LEAST);
}

// @inline
export function greatest(record: usize): u32 {
  return load<u32>(record, RECORD_GREATEST);
}

// @inline
export function delta(record: usize): u32 {
  return load<u32>(record, RECORD_DELTA);
}

// @inline
export function next(record: usize): u32 {
  return load<u32>(record, RECORD_NEXT);
}

/** Where the rows of the value start; those of the next value follow. */
// @inline
export function rows(record: usize, value: u32): usize {
  return load<u32>((load<u32>(record, RECORD_INDEX) as usize) + (((value - least(record)) as usize) << 2)) as usize;
}

/** The number of the set of events at this level or below. */
// @inline
export function setAt(level: u32): u32 {
  return load<u32>(current + ((level as usize) << LEVEL_BITS), LEVEL_SET);
}

// @inline
export function listStart(level: u32): usize {
  return load<u32>(current + ((level as usize) << LEVEL_BITS), LEVEL_START) as usize;
}

// @inline
export function listEnd(level: u32): usize {
  return load<u32>(current + ((level as usize) << LEVEL_BITS), LEVEL_END) as usize;
}

// The same of the event set that the host has written, whether or not operations close under it.

// @inline
export function selectedAt(level: u32): u32 {
  return load<u32>(sets + ((level as usize) << LEVEL_BITS), LEVEL_SET);
}

// @inline
export function selectedStart(level: u32): usize {
  return load<u32>(sets + ((level as usize) << LEVEL_BITS), LEVEL_START) as usize;
}

// @inline
export function selectedEnd(level: u32): usize {
  return load<u32>(sets + ((level as usize) << LEVEL_BITS), LEVEL_END) as usize;
}
