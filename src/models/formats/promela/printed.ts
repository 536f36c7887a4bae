// What `printf` writes, as one line: it is shown beside the step that writes it.
import { compileTerm, type TermContext } from './compile-term.ts';
import type { Action, Term } from './terms.ts';

/** The text that a `printf` writes in a state, in quotes; line ends and tabs stay as they are written in the model. */
export function printed(
  { format, args }: Extract<Action, { kind: 'print' }>,
  context: TermContext,
  state: Int32Array,
): string {
  let next = 0;
  const text = format.replace(/%(?:%|[-\d.]*[a-zA-Z])/g, (directive) => {
    if (directive === '%%') return '%';
    const term = args[next++];
    return term === undefined ? directive : shown(term, directive.at(-1)!, context, state);
  });
  return `"${text}"`;
}

function shown(term: Term, kind: string, context: TermContext, state: Int32Array): string {
  const value = compileTerm(term, context)(state);
  switch (kind) {
    case 'c':
      return String.fromCharCode(value & 0xff);
    case 'e':
      return symbolOf(term, value, context);
    case 'o':
      return (value >>> 0).toString(8);
    case 'x':
      return (value >>> 0).toString(16);
    case 'u':
      return String(value >>> 0);
    default:
      return String(value);
  }
}

/** The name of a value of `mtype`, of the set of the variable where that is known. */
function symbolOf(term: Term, value: number, { layout }: TermContext): string {
  const set = (term.kind === 'cell' ? term.type.symbols : undefined) ?? '';
  return layout.program.declarations.symbolNames.get(set)?.get(value) ?? String(value);
}
