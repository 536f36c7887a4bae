// What editors offer while one types: in formulas the propositions of the model, in quotes where they need them.
import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import type { LanguageName } from './languages.ts';

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_.]*$/u;
const OPERATOR_NAME = /^(?:[GFX]+.*|[UWRVM]|true|false)$/;

export function completing(language: LanguageName, names: () => readonly string[]): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    if (language !== 'ltl') return null;
    const quoted = context.matchBefore(/"[^"]*/);
    const isOpen = quoted !== null && isInsideQuotes(context.state.doc.toString(), quoted.from);
    const word = isOpen ? quoted : context.matchBefore(/[\p{L}_][\p{L}\p{N}_.]*/u);
    if (word === null && !context.explicit) return null;
    const known = names();
    if (known.length === 0) return null;
    const options = known.map((name) => ({ label: name, apply: spelt(name), filterText: name }));
    const after = context.state.sliceDoc(context.pos, context.pos + 1);
    return {
      from: word?.from ?? context.pos,
      to: isOpen && after === '"' ? context.pos + 1 : context.pos,
      options: isOpen
        ? options.map((one) => ({ ...one, label: `"${one.label}"`, apply: `"${escaped(one.filterText)}"` }))
        : options,
    };
  };
}

/** Whether the quote at this place opens a name. */
function isInsideQuotes(text: string, at: number): boolean {
  return (text.slice(0, at).match(/"/g) ?? []).length % 2 === 0;
}

function spelt(name: string): string {
  return PLAIN_NAME.test(name) && !OPERATOR_NAME.test(name) ? name : `"${escaped(name)}"`;
}

const escaped = (name: string): string => name.replace(/["\\]/g, '\\$&');
