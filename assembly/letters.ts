// What a product reads of model and property: the letters of the model's states, and the edges of the property between letters. Both
// are numbered by the host, which is asked once per letter and once per (q, letter) or (q, letter, letter').
//
// A list of edges is its length, then triples (q', marks, code), where the code is what the search path keeps of the marks.
import { stateAt } from './expand';
import * as property from './imports/property';
import { total } from './search';

let letters: usize = 0;
let letterShift: u32 = 0;
let letterRoom: u32 = 0;
let labelAt: usize = 0;
let labelFunction: u32 = 0;
/** Number of the letter plus one, by its bits; only with few propositions. */
let letterCache: usize = 0;
export let lettered: u32 = 0;

export let readsChanges: bool = false;
let edgeTable: usize = 0;
let letterBits: u32 = 0;

/** Where letters are kept (1 << shift bytes each), for how many states, where a label is written, and its function in the table. */
export function openLetters(at: usize, shift: u32, room: u32, label: usize, labelling: u32, cache: usize): void {
  letters = at;
  letterShift = shift;
  letterRoom = room;
  labelAt = label;
  labelFunction = labelling;
  letterCache = cache;
}

/** States that have their letters already. */
export function setLettered(states: u32): void {
  lettered = states;
}

export function getLettered(): u32 {
  return lettered;
}

/** The table of edge lists: by (q, letter), or rows by (q, letter) of lists by the second letter. */
export function openEdges(table: usize, bits: u32, changes: bool): void {
  edgeTable = table;
  letterBits = bits;
  readsChanges = changes;
}

// @inline
export function letterOf(state: u32): u32 {
  if (letterShift === 0) return load<u8>(letters + state);
  if (letterShift === 1) return load<u16>(letters + (state as usize) * 2);
  return load<u32>(letters + (state as usize) * 4);
}

/** The letter of the packed state that lies there. */
// @inline
export function letterAt(state: usize): u32 {
  call_indirect<void>(labelFunction, state, labelAt);
  if (letterCache === 0) return property.letter(labelAt);
  const at = letterCache + (load<u32>(labelAt) as usize) * 4;
  let letter = load<u32>(at);
  if (letter === 0) {
    letter = property.letter(labelAt) + 1;
    store<u32>(at, letter);
  }
  return letter - 1;
}

/** Gives every new state its letter; false when there is no room. */
export function letterNewStates(): bool {
  return letterSome(total - lettered);
}

/** Gives at most so many of the new states their letters; false when there is no room. */
export function letterSome(most: u32): bool {
  const end = total - lettered < most ? total : lettered + most;
  if (end > letterRoom) return false;
  for (let state = lettered; state < end; state++) {
    const letter = letterAt(stateAt(state));
    if (letterShift === 0) store<u8>(letters + state, letter as u8);
    else if (letterShift === 1) store<u16>(letters + (state as usize) * 2, letter as u16);
    else store<u32>(letters + (state as usize) * 4, letter);
  }
  lettered = end;
  return true;
}

/** The edges of `q` that match a letter. */
// @inline
export function letterList(q: u32, letter: u32): usize {
  const list: usize = load<u32>(edgeTable + (((q << letterBits) + letter) as usize) * 4);
  return list === 0 ? property.edges(q, letter, letter) : list;
}

/** The lists of `q` by the second letter, or 0. */
// @inline
export function changeRow(q: u32, from: u32): usize {
  return load<u32>(edgeTable + (((q << letterBits) + from) as usize) * 4);
}

/** The edges of `q` that match the step from one letter to another. */
// @inline
export function changeList(q: u32, from: u32, to: u32): usize {
  const row = changeRow(q, from);
  const list: usize = row === 0 ? 0 : load<u32>(row + (to as usize) * 4);
  return list === 0 ? property.edges(q, from, to) : list;
}
