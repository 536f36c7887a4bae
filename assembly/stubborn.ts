// Stubborn sets inside the core: of the successors of a product state whose automaton can only wait, those that must be followed. The
// closure is that of src/explicit/partial-order/stubborn-set.ts, over the same tables, laid out by the host; docs/adr/011 and 015 have the proofs.
//
// Which transition a successor comes from is written by a second copy of the model's code, at a fixed distance behind the successor.
import {
  ALWAYS_OPEN,
  AT_LEAST,
  BELOW,
  EQUAL,
  FIELD_BYTES,
  FIELD_LOWER,
  FIELD_MASK,
  FIELD_OFFSET,
  FIELD_SHIFT,
  HASH_BYTES,
  LIST_PLAN,
  PLAN_ACCEPTING,
  PLAN_ALTERNATIVES,
  PLAN_HEADER,
  PLAN_UNSAFE,
} from '../src/explicit/kernel/protocol';
import { stateAt } from './expand';
import { buffer } from './search';
import { anyBytes } from './width';

/** Whether successors are left out. */
export let reducing: bool = false;
/** A list of edges without any, for states from which nothing is followed. */
export let noEdges: usize = 0;
let expansion: u32 = 0;
/** From a successor in the buffer to the number of its transition. */
let groupDistance: usize = 0;
/** Words of the state that are computed. */
let virtual: usize = 0;
let fields: usize = 0;

// Tables in compressed rows: where rows start, and their members.
let listStarts: usize = 0;
let listMembers: usize = 0;
let conditionStarts: usize = 0;
let conditionMembers: usize = 0;
let harmStarts: usize = 0;
let harmMembers: usize = 0;
let threatStarts: usize = 0;
let threatMembers: usize = 0;

// Working memory: the state in which a transition was last enabled, the round in which a transition, or a list, was last taken, and members
// that are to be looked at.
let enabledIn: usize = 0;
let states: u32 = 0;
let memberRound: usize = 0;
let listRound: usize = 0;
let pending: usize = 0;
let pendingEnd: usize = 0;
let round: u32 = 0;
let enabledMembers: i32 = 0;

/** Product states that were expanded, those of them with all that is enabled; what was enabled in them, what was followed. */
export let stubbornExpanded: u64 = 0;
export let stubbornFull: u64 = 0;
export let stubbornEnabled: u64 = 0;
export let stubbornFollowed: u64 = 0;
/** Members and conditions that were looked at: what the sets cost. */
export let stubbornWork: u64 = 0;

/** The state at hand. */
let state: usize = 0;

/** The copy of the model's code in the table, where it writes transitions, fields and computed words; 0 as expansion: no reduction. */
export function openStubborn(expand: u32, distance: usize, virtualAt: usize, fieldsAt: usize, empty: usize): void {
  reducing = expand !== 0;
  expansion = expand;
  groupDistance = distance;
  virtual = virtualAt;
  fields = fieldsAt;
  noEdges = empty;
}

export function openStubbornLists(starts: usize, members: usize, conditions: usize, conditionWords: usize): void {
  listStarts = starts;
  listMembers = members;
  conditionStarts = conditions;
  conditionMembers = conditionWords;
}

export function openStubbornConflicts(harms: usize, harmLists: usize, threats: usize, threatLists: usize): void {
  harmStarts = harms;
  harmMembers = harmLists;
  threatStarts = threats;
  threatMembers = threatLists;
}

/** Working memory, cleared. */
export function openStubbornWork(enabled: usize, members: usize, lists: usize, waiting: usize): void {
  enabledIn = enabled;
  states = 0;
  memberRound = members;
  listRound = lists;
  pending = waiting;
  round = 0;
}

export function setStubbornCounts(expanded: u64, full: u64, enabled: u64, followed: u64, work: u64): void {
  stubbornExpanded = expanded;
  stubbornFull = full;
  stubbornEnabled = enabled;
  stubbornFollowed = followed;
  stubbornWork = work;
}

