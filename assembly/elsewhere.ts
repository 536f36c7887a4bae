// Further memories, for states that this one has no room for. Each has an instance of this core, and no instance sees the memory of another: so
// the words of states travel as arguments of calls, which cost little from one instance to the next. They go through the table of
// functions, because the next instance is made when this one is full. Ids go on counting from memory to memory.
import {
  DONE,
  ELSEWHERE_ADOPT,
  ELSEWHERE_ADOPTED,
  ELSEWHERE_HAND,
  ELSEWHERE_SHOW,
  ELSEWHERE_SHOWN,
  FULL,
  HASH_BYTES,
} from '../src/explicit/kernel/protocol';
import { count } from './store';
import { anyBytes } from './width';

/** Where the functions of the next instance (adopt.ts) are in the table; 0 while there is none. */
let next: u32 = 0;
/** Whether it was the last memory that had no room, when something ended with FULL. */
export let isFullElsewhere: bool = false;

export function openElsewhere(functions: u32): void {
  next = functions;
  isFullElsewhere = false;
}

/**
 * Finds or adds the `n` states there, as they lie in the buffer; writes their ids. DONE, or FULL with nothing done. `hashed` where each is followed
 * by its linear hash. Four words go at a time, and two ids come back: the last words may be some that lie behind the states.
 */
export function intern(states: usize, n: i32, ids: usize, hashed: bool): i32 {
  isFullElsewhere = true;
  if (next === 0) return FULL;
  const words = (n as u32) * (((anyBytes + HASH_BYTES) >> 3) as u32);
  for (let place: u32 = 0; place < words; place += 4) {
    const at = states + (place as usize) * 8;
    const first = load<u64>(at);
    const second = load<u64>(at, 8);
    call_indirect<void>(next + ELSEWHERE_HAND, place, first, second, load<u64>(at, 16), load<u64>(at, 24));
  }
  const status = call_indirect<i32>(next + ELSEWHERE_ADOPT, n, hashed);
  if (status !== DONE) return status;
  isFullElsewhere = false;
  const end = ids + (n as usize) * 4;
  for (let i: u32 = 0; ids < end; i += 2) {
    const pair = call_indirect<u64>(next + ELSEWHERE_ADOPTED, i);
    store<u32>(ids, count + (pair as u32));
    if (ids + 4 < end) store<u32>(ids, count + ((pair >> 32) as u32), 4);
    ids += 8;
  }
  return DONE;
}

/** Writes state number `id`, which is not here, to `target`. */
export function read(id: u32, target: usize): void {
  if (next === 0) return;
  store<u64>(target, call_indirect<u64>(next + ELSEWHERE_SHOW, id - count));
  for (let at: usize = 8; at < anyBytes; at += 8) {
    store<u64>(target + at, call_indirect<u64>(next + ELSEWHERE_SHOWN, at));
  }
}
