// What an instance does for the one before it, which has no room for more states (elsewhere.ts).
import { resolve, stateAt } from './expand';
import { buffer, hashStates, ids } from './search';
import { keys } from './store';

/** The state that is shown. */
let shown: usize = 0;

/** Takes a word of the states that are to be adopted: its place in the buffer, where each state is followed by its hash. */
export function hand(place: u32, word: u64): void {
  store<u64>(buffer + (place as usize) * 8, word);
}

/** Finds or adds the states that were handed over; DONE or FULL. */
export function adopt(n: i32): i32 {
  hashStates(buffer, n, keys);
  return resolve(n);
}

/** The id of one of them. */
export function adopted(index: u32): u32 {
  return load<u32>(ids + (index as usize) * 4);
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
