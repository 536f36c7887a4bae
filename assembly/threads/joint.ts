// Searching for accepting components by several threads that share what is dead. The states of the model are all known, and only read. Each thread has a
// path, ranks and components of its own (../couvreur.ts); a component that it closes without acceptance is dead for all, and is not
// entered by others any more [RDKP13b]; why that is right is in docs/adr/018-threads-share-what-is-dead.md.
//
// Product states (s, q) are numbers: s above the bits of q. Runs begin at states of the model that are claimed from the last one down: those were found last, little is behind them
// that is not behind others, and what is found there is soon dead. Threads with odd numbers take successors the other way round.
//
// An entry of the path is 8 bytes: the number of a state with ON_PATH, or of one to which an edge leads that waits, and the marks of that edge.
import {
  ACCEPTING,
  COMPONENT_BYTES,
  COMPONENT_ENTRY,
  COMPONENT_INSIDE,
  COMPONENT_RANK,
  CYCLE,
  DEAD,
  DONE,
  EDGE_BYTES,
  EDGE_MARKS,
  EDGE_TARGET,
  FINISHED,
  FULL,
  JOINT_COMPONENTS,
  JOINT_CURSOR,
  JOINT_EDGES,
  JOINT_PAUSE,
  JOINT_STATES,
  LIST_HEADER,
  MODE_BYTES,
  MODE_FORBIDDEN,
  MODE_REQUIRED,
  ON_PATH,
  PAUSED,
  RANKS_END,
  RUNNING,
} from '../../src/explicit/kernel/protocol';
import { expandBehind, lookUp, stateAt } from '../expand';
import { letterAt } from '../letters';
import { ids } from '../search';

/** States of the model that are claimed at a time. */
const CLAIM: u32 = 64;

/** Words that all threads share, and what this one says of itself. */
let control: usize = 0;
let me: usize = 0;
let backwards: bool = false;
/** Whether all others have been told to stop. */
let isAlone: bool = false;
/** A byte for each state of the model: a bit for each state of the property with which it is dead. */
let deads: usize = 0;
let states: u32 = 0;
/** Bits of a product state that are the state of the property. */
let shift: u32 = 0;
/** Lists of edges, by state of the property and letter; lists of states of the property in which runs begin, by letter. */
let lists: usize = 0;
let letterBits: u32 = 0;
let starts: usize = 0;
let modes: usize = 0;
let modesEnd: usize = 0;

let ranks: usize = 0;
let rank: u32 = 0;
/** The path grows upwards; live states that have left it grow down towards it. */
let base: usize = 0;
let top: usize = 0;
let heap: usize = 0;
let heapEnd: usize = 0;
let root: usize = 0;
let rootsEnd: usize = 0;

let claimAt: u32 = 0;
let claimEnd: u32 = 0;
/** States visited, edges, and what was dead by this thread first: states and components. */
let visited: u64 = 0;
let edges: u64 = 0;
let deadStates: u64 = 0;
let components: u64 = 0;

/** The words that threads share, those of this one, and whether it takes successors the other way round. */
export function openJoint(controlAt: usize, memberAt: usize, reversed: bool): void {
  control = controlAt;
  me = memberAt;
  backwards = reversed;
  isAlone = false;
}

/** The dead, how many states the model has, and the automaton. */
export function openJointProduct(deadsAt: usize, count: u32, bits: u32, listsAt: usize, bitsOfLetters: u32): void {
  deads = deadsAt;
  states = count;
  shift = bits;
  lists = listsAt;
  letterBits = bitsOfLetters;
}

export function openJointModes(startsAt: usize, modesAt: usize, modeCount: u32): void {
  starts = startsAt;
  modes = modesAt;
  modesEnd = modesAt + (modeCount as usize) * MODE_BYTES;
}

/** What this thread has for itself, empty. */
export function openJointPath(ranksAt: usize, pathAt: usize, pathEnd: usize, rootsAt: usize, rootsTo: usize): void {
  ranks = ranksAt;
  base = pathAt;
  top = pathAt;
  heap = pathEnd;
  heapEnd = pathEnd;
  root = rootsAt - COMPONENT_BYTES;
  rootsEnd = rootsTo;
  rank = 0;
  claimAt = 0;
  claimEnd = 0;
}

// @inline
function rankOf(slot: u32): usize {
  return ranks + (slot as usize) * 4;
}

// @inline
function isDead(slot: u32): bool {
  return ((atomic.load<u8>(deads + (slot >> shift)) >> (slot & ((1 << shift) - 1))) & 1) !== 0;
}

function tell(status: i32): i32 {
  store<u64>(me, deadStates, JOINT_STATES);
  store<u64>(me, edges, JOINT_EDGES);
  store<u64>(me, components, JOINT_COMPONENTS);
  return status;
}

