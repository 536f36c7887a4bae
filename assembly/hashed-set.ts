// A set of states of which only traces are kept: some bits each (bit-state hashing [Hol98]), or a fingerprint of 32 bits (hash
// compaction [WL93]). What is in the set is always found; what is not may be taken for something that is.
//
// A state stands here for its key, 64 bits that look random. The upper half chooses a line of 64 bytes, so that a look costs one cache
// miss; k bits of the line, or one of its 16 words, are chosen by further bits. How many states were mistaken for others is
// estimated on the way: where f of the 512 bits of a line are set, a new state is overlooked with probability q = (f/512)^k; so each one
// that is not stands for q / (1 - q) that were.

/** Bytes of a line, and the words of it that take fingerprints. */
const LINE: usize = 64;
const WORDS_OF_LINE: u32 = 16;
/** Lines that a fingerprint may be in, from its own on. */
const MOST_LINES: u32 = 16;

/** What `insert` says. */
export const KNOWN = 0;
export const ADDED = 1;
export const NO_ROOM = 2;

let lines: usize = 0;
let lineCount: u32 = 0;
/** Bits of a state; 0 for fingerprints. */
let bitsOfState: u32 = 0;
/** For each number of set bits of a line, how many overlooked states a new one stands for. */
let weights: usize = 0;

/** Entries of the set. */
export let hashedStored: u64 = 0;
/** The estimated number of states that were taken for others. */
export let hashedOmitted: f64 = 0;

/** An empty set in cleared memory. */
export function openHashedSet(at: usize, count: u32, k: u32, weightsAt: usize): void {
  lines = at;
  lineCount = count;
  bitsOfState = k;
  weights = weightsAt;
  hashedStored = 0;
  hashedOmitted = 0;
}

/** The last step of murmur3: every bit of the result depends on every bit of x. */
// @inline
export function scramble(x: u64): u64 {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccd;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53;
  return x ^ (x >> 33);
}

// @inline
function lineOf(key: u64): usize {
  return lines + ((((key >> 32) * (lineCount as u64)) >> 32) as usize) * LINE;
}

/** Loads a word of the key's line, so that the cache misses of several keys overlap. */
// @inline
export function touchKey(key: u64): u32 {
  return load<u32>(lineOf(key));
}

// @inline
function choiceOf(key: u64): u64 {
  return scramble(key + 0x9e3779b97f4a7c15);
}

/** Whether the set has the key, or something that looks the same. */
export function isKnown(key: u64): bool {
  return bitsOfState === 0 ? findPrint(key, false) === KNOWN : hasBits(lineOf(key), choiceOf(key));
}

/** Adds a key. */
export function insert(key: u64): i32 {
  if (bitsOfState === 0) return findPrint(key, true);
  const at = lineOf(key);
  const choice = choiceOf(key);
  if (hasBits(at, choice)) return KNOWN;
  let set: i64 = 0;
  for (let p = at; p < at + LINE; p += 8) set += popcnt<i64>(load<i64>(p));
  hashedOmitted += load<f64>(weights + (set as usize) * 8);
  let left = choice;
  for (let i: u32 = 0; i < bitsOfState; i++) {
    const p = at + (((left >> 6) & 7) as usize) * 8;
    store<u64>(p, load<u64>(p) | ((1 as u64) << (left & 63)));
    left >>= 9;
  }
  hashedStored++;
  return ADDED;
}

// @inline
function hasBits(at: usize, choice: u64): bool {
  for (let i: u32 = 0; i < bitsOfState; i++) {
    if ((load<u64>(at + (((choice >> 6) & 7) as usize) * 8) & ((1 as u64) << (choice & 63))) === 0) return false;
    choice >>= 9;
  }
  return true;
}

/** Fingerprints fill a line from its first word on, then the lines behind it; 0 is free. */
function findPrint(key: u64, add: bool): i32 {
  const print = max(1, choiceOf(key) as u32);
  let line: u32 = (((key >> 32) * (lineCount as u64)) >> 32) as u32;
  for (let i: u32 = 0; i < MOST_LINES; i++) {
    const at = lines + (line as usize) * LINE;
    for (let p = at; p < at + LINE; p += 4) {
      const found = load<u32>(p);
      if (found === print) return KNOWN;
      if (found !== 0) continue;
      if (!add) return NO_ROOM;
      store<u32>(p, print);
      hashedStored++;
      hashedOmitted += ((i * WORDS_OF_LINE + (((p - at) >> 2) as u32)) as f64) / 4294967296.0;
      return ADDED;
    }
    line = line + 1 === lineCount ? 0 : line + 1;
  }
  return NO_ROOM;
}

// States that were met, and left out for want of room on the stack: a sample of them, by their keys alone, so that each counts once however
// often it is met. Only keys that end in `sampleZeros` zeros are kept; one more whenever there are too many.

const SAMPLE_SLOTS: u32 = 8192;
const SAMPLE_MOST: u32 = 4096;

let sample: usize = 0;
let sampled: u32 = 0;
let sampleZeros: u64 = 0;

/** The sample, in cleared memory for 2 * 8192 keys. */
export function openCutSample(at: usize): void {
  sample = at;
  sampled = 0;
  sampleZeros = 0;
}

export function noteCut(key: u64): void {
  if (ctz(key) < sampleZeros || key === 0) return;
  if (!addToSample(key)) return;
  while (sampled > SAMPLE_MOST) thinOut();
}

function addToSample(key: u64): bool {
  let slot = ((key >> 40) as u32) & (SAMPLE_SLOTS - 1);
  while (true) {
    const p = sample + (slot as usize) * 8;
    const found = load<u64>(p);
    if (found === key) return false;
    if (found === 0) {
      store<u64>(p, key);
      sampled++;
      return true;
    }
    slot = (slot + 1) & (SAMPLE_SLOTS - 1);
  }
}

function thinOut(): void {
  const bytes = (SAMPLE_SLOTS as usize) * 8;
  memory.copy(sample + bytes, sample, bytes);
  memory.fill(sample, 0, bytes);
  sampled = 0;
  sampleZeros++;
  for (let p = sample + bytes; p < sample + 2 * bytes; p += 8) {
    const key = load<u64>(p);
    if (key !== 0 && ctz(key) >= sampleZeros) addToSample(key);
  }
}

/** About how many states that were left out have not been found again. */
export function cutForGood(): f64 {
  let missing: u32 = 0;
  for (let p = sample; p < sample + (SAMPLE_SLOTS as usize) * 8; p += 8) {
    const key = load<u64>(p);
    if (key !== 0 && !isKnown(key)) missing++;
  }
  return (missing as f64) * (((1 as u64) << sampleZeros) as f64);
}
