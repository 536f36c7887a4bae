// A small part of the interface of VS Code, as far as the extension uses it: documents that tests open, and what the extension shows.
import { readFileSync } from 'node:fs';
import { positionAt } from '../../src/diagnostics/source.ts';

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(...places: [Position, Position] | [number, number, number, number]) {
    const [a, b, c, d] = places;
    this.start = a instanceof Position ? a : new Position(a, b as number);
    this.end = b instanceof Position ? b : new Position(c!, d!);
  }
}

class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

class Diagnostic {
  source?: string;
  code?: string;
  readonly range: Range;
  readonly message: string;

  constructor(range: Range, message: string) {
    this.range = range;
    this.message = message;
  }
}

class CompletionItem {
  insertText?: string;
  range?: Range;
  readonly label: string;

  constructor(label: string) {
    this.label = label;
  }
}

class CodeLens {
  readonly range: Range;
  readonly command: { readonly title: string; readonly command: string; readonly arguments: readonly unknown[] };

  constructor(range: Range, command: CodeLens['command']) {
    this.range = range;
    this.command = command;
  }
}

export class Document {
  readonly fileName: string;
  readonly languageId: string;
  readonly uri: { toString(): string };
  version = 1;
  isClosed = false;
  #text: string;

  constructor(fileName: string, languageId: string, text: string) {
    this.fileName = fileName;
    this.languageId = languageId;
    this.uri = { toString: () => `file://${fileName}` };
    this.#text = text;
  }

  getText(): string {
    return this.#text;
  }

  change(text: string): void {
    this.#text = text;
    this.version++;
  }

