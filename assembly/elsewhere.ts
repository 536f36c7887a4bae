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

/** Finds or adds the `n` states there, as they lie in the buffer; writes their ids. DONE, or FULL with nothing done. */
export function intern(states: usize, n: i32, ids: usize): i32 {
  isFullElsewhere = true;
  if (next === 0) return FULL;
  let place: u32 = 0;
  for (let i = 0; i < n; i++) {
    for (const end = states + anyBytes; states < end; states += 8) {
      call_indirect<void>(next + ELSEWHERE_HAND, place, load<u64>(states));
      place++;
    }
    // What is behind a state is its hash, made anew there.
    states += HASH_BYTES;
    place++;
  }
  const status = call_indirect<i32>(next + ELSEWHERE_ADOPT, n);
  if (status !== DONE) return status;
  isFullElsewhere = false;
  for (let i = 0; i < n; i++) {
    store<u32>(ids + (i as usize) * 4, count + call_indirect<u32>(next + ELSEWHERE_ADOPTED, i));
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