/** Runs until `budget` states were visited. DONE when nothing is left to claim, RUNNING, PAUSED, ACCEPTING, or a negative status. */
export function joint(budget: u32): i32 {
  if (!isAlone && atomic.load<u32>(control, JOINT_PAUSE) !== 0) return tell(PAUSED);
  const end = visited + budget;
  while (visited < end) {
    if (top === base) {
      if (claimAt === claimEnd && !claim()) return tell(DONE);
      begin(--claimEnd);
      visited++;
      continue;
    }
    const slot = load<u32>(top - 8);
    if (slot & ON_PATH) {
      finish(slot & ~ON_PATH);
      continue;
    }
    const marks = load<u32>(top - 4);
    const word = load<u32>(rankOf(slot));
    top -= 8;
    if (word === 0) {
      if (isDead(slot)) continue;
      const status = push(slot, marks);
      if (status === DONE) continue;
      return tell(status);
    }
    if (word < RANKS_END && meet(marks, word)) return tell(ACCEPTING);
  }
  return tell(RUNNING);
}

/** Claims all states of the model, whoever has claimed them before; from now on this thread does not pause. The path is empty. */
export function claimAll(): void {
  isAlone = true;
  claimAt = 0;
  claimEnd = states;
}

/** Claims some states of the model, the last ones that nobody has claimed. */
function claim(): bool {
  const before = atomic.add<u32>(control, CLAIM, JOINT_CURSOR);
  if (before >= states) {
    atomic.store<u32>(control, states, JOINT_CURSOR);
    return false;
  }
  claimEnd = states - before;
  claimAt = claimEnd < CLAIM ? 0 : claimEnd - CLAIM;
  return true;
}

/** Lets the runs that begin at a state of the model wait. */
function begin(id: u32): void {
  const list: usize = load<u32>(starts + (letterAt(stateAt(id)) as usize) * 4);
  for (let i: u32 = 0, n = load<u32>(list); i < n; i++) {
    const slot = (id << shift) | load<u32>(list + 4 + (i as usize) * 4);
    if (load<u32>(rankOf(slot)) !== 0 || isDead(slot)) continue;
    store<u32>(top, slot);
    store<u32>(top, 0, 4);
    top += 8;
  }
}

/** Puts a new state on the path, with those of its edges that lead to new states; meets the others. */
function push(slot: u32, marks: u32): i32 {
  const id = slot >> shift;
  const q = slot & ((1 << shift) - 1);
  const letter = letterAt(stateAt(id));
  const list: usize = load<u32>(lists + (((q << letterBits) + letter) as usize) * 4);
  const length = load<u32>(list);
  let n = 0;
  if (length !== 0) {
    n = expandBehind(id, 0);
    if (n < 0) return n;
    if (n === 0) {
      store<u32>(ids, id);
      n = 1;
    } else if (lookUp(n) !== 0) return FULL;
  }
  if (top + 8 + (n as usize) * length * 8 > heap || root + 2 * COMPONENT_BYTES > rootsEnd) return FULL;
  visited++;
  edges += (n as u32) * length;
  store<u32>(rankOf(slot), ++rank);
  root += COMPONENT_BYTES;
  store<u32>(root, rank, COMPONENT_RANK);
  store<u32>(root, 0, COMPONENT_INSIDE);
  store<u32>(root, marks, COMPONENT_ENTRY);
  store<u32>(top, slot | ON_PATH);
  top += 8;
  const last = list + LIST_HEADER + (length as usize) * EDGE_BYTES;
  for (let i = 0; i < n; i++) {
    const t = load<u32>(ids + ((backwards ? n - 1 - i : i) as usize) * 4) << shift;
    for (let e = list + LIST_HEADER; e < last; e += EDGE_BYTES) {
      const target = t | load<u32>(e, EDGE_TARGET);
      const word = load<u32>(rankOf(target));
      if (word === 0) {
        if (isDead(target)) continue;
        store<u32>(top, target);
        store<u32>(top, load<u32>(e, EDGE_MARKS), 4);
        top += 8;
      } else if (word < RANKS_END) {
        if (meet(load<u32>(e, EDGE_MARKS), word)) return ACCEPTING;
      }
    }
  }
  return DONE;
}

/** An edge leads from the top state to a live one: whether the components that it joins accept. */
function meet(edgeMarks: u32, word: u32): bool {
  const known = word & ~FINISHED;
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

/** The top state closes its component, or waits for that. */
function finish(slot: u32): void {
  top -= 8;
  const own = load<u32>(rankOf(slot));
  if (own !== load<u32>(root, COMPONENT_RANK)) {
    heap -= 4;
    store<u32>(heap, slot);
    store<u32>(rankOf(slot), own | FINISHED);
    return;
  }
  root -= COMPONENT_BYTES;
  rank = own - 1;
  // Threads may close the same component: the one that is first at its least state counts it.
  let least = slot;
  let wasFirst = die(slot);
  while (heap < heapEnd) {
    const other = load<u32>(heap);
    if ((load<u32>(rankOf(other)) & ~FINISHED) < own) break;
    heap += 4;
    const isFirst = die(other);
    if (other < least) {
      least = other;
      wasFirst = isFirst;
    }
  }
  if (wasFirst) components++;
}

/** The state is dead for all; whether this thread is the first to say so. */
// @inline
function die(slot: u32): bool {
  store<u32>(rankOf(slot), DEAD);
  const bit = ((1 as u32) << (slot & ((1 << shift) - 1))) as u8;
  const wasFirst = (atomic.or<u8>(deads + (slot >> shift), bit) & bit) === 0;
  if (wasFirst) deadStates++;
  return wasFirst;
}
