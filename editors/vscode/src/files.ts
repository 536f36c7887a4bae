// Which documents the extension looks at, and which model a file of formulas is about.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { FileKind, FileText } from './protocol.ts';

/** Endings of models that are texts, and of those that are programs; the first that lies beside a file of formulas is its model. */
const TEXTS = ['dve', 'pml', 'promela', 'pm', 'net', 'pnml', 'kripke', 'etf'];
const PROGRAMS = ['ts', 'mts', 'mjs', 'js'];
/** Languages whose strings may hold formulas. */
const CODE = ['typescript', 'typescriptreact', 'javascript', 'javascriptreact'];
/** Characters; larger files are for the command. */
const LARGEST = 2_000_000;

export const selector: vscode.DocumentFilter[] = [
  { language: 'ltl' },
  { pattern: `**/*.{${TEXTS.join(',')}}` },
  ...CODE.map((language) => ({ language })),
];

const endingOf = (file: string): string => /\.(\w+)$/.exec(file)?.[1].toLowerCase() ?? '';

/** Whether the model is a program, which is run to be checked. */
export const isProgram = (file: string): boolean => PROGRAMS.includes(endingOf(file));

/** What a document is to the extension; null for what it leaves alone. */
export function kindOf(document: vscode.TextDocument): FileKind | null {
  if (document.getText().length > LARGEST) return null;
  if (document.languageId === 'ltl') return 'formulas';
  if (CODE.includes(document.languageId)) return 'code';
  return TEXTS.includes(endingOf(document.fileName)) ? 'model' : null;
}

/** Whether a formula of some code may be meant: most code is none of our business. */
export const mayHaveFormulas = (code: string): boolean => /\btegata\b|\b(?:toSatisfy|toViolate|parseLtl)\b/.test(code);

export const fileOf = (document: vscode.TextDocument): FileText => ({
  file: document.fileName,
  text: document.getText(),
});

/** The model beside a file of formulas, of the same name: as it is in the editor, or else on the disk; of a program the name alone matters. */
export async function modelBeside({ fileName }: vscode.TextDocument): Promise<FileText | null> {
  const stem = fileName.replace(/\.[^./\\]*$/, '');
  for (const ending of [...TEXTS, ...PROGRAMS]) {
    const file = `${stem}.${ending}`;
    const open = vscode.workspace.textDocuments.find((document) => document.fileName === file);
    const text = open?.getText() ?? (await textOf(file));
    if (text !== null && text.length <= LARGEST) return { file, text };
  }
  return null;
}

async function textOf(file: string): Promise<string | null> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(file)));
  } catch {
    return null; // there is no such file
  }
}

export const shortName = (file: string): string => basename(file);
