// A net with infinitely many states has no certificate, and to say so takes no limit.
import { describe, expect, it } from 'vitest';
import { certify } from '../../src/certificates/certificate.ts';
import { check } from '../../src/check/check.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';

/** `make` puts tokens on q, which go to r and back; a token moves between s and z besides. */
function producer(change: (builder: NetBuilder) => void = () => undefined): ReturnType<typeof netModel> {
  const builder = new NetBuilder();
  builder.place('p', { initial: 1 });
  builder.place('s', { initial: 1 });
  for (const name of ['q', 'r', 'z']) builder.place(name);
  change(builder);
  builder.move('forth', ['q'], ['r']);
  builder.move('back', ['r'], ['q']);
  builder.move('go', ['s'], ['z']);
  builder.move('return', ['z'], ['s']);
  return netModel(builder.build('producer'));
}

const endless = producer((builder) => builder.move('make', ['p'], ['p', 'q']));

describe('a certificate of a net that grows', () => {
  it.each(['listed', 'diagram'] as const)('is not looked for without end: %s', (states) => {
    // by facts, and by rules that certificates do not have
    for (const formula of ['G "q + r >= 0"', 'G "s <= 1"', 'G("s = 1" -> "z = 0")']) {
      const result = check(endless, formula, { engine: { kind: 'auto' } });
      expect(result.verdict.outcome, formula).toBe('holds');
      expect(certify(result, { states }), formula).toEqual({ none: 'there are infinitely many states' });
    }
  });

  it('is there where few states matter to the formula', () => {
    const result = check(endless, 'F "s = 1"');
    expect(certify(result, { states: 'listed' })).toMatchObject({ verdict: 'holds', states: 1 });
  });

  it('is there where an inhibitor or a capacity stops the growth', () => {
    const inhibited = producer((builder) => {
      const [inputs, outputs] = [['p'], ['p', 'q']].map((ids) =>
        ids.map((id) => ({ place: builder.placeNumber(id), weight: 1 })),
      );
      const inhibitors = ['q', 'r'].map((id) => ({ place: builder.placeNumber(id), below: 2 }));
      builder.transition('make', { inputs, outputs, inhibitors });
    });
    for (const states of ['listed', 'diagram'] as const) {
      const result = check(inhibited, 'G "q + r < 4"', { reductions: 'none' });
      expect(result.verdict.outcome).toBe('holds');
      expect(certify(result, { states, source: 'compiled' })).toMatchObject({ verdict: 'holds' });
    }
  });
});
