// What an instance does for the one before it, which has no room for more states (elsewhere.ts).
import { resolve, stateAt } from './expand';
import { buffer, hashStates, ids } from './search';
import { keys } from './store';

/** The state that is shown. */
let shown: usize = 0;

/** Takes four words of the states that are to be adopted, from that place of the buffer on. What is behind the buffer are ids that nobody needs then. */
export function hand(place: u32, first: u64, second: u64, third: u64, fourth: u64): void {
  const at = buffer + (place as usize) * 8;
  store<u64>(at, first);
  store<u64>(at, second, 8);
  store<u64>(at, third, 16);
  store<u64>(at, fourth, 24);
}

/** Finds or adds the states that were handed over, with their hashes or without; DONE or FULL. */
export function adopt(n: i32, hashed: bool): i32 {
  if (!hashed) hashStates(buffer, n, keys);
  return resolve(n);
}

/** The ids of one of them and the next. */
export function adopted(index: u32): u64 {
  return load<u64>(ids + (index as usize) * 4);
}

/** Shows state number `id`: its first word. */
export function show(id: u32): u64 {
  shown = stateAt(id);
  return load<u64>(shown);
}

/** Another word of the state that is shown, so many bytes behind. */
export function shownWord(behind: u32): u64 {
  return load<u64>(shown + behind);
}
