import { describe, expect, it } from 'vitest';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { certificateFrom, isCertificate } from '../../../src/reductions/lp/certificate.ts';
import { type Constraint, stateEquation } from '../../../src/reductions/lp/state-equation.ts';

/** Tokens move from p to q, `weight` for one, and one for one to r: weight · p + q + weight · r stays. */
function equationOf(weight: number, initial: number): ReturnType<typeof equationOfNet> {
  const builder = new NetBuilder();
  const p = builder.place('p', { initial });
  const q = builder.place('q');
  const r = builder.place('r');
  builder.transition('t', { inputs: [{ place: p, weight: 1 }], outputs: [{ place: q, weight }] });
  builder.transition('u', { inputs: [{ place: p, weight: 1 }], outputs: [{ place: r, weight: 1 }] });
  return equationOfNet(builder);
}

function equationOfNet(builder: NetBuilder): NonNullable<ReturnType<typeof stateEquation>> {
  return stateEquation(netModel(builder.build('net')), new Stopwatch())!;
}

const atLeast = (place: number, bound: number): Constraint => ({ terms: [{ place, coefficient: 1 }], atLeast: bound });

describe('certificates', () => {
  it.each([1, 3, 1000, 2 ** 31 - 1])('are accepted and refused to the last token, weight %d', (weight) => {
    const equation = equationOf(weight, 2);
    const certificate = { ofConstraints: [1], ofPlaces: Float64Array.of(weight, 1, 0) };
    expect(isCertificate(equation, [atLeast(1, 2 * weight + 1)], certificate)).toBe(true);
    expect(isCertificate(equation, [atLeast(1, 2 * weight)], certificate)).toBe(false);
  });

  it('are calculated beyond 2^53, to the last token', () => {
    const builder = new NetBuilder();
    builder.place('p', { initial: 2 ** 31 - 1 });
    builder.place('q');
    const equation = equationOfNet(builder);
    const large = 2 ** 53 - 1;
    const constraints = [atLeast(0, large), atLeast(1, 1)];
    const ofPlaces = Float64Array.of(large, 1); // (2^53 - 1)·(2^31 - 1) on both sides
    expect(isCertificate(equation, constraints, { ofConstraints: [2 ** 31 - 1, 0], ofPlaces })).toBe(false);
    expect(isCertificate(equation, constraints, { ofConstraints: [2 ** 31 - 1, 1], ofPlaces })).toBe(true);
  });

  it('must cover the constraints, must not grow, and must not have negative weights elsewhere', () => {
    const equation = equationOf(3, 2);
    const constraints = [atLeast(1, 7)];
    const wrong = [
      { ofConstraints: [1], ofPlaces: Float64Array.of(3, 0, 0) },
      { ofConstraints: [1], ofPlaces: Float64Array.of(2, 1, 0) },
      { ofConstraints: [1], ofPlaces: Float64Array.of(3, 1, -1) },
      { ofConstraints: [-1], ofPlaces: Float64Array.of(3, 1, 0) },
      { ofConstraints: [1.5], ofPlaces: Float64Array.of(4.5, 1.5, 0) },
      { ofConstraints: [], ofPlaces: Float64Array.of(3, 1, 0) },
      { ofConstraints: [1], ofPlaces: Float64Array.of(3, 1) },
      { ofConstraints: [1], ofPlaces: Float64Array.of(Number.NaN, 1, 0) },
    ];
    for (const certificate of wrong) expect(isCertificate(equation, constraints, certificate)).toBe(false);
    expect(isCertificate(equation, constraints, { ofConstraints: [1], ofPlaces: Float64Array.of(3, 1, 0) })).toBe(true);
  });

  it('join constraints that only fail together', () => {
    const equation = equationOf(3, 2);
    const constraints = [atLeast(1, 4), atLeast(2, 1)]; // q needs both tokens of p
    const certificate = { ofConstraints: [1, 3], ofPlaces: Float64Array.of(3, 1, 3) };
    expect(isCertificate(equation, constraints, certificate)).toBe(true);
    expect(isCertificate(equation, constraints, { ofConstraints: [1, 0], ofPlaces: certificate.ofPlaces })).toBe(false);
  });

  it('are made of multipliers that are nearly fractions', () => {
    const equation = equationOf(3, 2);
    const noise = 1e-10;
    const multipliers = Float64Array.of(1 + noise, 0, 1e-12, 1 / 3 - noise); // places, then the constraint
    expect(certificateFrom(equation, [atLeast(1, 7)], multipliers)).toEqual({
      ofConstraints: [1],
      ofPlaces: Float64Array.of(3, 1, 0),
    });
    expect(certificateFrom(equation, [atLeast(1, 6)], multipliers)).toBeNull();
    expect(certificateFrom(equation, [atLeast(1, 7)], Float64Array.of(1.01, 0, 0, 0.2))).toBeNull();
  });
});
