// A C program that explores one model: successors as straight code on packed states, an open-addressing table, a stack.
// The same algorithms as the kernels (states in the table where they fit, else an arena and a table of tagged ids), written
// the way one would write them for this one model.

const TOKENS = 'tokens';

/** The C program for the model under the packing; `inline` keeps states in the table itself (one word, at most 62 bits). */
export function generateC(model, packing, keys, { inline }) {
  const W = packing.words;
  const context = { packing, W };
  const groups = model.groups.map(({ behaviour }) => groupCode(behaviour, context, keys)).join('\n');
  const most = model.groups.length + 1;
  return `#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
typedef uint64_t u64; typedef uint32_t u32;
#define W ${W}
typedef struct { u64 w[W]; u64 h; } Next;
static Next buffer[${most}];
static inline u64 mix(u64 h) { h ^= h >> 32; return h * 0x9e3779b97f4a7c15ull; }
static void wide(void) { fputs("a field is too narrow\\n", stderr); exit(3); }
static void fault(void) { fputs("fault\\n", stderr); exit(4); }
static inline int at(int i, int n) { if (i < 0 || i >= n) fault(); return i; }
${arrayTables(context)}
static int expand(const u64 *s) {
  Next *n = buffer;
  u64 h = 0;
  ${times(W, (i) => `const u64 c${i} = s[${i}]; h += c${i} * ${hex(keys[i])};`)}
  ${times(packing.virtualWords, (i) => `const u64 c${W + i} = ${virtualWord(packing, W + i)};`)}
${groups}
  return n - buffer;
}
/* A table of zeros; with -DHUGE_PAGES in pages of 2 MiB, which WebAssembly memories cannot ask for. */
static void *zeroed(size_t bytes) {
#ifdef HUGE_PAGES
  if (bytes >= 1 << 21) { void *at = aligned_alloc(1 << 21, bytes); madvise(at, bytes, MADV_HUGEPAGE); return memset(at, 0, bytes); }
#endif
  return calloc(bytes, 1);
}
static void *reserve(size_t bytes) { return mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0); }
${inline ? INLINE_SEARCH : arenaSearch(W, keys)}
static double cpu(void) { struct rusage r; getrusage(RUSAGE_SELF, &r);
  return r.ru_utime.tv_sec + r.ru_stime.tv_sec + (r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6; }
int main(void) {
  static const u64 initial[][W] = { ${initialStates(model, packing)} };
  double before = cpu();
  search(initial, sizeof initial / sizeof initial[0]);
  printf("{\\"states\\": %llu, \\"transitions\\": %llu, \\"deadlocks\\": %llu, \\"seconds\\": %f, \\"bytes\\": %llu}\\n",
    (unsigned long long)states, (unsigned long long)transitions, (unsigned long long)deadlocks, cpu() - before, (unsigned long long)bytes);
  return 0;
}
`;
}

const hex = (value) => `0x${BigInt.asUintN(64, BigInt(value)).toString(16)}ull`;
const times = (n, make) => Array.from({ length: n }, (_, i) => make(i)).join(' ');
const maskOf = ({ bits, shift }) => ((1n << BigInt(bits)) - 1n) << BigInt(shift);

/** The implied places of a virtual word, from the stored words. */
function virtualWord(packing, word) {
  const parts = packing.implied.map(({ variable, constant, terms }) => {
    const { word: own, shift } = packing.fields[variable];
    if (own !== word) return '0';
    const sum = [...terms].map(([term, factor]) => {
      const { word: at, shift: by, bits } = packing.fields[term];
      return bits === 0 ? '0' : `${factor} * (int64_t)((c${at} >> ${by}) & ${hex((1n << BigInt(bits)) - 1n)})`;
    });
    return `(u64)(${[constant, ...sum].join(' + ')}) << ${shift}`;
  });
  return parts.join(' | ');
}

function initialStates(model, packing) {
  return model
    .initialStates()
    .map((state) => {
      const words = new Array(packing.words).fill(0n);
      packing.fields.forEach(({ word, shift, lower }, i) => {
        if (word < packing.words) words[word] |= BigInt(state[i] - lower) << BigInt(shift);
      });
      return `{ ${words.map(hex).join(', ')} }`;
    })
    .join(', ');
}

function groupCode(behaviour, context, keys) {
  if (behaviour.kind === TOKENS) return tokenCode(behaviour, context, keys);
  if (behaviour.kind === 'program') return programCode(behaviour, context, keys);
  throw new Error(`no C for ${behaviour.kind}`);
}

