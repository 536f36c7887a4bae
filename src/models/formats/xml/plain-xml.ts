// Most XML is plain: tags with quoted attributes, text without entities, comments. This scanner reads that with a few searches per tag,
// several times as fast as a full parser. It never judges: in front of anything else (entities, CDATA, processing instructions,
// document types, unusual characters, whatever is malformed) it stops for good, and a full parser goes on from there, told where that is and
// which elements are open.

/** What is found; positions count from 1. */
interface PlainXmlSink {
  open(name: string, attributes: Readonly<Record<string, string>>, at: { line: number; column: number }): void;
  close(name: string): void;
  text(text: string): void;
}

/** Pieces longer than this are left to the other parser: they might be searched again with every chunk. */
const MAX_PIECE = 1 << 18;
/** Tags longer than this too: the expressions below remember every attribute while they look for the end. */
const MAX_TAG = 1 << 12;

const DECLARATION =
  /<\?xml version=(["'])1\.0\1(?: encoding=(["'])[A-Za-z][\w.-]*\2)?(?: standalone=(["'])(?:yes|no)\3)?[ \t\n]*\?>/y;
const TAG =
  /<([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:[ \t\n]+[A-Za-z_][\w.:-]*[ \t\n]*=[ \t\n]*(?:"[ !#-%'-;=-~\u00a0-\u2027\u202a-\ud7ff]*"|'[ -%(-;=-~\u00a0-\u2027\u202a-\ud7ff]*'))*)[ \t\n]*(\/?)>/y;
