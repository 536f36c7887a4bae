// Couvreur's emptiness check for generalized acceptance on edges [Cou99; BDK12, Algorithm 1], and the first pass of Algorithm 2.
//
//     push each start not yet visited, with no marks
//     while the path is not empty:
//       if the top state has no edge left: pop it; if it is the root of its component, all of the component is dead
//       else take its next edge (s, marks, d):
//         d new:   push(marks, d) as a component of its own
//         d live:  merge all components above d's into d's, gathering marks; if a mode accepts them: accepting
//         d dead:  nothing
//
// Differs from the paper: edges to states that are known when their source is pushed are dealt with at once (depth-first.ts), and live
// states that have left the path are on a stack of their own (components.ts).
//
// The word of a state is its rank among the live states, counted from 1, with the bit FINISHED once it has left the path; `fresh` when not
// yet visited; `dead` afterwards.
//
// Where livelocks are looked for (a mode that forbids marks and requires none), an edge back to a state of the path is also looked at
// by itself: if it and all edges of the path behind that state are free of forbidden marks, they are an accepting cycle, even
// when their component shows such marks elsewhere. This finds the livelock of [BDK12, Fig. 10] in the first pass. It is the
// heuristic of Geldenhuys and Hansen [GH06] as far as we know it; see src/explicit/emptiness/two-pass.ts.
import {
  COMPONENT_BYTES,
  COMPONENT_ENTRY,
  COMPONENT_INSIDE,
  COMPONENT_RANK,
  CYCLE,
  DEAD,
  FINISHED,
  MODE_BYTES,
  MODE_FORBIDDEN,
  MODE_REQUIRED,
  NEW,
  RANKS_END,
} from '../src/explicit/kernel/protocol';
import { closeComponent, postpone, writeComponent } from './components';
import { beginPath, Check, search } from './depth-first';
import { setFound, wordOf } from './product';

let fresh: u32 = NEW;
let dead: u32 = DEAD;
let rank: u32 = 0;
/** The top of the stack of components, and the end of its region. */
let root: usize = 0;
let rootsEnd: usize = 0;
let modes: usize = 0;
let modesEnd: usize = 0;
export let components: u64 = 0;
/** The marks that a livelock must not show; 0 where none are looked for. */
let forbidden: u32 = 0;
/** Ranks of the states on the path to which an edge with such a mark leads, from `rootsEnd` downwards. */
let segments: usize = 0;
/** The search ended with a livelock on the path, from `found` on. */
export let livelockFound: bool = false;

/** The end of the region of components, and the acceptance modes. */
export function openCouvreur(rootsTo: usize, modesAt: usize, modeCount: u32): void {
  rootsEnd = rootsTo;
  segments = rootsTo;
  livelockFound = false;
  modes = modesAt;
  modesEnd = modesAt + (modeCount as usize) * MODE_BYTES;
}

/** Sets the words of states not yet visited and of dead ones, and the place of a search. */
export function placeCouvreur(freshWord: u32, deadWord: u32, rankNow: u32, rootAt: usize, done: u64): void {
  fresh = freshWord;
  dead = deadWord;
  rank = rankNow;
  root = rootAt;
  components = done;
  beginPath();
}

/** Sets what livelocks must not show, and where the ranks of such states on the path are. */
export function openLivelocks(marks: u32, segmentsAt: usize): void {
  forbidden = marks;
  segments = segmentsAt;
}

export function couvreurSegments(): usize {
  return segments;
}

export function couvreurRank(): u32 {
  return rank;
}

export function couvreurRoot(): usize {
  return root;
}

/** Runs until `budget` states were visited. DONE without an accepting cycle, RUNNING, ACCEPTING, or a negative status. */
export function couvreur(budget: u32): i32 {
  return search<Couvreur>(budget);
}

@unmanaged
class Couvreur extends Check {
  // @inline
  fresh(): u32 {
    return fresh;
  }

  // @inline
  isNew(word: u32): bool {
    return word === fresh;
  }

  // @inline
  isDone(word: u32): bool {
    return word >= RANKS_END;
  }

  // @inline
  keepsMarks(): bool {
    return true;
  }

  // @inline
  hasRoom(): bool {
    return root + 2 * COMPONENT_BYTES + 4 <= segments;
  }

  // @inline
  enter(slot: u32, marks: u32): void {
    store<u32>(wordOf(slot), ++rank);
    root += COMPONENT_BYTES;
    writeComponent(root, rank, marks);
    if (marks & forbidden) {
      segments -= 4;
      store<u32>(segments, rank);
    }
  }

  // @inline
  meet(slot: u32, marks: u32, word: u32): bool {
    if (closesLivelock(marks, word)) {
      setFound(slot);
      livelockFound = true;
      return true;
    }
    const known = word & ~FINISHED;
    const inside = load<u32>(root, COMPONENT_INSIDE);
    // An edge inside the topmost component that shows nothing new changes nothing.
    if (known >= load<u32>(root, COMPONENT_RANK) && ((marks | CYCLE) & ~inside) === 0) return false;
    return merge(marks, known);
  }

  /** The state closes its component, or waits for that among the finished states. */
  // @inline
  finish(slot: u32): bool {
    const own = load<u32>(wordOf(slot));
    if (segments !== rootsEnd && load<u32>(segments) === own) segments += 4;
    if (own !== load<u32>(root, COMPONENT_RANK)) {
      postpone(slot);
      store<u32>(wordOf(slot), own | FINISHED);
      return false;
    }
    components++;
    root -= COMPONENT_BYTES;
    closeComponent(slot, own, dead);
    // Ranks are given again: the live states are those below.
    rank = own - 1;
    return false;
  }
}

/** Whether an edge from the top state to a live one closes a cycle of the path that is free of forbidden marks. */
// @inline
function closesLivelock(marks: u32, known: u32): bool {
  if (forbidden === 0 || (marks & forbidden) !== 0 || known >= FINISHED) return false;
  return segments === rootsEnd || known >= load<u32>(segments);
}

/** Merges the components above rank `known` along an edge; whether a mode accepts what they show together. */
function merge(edgeMarks: u32, known: u32): bool {
  let marks = edgeMarks | CYCLE;
  let at = root;
  while (load<u32>(at, COMPONENT_RANK) > known) {
    marks |= load<u32>(at, COMPONENT_INSIDE) | load<u32>(at, COMPONENT_ENTRY);
    at -= COMPONENT_BYTES;
  }
  root = at;
  marks |= load<u32>(at, COMPONENT_INSIDE);
  store<u32>(at, marks, COMPONENT_INSIDE);
  for (let mode = modes; mode < modesEnd; mode += MODE_BYTES) {
    if ((load<u32>(mode, MODE_REQUIRED) & ~marks) === 0 && (load<u32>(mode, MODE_FORBIDDEN) & marks) === 0) return true;
  }
  return false;
}
