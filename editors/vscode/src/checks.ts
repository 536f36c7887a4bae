// Checks that the user asks for: progress, cancelling, the verdict, and the panel of a counterexample.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { fileOf, isProgram, kindOf, modelBeside, shortName } from './files.ts';
import { panelPage } from './panel.ts';
import { checkModule, commandFor } from './project.ts';
import type { Answer, Asked, CheckLimits, FileText } from './protocol.ts';
import { Cancelled, Thread } from './talk.ts';

/** What a code lens asks for. */
export interface Ask {
  readonly model: FileText;
  readonly asked: Asked;
}

export const titleOf = (asked: Asked): string => ('formula' in asked ? asked.formula : asked.property);

/** The verdicts that are known, for as long as the model is the same. */
export class Verdicts {
  readonly #known = new Map<string, { readonly text: string; readonly outcome: Answer['outcome'] }>();

  of({ model, asked }: Ask): Answer['outcome'] | null {
    const known = this.#known.get(keyOf(model.file, asked));
    return known?.text === model.text ? known.outcome : null;
  }

  /** A program imports others, which may change too: nothing is kept of it. */
  note({ model, asked }: Ask, outcome: Answer['outcome']): void {
    if (isProgram(model.file)) return;
    this.#known.set(keyOf(model.file, asked), { text: model.text, outcome });
  }
}

const keyOf = (file: string, asked: Asked): string => JSON.stringify([file, asked]);

/** Runs checks and shows what they find. */
export class Checks {
  readonly verdicts = new Verdicts();
  readonly #output: vscode.OutputChannel;
  readonly #changed: () => void;

  /** `changed` is told when a verdict is known. */
  constructor(output: vscode.OutputChannel, changed: () => void) {
    this.#output = output;
    this.#changed = changed;
  }

  /** The answer, or null where it was cancelled, refused, or something was wrong: the user is told. */
  async run(ask: Ask): Promise<Answer | null> {
    const title = `Checking ${titleOf(ask.asked)}`;
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    try {
      const answer = await vscode.window.withProgress(options, (progress, token) => {
        const abort = new AbortController();
        token.onCancellationRequested(() => abort.abort());
        if (token.isCancellationRequested) abort.abort();
        const tell = (states: number): void => progress.report({ message: `${states.toLocaleString('en')} states` });
        return answerOf(ask, { signal: abort.signal, tell });
      });
      this.verdicts.note(ask, answer.outcome);
      this.#changed();
      this.#show(ask, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof Cancelled)) void vscode.window.showErrorMessage(`Tegata: ${(error as Error).message}`);
      return null;
    }
  }

  #show({ model, asked }: Ask, answer: Answer): void {
    this.#output.appendLine(`${shortName(model.file)}: ${answer.text}\n`);
    const title = titleOf(asked);
    const page = panelPage(answer, randomBytes(16).toString('hex'));
    if (page !== null) {
      const options = { enableScripts: true, localResourceRoots: [] };
      const panel = vscode.window.createWebviewPanel('tegata', `violated: ${title}`, BESIDE, options);
      panel.webview.html = page;
      return;
    }
    const show = answer.outcome === 'holds' ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
    void show(`Tegata: ${answer.text.split('\n', 1)[0]}`, DETAILS).then((chosen) => {
      if (chosen === DETAILS) this.#output.show(true);
    });
  }
}

const DETAILS = 'Details';
/** The formulas keep the focus: without it the editor would not ask for their code lenses, which tell the verdict now. */
const BESIDE = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };

async function answerOf(
  { model, asked }: Ask,
  { signal, tell }: { readonly signal: AbortSignal; readonly tell: (states: number) => void },
): Promise<Answer> {
  const limits = limitsNow();
  if (isProgram(model.file)) {
    requireTrust();
    await vscode.workspace.textDocuments.find(({ fileName }) => fileName === model.file)?.save(); // it is read from the disk
    const command = commandFor(model.file);
    if (command === null) throw new Error(`install the package for models in code: npm install --save-dev tegata`);
    return checkModule(command, { file: model.file, formula: titleOf(asked) }, { limits, signal });
  }
  const thread = new Thread();
  if (signal.aborted) throw new Cancelled('cancelled');
  signal.addEventListener('abort', () => thread.end());
  try {
    return await thread.ask({ kind: 'check', model, asked, limits }, tell);
  } finally {
    thread.end();
  }
}

/** A model in code may do whatever its author liked. */
function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Error('a model in code is a program: it is run only in a workspace that you trust');
}

function limitsNow(): CheckLimits {
  const settings = vscode.workspace.getConfiguration('tegata');
  return { seconds: settings.get('seconds', 60), megabytes: settings.get('megabytes', 2048) };
}

/** From the palette: a formula about the model that is open, or that the open formulas are about. */
export async function askHere(): Promise<Ask | null> {
  const document = vscode.window.activeTextEditor?.document;
  const model =
    document === undefined || kindOf(document) === null
      ? null
      : document.languageId === 'ltl'
        ? await modelBeside(document)
        : fileOf(document);
  if (model === null) {
    void vscode.window.showErrorMessage('Tegata: open a model first, or a file of formulas beside one');
    return null;
  }
  const prompt = `What should every execution of ${shortName(model.file)} satisfy?`;
  const formula = await vscode.window.showInputBox({ prompt, placeHolder: 'G(request -> F grant)' });
  return formula === undefined || formula.trim() === '' ? null : { model, asked: { formula } };
}
