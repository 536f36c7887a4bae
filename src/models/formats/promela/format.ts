// The format `promela`.
import { type Format, wholeText } from '../format.ts';
import { readPromela } from './model.ts';

export const promela: Format<'promela'> = {
  name: 'promela',
  extensions: ['pml', 'pm', 'promela'],
  help: 'models of SPIN, in Promela',
  looksLike: (text) => /(^|[;}\s])(D_)?proctype\s+\w+\s*\(|(^|[;}\s])init\s*\{|(^|\n)\s*#define\b/.test(text),
  open: wholeText(readPromela),
};
