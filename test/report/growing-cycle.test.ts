// A cycle on which an unseen place grows does not close: its trace file goes once round and ends there, and can be followed.
import { expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { replayTrace } from '../../src/models/trace.ts';
import { renderCounterexample } from '../../src/report/trace-files.ts';

it('is written without a loop, with the state in which it would begin again', () => {
  const builder = new NetBuilder();
  builder.place('p', { initial: 1 });
  builder.place('q');
  builder.place('log');
  builder.move('go', ['p'], ['q', 'log']);
  builder.move('back', ['q'], ['p', 'log']);
  const result = check(netModel(builder.build('logging')), 'FG "p = 1"', { reductions: ['sink'] });
  if (result.verdict.outcome !== 'violated') expect.fail(result.verdict.outcome);
  const { counterexample } = result.verdict;
  expect(counterexample.grows).toEqual([{ variable: 2, by: 2 }]);
  const text = renderCounterexample(result, counterexample, 'json');
  expect(text).not.toContain('loop');
  const { value, diagnostics } = replayTrace(result.model, { name: 'run', text });
  expect(diagnostics).toEqual([]);
  const logs = value!.steps.map(({ state }) => state[2]);
  expect(logs).toEqual(logs.map((_, i) => i));
  expect(logs.length).toBe(counterexample.prefix.length + counterexample.cycle.length + 1);
});