/**
 * Writes the successors of model state `id` that must be followed with this list of edges, behind `before` others. Their number, or a negative
 * status; `wasDead` says whether the model has none.
 */
export function expandStubborn(id: u32, before: u32, list: usize): i32 {
  state = stateAt(id);
  const out = buffer + (before as usize) * (anyBytes + HASH_BYTES);
  const n = call_indirect<i32>(expansion, state, out);
  wasDead = n === 0;
  if (n <= 0) return n;
  stubbornExpanded++;
  stubbornEnabled += n;
  const plan: usize = load<u32>(list - LIST_PLAN);
  let left = n;
  if (plan !== 0 && choose(plan, out, n)) left = keepMembers(out, n);
  else stubbornFull++;
  stubbornFollowed += left;
  return left;
}

export let wasDead: bool = false;

/** Moves the successors of members to the front; their number. */
function keepMembers(out: usize, n: i32): i32 {
  const stride = anyBytes + HASH_BYTES;
  let to = out;
  let from = out;
  let left = 0;
  for (let i = 0; i < n; i++) {
    if (isMember(load<u32>(from + groupDistance))) {
      if (from !== to) memory.copy(to, from, stride);
      to += stride;
      left++;
    }
    from += stride;
  }
  return left;
}

/** Makes the set, by the first alternative that leaves something out; false where all successors are needed. */
function choose(plan: usize, out: usize, n: i32): bool {
  const accepting = load<u32>(plan, PLAN_ACCEPTING) !== 0;
  if (n < 2 && accepting) return false;
  noteEnabled(out, n);
  let goals = plan + PLAN_HEADER;
  for (let left = load<u32>(plan, PLAN_ALTERNATIVES); left > 0; left--) {
    begin(goals);
    if (close(plan, accepting, n)) {
      if (!accepting || enabledMembers !== 0 || addSome(plan, goals, out, n)) return true;
    }
    goals += (load<u32>(goals) as usize) * 4;
  }
  return false;
}

/** Notes which transitions are enabled in the state at hand. */
function noteEnabled(out: usize, n: i32): void {
  const stride = anyBytes + HASH_BYTES;
  states++;
  let from = out + groupDistance;
  for (let i = 0; i < n; i++) {
    store<u32>(enabledIn + (load<u32>(from) as usize) * 4, states);
    from += stride;
  }
}

/** Seeds that are tried where waiting for ever is accepted and the goals enable nothing. */
const MOST_SEEDS = 4;

function addSome(plan: usize, goals: usize, out: usize, n: i32): bool {
  const stride = anyBytes + HASH_BYTES;
  let tries = 0;
  for (let i = 0; i < n; i++) {
    const seed = load<u32>(out + (i as usize) * stride + groupDistance);
    if (isUnsafe(plan, seed)) continue;
    if (tries++ === MOST_SEEDS) return false;
    if (tries > 1) begin(goals);
    add(seed);
    if (close(plan, true, n)) return true;
  }
  return false;
}

/** An empty set, then the helpers of an open clause of every goal. */
function begin(goals: usize): void {
  round++;
  pendingEnd = pending;
  enabledMembers = 0;
  let goal = goals + 8;
  for (let left = load<u32>(goals, 4); left > 0; left--) {
    const end = goal + (load<u32>(goal) as usize) * 4;
    let clause = goal + 4;
    while (!isOpen(clause)) {
      const next = clause + 12 + (load<u32>(clause, 8) as usize) * 4;
      if (next >= end) break;
      clause = next;
    }
    const helpers = clause + 12;
    for (let i: u32 = 0; i < load<u32>(clause, 8); i++) add(load<u32>(helpers + (i as usize) * 4));
    goal = end;
  }
}

