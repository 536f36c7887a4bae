// The image of a set under one event, closed under an event set: saturation [CLS01], and
// with a constraint constrained saturation [ZC09]. With no event set it is the plain image.
//
//   FIRE(e, n, w)  (cached)
//     for each child c of n and each way of e to take its value to j:  F[j] ∪= FIRE(rest of e, c, w[j])
//     while some F[i] has changed, for each event d of the set whose top is this level, and each way to take i to j:
//       F[j] ∪= FIRE(rest of d, F[i], w[j])
//     return the node with the children F
//
// The children of F are closed under the events below, since FIRE gives closed sets and closed sets are closed under union.
// With the event ALL and no event set to close under, it is the plain image under all events of the set that the host has
// written, in one walk: FIRE(ALL, …) of the children, and one step by each event whose top is this level.
//
// FIRE(STUCK, …) is what is left of the node when the left sides of all events are taken away: FIRE(STUCK, …) of the children, and from
// each what an event whose top is this level accepts in it. Most of the children are empty or small by then.
//
// The cache's key holds the number of the set of events at this level or below: what differs only above is shared.
// Frames hold everything at the time of a call, so that the run can stop there.
import { ALL, DONE, EMPTY, STUCK, SWEEP, YIELD } from '../../src/dd/mdd/diagram-protocol';
import { putFire } from './cache';
import { isByAll, selectedAt, setAt } from './events';
import { fill, stepByAll } from './fill';
import {
  add,
  begin,
  EVENT,
  F,
  KEY,
  known,
  LEVEL,
  LIST,
  LO,
  order,
  remove,
  SET,
  SIZE,
  TARGET,
  WITHIN,
} from './fire-frame';
import { intern, levelOf } from './nodes';
import { settle, sweepAll } from './settle';
import { frame, MISS, operations, pop, setResult, status } from './state';
import { removeByAll } from './stuck';

/** Starts FIRE(event, node, within): DONE with the result known, or to be continued with `run`. */
export function fire(event: u32, node: u32, within: u32): i32 {
  if (node === EMPTY || within === EMPTY) {
    setResult(EMPTY);
    return DONE;
  }
  const set = isByAll(event) ? selectedAt(levelOf(node)) : setAt(levelOf(node));
  const r = known(event, node, within, set);
  if (r === MISS) {
    begin(event, node, within, set);
    return status !== 0 ? status : YIELD;
  }
  setResult(r);
  return status;
}

/** Continues for about `slice` operations: DONE with the result, YIELD, or a reason to give up. */
export function run(slice: u32): i32 {
  const stop = operations + (slice as f64);
  while (status === 0) {
    const f = frame;
    if (operations > stop) return YIELD;
    if (load<u32>(f, LIST) === 0 && !fill(f)) continue;
    if (load<u32>(f, LIST) !== 0) {
      if (load<u32>(f, EVENT) === ALL) {
        if (!stepByAll(f)) continue;
      } else if (load<u32>(f, EVENT) === STUCK) {
        if (!removeByAll(f)) continue;
      } else if (!(order === SWEEP ? sweepAll(f) : settle(f))) continue;
    }
    const r = intern(load<u32>(f, LEVEL), load<u32>(f, LO), load<u32>(f, SIZE), f + F);
    if (status !== 0) break;
    putFire(load<u32>(f, SET), load<u32>(f, KEY), load<u32>(f, WITHIN), r);
    const above = pop();
    if (above === 0) {
      setResult(r);
      return DONE;
    }
    if (load<u32>(above, EVENT) === STUCK && load<u32>(above, LIST) !== 0) remove(above, load<u32>(above, TARGET), r);
    else add(above, load<u32>(above, TARGET), r);
  }
  return status;
}
