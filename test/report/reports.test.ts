import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import type { CheckResult } from '../../src/check/result.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import type { Model } from '../../src/models/model.ts';
import { replayTrace } from '../../src/models/trace.ts';
import { defineModel } from '../../src/models/typescript/define.ts';
import { step } from '../../src/models/typescript/definition.ts';
import { formatCheck } from '../../src/report/check-report.ts';
import { githubAnnotation } from '../../src/report/github.ts';
import { junitReport } from '../../src/report/junit.ts';
import { extractTrace } from '../../src/report/markup.ts';
import {
  type CounterexampleFormat,
  counterexampleFormatOf,
  renderCounterexample,
} from '../../src/report/trace-files.ts';

/** A counter whose names and steps are full of what markup reserves. */
function awkwardModel(steps: number): Model {
  return defineModel({
    name: 'a<b>&"c"',
    initial: { 'x</script><!--': 0 },
    next: (state) => [step('<&">]]>', { 'x</script><!--': (state['x</script><!--'] + 1) % steps })],
    propositions: { '</svg>': (state) => state['x</script><!--'] === 1 },
  });
}

function violated(steps = 4, trace: 'cut' | 'lasso' = 'cut'): CheckResult & { verdict: { outcome: 'violated' } } {
  const result = check(awkwardModel(steps), parseLtl('G !"</svg>"'), { trace });
  if (result.verdict.outcome !== 'violated') throw new Error('expected a counterexample');
  return result as CheckResult & { verdict: { outcome: 'violated' } };
}

/** The text of the elements of a well-formed document; throws where it is not well-formed. */
function elementsOf(xml: string): string[] {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => names.push(name));
  parser.write(xml).close();
  return names;
}

describe('a counterexample in a file', () => {
  it.each<CounterexampleFormat>(['json', 'itf', 'svg', 'html'])('can be followed again from %s', (format) => {
    const result = violated();
    const text = renderCounterexample(result, result.verdict.counterexample, format);
    const { value, diagnostics } = replayTrace(result.model, { name: 'run', text: extractTrace(text) });
    expect(diagnostics).toEqual([]);
    expect(value?.steps.map(({ state }) => [...state])).toEqual(
      [...result.verdict.counterexample.prefix, ...result.verdict.counterexample.cycle].map(({ state }) => [...state]),
    );
  });

  it('has its format by its name', () => {
    expect(['a.json', 'a.itf.json', 'a.SVG', 'a.html', '-'].map(counterexampleFormatOf)).toEqual([
      'json',
      'itf',
      'svg',
      'html',
      'json',
    ]);
  });

  it('is a well-formed picture whatever the names are, and leaves out the middle of a very long run', () => {
    const result = violated();
    const elements = elementsOf(renderCounterexample(result, result.verdict.counterexample, 'svg'));
    const { prefix, cycle } = result.verdict.counterexample;
    expect(elements.filter((name) => name === 'circle')).toHaveLength(prefix.length + cycle.length);
    const long = violated(1000, 'lasso');
    const svg = renderCounterexample(long, long.verdict.counterexample, 'svg');
    expect(elementsOf(svg).filter((name) => name === 'circle').length).toBeLessThan(150);
    expect(svg).toContain('steps not drawn');
  });

  it('is a page in which no name ends the script that carries it', () => {
    const result = violated();
    const html = renderCounterexample(result, result.verdict.counterexample, 'html');
    expect(html.match(/<\/script>/g)).toHaveLength(3);
    expect(html).toContain('&quot;&lt;/svg&gt;&quot; holds at step 1');
  });
});

describe('a counterexample as text', () => {
  // so many lines are too many arguments of a call: the text was put together by one
  it('may have more lines than a call has room for arguments', () => {
    const result = violated();
    const { counterexample } = result.verdict;
    const [first] = counterexample.prefix;
    const prefix = [...Array.from({ length: 200_000 }, () => first), ...counterexample.prefix];
    const verdict = { ...result.verdict, counterexample: { ...counterexample, prefix } };
    const text = formatCheck({ ...result, verdict }, { statistics: 'when-unknown' });
    expect(text.split('\n').length).toBeGreaterThan(200_000);
  });
});

describe('reports for CI', () => {
  const holds = check(awkwardModel(3), parseLtl('GF "</svg>"'));
  const unknown = check(awkwardModel(50), parseLtl('GF "</svg>"'), { limits: { states: 10 } });

  it('tell violated, unknown and held formulas apart in JUnit XML', () => {
    const xml = junitReport('m<1>', [{ result: holds }, { result: violated(), id: 'P-01' }, { result: unknown }]);
    const elements = elementsOf(xml);
    expect(elements.filter((name) => name === 'testcase')).toHaveLength(3);
    expect(elements.filter((name) => name === 'failure')).toHaveLength(1);
    expect(elements.filter((name) => name === 'error')).toHaveLength(1);
    expect(xml).toContain('tests="3" failures="1" errors="1"');
    expect(xml).toContain('name="P-01"');
  });

  it('annotate what does not hold, on one line, at the formula where it is in a file', () => {
    expect(githubAnnotation({ result: holds }, 'm.dve')).toBeNull();
    const asked = { result: violated(), origin: { file: 'a,b.ltl', line: 7 } };
    expect(githubAnnotation(asked, 'm.dve')).toMatch(
      /^::error file=a%2Cb.ltl,line=7,title=violated%3A G!"<\/svg>"::"<\/svg>" holds at step 1( of the cycle)?$/,
    );
    expect(githubAnnotation({ result: unknown }, 'm.dve')).toMatch(
      /^::warning file=m.dve,title=unknown%3A .*::more than/,
    );
  });
});
