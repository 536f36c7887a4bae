// Counterexamples as they are shown: cut where the formula is lost, and without steps that do not matter.
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import type { Counterexample } from '../../src/check/counterexample.ts';
import type { CheckOptions } from '../../src/check/options.ts';
import type { CheckResult } from '../../src/check/result.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { replayTrace } from '../../src/models/index.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { defineModel } from '../../src/models/typescript/define.ts';
import { checkToJson, formatCheck } from '../../src/report/check-report.ts';
import { renderCounterexample } from '../../src/report/trace-files.ts';
import { graphModel } from '../helpers/graph-model.ts';

function violated(model: Model, formula: string, options: CheckOptions = {}): [CheckResult, Counterexample] {
  const result = check(model, parseLtl(formula), options);
  if (result.verdict.outcome !== 'violated') return expect.fail(`${formula} should be violated`);
  return [result, result.verdict.counterexample];
}

function net(text: string): Model {
  return loadModel('test.net', [text]).value!;
}

/** A lamp that is lit in state 2; then everything goes on. */
const lamp = graphModel({ initial: [0], successors: [[1], [2, 0], [3], [0]], labels: [[], [], ['lit'], []] });
const growing = net('#place p mk(<..>) #place q #trans t in { p:<..>; } out { p:<..>; q:<..>; } #endtr');

describe('a counterexample of a safety property', () => {
  it.each(['explicit', 'symbolic', 'auto'] as const)('ends with the step at which it is lost: %s', (engine) => {
    const [result, { kind, prefix, cycle }] = violated(lamp, 'G !lit', { engine });
    expect([kind, prefix.length, cycle.length, prefix[2].transition]).toEqual(['prefix', 3, 0, null]);
    const text = formatCheck(result, { statistics: 'when-unknown' });
    expect(text).toContain('\n  shown up to the step where it is lost\n  why: lit holds at step 2');
    expect(text).not.toContain('cycle');
    expect(checkToJson(result).counterexample).toMatchObject({ kind: 'prefix', cycle: [] });
  });

  it('is a whole execution on request', () => {
    const [result, { kind, cycle }] = violated(lamp, 'G !lit', { trace: 'lasso' });
    expect(kind).toBe('lasso');
    expect(cycle.length).toBeGreaterThan(0);
    expect(checkToJson(result).counterexample).toMatchObject({ kind: 'lasso' });
  });

  it('is replayed from every file, without a loop', () => {
    const [result, counterexample] = violated(lamp, 'G !lit');
    for (const format of ['json', 'itf'] as const) {
      const text = renderCounterexample(result, counterexample, format);
      expect(JSON.parse(text)).not.toHaveProperty('loop');
      const { kind, '#meta': notes } = JSON.parse(text) as { kind?: string; '#meta'?: { kind: string } };
      expect(kind ?? notes?.kind).toBe('prefix');
      expect(replayTrace(lamp, { name: 'trace', text }).value?.steps).toHaveLength(3);
    }
    expect(renderCounterexample(result, counterexample, 'html')).toContain('shown up to the step where it is lost');
    expect(renderCounterexample(result, counterexample, 'svg')).not.toContain('class="cycle"');
  });

  it('has every value in files for programs, also 0, false and null', () => {
    const switches = defineModel({
      initial: { n: 0, on: false, tag: null as string | null },
      next: ({ n }) => [{ n: 1 - n, on: n === 1, tag: null }],
      propositions: { on: ({ on }) => on },
    });
    const [result, counterexample] = violated(switches, 'GF !on & G !on');
    const { trace } = JSON.parse(renderCounterexample(result, counterexample, 'json')) as { trace: unknown[] };
    expect(trace[0]).toEqual({ state: { n: 0, on: false, tag: null } });
    const { states } = JSON.parse(renderCounterexample(result, counterexample, 'itf')) as { states: unknown[] };
    expect(states[0]).toMatchObject({ n: 0, on: false });
    expect(renderCounterexample(result, counterexample, 'svg')).toContain('(everything is 0, false or empty)');
  });

  it('is cut for formulas that are no safety properties too, where they are lost', () => {
    const [, { kind, prefix }] = violated(lamp, 'GF lit & G(lit -> X lit)');
    expect([kind, prefix.length]).toEqual(['prefix', 4]);
    expect(violated(lamp, 'GF lit')[1].kind).toBe('lasso');
    expect(violated(lamp, '(!lit) U (lit & X lit)')[1]).toMatchObject({ kind: 'prefix' });
  });

  it('says why with the steps that are there', () => {
    const [result] = violated(lamp, '(!lit) U (lit & X lit)');
    expect(checkToJson(result).counterexample!.why.join()).not.toMatch(/never|cycle| on$/);
  });

  it('leads to an execution that counts, where deadlocks do not', () => {
    const dead = graphModel({ initial: [0], successors: [[1, 2], [], [3], [3]], labels: [[], ['a'], [], ['a']] });
    expect(violated(dead, 'G !a')[1].prefix).toHaveLength(2);
    const [, { kind, prefix }] = violated(dead, 'G !a', { deadlock: 'drop' });
    expect([kind, prefix.map(({ state }) => state[0])]).toEqual(['prefix', [0, 2, 3]]);
    const lost = graphModel({ initial: [0], successors: [[1, 2], [], [2]], labels: [[], ['a'], []] });
    expect(check(lost, parseLtl('G !a'), { deadlock: 'drop' }).verdict.outcome).toBe('holds');
  });
});

