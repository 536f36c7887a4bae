// The format `etf`.
import { type Format, wholeText } from '../format.ts';
import { readEtf } from './model.ts';

export const etf: Format<'etf'> = {
  name: 'etf',
  extensions: ['etf'],
  help: 'transition tables as LTSmin writes them (enumerated table format)',
  looksLike: (text) => /^\s*begin\s+state\b/.test(text),
  open: wholeText(readEtf),
};
