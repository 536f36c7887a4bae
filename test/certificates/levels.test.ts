// Levels found in the compiled kernel, where paths are long and levels many.
import { describe, expect, it } from 'vitest';
import { certify } from '../../src/certificates/certificate.ts';
import { check } from '../../src/check/check.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { loaded, netTextFile, verdictOn } from './certified.ts';

/** Tokens that go from p to q one by one. */
const LONG = netTextFile('#place p mk(20000<..>)\n#place q\n#trans a in { p:<..>; } out { q:<..>; } #endtr\n');
/** The same with a third place, beside a cycle of two. */
const BESIDE = netTextFile(
  `#place p mk(60<..>)\n#place q\n#place r\n#place c mk(1<..>)\n#place d
#trans a in { p:<..>; } out { q:<..>; } #endtr\n#trans b in { q:2<..>; } out { r:<..>; } #endtr
#trans s in { c:<..>; } out { d:<..>; } #endtr\n#trans t in { d:<..>; } out { c:<..>; } #endtr\n`,
);

describe('certificates with many levels', () => {
  it.each([
    [LONG, 'F "p <= 100"', 19_000],
    [LONG, '!X G F ("p >= 7000" xor G(!"p >= 700" M G "p >= 700"))', 5000],
    [LONG, '!("p >= 15000" W (("p >= 15000" M F "q >= 9000") M !"p >= 15000"))', 1000],
    [LONG, 'X((X "q >= 2500" <-> F G "q >= 1100") -> "q >= 1100")', 1000],
    [BESIDE, '(G "c >= 3" xor G F "d >= 1") M F !"c >= 3" | F "p < 10"', 1],
    [BESIDE, 'X(!"r >= 2" <-> F "c >= 1")', 50],
  ] as const)('are verified: %#', (file, text, least) => {
    const result = check(loaded(file), parseLtl(text), { engine: { kind: 'explicit' }, reductions: 'none' });
    expect(result.verdict.outcome).toBe('holds');
    const made = certify(result, { source: 'compiled' });
    if ('none' in made) throw new Error(made.none);
    const bytes = new Uint8Array(2 ** 22);
    let length = 0;
    made.write((piece) => {
      bytes.set(piece, length);
      length += piece.length;
    });
    expect(made.blocks).toBeGreaterThanOrEqual(least);
    const { states, blocks } = made;
    expect(verdictOn(file, text, bytes.subarray(0, length))).toMatchObject({ verdict: 'holds', states, blocks });
  });
});
