// Faults of the host, for tests: the n-th allocation, read, write or start of a thread fails, as it does when memory, disk, descriptors or threads
// run out. Node loads this file before the program (`node --require`), in each of its threads.
//
// There is no hook in the program. What fails is replaced where the host has it: globals, `node:fs`, `node:worker_threads`,
// `node:child_process`. So every allocation and every call counts, not only those that somebody has led through a hook; the program pays
// nothing; and no variable of the environment can make an installed command fail.
const fs = require('node:fs');
const childProcess = require('node:child_process');
const { syncBuiltinESMExports } = require('node:module');
const threads = require('node:worker_threads');

const real = { ...fs };

/**
 * What is to fail: `{ kind, nth, times: 'once' | 'always', where: 'main' | 'thread', streams, log }`; null for nothing. Of the kind `none`
 * nothing fails, but all that could is noted in the log; of an unknown kind nothing happens. In threads it comes with the environment, which is copied when they start.
 */
let plan = null;
let count = 0;
const where = threads.isMainThread ? 'main' : 'thread';

/** Sets what is to fail from now on. */
function arm(next) {
  plan = next;
  count = 0;
  process.env.TEGATA_TEST_FAULT = next === null ? '' : JSON.stringify(next);
}

/** Whether this one fails. */
function fails(kind) {
  if (plan === null) return false;
  if (plan.kind === 'none') real.writeSync(plan.log, `${where} ${kind} ${placeOfCall()}\n`);
  if (plan.kind !== kind || plan.where !== where) return false;
  count++;
  if (plan.times === 'once' ? count !== plan.nth : count < plan.nth) return false;
  if (plan.log !== undefined) real.writeSync(plan.log, '.');
  return true;
}

/** The two innermost places outside of this file. */
function placeOfCall() {
  const places = new Error().stack.split('\n').flatMap((line) => /([^/\s(]+:\d+:\d+)\)?$/.exec(line)?.[1] ?? []);
  return places
    .filter((place) => !place.startsWith('host.cjs'))
    .slice(0, 2)
    .join(',');
}

function systemError(code, call) {
  return Object.assign(new Error(`${code}: injected, ${call}`), { code, syscall: call, errno: -5 });
}

// Allocations. Small ones count too: which of them is the last straw, nobody knows.

function patchConstructor(owner, name, kind, makeError, isAllocation = () => true) {
  const original = owner[name];
  owner[name] = new Proxy(original, {
    construct(target, args, newTarget) {
      if (isAllocation(args) && fails(kind)) throw makeError();
      return Reflect.construct(target, args, newTarget === owner[name] ? target : newTarget);
    },
  });
}