describe('a model without bound', () => {
  it.each(['explicit', 'symbolic', 'auto'] as const)('violates a safety property: %s', (engine) => {
    const most = engine === 'symbolic' ? 200 : 300; // diagrams do not end here: the look before them sees 300 states
    const [, { kind, prefix }] = violated(growing, `G "q <= ${most}"`, { engine });
    expect([kind, prefix.length]).toEqual(['prefix', most + 2]);
  });

  it.each(['compiled', 'interpreted'] as const)(
    'does so with each search and each automaton that decides: %s',
    (search) => {
      for (const automaton of ['tgba', 'ba', 'tgta'] as const) {
        const [{ emptiness }, { prefix }] = violated(growing, 'G "q <= 9"', {
          engine: { kind: 'explicit', automaton, search },
        });
        expect([emptiness, prefix.length]).toEqual(['reachability', 11]);
      }
    },
  );

  it('does so when it is written in code', () => {
    const counter = defineModel({
      initial: { n: 0 },
      next: ({ n }) => [{ n: n + 1 }],
      propositions: { big: ({ n }) => n > 40 },
    });
    const result = check(counter, 'G !big');
    expect(result.verdict).toMatchObject({ outcome: 'violated', counterexample: { kind: 'prefix' } });
  });

  it('stays unknown where only an execution could tell', () => {
    const limits = { states: 1000 };
    expect(check(growing, parseLtl('G "q <= 9"'), { limits, trace: 'lasso' }).verdict.outcome).toBe('unknown');
    expect(check(growing, parseLtl('G "q <= 9"'), { limits, deadlock: 'drop' }).verdict.outcome).toBe('unknown');
  });
});

describe('steps that do not matter', () => {
  it('are left out of a long prefix', () => {
    const [, { prefix, cycle }] = violated(netModel(generateNet('kanban', 9).value!), 'GF "P1 >= 1"');
    expect(prefix.length).toBeLessThanOrEqual(56); // 153 before
    expect(cycle.length).toBe(2);
  });

  it('are left out of a path that was found on a smaller net', () => {
    const [, { kind, prefix }] = violated(netModel(generateNet('kanban', 9).value!), 'G "P1 >= 9"');
    expect([kind, prefix.length]).toEqual(['prefix', 7]); // 40 before
  });

  it('are left out of a fair cycle', () => {
    const system = net(`#place a mk(<..>) #place b #place c mk(<..>) #place d #place e mk(<..>) #place f
      #trans on in { a:<..>; } out { b:<..>; } #endtr #trans off in { b:<..>; } out { a:<..>; } #endtr
      #trans there in { c:<..>; } out { d:<..>; } #endtr #trans back in { d:<..>; } out { c:<..>; } #endtr
      #trans rise in { e:<..>; } out { f:<..>; } #endtr`);
    const fairness = { weak: ['on', 'off', 'there', 'back'] };
    const [, { prefix, cycle }] = violated(system, 'F f', { fairness });
    expect(prefix.length + cycle.length).toBeLessThanOrEqual(4);
    expect(new Set(cycle.map(({ transition }) => transition))).toEqual(new Set(['on', 'off', 'there', 'back']));
  });
});

describe('the reading of deadlocks', () => {
  const text = (model: Model, formula: string, options: CheckOptions = {}): string =>
    formatCheck(check(model, parseLtl(formula), options), { statistics: 'when-unknown' }).split('\n')[0];

  it('is told where a deadlock repeats, where it was chosen, and with everything else', () => {
    const dead = graphModel({ initial: [0], successors: [[1], []], labels: [[], ['a']] });
    expect(text(lamp, 'GF lit')).toBe('violated: GF lit');
    expect(text(dead, 'F G !a')).toBe('violated: FG!a   (a deadlock repeats for ever)');
    expect(text(dead, 'G !a')).toBe('violated: G!a');
    expect(text(dead, 'F a', { vacuity: 'look' })).toBe('holds: Fa   (a deadlock repeats for ever)');
    expect(text(dead, 'F a', { deadlock: 'drop' })).toContain('do not count');
    expect(formatCheck(check(lamp, parseLtl('GF lit | F G !lit')), { statistics: 'always' })).toContain(
      'repeats for ever',
    );
  });
});
