// CodeMirror as a component: a text that follows a signal, with colours, complaints at their place, and completion.
//
// It lives in a shadow root: there CodeMirror adopts its style sheets, which the page's policy allows, instead of writing style elements, which
// it forbids.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { type Diagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { type ReadonlySignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Finding } from '../desk/protocol.ts';
import { completing } from './completion.ts';
import { type LanguageName, languageOf } from './languages.ts';
import { look } from './look.ts';

interface EditorProps {
  readonly label: string;
  readonly text: ReadonlySignal<string>;
  readonly onChange: (text: string) => void;
  readonly language: LanguageName;
  /** A formula is a line that grows; a model has lines with numbers. */
  readonly shape: 'line' | 'page';
  readonly findings: readonly Finding[];
  /** Names that are offered while typing. */
  readonly names?: readonly string[];
  /** What Ctrl+Enter does, and in a line Enter alone. */
  readonly onSubmit?: () => void;
}

export function Editor({ label, text, onChange, language, shape, findings, names, onSubmit }: EditorProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ onChange, onSubmit, names });
  latest.current = { onChange, onSubmit, names };
  const colours = useRef(new Compartment());

  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const submit = (): boolean => {
      latest.current.onSubmit?.();
      return latest.current.onSubmit !== undefined;
    };
    const keys = [
      { key: 'Mod-Enter', run: submit },
      ...(shape === 'line' ? [{ key: 'Enter', run: () => submit() || true }] : []),
    ];
    const extensions: Extension[] = [
      Prec.high(keymap.of(keys)),
      history(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ override: [completing(language, () => latest.current.names ?? [])], icons: false }),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        'aria-label': label,
        spellcheck: 'false',
        autocapitalize: 'off',
        tabindex: '0',
      }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) latest.current.onChange(state.doc.toString());
      }),
      colours.current.of(languageOf(language)),
      look,
      ...(shape === 'page' ? [lineNumbers(), highlightActiveLine()] : []),
    ];
    const made = new EditorView({ state: EditorState.create({ doc: text.peek(), extensions }), parent: root, root });
    view.current = made;
    return () => made.destroy();
  }, []);

  useSignalEffect(() => {
    const wanted = text.value;
    const now = view.current;
    if (now === null || now.state.doc.toString() === wanted) return;
    now.dispatch({ changes: { from: 0, to: now.state.doc.length, insert: wanted } });
  });

  const languageKey = JSON.stringify(language);
  useEffect(() => {
    view.current?.dispatch({ effects: colours.current.reconfigure(languageOf(language)) });
  }, [languageKey]);

  useEffect(() => {
    const now = view.current;
    if (now === null) return;
    const { length } = now.state.doc;
    const shown = findings.map(({ start, end, message, hint }): Diagnostic => {
      const from = Math.min(start, length);
      const to = Math.min(Math.max(end, from), length);
      return { from, to, severity: 'error', message: hint === null ? message : `${message}\n${hint}` };
    });
    now.dispatch(setDiagnostics(now.state, shown));
  }, [findings]);

  return <div class={`editor ${shape}`} ref={host} data-label={label} />;
}
