import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { channel } from '../../src/modelling/channel.ts';
import { defineSystem } from '../../src/modelling/system.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';
import { extractTrace } from '../../src/report/markup.ts';
import { chartArrows } from '../../src/report/sequence-chart.ts';
import { counterexampleFormatOf, renderCounterexample } from '../../src/report/trace-files.ts';
import { type TraceView, viewCounterexample } from '../../src/report/trace-view.ts';

function violated(model: Model, formula: string): { view: TraceView; chart: string; page: string } {
  const result = check(model, formula as 'true');
  if (result.verdict.outcome !== 'violated') throw new Error(result.verdict.outcome);
  const { counterexample } = result.verdict;
  return {
    view: viewCounterexample(result, counterexample),
    chart: renderCounterexample(result, counterexample, 'chart'),
    page: renderCounterexample(result, counterexample, 'html'),
  };
}

const handshake = loadModel('h.dve', [
  `channel {byte, byte} c; channel d;
process A { byte n = 3; state p, q, r; init p; trans p -> q { sync c!{n, n + 1}; }, q -> r { sync d!; }; }
process B { byte x, y; state s, t, u; init s; trans s -> t { sync c?{x, y}; }, t -> u { sync d?; }; }
system async;`,
]).value!;
const buffer = loadModel('b.dve', [
  `channel {byte} c[2];
process A { byte n = 1; state p; init p; trans p -> p { guard n < 3; sync c!n; effect n = n + 1; }; }
process B { byte got; state s; init s; trans s -> s { sync c?got; }; }
system async;`,
]).value!;

describe('the messages of a run', () => {
  it('are handed over between two DVE processes, with the values that the sender had', () => {
    const { view } = violated(handshake, 'G !B.u');
    expect(view.processes).toEqual(['A', 'B']);
    expect(view.steps[0].parts).toEqual({
      processes: ['A', 'B'],
      messages: [{ channel: 'c', text: '(3, 4)', from: 'A', to: 'B' }],
    });
    expect(chartArrows(view.steps).map(({ channel, text }) => [channel, text])).toEqual([
      ['c', '(3, 4)'],
      ['d', ''],
    ]);
  });

  it('wait in a buffer: one arrow from the step that sends to the step that receives', () => {
    const { view } = violated(buffer, 'G !"B.got = 2"');
    const arrows = chartArrows(view.steps);
    expect(arrows.map(({ text }) => text)).toEqual(['1', '2']);
    for (const { from, to } of arrows) {
      expect(from?.process).toBe('A');
      expect(to?.process).toBe('B');
      expect(to!.step).toBeGreaterThan(from!.step);
    }
  });

  it('of defineSystem are the elements that come and go in shared arrays', () => {
    const wire = channel<string>({ capacity: 2 });
    const model = defineSystem({
      shared: { wire: ['old'] as readonly string[], flags: [false, true] as readonly boolean[] },
      processes: {
        sender: {
          initial: 'idle',
          actions: {
            send: (self: string, { wire: messages, flags }) => {
              const sent = self === 'idle' && wire.send(messages, 'hello');
              return sent ? { self: 'done', shared: { wire: sent, flags: [true, flags[1]] } } : null;
            },
          },
        },
        receiver: {
          initial: { heard: '' },
          actions: {
            receive: (_: { heard: string }, shared) =>
              wire
                .receive(shared.wire)
                .map(({ message, rest }) => ({ self: { heard: message }, shared: { wire: rest } })),
          },
        },
      },
      propositions: { heard: ({ receiver }) => receiver.heard === 'hello' },
    });
    const { view, chart } = violated(model, 'G !heard');
    expect(view.processes).toEqual(['sender', 'receiver']);
    const arrows = chartArrows(view.steps);
    expect(arrows).toContainEqual(
      expect.objectContaining({ text: 'hello', from: expect.anything(), to: expect.anything() }),
    );
    const found = arrows.find(({ text }) => text === 'old')!;
    expect(found.from).toBeUndefined(); // it was on its way before
    expect(arrows).toHaveLength(2); // an element that changes is no message
    expect(chart).toContain('>wire: hello<');
    expect(chart).toContain('was in the channel already');
  });
});

describe('a sequence chart', () => {
  it('has a lifeline for each process, the states that it comes to, and carries the trace', () => {
    const { chart } = violated(handshake, 'G !B.u');
    expect(chart).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(chart.match(/class="c-life"/g)).toHaveLength(2);
    expect(chart).toContain('>c: (3, 4)<');
    expect(chart).toContain('>t, x = 3, y = 4<');
    expect(JSON.parse(extractTrace(chart))).toMatchObject({ model: 'h.dve', trace: expect.any(Array) as unknown });
  });

  it('is part of the page, and absent where there are no processes', () => {
    expect(violated(handshake, 'G !B.u').page).toContain('<details id="chart">');
    const net = loadModel('m.net', ['#place a mk(<..>)\n#trans t\nin { a:<..>; }\nout { }\n#endtr\n']).value!;
    expect(() => violated(net, 'G a')).toThrow('a sequence chart is drawn for models with processes');
  });

  it('frames the cycle and leaves out the middle of a long run', () => {
    const { chart } = violated(handshake, 'F "A.n = 7"');
    expect(chart).toContain('class="c-cycle"');
    const long = loadModel('l.dve', [
      'int n; process P { state s; init s; trans s -> s { guard n < 500; effect n = n + 1; }; } system async;',
    ]).value!;
    const { chart: cut } = violated(long, 'G !"n = 500"');
    expect(cut).toContain('steps not drawn');
    expect(cut.match(/data-step=/g)).toHaveLength(200);
  });

  it('is chosen by the end of the name', () => {
    expect(['a.chart.svg', 'a.svg', 'chart.svg', 'a.json'].map(counterexampleFormatOf)).toEqual([
      'chart',
      'svg',
      'svg',
      'json',
    ]);
  });
});
