// Expansion for searches that are compiled once for all widths: the width is chosen per state, which costs one jump.
import * as search from './search';
import { AnyWidth, Folded, setAnyBytes, Words1, Words2, Words3, Words4, Words5, Words6, Words7, Words8 } from './width';

/** Stands for folded states where a number of words is asked for. */
export const FOLDED: u32 = 0xffff;

export let width: u32 = 1;

/** States of `words` words, kept folded if asked for. */
export function openWidth(words: u32, fold: bool): void {
  setAnyBytes(words * 8);
  width = fold ? FOLDED : words;
}

/** Where the words of state `id` are; valid until the next call. */
export function stateAt(id: u32): usize {
  switch (width) {
    case 1:
      return search.stateAt<Words1>(id);
    case 2:
      return search.stateAt<Words2>(id);
    case 3:
      return search.stateAt<Words3>(id);
    case 4:
      return search.stateAt<Words4>(id);
    case 5:
      return search.stateAt<Words5>(id);
    case 6:
      return search.stateAt<Words6>(id);
    case 7:
      return search.stateAt<Words7>(id);
    case 8:
      return search.stateAt<Words8>(id);
    case FOLDED:
      return search.stateAt<Folded>(id);
    default:
      return search.stateAt<AnyWidth>(id);
  }
}

/** The ids of the successors of state `id`. */
export function successors(id: u32): i32 {
  switch (width) {
    case 1:
      return search.successors<Words1>(id);
    case 2:
      return search.successors<Words2>(id);
    case 3:
      return search.successors<Words3>(id);
    case 4:
      return search.successors<Words4>(id);
    case 5:
      return search.successors<Words5>(id);
    case 6:
      return search.successors<Words6>(id);
    case 7:
      return search.successors<Words7>(id);
    case 8:
      return search.successors<Words8>(id);
    case FOLDED:
      return search.successors<Folded>(id);
    default:
      return search.successors<AnyWidth>(id);
  }
}

/** Writes the successors of state `id` behind `before` others, without looking them up. */
export function expandBehind(id: u32, before: u32): i32 {
  switch (width) {
    case 1:
      return search.expandBehind<Words1>(id, before);
    case 2:
      return search.expandBehind<Words2>(id, before);
    case 3:
      return search.expandBehind<Words3>(id, before);
    case 4:
      return search.expandBehind<Words4>(id, before);
    case 5:
      return search.expandBehind<Words5>(id, before);
    case 6:
      return search.expandBehind<Words6>(id, before);
    case 7:
      return search.expandBehind<Words7>(id, before);
    case 8:
      return search.expandBehind<Words8>(id, before);
    case FOLDED:
      return search.expandBehind<Folded>(id, before);
    default:
      return search.expandBehind<AnyWidth>(id, before);
  }
}

/** Interns the `n` states in the buffer. */
export function resolve(n: i32): i32 {
  switch (width) {
    case 1:
      return search.resolve<Words1>(n);
    case 2:
      return search.resolve<Words2>(n);
    case 3:
      return search.resolve<Words3>(n);
    case 4:
      return search.resolve<Words4>(n);
    case 5:
      return search.resolve<Words5>(n);
    case 6:
      return search.resolve<Words6>(n);
    case 7:
      return search.resolve<Words7>(n);
    case 8:
      return search.resolve<Words8>(n);
    case FOLDED:
      return search.resolve<Folded>(n);
    default:
      return search.resolve<AnyWidth>(n);
  }
}
