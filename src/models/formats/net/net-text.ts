// The textual `.net` format (PROD-like): places with markings and capacities, transitions with arcs and inhibitor arcs. Queues,
// reset arcs and self-modifying arcs belong to the format too and are refused by name.
//
//     place      ::= "#place" [ "(" INT ")" ] NAME { "mk" "(" weight ")" | "cp" "(" INT ")" }
//     transition ::= "#trans" NAME [ "in" "{" { arc ";" } "}" ] [ "out" "{" { arc ";" } "}" ] "#endtr"
//     arc        ::= NAME ":" weight | NAME "<" INT (inhibitor)      weight ::= [ INT [ "*" ] ] "<..>"
import type { Diagnostic, Parsed } from '../../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../../diagnostics/nearest.ts';
import type { Source, Span } from '../../../diagnostics/source.ts';
import { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { type Arc, type InhibitorArc, isTokenCount, MAX_TOKENS, type Net, NetBuilder } from '../../petri/net.ts';

interface Token {
  readonly kind: 'word' | 'integer' | 'unit' | 'symbol' | 'end';
  readonly text: string;
  readonly span: Span;
}

/** An arc whose place is looked up when all places are known. */
interface TextArc {
  readonly place: Token;
  readonly kind: 'weight' | 'below';
  readonly value: number;
}

interface TextTransition {
  readonly name: Token;
  readonly inputs: readonly TextArc[];
  readonly outputs: readonly TextArc[];
}

const MAX_DIAGNOSTICS = 20;
/** Blanks, then a directive or word, an integer, `<..>`, or any single character. */
const TOKEN_PATTERN = /\s*(?:(#?[A-Za-z_]\w*)|(\d+)|(<\s*\.\s*\.\s*>)|([\s\S]))/uy;

/** The net in a `.net` text. */
export function parseNetText(source: Source, stopwatch: Stopwatch = new Stopwatch()): Parsed<Net> {
  return new NetTextParser(source, stopwatch).parse();
}

/** Ends the reading of one section; the parser goes on with the next. */
class SectionProblem extends Error {}

class NetTextParser {
  private readonly source: Source;
  private readonly stopwatch: Stopwatch;
  private readonly diagnostics: Diagnostic[] = [];
  private readonly builder = new NetBuilder();
  private readonly transitions: TextTransition[] = [];
  private readonly placeNames: string[] = [];
  /** A copy of its own: a sticky pattern remembers where it stands. */
  private readonly pattern = new RegExp(TOKEN_PATTERN);
  private token: Token;
  private position = 0;

  constructor(source: Source, stopwatch: Stopwatch) {
    this.source = source;
    this.stopwatch = stopwatch;
    this.token = this.scan();
  }

  parse(): Parsed<Net> {
    while (this.token.kind !== 'end' && this.diagnostics.length < MAX_DIAGNOSTICS) this.section();
    for (const transition of this.transitions) {
      this.stopwatch.tick();
      this.addTransition(transition);
    }
    if (this.diagnostics.length === 0 && this.builder.placeCount === 0 && this.transitions.length === 0) {
      this.complain('NET220', 'the file holds no net', { start: 0, end: 1 });
    }
    const value = this.diagnostics.length === 0 ? this.builder.build(baseName(this.source.name)) : null;
    return { value, diagnostics: this.diagnostics };
  }

  private section(): void {
    try {
      if (this.accept('#place')) this.place();
      else if (this.accept('#trans')) this.transition();
      else if (this.token.text === '#queue') this.fail('NET221', 'queues are not supported', this.token.span);
      else this.expected('`#place` or `#trans`');
    } catch (error) {
      if (!(error instanceof SectionProblem)) throw error;
      do this.advance();
      while (this.token.kind !== 'end' && !['#place', '#trans', '#queue'].includes(this.token.text));
    }
  }

  private place(): void {
    let level: number | null = null;
    if (this.accept('(')) {
      level = this.integer();
      this.expect(')');
    }
    const name = this.name();
    let initial = 0;
    let capacity: number | null = null;
    while (this.token.text === 'mk' || this.token.text === 'cp') {
      const clause = this.token.text;
      this.advance();
      this.expect('(');
      if (clause === 'mk') initial = this.weight();
      else capacity = this.integer();
      this.expect(')');
    }
    if (this.builder.placeNumber(name.text) !== -1) {
      this.complain('NET211', `place ${name.text} is declared twice`, name.span);
    } else if (capacity !== null && initial > capacity) {
      this.complain('NET212', `place ${name.text} begins with more tokens than its capacity ${capacity}`, name.span);
    } else {
      this.builder.place(name.text, { initial, capacity, level });
      this.placeNames.push(name.text);
    }
  }

  private transition(): void {
    const name = this.name();
    const inputs = this.accept('in') ? this.arcs() : [];
    const outputs = this.accept('out') ? this.arcs() : [];
    for (const { kind, place } of outputs) {
      if (kind === 'below') this.complain('NET210', 'an inhibitor arc belongs to the `in` part', place.span);
    }
    this.expect('#endtr');
    this.transitions.push({ name, inputs, outputs });
  }

  private arcs(): TextArc[] {
    const arcs: TextArc[] = [];
    this.expect('{');
    while (!this.accept('}')) {
      arcs.push(this.arc());
      this.expect(';');
    }
    return arcs;
  }

  private arc(): TextArc {
    const place = this.name();
    if (this.accept('<')) return { place, kind: 'below', value: this.integer() };
    this.expect(':');
    const { kind, text, span } = this.token;
    if (text === 'reset') this.fail('NET208', 'reset arcs are not supported', span);
    if (kind === 'word') this.fail('NET208', 'self-modifying arcs are not supported', span);
    if (text === '<') this.fail('NET208', 'messages of queues are not supported', span);
    const value = this.weight();
    if (value === 0) this.fail('NET207', 'the weight of an arc is at least 1', span);
    return { place, kind: 'weight', value };
  }

  private weight(): number {
    let value = 1;
    if (this.token.kind === 'integer') {
      value = this.integer();
      this.accept('*');
    }
    if (this.token.kind !== 'unit') this.expected('`<..>`');
    this.advance();
    return value;
  }

  private addTransition({ name, inputs, outputs }: TextTransition): void {
    if (this.builder.hasTransition(name.text)) {
      this.complain('NET211', `transition ${name.text} is declared twice`, name.span);
      return;
    }
    const inhibitors: InhibitorArc[] = [];
    const arcs = (items: readonly TextArc[]): Arc[] => {
      const result: Arc[] = [];
      for (const { place: token, kind, value } of items) {
        const place = this.placeOf(token);
        if (place === -1) continue;
        if (kind === 'weight') result.push({ place, weight: value });
        else inhibitors.push({ place, below: value });
      }
      if (result.reduce((sum, { weight }) => sum + weight, 0) > MAX_TOKENS) {
        this.complain('NET207', `the arcs of ${name.text} move more than 2^31 - 1 tokens`, name.span);
      }
      return result;
    };
    this.builder.transition(name.text, { inputs: arcs(inputs), outputs: arcs(outputs), inhibitors });
  }

  private placeOf({ text, span }: Token): number {
    const place = this.builder.placeNumber(text);
    if (place === -1) this.complain('NET209', `there is no place \`${text}\``, span, didYouMean(text, this.placeNames));
    return place;
  }

  private name(): Token {
    const { token } = this;
    if (token.kind !== 'word' || token.text.startsWith('#')) this.expected('a name');
    this.advance();
    return token;
  }

  private integer(): number {
    const { token } = this;
    if (token.kind !== 'integer') this.expected('a whole number');
    const value = Number(token.text);
    if (!isTokenCount(value)) this.fail('NET207', 'the number is larger than 2^31 - 1', token.span);
    this.advance();
    return value;
  }

  private accept(text: string): boolean {
    if (this.token.text !== text) return false;
    this.advance();
    return true;
  }

  private expect(text: string): void {
    if (!this.accept(text)) this.expected(`\`${text}\``);
  }

  private expected(what: string): never {
    const { kind, text, span } = this.token;
    return this.fail(
      'NET220',
      `expected ${what}, but ${kind === 'end' ? 'the file ends here' : `found \`${text}\``}`,
      span,
    );
  }

  private fail(code: Diagnostic['code'], message: string, span: Span): never {
    this.complain(code, message, span);
    throw new SectionProblem();
  }

  private complain(code: Diagnostic['code'], message: string, span: Span, hint?: string): void {
    if (this.diagnostics.length >= MAX_DIAGNOSTICS) return;
    this.diagnostics.push({ code, message, span, source: this.source, ...(hint && { hint }) });
  }

  private advance(): void {
    this.stopwatch.tick();
    this.token = this.scan();
  }

  private scan(): Token {
    this.pattern.lastIndex = this.position;
    const match = this.pattern.exec(this.source.text);
    const end = this.source.text.length;
    if (match === null) {
      this.position = end;
      return { kind: 'end', text: '', span: { start: end, end: end + 1 } };
    }
    this.position = this.pattern.lastIndex;
    const [, word, integer, unit, symbol] = match;
    const text = word ?? integer ?? unit ?? symbol;
    const kind =
      word !== undefined ? 'word' : integer !== undefined ? 'integer' : unit !== undefined ? 'unit' : 'symbol';
    if (kind === 'symbol' && text.trim() === '') return { kind: 'end', text: '', span: { start: end, end: end + 1 } };
    return { kind, text, span: { start: this.position - text.length, end: this.position } };
  }
}

/** The file name without folders and extension. */
function baseName(path: string): string {
  return path.replace(/^.*[\\/]/, '').replace(/\.net$/, '');
}
