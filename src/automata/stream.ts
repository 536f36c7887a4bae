// Streams of automata. The text comes in pieces of any size; each automaton is cut out as soon as its end has come in, read,
// and forgotten, so that a stream of thousands of automata needs the memory of one. Automata in the Hanoi format and
// never claims may follow each other in any order.
//
// An automaton in the Hanoi format ends with `--END--` or `--ABORT--`, or where the next `HOA:` begins; a never claim ends
// with the brace that closes its first one. Neither counts inside strings and comments.
import type { Parsed } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import type { Automaton } from './automaton.ts';
import { type HoaOptions, readHoaAutomaton } from './hoa/read.ts';
import { readNeverClaim } from './never-claim/read.ts';

export interface AutomatonStreamOptions<T = Automaton> extends HoaOptions {
  /** The name of the text in diagnostics; `<automaton>` unless given. */
  readonly sourceName?: string;
  /** How to read the text of an automaton in the Hanoi format; as an ω-automaton unless given. */
  readonly readHoa?: (source: Source) => Parsed<Automaton | T>;
}

/** What the automaton that is being cut out is: `none` before its first word. */
type Mode = 'none' | 'hoa' | 'never';

/** The text of one automaton. */
interface Piece {
  readonly text: string;
  readonly mode: Mode;
}

/** The longest thing that must be seen as a whole, `--ABORT--`. */
const LONGEST_WORD = 9;

const HOA_EVENT = /"|\/\*|--END--|--ABORT--|HOA:/g;
const NEVER_EVENT = /"|\/\*|[{}]/g;
const STRING_EVENT = /["\\]/g;
const COMMENT_EVENT = /\/\*|\*\//g;
const FIRST_WORD = /\/\*|[^\s\ufeff]/g;

/** Reads a stream of automata piece by piece. */
export class AutomatonStream<T = Automaton> {
  private readonly options: AutomatonStreamOptions<T>;
  /** The automaton that is being cut out, as far as it has been looked at. */
  private parts: string[] = [];
  /** What has come in and has not been looked at. */
  private rest = '';
  private mode: Mode = 'none';
  private inString = false;
  private commentDepth = 0;
  private braces = 0;
  /** `HOA:` of this automaton has been seen. */
  private begun = false;
  private line = 1;
  private column = 1;

  constructor(options: AutomatonStreamOptions<T> = {}) {
    this.options = options;
  }

  /** The automata that end within this piece of the stream. */
  *push(chunk: string): Generator<Parsed<Automaton | T>, void, void> {
    this.rest += chunk;
    for (let found = this.cut('more'); found !== null; found = this.cut('more')) yield this.read(found);
  }

  /** What is left when the stream has ended: an automaton that was cut off, if any. */
  *finish(): Generator<Parsed<Automaton | T>, void, void> {
    for (let found = this.cut('end'); found !== null; found = this.cut('end')) yield this.read(found);
    const { mode } = this;
    if (mode !== 'none' || this.commentDepth > 0) yield this.read({ text: this.parts.join(''), mode });
    this.reset();
  }

  /** The text of the next automaton, if its end is known; otherwise all but the last few characters is looked at. */
  private cut(after: 'more' | 'end'): Piece | null {
    let at = 0;
    for (;;) {
      const event = this.nextEvent(at, after);
      if (event === null) break;
      at = event.next;
      if (!event.ends) continue;
      const piece = { text: this.parts.join('') + this.rest.slice(0, at), mode: this.mode };
      this.rest = this.rest.slice(at);
      this.reset();
      return piece;
    }
    const looked = Math.max(at, after === 'end' ? this.rest.length : this.rest.length - LONGEST_WORD + 1);
    this.parts.push(this.rest.slice(0, looked));
    this.rest = this.rest.slice(looked);
    return null;
  }

  /** The next thing of interest from `at` on, and whether the automaton ends with it; null if there is none yet. */
  private nextEvent(at: number, after: 'more' | 'end'): { next: number; ends: boolean } | null {
    const pattern = this.pattern();
    pattern.lastIndex = at;
    const found = pattern.exec(this.rest);
    if (found === null) return null;
    const start = found.index;
    // A word that may go on in the next piece has to wait for it.
    if (after === 'more' && start > this.rest.length - LONGEST_WORD) return null;
    const next = start + found[0].length;
    if (this.inString) {
      if (found[0] === '\\') return { next: next + 1, ends: false };
      this.inString = false;
      return { next, ends: false };
    }
    if (this.commentDepth > 0 || found[0] === '/*') {
      this.comment(found[0]);
      return { next, ends: false };
    }
    if (this.mode === 'none') {
      this.mode = this.rest.startsWith('never', start) ? 'never' : 'hoa';
      return { next: start, ends: false };
    }
    return this.word(found[0], start);
  }

  private pattern(): RegExp {
    if (this.inString) return STRING_EVENT;
    if (this.commentDepth > 0) return COMMENT_EVENT;
    return this.mode === 'none' ? FIRST_WORD : this.mode === 'hoa' ? HOA_EVENT : NEVER_EVENT;
  }

  /** Comments nest in the Hanoi format, and do not in a never claim. */
  private comment(edge: string): void {
    if (edge === '*/') this.commentDepth--;
    else if (this.mode !== 'never' || this.commentDepth === 0) this.commentDepth++;
  }

  private word(word: string, start: number): { next: number; ends: boolean } {
    const next = start + word.length;
    switch (word) {
      case '"':
        this.inString = true;
        return { next, ends: false };
      case '{':
        this.braces++;
        return { next, ends: false };
      case '}':
        this.braces--;
        return { next, ends: this.braces <= 0 };
      case 'HOA:': {
        if (this.begun) return { next: start, ends: true };
        this.begun = true;
        return { next, ends: false };
      }
      default:
        return { next, ends: true };
    }
  }

  private read({ text, mode }: Piece): Parsed<Automaton | T> {
    const source: Source = {
      name: this.options.sourceName ?? '<automaton>',
      text,
      firstLine: this.line,
      firstColumn: this.column,
    };
    this.move(text);
    if (mode === 'never') return readNeverClaim(source);
    return this.options.readHoa?.(source) ?? readHoaAutomaton(source, this.options);
  }

  /** Keeps track of the line and column at which the next automaton begins. */
  private move(text: string): void {
    const last = text.lastIndexOf('\n');
    if (last === -1) {
      this.column += text.length;
      return;
    }
    for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) this.line++;
    this.column = text.length - last;
  }

  private reset(): void {
    this.parts = [];
    this.mode = 'none';
    this.inString = false;
    this.commentDepth = 0;
    this.braces = 0;
    this.begun = false;
  }
}

/** Reads all automata of a text: the Hanoi format and never claims. A text without any gives an empty list. */
export function readAutomata(text: string, options: AutomatonStreamOptions = {}): Parsed<Automaton>[] {
  const stream = new AutomatonStream(options);
  return [...stream.push(text), ...stream.finish()];
}
