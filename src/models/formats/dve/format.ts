// The format `dve`.
import { type Format, wholeText } from '../format.ts';
import { readDve } from './model.ts';

export const dve: Format<'dve'> = {
  name: 'dve',
  extensions: ['dve'],
  help: 'processes with variables and channels, in the language of DiVinE and the BEEM database',
  looksLike: (text) => /(^|[;}\s])(process\s+\w+\s*\{|(const\s+)?(byte|int)\s+\w|channel\b|system\s+a?sync)/.test(text),
  open: wholeText(readDve),
};
