// Kripke structures in HOA, as other tools write them: an automaton with state labels, each a full valuation, and
// acceptance `0 t`. General automata are read by the room of automata; here anything else is refused.
import type { Parsed } from '../../../diagnostics/diagnostic.ts';
import type { Source, Span } from '../../../diagnostics/source.ts';
import { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { unquoteName } from '../../../formula/syntax/quoting.ts';
import { KripkeBuilder, type KripkeStructure } from '../../kripke/structure.ts';
import { nameProblem } from '../name-problem.ts';

interface Token {
  readonly kind: 'header' | 'marker' | 'string' | 'number' | 'word' | 'symbol' | 'end';
  readonly text: string;
  readonly span: Span;
}

const TOKEN =
  /\s+|\/\*[\s\S]*?\*\/|"((?:[^"\\]|\\.)*)"|(--[A-Z]+--)|([A-Za-z_][A-Za-z0-9_-]*:)|(@?[A-Za-z_][A-Za-z0-9_-]*)|(\d+)|([^\s])/uy;

/** Ends the reading of the file; its diagnostic has been recorded. Never leaves this file. */
class HoaStop extends Error {}

/** Reads a Kripke structure from HOA. */
export function readKripkeHoa(source: Source, stopwatch: Stopwatch = new Stopwatch()): Parsed<KripkeStructure> {
  const builder = new KripkeBuilder(source);
  try {
    new HoaReader(builder, stopwatch).read();
  } catch (error) {
    if (!(error instanceof HoaStop)) throw error;
    return { value: null, diagnostics: builder.diagnostics };
  }
  return builder.finish();
}

class HoaReader {
  private readonly builder: KripkeBuilder;
  private readonly stopwatch: Stopwatch;
  private readonly text: string;
  private position = 0;
  private token: Token;
  private readonly propositions: string[] = [];
  private declared: number | null = null;

  constructor(builder: KripkeBuilder, stopwatch: Stopwatch) {
    this.builder = builder;
    this.stopwatch = stopwatch;
    this.text = builder.source.text;
    this.token = this.scan();
  }

  read(): void {
    if (!this.isAt('HOA:')) this.fail('expected `HOA: v1` at the beginning', this.token.span);
    while (this.token.kind === 'header') this.headerItem();
    this.expectMarker('--BODY--');
    while (this.isAt('State:')) this.state();
    this.expectMarker('--END--');
  }

  private headerItem(): void {
    const header = this.next();
    switch (header.text) {
      case 'States:':
        this.declared = Number(this.expect('number', 'the number of states').text);
        break;
      case 'AP:': {
        const count = Number(this.expect('number', 'the number of propositions').text);
        while (this.token.kind === 'string') this.propositions.push(this.next().text);
        if (this.propositions.length !== count) {
          this.fail(`${count} propositions are announced, but ${this.propositions.length} are named`, header.span);
        }
        for (const name of this.propositions) this.builder.proposition(name);
        break;
      }
      case 'Start:': {
        const start = this.expect('number', 'the number of a state');
        if (this.token.text === '&')
          this.fail('a Kripke structure has no conjunction of initial states', this.token.span);
        this.builder.initial(start.text, start.span);
        break;
      }
      case 'Acceptance:': {
        const sets = this.expect('number', 'the number of acceptance sets');
        if (sets.text !== '0' || this.next().text !== 't') {
          this.fail('the acceptance of a Kripke structure is `0 t`', sets.span, 'this is an automaton, not a model');
        }
        break;
      }
      default:
        while (!['header', 'marker', 'end'].includes(this.token.kind)) this.next();
    }
  }

