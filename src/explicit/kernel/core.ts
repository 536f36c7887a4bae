// The compiled core (assembly/), decoded and compiled once per process, and an instance of it with its typed exports.
import { coreBase64 } from './core.generated.js';
import { compileOnce, requireHost, type WasmExports, type WasmMemory, type WasmModule } from './host.ts';

interface WasmGlobal<T> {
  readonly value: T;
}

/** The exports of assembly/index.ts; see there. Unsigned results arrive as signed numbers. */
export interface Core {
  openWidth(words: number, fold: number): void;
  openStore(arena: number, capacity: number, table: number, keys: number, bits: number, maxBits: number): void;
  openNodes(nodes: number, capacity: number, table: number, parts: number, bits: number, maxBits: number): void;
  openBuffers(buffer: number, ids: number, pending: number, scratch: number): void;
  openBatches(bufferStates: number, mostSuccessors: number, loose: number): void;
  openInlineBatches(buffer: number, bufferStates: number, mostSuccessors: number): void;
  openParts(counters: number, bits: number, room: number, from: number): void;
  openStack(stack: number, capacity: number): void;
  openLabels(labels: number, bytes: number): void;
  openInline(table: number, bits: number, maxBits: number, buffer: number): void;
  openRing(ring: number, bits: number, maxBits: number, key: number): void;
  emptyRing(): void;
  hashInCore(): void;
  hashStates(at: number, n: number, keys: number): void;
  freeze(): void;
  resume(head: number, levelEnd: number, depth: number, top: number): void;
  setTop(height: number): void;
  resumeCounts(peak: number, transitions: bigint, deadlocks: bigint, firstDeadlock: number): void;
  resumeInline(left: number, depth: number, transitions: bigint, deadlocks: bigint): void;
  resolve(n: number): number;
  lookUp(n: number): number;
  stateAt(id: number): number;
  successors(id: number): number;
  breadthFirst(budget: number): number;
  depthFirst(budget: number): number;
  pushNew(n: number, expected: number): void;
  tableBytes(): number;
  nodeTableBytes(): number;
  tableRows(group: number, state: number, out: number, hash: bigint): number;
  inlineAdd(n: number): number;
  inlineBreadthFirst(budget: number): number;
  inlineStates(from: number, target: number, n: number): number;
  inlineBytes(): number;
  hideWaiting(hidden: number): void;
  waitingStates(first: number, target: number, n: number): void;
  levelLeft(): number;
  hasSpread(): number;
  spreadTo(part: number, first: number, target: number, n: number): number;
  readonly total: WasmGlobal<number>;
  readonly count: WasmGlobal<number>;
  readonly head: WasmGlobal<number>;
  readonly levelEnd: WasmGlobal<number>;
  readonly depth: WasmGlobal<number>;
  readonly top: WasmGlobal<number>;
  readonly peak: WasmGlobal<number>;
  readonly transitions: WasmGlobal<bigint>;
  readonly deadlocks: WasmGlobal<bigint>;
  readonly firstDeadlock: WasmGlobal<number>;
  readonly nodeCount: WasmGlobal<number>;
  readonly inlineCount: WasmGlobal<number>;
  readonly inlineHead: WasmGlobal<number>;
  readonly inlineTail: WasmGlobal<number>;
  readonly inlineDepth: WasmGlobal<number>;
  readonly inlineTransitions: WasmGlobal<bigint>;
  readonly inlineDeadlocks: WasmGlobal<bigint>;
  readonly copied: WasmGlobal<number>;
  /** Functions that the core calls by number. */
  readonly table: { grow(by: number): number; set(index: number, value: unknown): void };
  openLetters(letters: number, shift: number, room: number, label: number, labelling: number, cache: number): void;
  setLettered(states: number): void;
  getLettered(): number;
  letterNewStates(): number;
  openEdges(table: number, letterBits: number, changes: number): void;
  openPages(pages: number, room: number, shift: number): void;
  openSlots(words: number, blocks: number, room: number, count: number): void;
  openCodes(codes: number, bits: number, wide: number): void;
  openPath(base: number, top: number, heap: number, end: number): void;
  openProduct(deadlocks: number, maxStates: number): void;
  setFilter(marks: number): void;
  setProductCounts(states: bigint, edges: bigint, depth: number, maxDepth: number): void;
  slotOf(state: number, q: number): number;
  findSlot(state: number, q: number): number;
  modelStateOf(slot: number): number;
  automatonStateOf(slot: number): number;
  openHopeless(table: number, done: number, withMarks: number): void;
  placeQueue(head: number, end: number, floor: number): void;
  beginQueue(): void;
  readonly queueHead: WasmGlobal<number>;
  readonly queueEnd: WasmGlobal<number>;
  readonly pathFloor: WasmGlobal<number>;
  openCouvreur(roots: number, end: number, modes: number, modeCount: number): void;
  placeCouvreur(fresh: number, dead: number, rank: number, root: number, components: bigint): void;
  openLivelocks(forbidden: number, segments: number): void;
  couvreurSegments(): number;
  readonly livelockFound: WasmGlobal<number>;
  couvreurRank(): number;
  couvreurRoot(): number;
  couvreur(budget: number): number;
  openSecondPass(starting: number): void;
  resumeSecondPass(starting: number, next: number): void;
  secondPassNext(): number;
  secondPass(budget: number): number;
  openWeak(accepting: number): void;
  weak(budget: number): number;
  reachability(budget: number): number;
  openNested(accepting: number, redBase: number): void;
  nestedRedBase(): number;
  nested(budget: number): number;
  openTarjan(frame: number, end: number, required: number, rank: number, components: bigint): void;
  tarjanFrame(): number;
  tarjanRank(): number;
  tarjan(budget: number): number;
  readonly tarjanComponents: WasmGlobal<bigint>;
  readonly found: WasmGlobal<number>;
  readonly blockCount: WasmGlobal<number>;
  readonly pathTop: WasmGlobal<number>;
  readonly heapTop: WasmGlobal<number>;
  readonly deadlocked: WasmGlobal<number>;
  readonly productStates: WasmGlobal<bigint>;
  readonly productEdges: WasmGlobal<bigint>;
  readonly productDepth: WasmGlobal<number>;
  readonly productMaxDepth: WasmGlobal<number>;
  readonly components: WasmGlobal<bigint>;
}

