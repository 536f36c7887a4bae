// Where a thread takes part in a search that shares what is dead (assembly/threads/joint.ts), and its work there.
import type { WasmMemory, WasmModule } from '../../../base/wasm-host.ts';
import { instantiateCore, instantiateModel, type ModelCode } from '../core.ts';
import {
  ACCEPTING,
  DONE,
  JOINT_BEAT,
  JOINT_BUSY,
  JOINT_BYTES,
  JOINT_CAME,
  JOINT_FOUND,
  JOINT_HEADER,
  JOINT_PAUSE,
  JOINT_STUCK,
  PAUSED,
  RUNNING,
} from '../protocol.ts';
import type { SharedCore } from './shared-core.generated.ts';

/** What is the same for all threads. */
export interface JointProduct {
  readonly control: number;
  readonly deads: number;
  /** States of the model. */
  readonly states: number;
  /** Bits of a product state that are the state of the property. */
  readonly shift: number;
  /** Lists of edges by state of the property and letter, bits of a letter, lists of starts by letter, letters by labels. */
  readonly lists: number;
  readonly letterBits: number;
  readonly starts: number;
  readonly letterCache: number;
  readonly modes: number;
  readonly modeCount: number;
}

/** What a thread has for itself. */
export interface JointMember {
  readonly member: number;
  /** The code of labels, and where it writes. */
  readonly labelCode: ModelCode;
  readonly label: number;
  readonly ids: number;
  readonly scratch: number;
  readonly buffer: number;
  readonly ranks: number;
  readonly path: number;
  readonly pathEnd: number;
  readonly roots: number;
  readonly rootsEnd: number;
}

/** Where a thread takes part; it can be sent to another thread. */
export interface JointPlace {
  readonly kind: 'joint';
  readonly memory: WasmMemory;
  readonly core: WasmModule;
  readonly model: ModelCode;
  readonly arena: number;
  readonly capacity: number;
  readonly table: { readonly at: number; readonly bits: number };
  readonly keys: number;
  readonly product: JointProduct;
  readonly own: JointMember;
}

/** States that are visited before a thread shows that it is alive. */
const SLICE = 4096;

/** Opens what the search needs on a core. */
export function openJointCore(
  core: SharedCore,
  module: WasmModule,
  place: Pick<JointPlace, 'memory' | 'product' | 'own'>,
): void {
  const { memory, product, own } = place;
  const { label } = instantiateModel(module, memory, own.labelCode);
  const code = core.table.grow(1);
  core.table.set(code, label);
  core.openLetters(0, 0, 0, own.label, code, product.letterCache);
  core.openBuffers(own.buffer, own.ids, own.ids, own.scratch);
  core.openJoint(product.control, product.control + JOINT_HEADER + own.member * JOINT_BYTES, own.member % 2);
  core.openJointProduct(product.deads, product.states, product.shift, product.lists, product.letterBits);
  core.openJointModes(product.starts, product.modes, product.modeCount);
  core.openJointPath(own.ranks, own.path, own.pathEnd, own.roots, own.rootsEnd);
}

/** Takes part until nothing is left to claim, or all are to stop. */
export function helpJointly(place: JointPlace): void {
  const { memory, core: module, model, product, own, table } = place;
  const words = new Int32Array(memory.buffer);
  const at = (offset: number): number => (product.control + offset) / 4;
  Atomics.add(words, at(JOINT_BUSY), 1);
  Atomics.add(words, at(JOINT_CAME), 1);
  Atomics.notify(words, at(JOINT_CAME));
  let status: number = RUNNING;
  try {
    if (Atomics.load(words, at(JOINT_PAUSE)) !== 0) status = PAUSED;
    else {
      const core = instantiateCore(module, memory, instantiateModel(module, memory, model)) as unknown as SharedCore;
      core.openWidth(model.words, 0);
      core.openStore(place.arena, place.capacity, table.at, place.keys, table.bits, table.bits);
      core.setStates(product.states);
      openJointCore(core, module, place);
      const beat = at(JOINT_HEADER + own.member * JOINT_BYTES + JOINT_BEAT);
      while ((status = core.joint(SLICE)) === RUNNING) Atomics.add(words, beat, 1);
    }
  } finally {
    // Whoever could not end what it had claimed says so, whatever has happened.
    if (status === ACCEPTING) Atomics.store(words, at(JOINT_FOUND), 1);
    else if (status !== DONE && status !== PAUSED) Atomics.store(words, at(JOINT_STUCK), 1);
    if (status === ACCEPTING) Atomics.store(words, at(JOINT_PAUSE), 1);
    Atomics.sub(words, at(JOINT_BUSY), 1);
    Atomics.notify(words, at(JOINT_BUSY));
  }
}