  positionAt(offset: number): Position {
    const { line, column } = positionAt({ name: '', text: this.#text }, offset);
    return new Position(line - 1, column - 1);
  }

  lineAt(line: number): { readonly text: string } {
    return { text: this.#text.split('\n')[line] };
  }

  save(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

export interface Lens {
  readonly line: number;
  readonly title: string;
  click(): Promise<unknown>;
}

type Listener<T> = (value: T) => void;
interface Token {
  isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): void;
}
interface Providers {
  lenses?: { provideCodeLenses(document: Document): Promise<CodeLens[]> };
  completions?: { provideCompletionItems(document: Document, position: Position): Promise<CompletionItem[]> };
}

/** An editor for one extension: what `require('vscode')` gives, and what a user does and sees. */
export class Editor {
  isTrusted = true;
  settings: Readonly<Record<string, unknown>> = {};
  /** What the input box is answered with. */
  typed: string | undefined;
  active: Document | undefined;
  /** Called with each report of progress; true cancels. */
  onProgress: (message: string) => boolean = () => false;
  /** Whether the user cancels as soon as there is something to cancel. */
  cancels: 'at once' | 'by progress' = 'by progress';
  readonly messages: string[] = [];
  readonly panels: { readonly title: string; html: string; readonly options: unknown }[] = [];
  readonly #documents: Document[] = [];
  readonly #mistakes = new Map<string, readonly Diagnostic[]>();
  readonly #waiting = new Map<string, Listener<readonly Diagnostic[]>[]>();
  readonly #commands = new Map<string, (...given: unknown[]) => unknown>();
  readonly #providers: Providers = {};
  readonly #opened = new EventEmitter<Document>();
  readonly #changed = new EventEmitter<{ document: Document }>();
  readonly #closed = new EventEmitter<Document>();

  open(fileName: string, languageId: string, text = readFileSync(fileName, 'utf8')): Document {
    const document = new Document(fileName, languageId, text);
    this.#documents.push(document);
    this.#opened.fire(document);
    return document;
  }

  change(document: Document, text: string): void {
    document.change(text);
    this.#changed.fire({ document });
  }

  close(document: Document): void {
    document.isClosed = true;
    this.#documents.splice(this.#documents.indexOf(document), 1);
    this.#closed.fire(document);
  }

  /** The mistakes that are shown next, each as `line:column word message`, from 1 as people count. */
  async mistakesOf(document: Document): Promise<string[]> {
    const key = document.uri.toString();
    const found = await new Promise<readonly Diagnostic[]>((resolve) => {
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), resolve]);
    });
    return found.map(({ range: { start, end }, message }) => {
      const word = document
        .lineAt(start.line)
        .text.slice(start.character, start.line === end.line ? end.character : undefined);
      return `${start.line + 1}:${start.character + 1} ${word} | ${message.split('\n')[0]}`;
    });
  }

  /** Whether mistakes are shown for the document now. */
  hasMistakes(document: Document): boolean {
    return (this.#mistakes.get(document.uri.toString()) ?? []).length > 0;
  }

  async lensesOf(document: Document): Promise<Lens[]> {
    const lenses = await this.#providers.lenses!.provideCodeLenses(document);
    return lenses.map(({ range, command }) => ({
      line: range.start.line + 1,
      title: command.title,
      click: () => this.run(command.command, ...command.arguments),
    }));
  }

  /** What is written when the name is chosen that the text before the mark `‸` begins. */
  async completions(fileName: string, marked: string): Promise<string[]> {
    const [before, after] = marked.split('‸');
    const document = new Document(fileName, 'ltl', before + after);
    const lines = before.split('\n');
    const position = new Position(lines.length - 1, lines.at(-1)!.length);
    const items = await this.#providers.completions!.provideCompletionItems(document, position);
    return items.map(({ insertText, range }) => {
      const line = document.lineAt(position.line).text;
      return line.slice(0, range!.start.character) + insertText! + line.slice(range!.end.character);
    });
  }

  async run(command: string, ...given: unknown[]): Promise<unknown> {
    return await this.#commands.get(command)!(...given);
  }

  /** What the extension requires. */
  readonly vscode: object = {
    Position,
    Range,
    EventEmitter,
    Diagnostic,
    CompletionItem,
    CodeLens,
    DiagnosticSeverity: { Error: 0 },
    CompletionItemKind: { Variable: 5 },
    ProgressLocation: { Notification: 15 },
    ViewColumn: { Beside: -2 },
    Uri: { file: (path: string) => ({ fsPath: path }) },
    workspace: this.#workspace(),
    languages: {
      createDiagnosticCollection: () => ({
        set: (uri: Document['uri'], found: readonly Diagnostic[]) => this.#show(uri.toString(), found),
        delete: (uri: Document['uri']) => this.#mistakes.delete(uri.toString()),
        dispose: () => {},
      }),
      registerCompletionItemProvider: (_: unknown, provider: Providers['completions']) => {
        this.#providers.completions = provider;
        return { dispose: () => {} };
      },
      registerCodeLensProvider: (_: unknown, provider: Providers['lenses']) => {
        this.#providers.lenses = provider;
        return { dispose: () => {} };
      },
    },
    commands: {
      registerCommand: (name: string, run: (...given: unknown[]) => unknown) => {
        this.#commands.set(name, run);
        return { dispose: () => {} };
      },
    },
    window: this.#window(),
  };

  #show(key: string, found: readonly Diagnostic[]): void {
    this.#mistakes.set(key, found);
    const waiting = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    for (const resolve of waiting) resolve(found);
  }

  #workspace(): object {
    const editor = this;
    return {
      textDocuments: editor.#documents,
      get isTrusted() {
        return editor.isTrusted;
      },
      onDidOpenTextDocument: editor.#opened.event,
      onDidChangeTextDocument: editor.#changed.event,
      onDidCloseTextDocument: editor.#closed.event,
      fs: { readFile: async ({ fsPath }: { fsPath: string }) => readFileSync(fsPath) },
      getConfiguration: () => ({ get: (key: string, otherwise: unknown) => editor.settings[key] ?? otherwise }),
    };
  }

  #window(): object {
    const editor = this;
    const say = (message: string): Promise<undefined> => {
      editor.messages.push(message);
      return Promise.resolve(undefined);
    };
    return {
      get activeTextEditor() {
        return editor.active === undefined ? undefined : { document: editor.active };
      },
      createOutputChannel: () => ({ appendLine: () => {}, show: () => {}, dispose: () => {} }),
      showInformationMessage: say,
      showWarningMessage: say,
      showErrorMessage: say,
      showInputBox: () => Promise.resolve(editor.typed),
      createWebviewPanel: (_: string, title: string, __: unknown, options: unknown) => {
        const webview = { title, html: '', options };
        editor.panels.push(webview);
        return { webview };
      },
      withProgress: <T>(_: object, task: (progress: object, token: Token) => Promise<T>) => {
        const listeners: (() => void)[] = [];
        const token: Token = { isCancellationRequested: false, onCancellationRequested: (one) => listeners.push(one) };
        const report = ({ message }: { message: string }): void => {
          if (!token.isCancellationRequested && editor.onProgress(message)) cancel();
        };
        const cancel = (): void => {
          token.isCancellationRequested = true;
          for (const listener of listeners) listener();
        };
        const done = task({ report }, token);
        if (editor.cancels === 'at once') cancel();
        return done;
      },
    };
  }
}
