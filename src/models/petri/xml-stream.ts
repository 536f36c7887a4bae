// XML as a stream of small subtrees: the handler says which elements to enter, which to collect as a whole and which to skip, so
// that a file of 100 MB never exists as one tree. Document types are refused (and with them every entity but the five
// predefined ones), and depth and text length are bounded.
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { Problems } from './problems.ts';

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

/** Elements may be nested this deep: readers recurse over collected ones. */
const MAX_DEPTH = 2000;
/** One element may hold this much text. */
const MAX_TEXT = 1 << 24;

interface MutableElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
}

/** Thrown through the parser to stop it; never leaves this file. */
class Stopped extends Error {}

export class XmlStream {
  private readonly parser = new SaxesParser();
  private readonly handler: XmlHandler;
  private readonly problems: Problems;
  /** Elements that are never kept in collected ones. */
  private readonly ignored: ReadonlySet<string>;
  private depth = 0;
  /** Depth of the element that is being skipped, or 0. */
  private skipping = 0;
  /** The path from the element that is collected to the present one. */
  private readonly path: MutableElement[] = [];
  private start = { line: 1, column: 1 };
  private stopped = false;

  constructor(handler: XmlHandler, problems: Problems, ignored: Iterable<string> = []) {
    this.handler = handler;
    this.problems = problems;
    this.ignored = new Set(ignored);
    this.parser.on('opentagstart', (tag) => {
      this.start = this.tagStart(tag.name.length);
    });
    this.parser.on('opentag', (tag) => {
      this.open(tag);
    });
    this.parser.on('closetag', (tag) => {
      this.close(localName(tag.name));
    });
    this.parser.on('text', (text) => {
      this.text(text);
    });
    this.parser.on('cdata', (text) => {
      this.text(text);
    });
    this.parser.on('doctype', () => {
      this.fail(
        'NET202',
        'a document type declaration is not accepted',
        'remove the line that begins with `<!DOCTYPE`',
      );
    });
    this.parser.on('error', (error) => {
      this.fail('NET201', error.message.replace(/^[^:]*:?\d+:\d+: /, '').replace(/\.$/, ''));
    });
  }

  /** Takes the next piece of the text; false when the rest need not be read. */
  write(chunk: string): boolean {
    return this.guarded(() => this.parser.write(chunk));
  }

  /** Ends the document. */
  end(): void {
    this.guarded(() => this.parser.close());
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
    const { line, columnIndex } = this.parser;
    this.problems.add({ line, column: Math.max(1, columnIndex) }, { code, message, hint });
    throw new Stopped();
  }

  /** The parser stands one character behind the name of the tag; a line break there hides the column. */
  private tagStart(nameLength: number): { line: number; column: number } {
    const column = this.parser.columnIndex - nameLength - 1;
    return column > 0 ? { line: this.parser.line, column } : { line: Math.max(1, this.parser.line - 1), column: 1 };
  }

  private open(tag: SaxesTagPlain): void {
    this.depth++;
    if (this.skipping > 0) return;
    if (this.depth > MAX_DEPTH) this.fail('NET203', `elements are nested more than ${MAX_DEPTH} deep`);
    const name = localName(tag.name);
    const element: MutableElement = {
      name,
      attributes: tag.attributes,
      children: [],
      text: '',
      line: this.start.line,
      column: this.start.column,
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

/** The first child of that name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
