// `tegata translate --to ta|gta|sta|sgta|tgta`: testing automata, and the steps of their construction, in their formats.
import type { TestingAutomatonOptions } from '../../automata/testing/for-formula.ts';
import { testingAutomatonFor } from '../../automata/testing/for-formula.ts';
import { testingStatistics } from '../../automata/testing/statistics.ts';
import type { TestingAutomaton, TestingKind } from '../../automata/testing/testing-automaton.ts';
import { InputError } from '../../diagnostics/diagnostic.ts';
import type { Formula } from '../../formula/formula.ts';
import { printFormula } from '../../formula/print/print.ts';
import { type AutomatonOutput, countsAsText, type OutputOptions } from './automaton-output.ts';

export interface TestingOutputOptions extends OutputOptions {
  readonly method?: 'two-step' | 'direct';
  readonly letters?: 'next' | 'read';
  readonly steps?: true;
}

/** Makes the testing automaton of a formula and writes it, or each step towards it. */
export async function writeTestingAutomaton(
  given: { readonly formula: Formula; readonly text: string; readonly kind: TestingKind },
  options: TestingOutputOptions & Pick<TestingAutomatonOptions, 'translation'>,
  output: AutomatonOutput,
): Promise<void> {
  const { formula, kind, text } = given;
  const { method, letters, translation, format, steps } = options;
  const found: { caption: string; automaton: TestingAutomaton }[] = [];
  const start = performance.now();
  const onStep = steps ? (step: (typeof found)[number]): number => found.push(step) : undefined;
  const automaton = testingAutomatonFor(formula, kind, { method, letters, translation, onStep });
  const seconds = Number(((performance.now() - start) / 1000).toFixed(6));
  if (!steps) found.push({ caption: '', automaton });
  for (const { caption, automaton: step } of found) {
    const title = options.name ?? printFormula(formula);
    if (format === 'stats') {
      const facts = { formula: text, kind: step.kind, ...(caption === '' ? {} : { step: caption }) };
      output.put(JSON.stringify({ ...facts, ...countsAsText(testingStatistics(step)), seconds }));
    } else output.put(await printTesting(step, [title, caption].filter(Boolean), options));
  }
}

/** The testing automaton in the format that the options name. */
export async function printTesting(
  testing: TestingAutomaton,
  caption: string[],
  options: OutputOptions,
): Promise<string> {
  const { format, oneLine } = options;
  const name = caption.join(', ');
  const stateNames = options.stateNames === 'none' ? 'none' : 'names';
  const drawing = { caption, stateNames, symbols: options.ascii ? 'ascii' : 'unicode' } as const;
  switch (format) {
    case 'hoa': {
      const { printTestingHoa } = await import('../../automata/testing/hoa.ts');
      const text = printTestingHoa(testing, name, { stateNames });
      return oneLine ? text.replaceAll('\n', ' ') : text;
    }
    case 'json': {
      const { testingToJson } = await import('../../automata/testing/json.ts');
      return JSON.stringify(testingToJson(testing, name));
    }
    case 'dot':
    case 'svg': {
      const { drawTesting, printTestingDot } = await import('../../automata/testing/draw.ts');
      if (format === 'dot') return printTestingDot(testing, drawing);
      const { renderSvg } = await import('../../automata/svg.ts');
      return (await renderSvg(drawTesting(testing, drawing))).trimEnd();
    }
    default:
      throw new InputError({
        code: 'AUT162',
        message: `testing automata cannot be written as ${format}`,
        hint: 'use hoa, dot, svg, json or stats',
      });
  }
}
