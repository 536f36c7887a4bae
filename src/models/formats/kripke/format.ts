// The format `kripke`.
import { kripkeModel } from '../../kripke/model.ts';
import { converted, type Format, wholeText } from '../format.ts';
import { readKripkeText } from './kripke-text.ts';

export const kripke: Format<'kripke'> = {
  name: 'kripke',
  extensions: ['kripke'],
  help: 'Kripke structures as text, one state a line',
  looksLike: (text) => /^(\s*#.*\n)*\s*initial\s/.test(text),
  open: wholeText((source, stopwatch) =>
    converted(readKripkeText(source, stopwatch), (structure) => kripkeModel(source.name, structure, stopwatch)),
  ),
};