/** What a product asks of the property's host; see assembly/letters.ts. */
export interface PropertyFunctions {
  edges(q: number, from: number, to: number): number;
  letter(label: number): number;
}

/** Successors and labels of a model's packed states, by generated code or by a function of the host. */
export interface ModelFunctions {
  readonly expand: unknown;
  readonly label: unknown;
}

/** Further memories, for states that the first one has no room for. */
export interface Elsewhere {
  intern(states: number, n: number, ids: number): number;
  read(id: number, target: number): void;
}

const nothing: ModelFunctions = { expand: () => 0, label: () => undefined };
export const noProperty: PropertyFunctions = { edges: () => 0, letter: () => 0 };
const nowhere: Elsewhere = { intern: () => -3, read: () => undefined };

/** The core, compiled when it is first asked for. */
export function compileCore(): WasmModule {
  return compileOnce(coreBase64);
}

/** An instance of the core on a memory. */
export function instantiateCore(
  module: WasmModule,
  memory: WasmMemory,
  model: ModelFunctions = nothing,
  others: { readonly elsewhere?: Elsewhere; readonly property?: PropertyFunctions } = {},
): Core {
  const { elsewhere = nowhere, property = noProperty } = others;
  const { exports } = new (requireHost().Instance)(module, {
    env: { memory, abort: () => undefined },
    model: { ...model },
    elsewhere: { intern: elsewhere.intern.bind(elsewhere), read: elsewhere.read.bind(elsewhere) },
    property: { edges: property.edges.bind(property), letter: property.letter.bind(property) },
  });
  return exports as WasmExports as unknown as Core;
}
