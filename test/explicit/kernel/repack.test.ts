// States moved from one packing to another: every value stays, also where the new field is narrower than the old one, or begins at another value.
import { expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { requireHost } from '../../../src/base/wasm-host.ts';
import { generateRepack, type Repack } from '../../../src/explicit/kernel/code/generate-repack.ts';
import { makePacking, pack, type Range, strideBytes, unpack } from '../../../src/explicit/kernel/packing/packing.ts';

/** A range that holds `values`, with some room on both sides. */
function around(random: Random, { lower, upper }: Range, room: number): Range {
  return { lower: lower - random.between(0, room), upper: upper + random.between(0, room) };
}

it('keeps every value', () => {
  const { Instance, Memory, Module } = requireHost();
  for (let seed = 1; seed <= 300; seed++) {
    const random = new Random(seed);
    const values = Array.from({ length: random.between(1, 24) }, (): Range => {
      const lower = random.between(-20, 20);
      return { lower, upper: lower + random.between(0, 12) };
    });
    const [from, to] = [1, 2].map(() =>
      makePacking(
        values.map((range) => around(random, range, random.pick([0, 3, 200]))),
        [],
        [],
      ),
    );
    const states = Array.from({ length: 5 }, () => values.map(({ lower, upper }) => random.between(lower, upper)));
    const memory = new Memory({ initial: 1 });
    const view = new Uint32Array(memory.buffer);
    const target = 32_768;
    for (const [i, state] of states.entries()) expect(pack(from, state, view, i * from.words * 2)).toBe(-1);
    const { exports } = new Instance(new Module(generateRepack(from, to)), { env: { memory } });
    (exports.repack as Repack)(0, target, states.length);
    for (const [i, state] of states.entries()) {
      const found = new Int32Array(values.length);
      unpack(to, view, (target + i * strideBytes(to)) / 4, found);
      expect([...found], `seed ${seed}`).toEqual(state);
    }
  }
});
