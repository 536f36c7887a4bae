// The work of a thread that helps: it has an instance of the shared core and of the model's code on the memory of a crew, waits until it is called, and does
// its part. Whoever owns the thread calls `help` with the place that was sent; it returns when the place is given up.
import type { WasmMemory, WasmModule } from '../../../base/wasm-host.ts';
import { instantiateCore, instantiateModel, type ModelCode } from '../core.ts';
import {
  CREW_BUSY,
  CREW_HEADER,
  GONE,
  MEMBER_BEAT,
  MEMBER_BYTES,
  MEMBER_CALL,
  MEMBER_PRESENCE,
  MEMBER_TASK,
  PRESENT,
  RUNNING,
  TASK_EXPAND,
  TASK_LEAVE,
} from '../protocol.ts';
import { helpJointly, type JointPlace } from './joint-place.ts';
import type { SharedCore } from './shared-core.generated.ts';

/** Where a thread works; it can be sent to another thread. */
export interface CrewPlace {
  readonly memory: WasmMemory;
  readonly core: WasmModule;
  readonly model: ModelCode;
  /** Its number in the crew. */
  readonly member: number;
  readonly crew: number;
  readonly table: { readonly at: number; readonly bits: number; readonly maxBits: number };
  readonly keys: number;
  readonly buffer: { readonly at: number; readonly states: number; readonly mostSuccessors: number };
  readonly states: RingPlace | ArenaPlace;
}

/** States in the table itself. */
interface RingPlace {
  readonly kind: 'inline';
  readonly ring: { readonly at: number; readonly bits: number; readonly maxBits: number };
  readonly spread: { readonly at: number; readonly bits: number; readonly room: number; readonly from: number };
}

/** States with ids. */
interface ArenaPlace {
  readonly kind: 'arena';
  readonly words: number;
  readonly at: number;
  readonly capacity: number;
}

/** States that are expanded before the thread shows that it is alive; the code is entered anew then, and replaced by its optimised form. */
const SLICE = 1024;
/** Looks at the call before the thread sleeps: some microseconds. */
const LOOKS = 2000;

/** An instance of the shared core, opened for one thread. */
function openSharedCore(place: CrewPlace): SharedCore {
  const { memory, core: module, table, buffer, states } = place;
  const core = instantiateCore(module, memory, instantiateModel(module, memory, place.model)) as unknown as SharedCore;
  if (states.kind === 'arena') {
    const { words, at, capacity } = states;
    core.openWidth(words, 0);
    core.openStore(at, capacity, table.at, place.keys, table.bits, table.maxBits);
    core.openNumbered(words, buffer.at, buffer.states, buffer.mostSuccessors, 0);
  } else {
    const { ring, spread } = states;
    core.openWidth(1, 0);
    core.openInline(table.at, table.bits, table.maxBits, buffer.at);
    core.openInlineBatches(buffer.at, buffer.states, buffer.mostSuccessors);
    core.openRing(ring.at, ring.bits, ring.maxBits, place.keys);
    core.openParts(spread.at, spread.bits, spread.room, spread.from);
  }
  core.openCrew(place.crew, place.member);
  return core;
}

/** Whatever a thread is asked for. */
export type HelperPlace = CrewPlace | JointPlace;

/** Helps until the place is given up. */
export function help(place: HelperPlace): void {
  if ('kind' in place) helpJointly(place);
  else helpCrew(place);
}

function helpCrew(place: CrewPlace): void {
  const words = new Int32Array(place.memory.buffer);
  const member = (place.crew + CREW_HEADER + place.member * MEMBER_BYTES) / 4;
  const presence = member + MEMBER_PRESENCE / 4;
  try {
    const core = openSharedCore(place);
    Atomics.store(words, presence, PRESENT);
    for (let heard = 0; ; heard++) {
      waitFor(words, member + MEMBER_CALL / 4, heard);
      const task = Atomics.load(words, member + MEMBER_TASK / 4);
      if (task === TASK_LEAVE) return;
      core.hearCall();
      if (task === TASK_EXPAND) {
        while (core.crewExpand(SLICE) === RUNNING) Atomics.add(words, member + MEMBER_BEAT / 4, 1);
      } else core.crewSplit();
      Atomics.sub(words, (place.crew + CREW_BUSY) / 4, 1);
      Atomics.notify(words, (place.crew + CREW_BUSY) / 4);
    }
  } finally {
    // Whatever has happened: nobody waits for this thread any longer.
    Atomics.store(words, presence, GONE);
    Atomics.notify(words, (place.crew + CREW_BUSY) / 4);
  }
}

/** Waits until the word has another value. */
function waitFor(words: Int32Array, at: number, value: number): void {
  for (let looks = 0; looks < LOOKS; looks++) if (Atomics.load(words, at) !== value) return;
  while (Atomics.load(words, at) === value) Atomics.wait(words, at, value);
}