function tokenCode({ conditions, changes }, { packing, W }, keys) {
  const pinned = new Map();
  const tests = [];
  for (const { variable, atLeast, below } of conditions) {
    const field = packing.fields[variable];
    const most = below === null ? field.max : Math.min(field.max, below - 1);
    if (atLeast > most) return '';
    if (atLeast === most && field.bits > 0) {
      const known = pinned.get(field.word) ?? [0n, 0n];
      pinned.set(field.word, [known[0] | maskOf(field), known[1] | (BigInt(atLeast) << BigInt(field.shift))]);
      continue;
    }
    const masked = `(c${field.word} & ${hex(maskOf(field))})`;
    if (atLeast > 0) tests.push(`${masked} >= ${hex(BigInt(atLeast) << BigInt(field.shift))}`);
    if (most < field.max) tests.push(`${masked} <= ${hex(BigInt(most) << BigInt(field.shift))}`);
  }
  for (const [word, [mask, value]] of pinned) tests.unshift(`(c${word} & ${hex(mask)}) == ${hex(value)}`);
  const deltas = new Array(W).fill(0n);
  for (const { variable, delta } of changes) {
    const { word, shift } = packing.fields[variable];
    if (word < W) deltas[word] += BigInt(delta) << BigInt(shift);
  }
  const change = deltas.reduce((sum, delta, word) => sum + delta * keys[word], 0n);
  const stores = deltas.map((delta, word) => `n->w[${word}] = c${word}${delta ? ` + ${hex(delta)}` : ''};`).join(' ');
  return `  if (${tests.join(' && ') || '1'}) { ${stores} n->h = h + ${hex(change)}; n++; }`;
}

/** Arrays with computed indices: word and shift of each element. */
function arrayTables(context) {
  context.arrays = new Map();
  return (
    '/* arrays are read by switch-free tables */\nstatic const struct { unsigned char w, s; } place[] = {' +
    context.packing.fields.map(({ word, shift }) => `{${word},${shift}}`).join(',') +
    '};'
  );
}

function programCode({ guard, effects }, { packing, W }, keys) {
  const old = (word) => `c${word}`;
  const now = (word) => `n->w[${word}]`;
  const lines = [`  if (${expression(guard, packing, old, 's')}) { ${times(W, (i) => `n->w[${i}] = c${i};`)}`];
  for (const { target, value, width } of effects) {
    const first = target.kind === 'variable' ? target.variable : target.base;
    const { bits, shift, lower, max, word } = packing.fields[first];
    let computed = `(${expression(value, packing, now, 'n->w')})`;
    if (width === 'byte') computed = `(${computed} & 255)`;
    if (width === 'int16') computed = `((int32_t)(int16_t)${computed})`;
    const check = `u32 v = (u32)${computed} - ${lower}; if (v > ${max}u) wide();`;
    if (target.kind === 'variable') {
      const write =
        bits === 0 ? '' : ` n->w[${word}] = (n->w[${word}] & ${hex(~maskOf({ bits, shift }))}) | ((u64)v << ${shift});`;
      lines.push(`    { ${check}${write} }`);
    } else {
      const index = `${target.base} + at(${expression(target.index, packing, now, 'n->w')}, ${target.length})`;
      lines.push(
        `    { int i = ${index}; ${check} u64 *w = &n->w[place[i].w]; *w = (*w & ~(${max}ull << place[i].s)) | ((u64)v << place[i].s); }`,
      );
    }
  }
  const hash = times(W, (i) => `n->h += (n->w[${i}] - c${i}) * ${hex(keys[i])};`);
  lines.push(`    n->h = h; ${hash} n++; }`);
  return lines.join('\n');
}

function expression(e, packing, word, base) {
  const go = (part) => expression(part, packing, word, base);
  switch (e.kind) {
    case 'constant':
      return `(${e.value})`;
    case 'variable': {
      const { bits, shift, lower, max, word: w } = packing.fields[e.variable];
      return bits === 0 ? `(${lower})` : `((int32_t)((${word(w)} >> ${shift}) & ${max}u) + (${lower}))`;
    }
    case 'element': {
      const { lower, max } = packing.fields[e.base];
      return `({ int i = ${e.base} + at(${go(e.index)}, ${e.length}); (int32_t)((${base}[place[i].w] >> place[i].s) & ${max}u) + (${lower}); })`;
    }
    case 'unary':
      return `(${e.operator}${go(e.operand)})`;
    case 'binary': {
      if (e.operator === '/' || e.operator === '%')
        return `({ int d = ${go(e.right)}; if (!d) fault(); ${go(e.left)} ${e.operator} d; })`;
      return `(${go(e.left)} ${e.operator} ${go(e.right)})`;
    }
    case 'all':
      return `(${e.operands.map(go).join(' && ') || '1'})`;
    case 'any':
      return `(${e.operands.map(go).join(' || ') || '0'})`;
    default:
      throw new Error(`no C for ${e.kind}`);
  }
}