const noBuffer = () => new RangeError('Array buffer allocation failed');
const isView = ([first]) => first instanceof ArrayBuffer || first instanceof SharedArrayBuffer;
const typedArrays = [
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'],
  ...['Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
];
const { prototype: arrayPrototype } = Object.getPrototypeOf(Int32Array);
const { slice } = arrayPrototype;
arrayPrototype.slice = function (...args) {
  if (fails('array')) throw noBuffer();
  return slice.apply(this, args);
};
for (const name of typedArrays) patchConstructor(globalThis, name, 'array', noBuffer, (args) => !isView(args));
for (const name of ['ArrayBuffer', 'SharedArrayBuffer']) patchConstructor(globalThis, name, 'array', noBuffer);
for (const name of ['Memory', 'Instance', 'Module']) {
  const makeError = () => new RangeError(`WebAssembly.${name}(): could not allocate memory`);
  patchConstructor(WebAssembly, name, 'wasm', makeError);
}

// Files. Node itself reads its modules with the same functions: only calls from the program and its packages count.

function isFromProgram() {
  const caller = new Error().stack.split('\n')[3] ?? '';
  return !caller.includes('node:');
}

function patchFile(name, kindOf, code, benign) {
  const original = fs[name];
  fs[name] = (...args) => {
    if (plan === null || !isFromProgram()) return original(...args);
    if (fails(kindOf(args))) {
      if (name === 'closeSync') original(...args); // it is closed all the same, as on Linux
      if (name === 'existsSync') return false;
      throw systemError(code, name);
    }
    return benign === undefined ? original(...args) : benign(original, args);
  };
}

const reading = () => 'read';
const writing = () => 'write';
const isWritten = (flags = 'r') => (typeof flags === 'number' ? (flags & 3) !== 0 : flags !== 'r');
const written = new Set();

for (const name of ['statSync', 'lstatSync', 'fstatSync', 'realpathSync', 'readFileSync', 'readdirSync']) {
  patchFile(name, reading, 'EIO');
}
patchFile('existsSync', reading, 'EIO');
patchFile(
  'openSync',
  ([, flags]) => (isWritten(flags) ? 'write' : 'read'),
  'EMFILE',
  (original, args) => {
    const descriptor = original(...args);
    if (isWritten(args[1])) written.add(descriptor);
    else written.delete(descriptor);
    return descriptor;
  },
);
patchFile('closeSync', ([descriptor]) => (written.has(descriptor) ? 'write' : 'read'), 'EIO');
patchFile('readSync', reading, 'EIO', (original, args) => {
  const [descriptor, buffer, offset, length, position] = args;
  if (fails('short')) return original(descriptor, buffer, offset, Math.min(length, 3), position);
  if (fails('again')) throw systemError('EAGAIN', 'read');
  return original(...args);
});
patchFile('writeSync', writing, 'ENOSPC', (original, [descriptor, bytes]) => {
  const target = { 1: plan.streams?.[0], 2: plan.streams?.[1] }[descriptor] ?? descriptor;
  if (fails('short')) return original(target, bytes.subarray(0, 1));
  if (fails('again')) throw systemError('EAGAIN', 'write');
  return original(target, bytes);
});
for (const name of ['mkdirSync', 'mkdtempSync', 'appendFileSync', 'truncateSync', 'writeFileSync']) {
  patchFile(name, writing, 'ENOSPC');
}
for (const name of ['renameSync', 'chmodSync']) patchFile(name, writing, 'EIO');
patchFile('rmSync', () => 'remove', 'EIO');

const { createReadStream } = fs;
fs.createReadStream = (path, options) => {
  const checked =
    (call, code) =>
    (...args) => {
      if (fails('read')) args.at(-1)(systemError(code, call));
      else real[call](...args);
    };
  const own = { open: checked('open', 'EMFILE'), read: checked('read', 'EIO'), close: checked('close', 'EIO') };
  return createReadStream(path, { ...options, fs: own });
};

// Threads and processes: they are refused, they die of an error, or they end without a word.

const { Worker } = threads;
const DIES = 'throw Object.assign(new Error("injected"), { code: "ERR_WORKER_OUT_OF_MEMORY" })';
threads.Worker = class extends Worker {
  constructor(file, options) {
    if (fails('thread')) throw Object.assign(new Error('injected'), { code: 'ERR_WORKER_INIT_FAILED' });
    const isLost = fails('thread-error') ? 'error' : fails('thread-exit') ? 'exit' : null;
    if (isLost === null) super(file, options);
    else super(isLost === 'error' ? DIES : 'process.exit(0)', { ...options, eval: true });
  }
};
for (const name of ['fork', 'spawnSync']) {
  const original = childProcess[name];
  childProcess[name] = (...args) => {
    if (!fails('thread')) return original(...args);
    const error = systemError('EAGAIN', 'spawn');
    if (name === 'fork') throw error;
    return { error, status: null, signal: null, stdout: null, stderr: null, pid: 0, output: null };
  };
}

syncBuiltinESMExports();
const given = process.env.TEGATA_TEST_FAULT;
if (given) plan = JSON.parse(given);
globalThis[Symbol.for('tegata test faults')] = { arm, real };
