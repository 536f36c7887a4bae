// The format `pnml`.
import { netModel } from '../../petri/net-model.ts';
import { converted, type Format } from '../format.ts';
import { PnmlParser } from './parser.ts';

export const pnml: Format<'pnml'> = {
  name: 'pnml',
  extensions: ['pnml', 'xml'],
  help: 'Petri nets in PNML: place/transition nets, and symmetric (coloured) nets, which are unfolded',
  looksLike: (text) => /^\s*<(\?xml|!--|pnml)/.test(text),
  open(name, stopwatch, options) {
    const parser = new PnmlParser(name, stopwatch, options);
    return {
      write: (chunk) => parser.write(chunk),
      end: () => converted(parser.end(), (net) => netModel(net, 'pnml', stopwatch)),
    };
  },
};
