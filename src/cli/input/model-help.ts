// How MODEL arguments are explained in the help of commands; apart from the readers, so that showing it does not load them.

export const MODEL_HELP = `MODEL is a file (.pnml, .net, .dve, .etf, .kripke, .json, .hoa, or a module .js, .mjs), - for standard input, a folder with model.pnml, or a net of
the library with its parameter, such as kanban:5 (tegata model generate --list shows them).`;
