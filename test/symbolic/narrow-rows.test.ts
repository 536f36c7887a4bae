// Narrowed tables do what the whole tables do, for all values that the variables can have, and count the same.
import { describe, expect, test } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { type Domains, narrowed } from '../../src/symbolic/narrow-rows.ts';
import type { RowPart } from '../../src/symbolic/transitions.ts';

const stopwatch = new Stopwatch();

/** All vectors of the domains of these variables. */
function vectorsOf(domains: readonly (readonly number[])[]): number[][] {
  return domains.reduce<number[][]>((all, domain) => all.flatMap((v) => domain.map((value) => [...v, value])), [[]]);
}

/** The steps of a part from a vector over the variables 0, 1, …, as text. */
function stepsOf({ variables, rows }: RowPart, vector: readonly number[]): string[] {
  const width = variables.length;
  return rows
    .filter((row) => variables.every((variable, i) => row[i] === vector[variable]))
    .map((row) => {
      const target = [...vector];
      for (const [i, variable] of variables.entries()) target[variable] = row[width + i];
      return target.join();
    });
}

describe('narrowed tables', () => {
  test('a guard that looks at one element of an array becomes a table for each element', () => {
    // k, a[0], a[1]: `a[k] == 0 → k := 1 - k`
    const rows: Int32Array[] = [];
    for (const [k, a, b] of vectorsOf([
      [0, 1],
      [0, 1],
      [0, 1],
    ])) {
      if ((k === 0 ? a : b) === 0) rows.push(Int32Array.of(k, a, b, 1 - k, a, b));
    }
    const domains: Domains = [0, 1, 2].map(() => new Set([0, 1]));
    const parts = narrowed({ variables: [0, 1, 2], rows }, domains, stopwatch);
    const shapes = parts.map((part) => `${part.variables.join()} ${part.rows.map((row) => row.join('')).join()}`);
    expect(shapes.sort()).toEqual(['0,1 0010', '0,2 1000']);
  });

  test('a column stays where its values are not known, or one of them is missing', () => {
    const rows = [0, 1].map((value) => Int32Array.of(value, value));
    const part = { variables: [0], rows };
    expect(narrowed(part, [null], stopwatch)).toEqual([part]);
    expect(narrowed(part, [new Set([0, 1, 2])], stopwatch)).toEqual([part]);
    expect(narrowed(part, [new Set([0, 1])], stopwatch)).toEqual([{ variables: [], rows: [new Int32Array(0)] }]);
  });

  test('random tables keep their steps, each as often as before', () => {
    const random = new Random(7);
    let narrower = 0;
    for (let round = 0; round < 300; round++) {
      const width = 1 + random.below(4);
      const domains = Array.from({ length: width }, () => Array.from({ length: 1 + random.below(3) }, (_, v) => v));
      const variables = domains.map((_, i) => i);
      const all = vectorsOf(domains);
      const share = random.below(4);
      // rows for most values, often without a change
      const rows = all
        .filter(() => random.below(8) >= share)
        .map((from) => {
          const to = from.map((value, i) =>
            random.below(3) === 0 ? domains[i][random.below(domains[i].length)] : value,
          );
          return Int32Array.from([...from, ...(random.below(2) === 0 ? from : to)]);
        });
      const part = { variables, rows };
      const parts = narrowed(
        part,
        domains.map((domain) => new Set(domain)),
        stopwatch,
      );
      if (parts.some((narrow) => narrow.variables.length < width)) narrower++;
      for (const vector of all) {
        expect(parts.flatMap((narrow) => stepsOf(narrow, vector)).sort()).toEqual(stepsOf(part, vector).sort());
      }
    }
    expect(narrower).toBeGreaterThan(50);
  });
});
