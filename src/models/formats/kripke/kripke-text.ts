// The text format of Kripke structures, one state per line:
//
//     # comment                                 initial STATE { STATE }
//     STATE [ : PROPOSITION { PROPOSITION } ]  [ -> TARGET { , TARGET } ]      TARGET ::= STATE [ "[" STEP "]" ]
//
// Names of letters, digits, `_` and `.` stand for themselves, others are quoted ("x >= 2"). Commas may be left out.
import type { Parsed } from '../../../diagnostics/diagnostic.ts';
import type { Source, Span } from '../../../diagnostics/source.ts';
import { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { KripkeBuilder, type KripkeStructure } from '../../kripke/structure.ts';
import { nameProblem } from '../name-problem.ts';

interface Word {
  readonly kind: 'name' | 'quoted' | 'symbol' | 'bad';
  readonly text: string;
  readonly span: Span;
}

const WORD = /[^\S\n]+|#[^\n]*|([\p{L}\p{N}_.]+)|"((?:[^"\\\n]|\\.)*)"|(->|[:,[\]])|([^\s])/uy;

/** Reads the text format. */
export function readKripkeText(source: Source, stopwatch: Stopwatch = new Stopwatch()): Parsed<KripkeStructure> {
  const builder = new KripkeBuilder(source);
  let start = 0;
  while (start <= source.text.length && builder.diagnostics.length < 20) {
    stopwatch.tick();
    const newline = source.text.indexOf('\n', start);
    const end = newline === -1 ? source.text.length : newline;
    const words = wordsOf(source.text, start, end);
    if (words.length > 0) readLine(new LineReader(words, builder, end));
    start = end + 1;
  }
  return builder.finish();
}

/** Ends the reading of a line; its diagnostic has been recorded. Never leaves this file. */
class LineStop extends Error {}

function readLine(reader: LineReader): void {
  try {
    reader.read();
  } catch (error) {
    if (!(error instanceof LineStop)) throw error;
  }
}

function wordsOf(text: string, start: number, end: number): Word[] {
  const words: Word[] = [];
  WORD.lastIndex = start;
  while (WORD.lastIndex < end) {
    const at = WORD.lastIndex;
    const match = WORD.exec(text) as RegExpExecArray; // the last alternative matches anything but blanks
    const [whole, name, quoted, symbol, bad] = match;
    const span = { start: at, end: at + whole.length };
    if (name !== undefined) words.push({ kind: 'name', text: name, span });
    else if (quoted !== undefined) words.push({ kind: 'quoted', text: quoted.replace(/\\(.)/g, '$1'), span });
    else if (symbol !== undefined) words.push({ kind: 'symbol', text: symbol, span });
    else if (bad !== undefined) words.push({ kind: 'bad', text: bad, span });
  }
  return words;
}

class LineReader {
  private readonly words: readonly Word[];
  private readonly builder: KripkeBuilder;
  private readonly end: number;
  private at = 0;

  constructor(words: readonly Word[], builder: KripkeBuilder, end: number) {
    this.words = words;
    this.builder = builder;
    this.end = end;
  }

  read(): void {
    const bad = this.words.find(({ kind }) => kind === 'bad');
    if (bad !== undefined) {
      const unclosed = bad.text === '"';
      const message = unclosed ? 'this name is never closed by `"`' : `\`${bad.text}\` must be inside a quoted name`;
      this.builder.report('KRI501', message, bad.span);
      return;
    }
    for (const { text, span } of this.words) {
      const problem = nameProblem(text);
      if (problem === null) continue;
      this.builder.report(problem.code, problem.message, span, problem.hint);
      return;
    }
    if (this.words[0].kind === 'name' && this.words[0].text === 'initial') this.initial();
    else this.state();
  }

  private initial(): void {
    this.at++;
    if (this.peek() === undefined) this.complain('a state after `initial`');
    for (let name = this.name(); name !== null; name = this.name()) {
      this.builder.initial(name.text, name.span);
      this.accept(',');
    }
    if (this.peek() !== undefined) this.complain('a state');
  }

  private state(): void {
    const name = this.name();
    if (name === null) this.complain('a state');
    const state = this.builder.state(name.text, name.span);
    if (this.accept(':')) {
      for (let label = this.name(); label !== null; label = this.name()) {
        this.builder.label(state, label.text);
        this.accept(',');
      }
    }
    if (this.accept('->')) this.targets(state);
    if (this.peek() !== undefined) this.complain('`:`, `->` or the end of the line');
  }

  private targets(state: number): void {
    for (let target = this.name(); target !== null; target = this.name()) {
      let step: Word | null = null;
      if (this.accept('[')) {
        step = this.name();
        if (step === null) this.complain('the name of a step');
        if (!this.accept(']')) this.complain('`]`');
      }
      this.builder.edge(state, target.text, target.span, step?.text);
      this.accept(',');
    }
  }

  private peek(): Word | undefined {
    return this.words[this.at];
  }

  private name(): Word | null {
    const word = this.peek();
    if (word === undefined || word.kind === 'symbol') return null;
    this.at++;
    return word;
  }

  private accept(symbol: string): boolean {
    const word = this.peek();
    if (word?.kind !== 'symbol' || word.text !== symbol) return false;
    this.at++;
    return true;
  }

  private complain(wanted: string): never {
    const word = this.peek();
    const found = word === undefined ? 'the end of the line' : `\`${word.text}\``;
    const span = word?.span ?? { start: this.end, end: this.end };
    this.builder.report('KRI501', `expected ${wanted}, not ${found}`, span);
    throw new LineStop();
  }
}