  private state(): void {
    const header = this.next();
    const bracket = this.token;
    if (bracket.text !== '[') {
      this.fail(
        'a state of a Kripke structure has a label',
        header.span,
        'labels must be on states: `State: [0&!1] 0`',
      );
    }
    const holding = this.label();
    const number = this.expect('number', 'the number of the state');
    this.checkNumber(number);
    const state = this.builder.state(number.text, number.span);
    if (this.token.kind === 'string') this.builder.show(state, this.next().text);
    if (this.token.text === '{') this.fail('a Kripke structure has no acceptance marks', this.token.span);
    for (const proposition of holding) this.builder.label(state, this.propositions[proposition]);
    while (this.token.kind === 'number') {
      const target = this.next();
      this.checkNumber(target);
      this.builder.edge(state, target.text, target.span);
    }
    if (this.token.text === '[') this.fail('labels must be on states, not on edges', this.token.span);
    if (this.token.text === '{') this.fail('a Kripke structure has no acceptance marks', this.token.span);
  }

  /** The propositions that hold, from a conjunction that mentions every proposition. */
  private label(): number[] {
    const { start } = this.next().span;
    const values = new Map<number, boolean>();
    const span = (): Span => ({ start, end: this.token.span.end });
    if (this.token.text === 't') this.next();
    else {
      do {
        const negated = this.token.text === '!';
        if (negated) this.next();
        const literal = this.expect('number', 'the number of a proposition');
        const proposition = Number(literal.text);
        if (proposition >= this.propositions.length) this.fail(`there is no proposition ${literal.text}`, literal.span);
        if (values.get(proposition) === negated) this.fail('no valuation has this label', span());
        values.set(proposition, !negated);
      } while (this.token.text === '&' && this.next());
    }
    if (this.token.text !== ']') {
      this.fail(`expected \`&\` or \`]\` in the label of a state, not \`${this.token.text}\``, this.token.span);
    }
    if (values.size !== this.propositions.length) {
      const missing = this.propositions.find((_, i) => !values.has(i));
      this.fail(
        `the label does not say whether \`${missing}\` holds`,
        span(),
        'the label of a state is a full valuation',
      );
    }
    this.next();
    return [...values].flatMap(([proposition, value]) => (value ? [proposition] : []));
  }

  private isAt(text: string): boolean {
    return this.token.text === text;
  }

  private checkNumber({ text, span }: Token): void {
    if (this.declared !== null && Number(text) >= this.declared) {
      this.fail(`state ${text} is beyond the ${this.declared} states that are announced`, span);
    }
  }

  private expect(kind: Token['kind'], wanted: string): Token {
    if (this.token.kind !== kind) {
      const found = this.token.kind === 'end' ? 'the end of the file' : `\`${this.token.text}\``;
      this.fail(`expected ${wanted}, not ${found}`, this.token.span);
    }
    return this.next();
  }

  private expectMarker(text: string): void {
    if (this.token.text !== text) {
      const found = this.token.kind === 'end' ? 'the end of the file' : `\`${this.token.text}\``;
      this.fail(`expected \`${text}\`, not ${found}`, this.token.span);
    }
    this.next();
  }

  private fail(message: string, span: Span, hint?: string): never {
    this.builder.report('KRI505', message, span, hint);
    throw new HoaStop();
  }

  private next(): Token {
    this.stopwatch.tick();
    const token = this.token;
    this.token = this.scan();
    return token;
  }

  private nameIn(quoted: string, span: Span): string {
    const name = unquoteName(`"${quoted}"`);
    const problem = nameProblem(name);
    if (problem === null) return name;
    this.builder.report(problem.code, problem.message, span, problem.hint);
    throw new HoaStop();
  }

  private scan(): Token {
    for (;;) {
      const start = this.position;
      if (start >= this.text.length) return { kind: 'end', text: '', span: { start, end: start } };
      TOKEN.lastIndex = start;
      const [whole, string, marker, header, word, number, symbol] = TOKEN.exec(this.text) as RegExpExecArray;
      this.position += whole.length;
      const span = { start, end: this.position };
      if (string !== undefined) return { kind: 'string', text: this.nameIn(string, span), span };
      if (marker !== undefined) return { kind: 'marker', text: marker, span };
      if (header !== undefined) return { kind: 'header', text: header, span };
      if (word !== undefined) return { kind: 'word', text: word, span };
      if (number !== undefined) return { kind: 'number', text: number, span };
      if (symbol !== undefined) return { kind: 'symbol', text: symbol, span };
    }
  }
}
