// `tegata translate --to ta|gta|sta|sgta|tgta`: testing automata, and the steps of their construction, in their formats.
import {
  drawTesting,
  isStutterInvariant,
  printTestingDot,
  printTestingHoa,
  renderSvg,
  type TestingAutomaton,
  type TestingAutomatonOptions,
  type TestingKind,
  testingAutomatonFor,
  testingStatistics,
  testingToJson,
} from '../../automata/index.ts';
import { InputError } from '../../diagnostics/index.ts';
import { type Formula, printFormula } from '../../formula/index.ts';
import { type AutomatonOutput, countsAsText, type OutputOptions } from './automaton-output.ts';
import { fittingSvg } from './fitting-svg.ts';
import { writeError } from './terminal.ts';

export interface TestingOutputOptions extends OutputOptions {
  readonly method?: 'two-step' | 'direct';
  readonly letters?: 'next' | 'read';
  readonly construction?: 'ours' | 'printed';
  readonly steps?: true;
}

/** Makes the testing automaton of a formula and writes it, or each step towards it. */
export async function writeTestingAutomaton(
  given: { readonly formula: Formula; readonly text: string; readonly kind: TestingKind },
  options: TestingOutputOptions & Pick<TestingAutomatonOptions, 'translation'>,
  output: AutomatonOutput,
): Promise<void> {
  const { formula, kind, text } = given;
  const { method, letters, construction, translation, format, steps } = options;
  const found: { caption: string; automaton: TestingAutomaton }[] = [];
  const start = performance.now();
  const onStep = steps ? (step: (typeof found)[number]): number => found.push(step) : undefined;
  const automaton = testingAutomatonFor(formula, kind, { method, letters, construction, translation, onStep });
  if (construction === 'printed' && kind === 'tgta' && !isStutterInvariant(formula)) {
    writeError('note: Property 3 of [BS15] as printed may lose words of a formula that is not stutter-invariant');
  }
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
      const text = printTestingHoa(testing, name, { stateNames });
      return oneLine ? text.replaceAll('\n', ' ') : text;
    }
    case 'json': {
      return JSON.stringify(testingToJson(testing, name));
    }
    case 'dot':
    case 'svg': {
      if (format === 'dot') return printTestingDot(testing, drawing);
      return fittingSvg((await renderSvg(drawTesting(testing, drawing), options.picture)).trimEnd());
    }
    default:
      throw new InputError({
        code: 'AUT162',
        message: `testing automata cannot be written as ${format}`,
        hint: 'use hoa, dot, svg, json or stats',
      });
  }
}
