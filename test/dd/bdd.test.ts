import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { Bdd, type BddRef } from '../../src/dd/bdd.ts';
import { coverBetween, cubeToBdd, disjointCubes, irredundantCover, pickCube } from '../../src/dd/cover.ts';
import { countAssignments, support } from '../../src/dd/measure.ts';
import { formatFunction, infixNotation } from '../../src/dd/print.ts';
import { Transfer } from '../../src/dd/transfer.ts';
import { LimitExceeded } from '../../src/diagnostics/limit.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';

/** A function of three variables is its truth table: bit i is its value under the assignment i. */
const ALL = 0xff;
const letters = [...Array(8).keys()];

function fromTable(bdd: Bdd, table: number): BddRef {
  const minterms = letters.filter((letter) => table & (1 << letter));
  return bdd.orAll(
    minterms.map((letter) => bdd.andAll([0, 1, 2].map((v) => bdd.literal(v, ((letter >> v) & 1) === 1)))),
  );
}

function toTable(bdd: Bdd, f: BddRef): number {
  return letters.reduce((table, letter) => table | (bdd.evaluateMask(f, letter) ? 1 << letter : 0), 0);
}

const bdd = new Bdd(3);
const functions = [...Array(256).keys()].map((table) => fromTable(bdd, table));

describe('all Boolean functions of three variables', () => {
  it('have one reference each, and evaluate as their truth tables', () => {
    expect(new Set(functions).size).toBe(256);
    functions.forEach((f, table) => {
      expect(toTable(bdd, f)).toBe(table);
      for (const letter of letters) {
        expect(bdd.evaluate(f, (v) => ((letter >> v) & 1) === 1)).toBe(((table >> letter) & 1) === 1);
      }
    });
  });

  it('combine as their truth tables do', () => {
    for (let a = 0; a < 256; a++) {
      const f = functions[a];
      expect(bdd.not(f)).toBe(functions[a ^ ALL]);
      for (let b = 0; b < 256; b++) {
        const g = functions[b];
        const results = [bdd.and(f, g), bdd.or(f, g), bdd.xor(f, g), bdd.implies(f, g), bdd.difference(f, g)];
        const tables = [a & b, a | b, a ^ b, (a ^ ALL) | b, a & ~b];
        if (results.some((result, i) => result !== functions[tables[i]])) expect([a, b, results]).toEqual(tables);
        if (bdd.isSubset(f, g) !== ((a & ~b) === 0)) expect([a, b]).toEqual('subset');
      }
    }
  });

  it('branch as their truth tables do', () => {
    const random = new Random(1);
    for (let i = 0; i < 20_000; i++) {
      const [a, b, c] = [random.below(256), random.below(256), random.below(256)];
      expect(bdd.ite(functions[a], functions[b], functions[c])).toBe(functions[(a & b) | (~a & c & ALL)]);
    }
  });

  it('quantify and restrict as the definition says', () => {
    functions.forEach((f) => {
      for (let set = 0; set < 8; set++) {
        const variables = [0, 1, 2].filter((v) => set & (1 << v));
        const some = letters.filter((x) => letters.some((y) => ((x ^ y) & ~set) === 0 && bdd.evaluateMask(f, y)));
        const every = letters.filter((x) => letters.every((y) => ((x ^ y) & ~set) !== 0 || bdd.evaluateMask(f, y)));
        expect(toTable(bdd, bdd.exists(f, bdd.cube(variables)))).toBe(some.reduce((t, x) => t | (1 << x), 0));
        expect(toTable(bdd, bdd.forall(f, bdd.cube(variables)))).toBe(every.reduce((t, x) => t | (1 << x), 0));
        for (const values of letters) {
          const cube = bdd.andAll(variables.map((v) => bdd.literal(v, ((values >> v) & 1) === 1)));
          const fixed = letters.filter((x) => bdd.evaluateMask(f, (x & ~set) | (values & set)));
          expect(toTable(bdd, bdd.restrict(f, cube))).toBe(fixed.reduce((t, x) => t | (1 << x), 0));
        }
      }
    });
  });

  it('have the right support and number of assignments', () => {
    functions.forEach((f, table) => {
      expect(countAssignments(bdd, f, 3)).toBe(letters.filter((letter) => table & (1 << letter)).length);
      expect(countAssignments(bdd, f, 5)).toBe(4 * countAssignments(bdd, f, 3));
      const depends = [0, 1, 2].filter((v) => letters.some((x) => ((table >> x) ^ (table >> (x ^ (1 << v)))) & 1));
      expect(support(bdd, f)).toEqual(depends);
    });
  });

  it('are the union of their disjoint cubes and of their irredundant covers', () => {
    for (const f of functions) {
      const paths = [...disjointCubes(bdd, f)].map((cube) => cubeToBdd(bdd, cube));
      expect(bdd.orAll(paths)).toBe(f);
      for (const [i, p] of paths.entries()) for (const q of paths.slice(0, i)) expect(bdd.isDisjoint(p, q)).toBe(true);
      const cover = irredundantCover(bdd, f);
      expect(bdd.orAll(cover.map((cube) => cubeToBdd(bdd, cube)))).toBe(f);
      cover.forEach((cube, i) => {
        const others = bdd.orAll(cover.filter((_, j) => j !== i).map((other) => cubeToBdd(bdd, other)));
        expect(others).not.toBe(f);
        cube.forEach((_, k) => {
          const shorter = cube.filter((__, j) => j !== k);
          expect(bdd.isSubset(cubeToBdd(bdd, shorter), f)).toBe(false);
        });
      });
      if (f !== bdd.false) expect(bdd.isSubset(cubeToBdd(bdd, pickCube(bdd, f)), f)).toBe(true);
    }
  });

  it('have covers within given bounds', () => {
    const random = new Random(2);
    for (let i = 0; i < 2000; i++) {
      const a = random.below(256);
      const b = a | random.below(256);
      const f = bdd.orAll(coverBetween(bdd, functions[a], functions[b]).map((cube) => cubeToBdd(bdd, cube)));
      expect(bdd.isSubset(functions[a], f) && bdd.isSubset(f, functions[b])).toBe(true);
    }
  });

  it('print as sums of products', () => {
    const notation = infixNotation((v) => 'abc'[v]);
    const [a, b, c] = [0, 1, 2].map((v) => bdd.variable(v));
    expect(formatFunction(bdd, bdd.true, notation)).toBe('1');
    expect(formatFunction(bdd, bdd.or(bdd.and(a, bdd.not(b)), c), notation)).toBe('c | a & !b');
  });

  it('survive a copy into another manager under a permutation of the variables', () => {
    const other = new Bdd();
    const there = new Transfer(bdd, other, [2, 0, 1]);
    const back = new Transfer(other, bdd, [1, 2, 0]);
    for (const f of functions) expect(back.copy(there.copy(f))).toBe(f);
    const moved = there.copy(bdd.variable(0));
    expect(moved).toBe(other.variable(2));
  });
});

