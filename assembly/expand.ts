// Functions of search.ts for the width of states that is set. They are compiled once for each width; which copy is meant is found by one
// jump: once per slice, or, in the searches of products, once per state.
import * as search from './search';
import { AnyWidth, Folded, setAnyBytes, Words1, Words2, Words3, Words4, Words5, Words6, Words7, Words8 } from './width';

/** Stands for folded states where a number of words is asked for. */
const FOLDED: u32 = 0xffff;

let width: u32 = 1;

/** States of `words` words, kept folded if asked for. */
export function openWidth(words: u32, fold: bool): void {
  setAnyBytes(words * 8);
  width = fold ? FOLDED : words;
}

// Numbers of functions. All are constants where they are used, so that no choice is left in the code.
const STATE_AT = 0;
const SUCCESSORS = 1;
const EXPAND_BEHIND = 2;
const RESOLVE = 3;
const LOOK_UP = 4;
const BREADTH_FIRST = 5;
const DEPTH_FIRST = 6;

/** The function of the number, for states of one width. */
// @inline
function call<S>(number: i32, first: u32, second: u32): u32 {
  if (number === STATE_AT) return search.stateAt<S>(first) as u32;
  if (number === SUCCESSORS) return search.successors<S>(first);
  if (number === EXPAND_BEHIND) return search.expandBehind<S>(first, second);
  if (number === RESOLVE) return search.resolve<S>(first);
  if (number === LOOK_UP) return search.lookUp<S>(first);
  if (number === BREADTH_FIRST) return search.breadthFirst<S>(first);
  return search.depthFirst<S>(first);
}

/** The function of the number, for states of the width that is set. */
// @inline
function forWidth(number: i32, first: u32, second: u32): u32 {
  switch (width) {
    case 1:
      return call<Words1>(number, first, second);
    case 2:
      return call<Words2>(number, first, second);
    case 3:
      return call<Words3>(number, first, second);
    case 4:
      return call<Words4>(number, first, second);
    case 5:
      return call<Words5>(number, first, second);
    case 6:
      return call<Words6>(number, first, second);
    case 7:
      return call<Words7>(number, first, second);
    case 8:
      return call<Words8>(number, first, second);
    case FOLDED:
      return call<Folded>(number, first, second);
    default:
      return call<AnyWidth>(number, first, second);
  }
}

/** Where the words of state `id` are; valid until the next call. */
export function stateAt(id: u32): usize {
  return forWidth(STATE_AT, id, 0);
}

/** The ids of the successors of state `id`. */
export function successors(id: u32): i32 {
  return forWidth(SUCCESSORS, id, 0);
}

/** Writes the successors of state `id` behind `before` others, without looking them up. */
export function expandBehind(id: u32, before: u32): i32 {
  return forWidth(EXPAND_BEHIND, id, before);
}

/** Interns the `n` states in the buffer. */
export function resolve(n: i32): i32 {
  return forWidth(RESOLVE, n, 0);
}

/** Looks up the `n` states in the buffer. */
export function lookUp(n: i32): i32 {
  return forWidth(LOOK_UP, n, 0);
}

/** Expands up to `budget` states in breadth-first order. */
export function breadthFirst(budget: u32): i32 {
  return forWidth(BREADTH_FIRST, budget, 0);
}

/** Expands up to `budget` states in depth-first order. */
export function depthFirst(budget: u32): i32 {
  return forWidth(DEPTH_FIRST, budget, 0);
}
