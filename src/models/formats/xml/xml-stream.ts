// XML as a stream of small subtrees: the handler says which elements to enter, which to collect as a whole and which to skip, so
// that a file of 100 MB never exists as one tree. Document types are refused (and with them every entity but the five
// predefined ones), and depth and text length are bounded.
//
// Files are read by the scanner for plain XML as far as it goes, and from there on by a parser for all of XML.
import { SaxesParser } from 'saxes';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Problems } from '../problems.ts';
import { PlainXml } from './plain-xml.ts';

/** A collected element. Names are without namespace prefix; `text` is the character data between its children. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** What to do with an element: offer its children one by one, gather it whole, or pass over it. */
export type XmlChoice = 'enter' | 'collect' | 'skip';

export interface XmlHandler {
  /** Decides about an element inside entered elements; its children and text are still missing. */
  open(element: XmlElement): XmlChoice;
  /** A collected element is complete. */
  collected(element: XmlElement): void;
  /** An entered element is complete. */
  closed(name: string): void;
}

interface XmlOptions {
  /** Takes the complaints. */
  readonly problems: Problems;
  readonly stopwatch: Stopwatch;
  /** Elements that are never kept in collected ones. */
  readonly ignored?: Iterable<string>;
}

/** Elements may be nested this deep: readers recurse over collected ones. */
const MAX_DEPTH = 2000;
/** One element may hold this much text. */
const MAX_TEXT = 1 << 24;

interface MutableElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Thrown through the parser to stop it; never leaves this file. */
class Stopped extends Error {}

export class XmlStream {
  private readonly plain: PlainXml;
  /** What reads on where the text is not plain. */
  private parser: SaxesParser | null = null;
  private readonly handler: XmlHandler;
  private readonly problems: Problems;
  private readonly stopwatch: Stopwatch;
  /** Elements that are never kept in collected ones. */
  private readonly ignored: ReadonlySet<string>;
  private depth = 0;
  /** Depth of the element that is being skipped, or 0. */
  private skipping = 0;
  /** The path from the element that is collected to the present one. */
  private readonly path: MutableElement[] = [];
  private stopped = false;
  /** Characters since the last `<`. */
  private unmarked = 0;

  constructor(handler: XmlHandler, { problems, stopwatch, ignored = [] }: XmlOptions) {
    this.handler = handler;
    this.problems = problems;
    this.stopwatch = stopwatch;
    this.ignored = new Set(ignored);
    this.plain = new PlainXml({
      open: (name, attributes, start) => this.open(localName(name), attributes, start),
      close: (name) => this.close(localName(name)),
      text: (text) => this.text(text),
    });
  }

  /** Takes the next piece of the text; false when the rest need not be read. */
  write(chunk: string): boolean {
    return this.guarded(() => {
      const markup = chunk.lastIndexOf('<');
      this.unmarked = markup === -1 ? this.unmarked + chunk.length : chunk.length - markup;
      // the parsers below keep a text until it is complete
      if (this.unmarked > MAX_TEXT) this.fail('NET203', `more than ${MAX_TEXT} characters without an element`);
      if (this.parser !== null) this.parser.write(chunk);
      else if (!this.plain.write(chunk)) this.goOn();
    });
  }

  /** Ends the document. */
  end(): void {
    this.guarded(() => {
      if (this.parser === null && this.plain.isComplete) return;
      if (this.parser === null) this.goOn();
      this.parser?.close();
    });
  }

  /** Has the other parser read what is not plain, and everything behind it. */
  private goOn(): void {
    const parser = new SaxesParser();
    this.parser = parser;
    parser.write(this.plain.way);
    this.listen(parser);
    parser.write(this.plain.rest);
  }

  private listen(parser: SaxesParser): void {
    let start = { line: 1, column: 1 };
    parser.on('opentagstart', ({ name }) => {
      start = tagStart(parser, name.length);
    });
    parser.on('opentag', ({ name, attributes }) => {
      this.open(localName(name), attributes, start);
    });
    parser.on('closetag', ({ name }) => {
      this.close(localName(name));
    });
    parser.on('text', (text) => {
      this.text(text);
    });
    parser.on('cdata', (text) => {
      this.text(text);
    });
    parser.on('doctype', () => {
      this.fail(
        'NET202',
        'a document type declaration is not accepted',
        'remove the line that begins with `<!DOCTYPE`',
      );
    });
    parser.on('error', (error) => {
      this.fail('NET201', error.message.replace(/^[^:]*:?\d+:\d+: /, '').replace(/\.$/, ''));
    });
  }

  private guarded(action: () => void): boolean {
    if (this.stopped) return false;
    try {
      action();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      this.stopped = true;
    }
    return !this.stopped;
  }

  private fail(code: 'NET201' | 'NET202' | 'NET203', message: string, hint?: string): never {
    const { line, columnIndex } = this.parser ?? {
      line: this.plain.position.line,
      columnIndex: this.plain.position.column,
    };
    this.problems.add({ line, column: Math.max(1, columnIndex) }, { code, message, hint });
    throw new Stopped();
  }

  private open(name: string, attributes: Readonly<Record<string, string>>, start: Position): void {
    this.stopwatch.tick();
    this.depth++;
    if (this.skipping > 0) return;
    if (this.depth > MAX_DEPTH) this.fail('NET203', `elements are nested more than ${MAX_DEPTH} deep`);
    const element: MutableElement = {
      name,
      attributes,
      children: [],
      text: '',
      line: start.line,
      column: start.column,
    };
    if (this.path.length > 0) {
      if (this.ignored.has(name)) this.skipping = this.depth;
      else {
        this.path[this.path.length - 1].children.push(element);
        this.path.push(element);
      }
      return;
    }
    const choice = this.handler.open(element);
    if (choice === 'collect') this.path.push(element);
    else if (choice === 'skip') this.skipping = this.depth;
  }

  private close(name: string): void {
    this.depth--;
    if (this.skipping > 0) {
      if (this.depth < this.skipping) this.skipping = 0;
      return;
    }
    const element = this.path.pop();
    if (element === undefined) this.handler.closed(name);
    else if (this.path.length === 0) this.handler.collected(element);
  }

  private text(text: string): void {
    if (this.skipping > 0 || this.path.length === 0) return;
    const element = this.path[this.path.length - 1];
    if (element.text === '') element.text = text.trim();
    else element.text += text;
    if (element.text.length > MAX_TEXT) this.fail('NET203', `an element has more than ${MAX_TEXT} characters of text`);
  }
}

/** The parser stands one character behind the name of the tag; a line break there hides the column. */
function tagStart({ line, columnIndex }: SaxesParser, nameLength: number): Position {
  const column = columnIndex - nameLength - 1;
  return column > 0 ? { line, column } : { line: Math.max(1, line - 1), column: 1 };
}

/** The first child of that name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
