// Levels of a product that accepts nothing, for certificates: a number for each state that no edge raises, such that inside a level
// some mark is missing. Level l goes without mark number l modulo the number of marks.
//
// Components by lowlinks, as in tarjan.ts. The floor of a component is the least level that the edges out of it allow: that of the target, or one more
// where the edge bears the mark of that level. A component gets the first level from its floor on whose mark it does not bear inside.
//
//     new state: its lowlink is its own rank; no marks, floor 0
//     edge to a live state: lowlink and marks, as in tarjan.ts; all marks there: accepting
//     edge to a state with a level: the floor rises
//     no edge left: the state below gains lowlink, marks and floor; or the component is complete, and gets its level
//
// The word of a state is its rank, NEW, or its level with the bit FINISHED. Edges without marks that wait are forgotten on long paths
// (depth-first.ts): their targets were found below their sources, which so have no lower level.
import {
  COMPONENT_ENTRY,
  COMPONENT_INSIDE,
  COMPONENT_RANK,
  CYCLE,
  FINISHED,
  LEVEL_BYTES,
  LEVEL_FLOOR,
  NEW,
} from '../src/explicit/kernel/protocol';
import { closeComponent, postpone, writeComponent } from './components';
import { beginPath, Check, search } from './depth-first';
import { wordOf } from './product';

/** For each state on the path: lowlink, marks inside its component, marks of the edge that leads to it, floor. One more lies below them. */
let frame: usize = 0;
let framesEnd: usize = 0;
let marksCount: u32 = 0;
let required: u32 = 0;
let rank: u32 = 0;

/** The region of frames with the place of the last one, and the number of marks. */
export function openLevels(frameAt: usize, end: usize, marks: u32, rankNow: u32): void {
  frame = frameAt;
  framesEnd = end;
  marksCount = marks;
  required = (((1 as u32) << marks) - 1) | CYCLE;
  rank = rankNow;
  beginPath();
}

export function levelsFrame(): usize {
  return frame;
}

export function levelsRank(): u32 {
  return rank;
}

/** Runs until `budget` states were visited. DONE, RUNNING, ACCEPTING where there are no levels, or a negative status. */
export function levels(budget: u32): i32 {
  return search<Levels>(budget);
}

@unmanaged
class Levels extends Check {
  // @inline
  fresh(): u32 {
    return NEW;
  }

  // @inline
  isNew(word: u32): bool {
    return word === NEW;
  }

  // @inline
  isDone(_word: u32): bool {
    return false;
  }

  // @inline
  keepsMarks(): bool {
    return true;
  }

  // @inline
  hasRoom(): bool {
    return frame + 2 * LEVEL_BYTES <= framesEnd;
  }

  // @inline
  enter(slot: u32, marks: u32): void {
    store<u32>(wordOf(slot), ++rank);
    frame += LEVEL_BYTES;
    writeComponent(frame, rank, marks);
    store<u32>(frame, 0, LEVEL_FLOOR);
  }

  // @inline
  meet(_slot: u32, marks: u32, word: u32): bool {
    if (word < FINISHED) return gather(word, marks);
    rise(word & ~FINISHED, marks);
    return false;
  }

  // @inline
  finish(slot: u32): bool {
    const own = load<u32>(wordOf(slot));
    const low = load<u32>(frame, COMPONENT_RANK);
    const inside = load<u32>(frame, COMPONENT_INSIDE);
    const entry = load<u32>(frame, COMPONENT_ENTRY);
    const floor = load<u32>(frame, LEVEL_FLOOR);
    frame -= LEVEL_BYTES;
    if (low !== own) {
      postpone(slot);
      if (floor > load<u32>(frame, LEVEL_FLOOR)) store<u32>(frame, floor, LEVEL_FLOOR);
      return gather(low, inside | entry);
    }
    let level = floor;
    if (inside & CYCLE) {
      while (bears(inside, level)) level++;
    }
    closeComponent(slot, own, FINISHED | level);
    rise(level, entry);
    rank = own - 1;
    return false;
  }
}

/** Whether the mark of the level is among these; without any marks it counts as there. */
// @inline
function bears(marks: u32, level: u32): bool {
  return marksCount === 0 || ((marks >> (level % marksCount)) & 1) !== 0;
}

/** The top state leads to one with a level. */
// @inline
function rise(level: u32, marks: u32): void {
  const least = bears(marks, level) ? level + 1 : level;
  if (least > load<u32>(frame, LEVEL_FLOOR)) store<u32>(frame, least, LEVEL_FLOOR);
}

/** The top state leads to the live one of rank `known`; whether all marks are there. */
// @inline
function gather(known: u32, marks: u32): bool {
  if (known < load<u32>(frame, COMPONENT_RANK)) store<u32>(frame, known, COMPONENT_RANK);
  const inside = load<u32>(frame, COMPONENT_INSIDE) | marks | CYCLE;
  store<u32>(frame, inside, COMPONENT_INSIDE);
  return (required & ~inside) === 0;
}
