// The emptiness check for weak automata: a cycle of the product stays in one component of the automaton, all of whose cycles accept
// or none, so one depth-first search is enough, and the first edge back to the path that accepts ends it [CP03].
//
//     push each start not yet visited
//     while the path is not empty:
//       if the top state has no edge left: pop it; it is done
//       else take its next edge to d:  d new: push d;  d on the path, its component accepting: accepting cycle
//
// The word of a state is ACTIVE on the path and CLOSED when done; below that it is new (QUEUED is left by `reachability`).
import { ACTIVE, CLOSED, NEW } from '../src/explicit/kernel/protocol';
import { beginPath, Check, search } from './depth-first';
import { automatonStateOf, leaveState, pathTop, setFound, setPathTop, wordOf } from './product';

let accepting: usize = 0;

/** The table with a 1 for every state of the automaton in an accepting component. */
export function openWeak(table: usize): void {
  accepting = table;
  beginPath();
}

/** Runs until `budget` states were visited. DONE, RUNNING, ACCEPTING when `found` ends an accepting cycle, or a negative status. */
export function weak(budget: u32): i32 {
  return search<Weak>(budget);
}

@unmanaged
class Weak extends Check {
  // @inline
  fresh(): u32 {
    return NEW;
  }

  // @inline
  isNew(word: u32): bool {
    return word < (ACTIVE as u32);
  }

  // @inline
  isDone(word: u32): bool {
    return word === CLOSED;
  }

  // @inline
  keepsMarks(): bool {
    return false;
  }

  // @inline
  hasRoom(): bool {
    return true;
  }

  // @inline
  enter(slot: u32, _marks: u32): void {
    store<u32>(wordOf(slot), ACTIVE);
  }

  /** Whether the automaton's part of a state on the path is in an accepting component. */
  // @inline
  meet(slot: u32, _marks: u32, _word: u32): bool {
    if (load<u8>(accepting + automatonStateOf(slot)) === 0) return false;
    setFound(slot);
    return true;
  }

  // @inline
  finish(slot: u32): bool {
    store<u32>(wordOf(slot), CLOSED);
    setPathTop(pathTop - 4);
    leaveState();
    return false;
  }
}