/** Whether a clause (test or ALWAYS_OPEN, bound, number of helpers, helpers) does not hold. */
// @inline
function isOpen(clause: usize): bool {
  const test = load<i32>(clause);
  return test === ALWAYS_OPEN || !isMet(test, load<i32>(clause, 4));
}

// @inline
function isMember(group: u32): bool {
  return load<u32>(memberRound + (group as usize) * 4) === round;
}

// @inline
function isUnsafe(plan: usize, group: u32): bool {
  return load<u8>((load<u32>(plan, PLAN_UNSAFE) as usize) + group) !== 0;
}

// @inline
function add(group: u32): void {
  const at = memberRound + (group as usize) * 4;
  if (load<u32>(at) === round) return;
  store<u32>(at, round);
  store<u32>(pendingEnd, group);
  pendingEnd += 4;
}

function addList(list: u32): void {
  const at = listRound + (list as usize) * 4;
  if (load<u32>(at) === round) return;
  store<u32>(at, round);
  const starts = listStarts + (list as usize) * 4;
  const first = listMembers + (load<u32>(starts) as usize) * 4;
  const end = listMembers + (load<u32>(starts, 4) as usize) * 4;
  stubbornWork += ((end - first) as u64) >> 2;
  for (let p = first; p < end; p += 4) add(load<u32>(p));
}

// @inline
function addLists(starts: usize, members: usize, group: u32): void {
  const row = starts + (group as usize) * 4;
  const end = members + (load<u32>(row, 4) as usize) * 4;
  for (let p = members + (load<u32>(row) as usize) * 4; p < end; p += 4) addList(load<u32>(p));
}

/** Adds what the members ask for; false as soon as an enabled one may end the wait, or all of the `n` that are enabled are members. */
function close(plan: usize, accepting: bool, n: i32): bool {
  while (pendingEnd > pending) {
    stubbornWork++;
    pendingEnd -= 4;
    const group = load<u32>(pendingEnd);
    if (load<u32>(enabledIn + (group as usize) * 4) !== states) {
      addHelpers(group);
      continue;
    }
    if (isUnsafe(plan, group)) return false;
    if (++enabledMembers === n) return false;
    addLists(harmStarts, harmMembers, group);
    if (accepting) addLists(threatStarts, threatMembers, group);
  }
  return true;
}

/** Adds those who can help an open condition of a transition that is disabled; one whose helpers were taken already if there is. */
function addHelpers(group: u32): void {
  const row = conditionStarts + (group as usize) * 4;
  const end = conditionMembers + (load<u32>(row, 4) as usize) * 4;
  let found: i32 = -1;
  for (let p = conditionMembers + (load<u32>(row) as usize) * 4; p < end; p += 12) {
    stubbornWork++;
    const list = load<i32>(p);
    const test = load<i32>(p, 4);
    if (test === ALWAYS_OPEN) {
      if (found < 0) found = list;
    } else if (!isMet(test, load<i32>(p, 8))) {
      if (load<u32>(listRound + (list as usize) * 4) === round) return;
      if (found < 0) found = list;
    }
  }
  if (found >= 0) addList(found as u32);
}

/** Whether a comparison holds in the state at hand. */
// @inline
function isMet(test: i32, bound: i32): bool {
  const value = fieldValue((test as u32) >> 2);
  const kind = test & 3;
  if (kind === AT_LEAST) return value >= bound;
  if (kind === BELOW) return value < bound;
  return kind === EQUAL ? value === bound : value !== bound;
}

// @inline
function fieldValue(variable: u32): i32 {
  const field = fields + (variable as usize) * FIELD_BYTES;
  const offset: usize = load<u32>(field, FIELD_OFFSET);
  const word = load<u64>(offset < anyBytes ? state + offset : virtual + (offset - anyBytes));
  const distance = ((word >> (load<u32>(field, FIELD_SHIFT) as u64)) as u32) & load<u32>(field, FIELD_MASK);
  return (distance as i32) + load<i32>(field, FIELD_LOWER);
}