/** Between attributes: blank, tab, line break. */
const BLANKS: ReadonlySet<number> = new Set([32, 9, 10]);
/** In text: an entity, the end of a CDATA section that is none, or a character that may not be allowed or means a line break. */
const UNUSUAL = /[^\t\n -%'-~\u00a0-\u2027\u202a-\ud7ff]|\]\]>/;
const UNUSUAL_IN_COMMENT = /[^\t\n -~\u00a0-\u2027\u202a-\ud7ff]|--|-$/;
const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze(Object.create(null));

export class PlainXml {
  private readonly sink: PlainXmlSink;
  /** Names of the open elements. */
  private readonly path: string[] = [];
  /** What has been found to be a tag of a name alone. */
  private readonly bare = new Set<string>();
  private pending = '';
  /** Where in `pending` the scanner is, and where the present line starts (perhaps before it). */
  private at = 0;
  private lineStart = 0;
  private line = 1;
  private begun = false;
  private hasRoot = false;

  constructor(sink: PlainXmlSink) {
    this.sink = sink;
  }

  /** The line and column (from 0) that the scanner has reached. */
  get position(): { readonly line: number; readonly column: number } {
    return { line: this.line, column: this.at - this.lineStart };
  }

  /** Takes the next piece of the text; false when the scanner has stopped, and `rest` is for another parser. */
  write(chunk: string): boolean {
    this.pending = this.rest + chunk;
    this.lineStart -= this.at;
    this.at = 0;
    for (;;) {
      const step = this.step();
      if (step !== 'go') return step === 'wait' && this.pending.length - this.at < MAX_PIECE;
    }
  }

  /** What was not read yet. */
  get rest(): string {
    return this.at === 0 ? this.pending : this.pending.slice(this.at);
  }

  /** Whether the document may end here. */
  get isComplete(): boolean {
    return this.hasRoot && this.path.length === 0 && /^[ \t\n]*$/.test(this.rest);
  }

  /** A text that brings another parser to where this one is, in the same elements, the same line and the same column. */
  get way(): string {
    const tags = this.path.length > 0 ? this.path.map((name) => `<${name}>`).join('') : this.hasRoot ? '<root/>' : '';
    return tags + '\n'.repeat(this.line - 1) + ' '.repeat(this.at - this.lineStart);
  }

  /** One text or tag; or the rest is not enough for one; or it is not plain. */
  private step(): 'go' | 'wait' | 'stop' {
    const { pending, at } = this;
    const tag = pending.indexOf('<', at);
    if (tag === -1) return 'wait';
    if (tag > at) {
      const text = pending.slice(at, tag);
      if (UNUSUAL.test(text) || (this.path.length === 0 && /[^ \t\n]/.test(text))) return 'stop';
      this.goTo(tag, text);
      this.sink.text(text);
      return 'go';
    }
    switch (pending[at + 1]) {
      case undefined:
        return 'wait';
      case '/':
        return this.closingTag();
      case '!':
        return this.comment();
      case '?':
        return this.declaration();
      default:
        return this.openingTag();
    }
  }

  private closingTag(): 'go' | 'wait' | 'stop' {
    const { pending, at, path } = this;
    if (path.length === 0) return 'stop';
    const name = path[path.length - 1];
    const end = at + 2 + name.length;
    if (pending.length <= end) return 'wait';
    if (pending[end] !== '>' || !pending.startsWith(name, at + 2)) return 'stop';
    path.pop();
    this.at = end + 1;
    this.sink.close(name);
    return 'go';
  }

  private comment(): 'go' | 'wait' | 'stop' {
    const { pending, at } = this;
    if (pending.length < at + 4) return 'wait';
    if (!pending.startsWith('<!--', at)) return 'stop';
    const end = pending.indexOf('-->', at + 4);
    if (end === -1) return 'wait';
    if (UNUSUAL_IN_COMMENT.test(pending.slice(at + 4, end))) return 'stop';
    this.goTo(end + 3, pending.slice(at, end));
    return 'go';
  }

  /** Only at the very beginning. */
  private declaration(): 'go' | 'wait' | 'stop' {
    const { pending, at } = this;
    if (this.begun) return 'stop';
    if (!pending.includes('>', at)) return 'wait';
    DECLARATION.lastIndex = at;
    const found = DECLARATION.exec(pending);
    if (found === null) return 'stop';
    this.goTo(at + found[0].length, found[0]);
    return 'go';
  }

  private openingTag(): 'go' | 'wait' | 'stop' {
    const { pending, at } = this;
    const end = pending.indexOf('>', at);
    if (end === -1) return 'wait';
    if (this.path.length === 0 && this.hasRoot) return 'stop';
    const bare = pending.slice(at + 1, end);
    if (this.bare.has(bare)) {
      this.open(bare, NO_ATTRIBUTES, end + 1);
      return 'go';
    }
    TAG.lastIndex = at;
    const found = end - at > MAX_TAG ? null : TAG.exec(pending);
    const attributes = found === null ? null : attributesOf(found[2]);
    if (found === null || attributes === null || found[0].length > MAX_TAG) return 'stop';
    const [whole, name] = found;
    if (name === bare) this.bare.add(name);
    this.open(name, attributes, at + whole.length);
    if (found[3] === '/') {
      this.path.pop();
      this.sink.close(name);
    }
    return 'go';
  }

  private open(name: string, attributes: Readonly<Record<string, string>>, end: number): void {
    const start = { line: this.line, column: this.at - this.lineStart + 1 };
    if (attributes === NO_ATTRIBUTES) this.at = end;
    else this.goTo(end, this.pending.slice(this.at, end));
    this.hasRoot = true;
    this.path.push(name);
    this.sink.open(name, attributes, start);
  }

  /** Goes on to `place`, past this text. */
  private goTo(place: number, text: string): void {
    const first = this.at;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) {
      this.line++;
      this.lineStart = first + end + 1;
    }
    this.begun = true;
    this.at = place;
  }
}

/**
 * The attributes by name, of a text that has the form of some; null when one is given twice, or is called like something that every object
 * has.
 */
function attributesOf(text: string): Readonly<Record<string, string>> | null {
  const attributes: Record<string, string> = {};
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    const equals = text.indexOf('=', at);
    const name = text.slice(at, equals).trimEnd();
    const opening = skipBlanks(text, equals + 1);
    const closing = text.indexOf(text[opening], opening + 1);
    if (attributes[name] !== undefined) return null;
    attributes[name] = text.slice(opening + 1, closing);
    at = closing + 1;
  }
  return attributes;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && BLANKS.has(text.charCodeAt(at))) at++;
  return at;
}