const COUNTERS = `static u64 states, transitions, deadlocks, bytes;`;

const INLINE_SEARCH = `${COUNTERS}
static u64 *table, mask = 1023;
static void grow(void) {
  u64 old = mask + 1, *from = table;
  mask = mask * 2 + 1;
  table = zeroed((mask + 1) * 8);
  for (u64 i = 0; i < old; i++) if (from[i]) {
    u64 slot = (mix((from[i] - 1) * KEY) >> 32) & mask;
    while (table[slot]) slot = (slot + 1) & mask;
    table[slot] = from[i];
  }
  free(from);
}
static void search(const u64 (*initial)[W], int count) {
  u64 *stack = reserve(1ull << 36), top = 0, peak = 0;
  table = zeroed((mask + 1) * 8);
  for (int k = 0; k < count; k++) { buffer[0].w[0] = initial[k][0]; buffer[0].h = initial[k][0] * KEY; goto first; back:; }
  while (top) {
    u64 s = stack[--top];
    int n = expand(&s);
    transitions += n;
    deadlocks += n == 0;
    if (states + n > (mask + 1) / 8 * 5) grow();
    for (int i = 0; i < n; i++) { buffer[i].h = (mix(buffer[i].h) >> 32) & mask; __builtin_prefetch(&table[buffer[i].h]); }
    for (int i = 0; i < n; i++) {
      u64 slot = buffer[i].h, value = buffer[i].w[0] + 1;
      while (table[slot] && table[slot] != value) slot = (slot + 1) & mask;
      if (table[slot]) continue;
      table[slot] = value; stack[top++] = value - 1; states++;
    }
    if (top > peak) peak = top;
  }
  bytes = (mask + 1) * 8 + peak * 8;
  return;
first: { u64 slot = (mix(buffer[0].h) >> 32) & mask, value = buffer[0].w[0] + 1;
    table[slot] = value; stack[top++] = value - 1; states++; goto back; }
}`;

function arenaSearch(W, keys) {
  return `${COUNTERS}
static u64 (*arena)[W];
static u32 *table, mask = 1023;
static u64 hash(const u64 *s) { u64 h = 0; ${times(W, (i) => `h += s[${i}] * ${hex(keys[i])};`)} return mix(h); }
static void grow(void) {
  mask = mask * 2 + 1;
  free(table);
  table = zeroed(((u64)mask + 1) * 4);
  for (u64 id = 0; id < states; id++) {
    u64 x = hash(arena[id]);
    u32 slot = (u32)(x >> 32) & mask;
    while (table[slot]) slot = (slot + 1) & mask;
    table[slot] = ((u32)x & ~mask) | (u32)(id + 1);
  }
}
static inline int same(const u64 *a, const u64 *b) { return ${times(W, (i) => `${i ? '&& ' : ''}a[${i}] == b[${i}]`)}; }
static inline int add(const u64 *s, u64 x) {
  u32 slot = (u32)(x >> 32) & mask, tag = (u32)x & ~mask, entry;
  while ((entry = table[slot])) {
    if ((entry & ~mask) == tag && same(arena[(entry & mask) - 1], s)) return 0;
    slot = (slot + 1) & mask;
  }
  memcpy(arena[states], s, 8 * W);
  table[slot] = tag | (u32)++states;
  return 1;
}
static void search(const u64 (*initial)[W], int count) {
  u32 *stack = reserve(1ull << 34); u64 top = 0, peak = 0;
  arena = reserve(1ull << 36);
  table = zeroed(((u64)mask + 1) * 4);
  for (int k = 0; k < count; k++) if (add(initial[k], hash(initial[k]))) stack[top++] = states - 1;
  while (top) {
    int n = expand(arena[stack[--top]]);
    transitions += n;
    deadlocks += n == 0;
    if (states + n > ((u64)mask + 1) / 8 * 5) grow();
    for (int i = 0; i < n; i++) { buffer[i].h = mix(buffer[i].h); __builtin_prefetch(&table[(u32)(buffer[i].h >> 32) & mask]); }
    for (int i = 0; i < n; i++) if (add(buffer[i].w, buffer[i].h)) stack[top++] = states - 1;
    if (top > peak) peak = top;
  }
  bytes = ((u64)mask + 1) * 4 + states * 8 * W + peak * 4;
}`;
}

/** The key of one-word states, for INLINE_SEARCH. */
export const keyDefine = (keys) => `-DKEY=${hex(keys[0])}`;
