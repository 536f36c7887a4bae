// The format `hoa`.
import { kripkeModel } from '../../kripke/model.ts';
import { converted, type Format, wholeText } from '../format.ts';
import { readKripkeHoa } from './kripke-hoa.ts';

export const hoa: Format<'hoa'> = {
  name: 'hoa',
  extensions: ['hoa'],
  help: 'Kripke structures in the Hanoi format: automata with labels on states and acceptance `0 t`',
  looksLike: (text) => /^\s*HOA:/.test(text),
  open: wholeText((source, stopwatch) =>
    converted(readKripkeHoa(source, stopwatch), (structure) => kripkeModel(source.name, structure, stopwatch)),
  ),
};