describe('a manager', () => {
  it('reclaims what the roots do not need and keeps the references of the rest', () => {
    const manager = new Bdd();
    const parity = (from: number): BddRef => {
      let f = manager.false;
      for (let v = 29; v >= from; v--) f = manager.xor(f, manager.variable(v));
      return f;
    };
    const kept = parity(10);
    parity(0);
    const before = manager.nodeCount;
    manager.collect([kept]);
    expect(manager.nodeCount).toBe(21);
    expect(before).toBeGreaterThan(21);
    expect(countAssignments(manager, kept, 30)).toBe(2 ** 29);
    expect(parity(10)).toBe(kept);
    expect(support(manager, parity(3))).toHaveLength(27);
  });

  it('can be stopped while it works for a run, and is watched by nobody after that', () => {
    const manager = new Bdd();
    const random = new Random(4);
    const word = (): BddRef => manager.andAll([...Array(20).keys()].map((v) => manager.literal(v, random.chance(0.5))));
    const work = (): BddRef => manager.orAll(Array.from({ length: 2000 }, word));
    const over = new Stopwatch({ seconds: -1 });
    expect(() => manager.during(over, work)).toThrow(LimitExceeded);
    work();
    expect(() => manager.during(over, () => manager.during(new Stopwatch(), work))).not.toThrow();
    expect(() => {
      manager.during(over, () => {
        manager.during(new Stopwatch(), () => manager.true);
        work();
      });
    }).toThrow(LimitExceeded);
  });

  it('can be stopped while very many cubes are made by few operations', () => {
    const manager = new Bdd();
    const odd = [...Array(16).keys()].map((v) => manager.variable(v)).reduce((f, g) => manager.xor(f, g));
    expect(() => manager.during(new Stopwatch({ seconds: -1 }), () => irredundantCover(manager, odd))).toThrow(
      LimitExceeded,
    );
    expect(() => manager.during(new Stopwatch({ seconds: -1 }), () => [...disjointCubes(manager, odd)])).toThrow(
      LimitExceeded,
    );
  });

  it('grows to many nodes and stays canonical', () => {
    const manager = new Bdd();
    const random = new Random(3);
    const word = (): BddRef => manager.andAll([...Array(24).keys()].map((v) => manager.literal(v, random.chance(0.5))));
    const words = Array.from({ length: 3000 }, word);
    const forwards = manager.orAll(words);
    const backwards = manager.orAll([...words].reverse());
    expect(forwards).toBe(backwards);
    expect(countAssignments(manager, forwards, 24)).toBe(new Set(words).size);
    expect(manager.nodeCount).toBeGreaterThan(50_000);
  });
});
