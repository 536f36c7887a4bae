// How MODEL arguments are explained in the help of commands, from the list of formats. The bundle has the finished texts in place of this
// module (`scripts/bundle.mjs`), so that showing them does not load the readers.
import { formats } from '../../models/index.ts';

const endings = formats.map(({ extensions: [usual] }) => `.${usual}`).join(', ');

/** What a MODEL argument can be. */
export const MODEL_HELP = `MODEL is a file (${endings}, or a module .ts, .js, .mjs), - for standard input, a folder with model.pnml, or a net of
the library with its parameter, such as kanban:5 (tegata model generate --list shows them).`;

/** The formats, a line each. */
export const FORMATS_HELP = formats.map(({ name, help }) => `  ${name.padEnd(8)}${help}`).join('\n');
