// The formats of model files. A new one is a folder with a `format.ts`, and one line in this list; all else (the loader, the choices of
// `--format`, the help of the command line, the types) follows from it.
import { dve } from './dve/format.ts';
import { etf } from './etf/format.ts';
import { hoa } from './hoa/format.ts';
import { json } from './json/format.ts';
import { kripke } from './kripke/format.ts';
import { net } from './net/format.ts';
import { pnml } from './pnml/format.ts';
import { promela } from './promela/format.ts';

/** In the order in which a text of unknown format is tried. */
export const formats = [pnml, net, etf, dve, kripke, json, hoa, promela] as const;

/** The name of a format. */
export type ModelFormat = (typeof formats)[number]['name'];

/** The names of all formats. */
export const modelFormats: readonly ModelFormat[] = formats.map(({ name }) => name);
