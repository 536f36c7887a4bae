// A counterexample in the formats of files: JSON, ITF, a picture, a page.
import { assertNever } from '../base/assert.ts';
import type { Counterexample } from '../check/counterexample.ts';
import type { CheckResult } from '../check/result.ts';
import type { Model } from '../models/model.ts';
import { type Trace, traceToJson } from '../models/trace.ts';
import { type Asked, viewAsked } from './asked.ts';
import { traceToChart } from './sequence-chart.ts';
import { traceToHtml } from './trace-html.ts';
import { traceToSvg } from './trace-svg.ts';

export type CounterexampleFormat = 'json' | 'itf' | 'svg' | 'chart' | 'html';

/** By the end of the name: `.itf.json` or `.itf`, `.chart.svg`, `.svg`, `.html`; anything else is JSON. */
export function counterexampleFormatOf(file: string): CounterexampleFormat {
  if (/\.itf(\.json)?$/i.test(file)) return 'itf';
  if (/\.chart\.svg$/i.test(file)) return 'chart';
  if (/\.svg$/i.test(file)) return 'svg';
  return /\.html?$/i.test(file) ? 'html' : 'json';
}

/** The counterexample as the text of a file; `tegata simulate --trace` follows all of them. */
export function renderCounterexample(
  result: CheckResult,
  counterexample: Counterexample,
  format: CounterexampleFormat,
): string {
  return renderLasso({ result }, counterexample, format);
}

/** The same for an execution that an automaton accepts. */
export function renderLasso(asked: Asked, counterexample: Counterexample, format: CounterexampleFormat): string {
  const trace = traceOf(asked.result.model, counterexample);
  switch (format) {
    case 'json':
      return `${JSON.stringify(traceToJson(trace, 'json'))}\n`;
    case 'itf':
      return `${JSON.stringify(traceToJson(trace, 'itf'), null, 1)}\n`;
    case 'svg':
      return traceToSvg(viewAsked(asked, counterexample), traceToJson(trace, 'short'));
    case 'chart':
      return traceToChart(viewAsked(asked, counterexample), traceToJson(trace, 'short'));
    case 'html':
      return traceToHtml(viewAsked(asked, counterexample), traceToJson(trace, 'short'));
    default:
      return assertNever(format);
  }
}

/**
 * The run as the model takes it: where a deadlock repeats, it ends there and loops in place; a bad prefix ends without a loop, and so does a cycle
 * that something grows on, with the state in which it would begin again.
 */
function traceOf(model: Model, { kind, prefix, cycle, grows }: Counterexample): Trace {
  const all = [...prefix, ...cycle];
  const leaves = kind === 'prefix' ? all.slice(0, -1) : all;
  const stop = leaves.findIndex(({ transition }) => transition === null);
  const steps = (stop === -1 ? all : all.slice(0, stop + 1)).map(({ state, watched }, i) => ({
    state,
    name: i === 0 ? '' : (all[i - 1].transition ?? ''),
    ...(watched && { watched }),
  }));
  if (kind === 'prefix' && stop === -1) return { model, steps, kind };
  if (grows !== undefined && grows.length > 0) {
    const state = cycle[0].state.slice();
    for (const { variable, by } of grows) state[variable] += by;
    return { model, steps: [...steps, { state, name: all[all.length - 1].transition ?? '' }], kind };
  }
  return { model, steps, loop: stop === -1 ? prefix.length : stop, kind: 'lasso' };
}
