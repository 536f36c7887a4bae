// Components by lowlinks: Tarjan's algorithm with the marks of each component gathered on the way [GV04], here
// for generalized acceptance [RDKP13b].
//
//     new state: its lowlink is its own rank, its marks are none
//     edge to a live state d: lowlink := min(lowlink, rank of d); marks gain those of the edge; all there: accepting
//     no edge left, lowlink smaller than the rank: the state below gains lowlink, marks and the marks of the edge between
//                                                 them; all there: accepting
//     no edge left, lowlink equal to the rank: the component is complete, and dead
//
// The word of a state is its rank, NEW or DEAD. The search itself is in depth-first.ts; states that have left the path wait in components.ts.
import {
  COMPONENT_BYTES,
  COMPONENT_ENTRY,
  COMPONENT_INSIDE,
  COMPONENT_RANK,
  CYCLE,
  DEAD,
  NEW,
} from '../src/explicit/kernel/protocol';
import { closeComponent, postpone, writeComponent } from './components';
import { beginPath, Check, search } from './depth-first';
import { wordOf } from './product';

/** For each state on the path: lowlink, marks inside its component, marks of the edge that leads to it. */
let frame: usize = 0;
let framesEnd: usize = 0;
let required: u32 = 0;
let rank: u32 = 0;
export let tarjanComponents: u64 = 0;

/** The region of frames with the place of the last one, and the marks that accept. */
export function openTarjan(frameAt: usize, end: usize, marks: u32, rankNow: u32, done: u64): void {
  frame = frameAt;
  framesEnd = end;
  required = marks | CYCLE;
  rank = rankNow;
  tarjanComponents = done;
  beginPath();
}

export function tarjanFrame(): usize {
  return frame;
}

export function tarjanRank(): u32 {
  return rank;
}

/** Runs until `budget` states were visited. DONE, RUNNING, ACCEPTING when the top state is on an accepting cycle, or a negative status. */
export function tarjan(budget: u32): i32 {
  return search<Tarjan>(budget);
}

@unmanaged
class Tarjan extends Check {
  // @inline
  fresh(): u32 {
    return NEW;
  }

  // @inline
  isNew(word: u32): bool {
    return word === NEW;
  }

  // @inline
  isDone(word: u32): bool {
    return word === DEAD;
  }

  // @inline
  keepsMarks(): bool {
    return true;
  }

  // @inline
  hasRoom(): bool {
    return frame + 2 * COMPONENT_BYTES <= framesEnd;
  }

  // @inline
  enter(slot: u32, marks: u32): void {
    store<u32>(wordOf(slot), ++rank);
    frame += COMPONENT_BYTES;
    writeComponent(frame, rank, marks);
  }

  // @inline
  meet(_slot: u32, marks: u32, word: u32): bool {
    return gather(word, marks);
  }

  // @inline
  finish(slot: u32): bool {
    const own = load<u32>(wordOf(slot));
    const low = load<u32>(frame, COMPONENT_RANK);
    const marks = load<u32>(frame, COMPONENT_INSIDE) | load<u32>(frame, COMPONENT_ENTRY);
    frame -= COMPONENT_BYTES;
    if (low !== own) {
      postpone(slot);
      return gather(low, marks);
    }
    tarjanComponents++;
    closeComponent(slot, own, DEAD);
    rank = own - 1;
    return false;
  }
}

/** The top state leads to the live one of rank `known`; whether all marks are there. */
// @inline
function gather(known: u32, marks: u32): bool {
  if (known < load<u32>(frame, COMPONENT_RANK)) store<u32>(frame, known, COMPONENT_RANK);
  const inside = load<u32>(frame, COMPONENT_INSIDE) | marks | CYCLE;
  store<u32>(frame, inside, COMPONENT_INSIDE);
  return (required & ~inside) === 0;
}
