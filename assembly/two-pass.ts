// The second pass of the emptiness check for acceptance modes with forbidden marks, such as the livelocks of testing automata:
// ToPNoC'12, Algorithm 3, with the optimisations of its Appendix D. The first pass (Algorithm 2) is `couvreur` with all modes.
//
//     for each state s that the first pass saw, not yet visited now, where such a cycle may begin: push(s)
//     while the path is not empty: as in Algorithm 1, over the edges without forbidden marks
//
// Differs from the paper: starts are not collected from the targets of other edges, but are all states (s, q) whose q has an edge
// without forbidden marks. Blocks of slots belong to one q, so they are found by a walk over the blocks; if there is no such block the
// second pass is over at once (Appendix D, first optimisation). The second optimisation, a livelock state without other
// successors, needs no test of its own: its component shows no forbidden mark when the first pass merges it.
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

/** The words of the states that the first pass visited. */
const VISITED: u32 = 0xffff_ffff;

let starting: usize = 0;
let next: u32 = 0;

/** Begins a pass from all states whose q has a 1 in the table; what is known of visited states is forgotten. */
export function openSecondPass(table: usize): void {
  starting = table;
  next = 256;
  const end = wordsAt + (blockCount as usize) * 1024;
  for (let p = wordsAt + 1024; p < end; p += 4) {
    if (load<u32>(p) !== 0) store<u32>(p, VISITED);
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
      if (slot === 0) return 0;
      if (wide) {
        store<u32>(pathTop, 0);
        setPathTop(pathTop + 4);
      }
      store<u32>(pathTop, slot);
      setPathTop(pathTop + 4);
    }
    const status = couvreur((end - productStates) as u32);
    if (status !== 0) return status;
  }
  return 1;
}

/** The next state to start from, or 0. */
function nextStart(): u32 {
  const end = blockCount << 8;
  while (next < end) {
    if ((next & 255) === 0 && load<u8>(starting + automatonStateOf(next)) === 0) {
      next += 256;
      continue;
    }
    const slot = next++;
    if (load<u32>(wordOf(slot)) === VISITED) return slot;
  }
  return 0;
}
