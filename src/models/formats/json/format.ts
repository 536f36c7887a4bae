// The format `json`.
import { kripkeModel } from '../../kripke/model.ts';
import { converted, type Format, wholeText } from '../format.ts';
import { readKripkeJson } from './kripke-json.ts';

export const json: Format<'json'> = {
  name: 'json',
  extensions: ['json'],
  help: 'Kripke structures as JSON',
  looksLike: (text) => /^\s*\{/.test(text),
  open: wholeText((source, stopwatch) =>
    converted(readKripkeJson(source, stopwatch), (structure) => kripkeModel(source.name, structure, stopwatch)),
  ),
};
