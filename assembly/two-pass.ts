// The second pass of the emptiness check for acceptance modes with forbidden marks, such as the livelocks of testing automata:
// [BDK12, Algorithm 3], with the optimisations of its Appendix D. The first pass (Algorithm 2) is `couvreur` with all modes.
//
//     for each state s that the first pass saw, not yet visited now, where such a cycle may begin: push(s)
//     while the path is not empty: as in Algorithm 1, over the edges without forbidden marks
//
// Differs from the paper: starts are not collected from the targets of other edges, but are all states (s, q) whose q has an edge
// without forbidden marks. Blocks of slots belong to one q, so they are found by a walk over the blocks; if there is no such block the
// second pass is over at once (Appendix D, first optimisation). The second optimisation, a livelock state without other
// successors, needs no test of its own: its component shows no forbidden mark when the first pass merges it.
import { BLOCK_BITS, BLOCK_STATES, DEAD, DONE, NEW, RUNNING } from '../src/explicit/kernel/protocol';
import { couvreur } from './couvreur';
import {
  automatonStateOf,
  blockCount,
  pathFloor,
  pathTop,
  productStates,
  setPathTop,
  wide,
  wordOf,
  wordsAt,
} from './product';

let starting: usize = 0;
let next: u32 = 0;

/** Begins a pass from all states whose q has a 1 in the table; states that the first pass visited count as dead there. */
export function openSecondPass(table: usize): void {
  starting = table;
  next = BLOCK_STATES;
  const end = wordsAt + (blockCount as usize) * BLOCK_STATES * 4;
  for (let p = wordsAt + BLOCK_STATES * 4; p < end; p += 4) {
    if (load<u32>(p) !== NEW) store<u32>(p, DEAD);
  }
}

export function secondPassNext(): u32 {
  return next;
}

/** Goes on with a pass that was moved to another memory. */
export function resumeSecondPass(table: usize, nextSlot: u32): void {
  starting = table;
  next = nextSlot;
}

/** As `couvreur`, from one start after the other. */
export function secondPass(budget: u32): i32 {
  const end = productStates + budget;
  while (productStates < end) {
    if (pathTop === pathFloor) {
      const slot = nextStart();
      if (slot === 0) return DONE;
      if (wide) {
        store<u32>(pathTop, 0);
        setPathTop(pathTop + 4);
      }
      store<u32>(pathTop, slot);
      setPathTop(pathTop + 4);
    }
    const status = couvreur((end - productStates) as u32);
    if (status !== DONE) return status;
  }
  return RUNNING;
}

/** The next state to start from, or 0. */
function nextStart(): u32 {
  const end = blockCount << BLOCK_BITS;
  while (next < end) {
    if ((next & (BLOCK_STATES - 1)) === 0 && load<u8>(starting + automatonStateOf(next)) === 0) {
      next += BLOCK_STATES;
      continue;
    }
    const slot = next++;
    if (load<u32>(wordOf(slot)) === DEAD) return slot;
  }
  return 0;
}
