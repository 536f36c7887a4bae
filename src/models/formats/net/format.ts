// The format `net`.
import { netModel } from '../../petri/net-model.ts';
import { converted, type Format, wholeText } from '../format.ts';
import { parseNetText } from './net-text.ts';

export const net: Format<'net'> = {
  name: 'net',
  extensions: ['net'],
  help: 'Petri nets as text, with inhibitor arcs and capacities',
  looksLike: (text) => /^\s*#(place|trans|queue)\b/.test(text),
  open: wholeText((source, stopwatch) =>
    converted(parseNetText(source, stopwatch), (net) => netModel(net, 'net', stopwatch)),
  ),
};
