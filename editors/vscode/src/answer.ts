// One check, and what is shown of it: a thread of the extension does this.
import { check } from 'tegata/check';
import { InputError, unwrap } from 'tegata/diagnostics';
import { parseLtl } from 'tegata/formula';
import { analyse, type Model } from 'tegata/models';
import { formatCheck, renderCounterexample } from 'tegata/report';
import type { Answer, Asked, CheckQuestion } from './protocol.ts';
import { loadFile } from './reader.ts';

/** Milliseconds between two reports of progress. */
const PERIOD = 200;

/** Answers as `tegata check` does. Throws `InputError` for what is wrong with the model or the formula. */
export function answer({ model: file, asked, limits }: CheckQuestion, tell: (states: number) => void): Answer {
  const { model, formula } = subjectOf(analyse(unwrap(loadFile(file))), asked);
  const before = process.memoryUsage.rss();
  let told = performance.now();
  const result = check(model, parseLtl(formula), {
    engine: 'auto',
    vacuity: 'look',
    limits: {
      seconds: limits.seconds,
      memoryBytes: limits.megabytes * 2 ** 20,
      memoryUsed: () => process.memoryUsage.rss() - before, // the editor's own does not count
    },
    onProgress: ({ states }) => {
      if (performance.now() - told < PERIOD) return;
      told = performance.now();
      tell(states);
    },
  });
  const { verdict } = result;
  const drawn = (format: 'html' | 'svg'): string | null =>
    verdict.outcome === 'violated' ? renderCounterexample(result, verdict.counterexample, format) : null;
  const text = formatCheck(result, { statistics: 'when-unknown' });
  return { outcome: verdict.outcome, text, page: drawn('html'), picture: drawn('svg') };
}

/** What is checked of which model: a property may be about a model that watches something besides. */
function subjectOf(model: Model, asked: Asked): { readonly model: Model; readonly formula: string } {
  if ('formula' in asked) return { model, formula: asked.formula };
  const property = model.properties?.find(({ name }) => name === asked.property);
  if (property !== undefined) return { model: property.model?.() ?? model, formula: property.formula };
  throw new InputError({ code: 'MOD602', message: `the model has no property \`${asked.property}\`` });
}
