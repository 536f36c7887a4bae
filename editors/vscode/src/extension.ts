// The extension: carries what the thread knows about texts to the editor. The thread starts with the first text that is any of its business, and nothing
// of a user is run before it is asked for.
import * as vscode from 'vscode';
import { type Ask, askHere, Checks, titleOf } from './checks.ts';
import { fileOf, isProgram, kindOf, mayHaveFormulas, modelBeside, selector, shortName } from './files.ts';
import type { Answer, FileText, Looked, Mistake } from './protocol.ts';
import { Cancelled, Thread } from './talk.ts';

/** Milliseconds of quiet before a text is looked at. */
const QUIET = 300;

export function activate(context: vscode.ExtensionContext): void {
  const reading = new Thread();
  const mistakes = vscode.languages.createDiagnosticCollection('tegata');
  const output = vscode.window.createOutputChannel('Tegata');
  const lenses = new vscode.EventEmitter<void>();
  const checks = new Checks(output, () => lenses.fire());
  const watch = new Watch(reading, mistakes, () => lenses.fire());
  for (const document of vscode.workspace.textDocuments) watch.soon(document);
  context.subscriptions.push(
    mistakes,
    output,
    lenses,
    watch,
    { dispose: () => reading.end() },
    vscode.workspace.onDidOpenTextDocument((document) => watch.soon(document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => watch.soon(document)),
    vscode.workspace.onDidCloseTextDocument((document) => watch.forget(document)),
    vscode.languages.registerCompletionItemProvider(
      { language: 'ltl' },
      { provideCompletionItems: (document, position) => completions(reading, document, position) },
      '"',
    ),
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: lenses.event,
      provideCodeLenses: (document) => codeLenses({ reading, checks }, document),
    }),
    vscode.commands.registerCommand('tegata.check', async (given?: Ask): Promise<Answer | null> => {
      const ask = given ?? (await askHere());
      return ask === null ? null : checks.run(ask);
    }),
  );
}

/** Looks at documents when their author pauses, and shows their mistakes. */
class Watch implements vscode.Disposable {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #reading: Thread;
  readonly #mistakes: vscode.DiagnosticCollection;
  readonly #changed: () => void;

  constructor(reading: Thread, mistakes: vscode.DiagnosticCollection, changed: () => void) {
    this.#reading = reading;
    this.#mistakes = mistakes;
    this.#changed = changed;
  }

  /** Looks at it soon; at the formulas about it too, where it is a model. */
  soon(document: vscode.TextDocument): void {
    if (kindOf(document) === null) return;
    const key = document.uri.toString();
    clearTimeout(this.#timers.get(key));
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      void this.#look(document);
      if (document.languageId !== 'ltl') void this.#lookAtFormulasOf(document);
    }, QUIET);
    this.#timers.set(key, timer);
  }

  forget({ uri }: vscode.TextDocument): void {
    clearTimeout(this.#timers.get(uri.toString()));
    this.#timers.delete(uri.toString());
    this.#mistakes.delete(uri);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  async #lookAtFormulasOf({ fileName }: vscode.TextDocument): Promise<void> {
    for (const document of vscode.workspace.textDocuments) {
      if (document.languageId === 'ltl' && (await modelBeside(document))?.file === fileName) await this.#look(document);
    }
    this.#changed();
  }

  async #look(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const looked = await lookAt(this.#reading, document);
    if (looked === null || document.isClosed || document.version !== version) return; // somebody has typed on
    this.#mistakes.set(
      document.uri,
      looked.mistakes.map((mistake) => shown(mistake, document)),
    );
  }
}

/** What is known about a document; null for what the extension leaves alone, or where it could not be found out. */
async function lookAt(reading: Thread, document: vscode.TextDocument): Promise<Looked | null> {
  const of = kindOf(document);
  if (of === null || (of === 'code' && !mayHaveFormulas(document.getText()))) return null;
  const file = fileOf(document);
  const beside = of === 'formulas' ? await modelBeside(document) : null;
  const model = beside === null || isProgram(beside.file) ? null : beside;
  try {
    return await reading.ask({ kind: 'look', of, file, model });
  } catch (error) {
    if (!(error instanceof Cancelled)) console.error('tegata:', error);
    return null;
  }
}

function shown({ message, code, start, end }: Mistake, document: vscode.TextDocument): vscode.Diagnostic {
  const range = new vscode.Range(document.positionAt(start), document.positionAt(Math.max(end, start + 1)));
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
  diagnostic.source = 'tegata';
  diagnostic.code = code;
  return diagnostic;
}

async function codeLenses(
  { reading, checks }: { readonly reading: Thread; readonly checks: Checks },
  document: vscode.TextDocument,
): Promise<vscode.CodeLens[]> {
  const looked = await lookAt(reading, document);
  if (looked === null || looked.checkables.length === 0) return [];
  const model: FileText | null = document.languageId === 'ltl' ? await modelBeside(document) : fileOf(document);
  if (model === null) return [];
  return looked.checkables.map(({ line, asked }) => {
    const ask: Ask = { model, asked };
    const known = checks.verdicts.of(ask);
    const what =
      'property' in asked
        ? ` ${titleOf(asked)}`
        : document.languageId === 'ltl'
          ? ` against ${shortName(model.file)}`
          : '';
    const title = known === null ? `check${what}` : `${known} · check${what} again`;
    return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
      title,
      command: 'tegata.check',
      arguments: [ask],
    });
  });
}

/** The name that is being written, without quotes; operators may be glued to it, as in `GFlit`. */
const BEGUN =
  /(?:(?<![\p{L}\p{N}_.])[GFX]+(?=\p{Ll}))?((?<![\p{L}\p{N}_.])[\p{L}_.][\p{L}\p{N}_.]*|\p{Ll}[\p{L}\p{N}_.]*)$/u;

async function completions(
  reading: Thread,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionItem[]> {
  const model = await modelBeside(document);
  if (model === null || isProgram(model.file)) return [];
  const line = document.lineAt(position.line).text;
  const before = line.slice(0, position.character);
  const isInQuotes = (before.replace(/\\./g, '').split('"').length - 1) % 2 === 1;
  const begun = isInQuotes ? before.slice(before.lastIndexOf('"')) : (BEGUN.exec(before)?.[1] ?? '');
  const after = isInQuotes && line[position.character] === '"' ? 1 : 0;
  const range = new vscode.Range(
    position.line,
    position.character - begun.length,
    position.line,
    position.character + after,
  );
  return (await reading.ask({ kind: 'names', model })).map(({ text, about }) => {
    const item = new vscode.CompletionItem(text, vscode.CompletionItemKind.Variable);
    const written = isInQuotes && !text.startsWith('"') ? `"${text}"` : text;
    item.insertText = written;
    item.filterText = written;
    item.detail = about;
    item.range = range;
    return item;
  });
}
