// A model from the text of a file, by the ending of its name or its beginning.
import { readDve } from './dve.ts';
import { readKripke } from './kripke.ts';
import { BadInput, type Model } from './model.ts';
import { readPnml } from './pnml.ts';

export function readModel(name: string, text: string): Model {
  const plain = text.replace(/^\uFEFF/, '');
  const ending = /\.(\w+)$/.exec(name)?.[1].toLowerCase() ?? '';
  if (ending === 'pnml' || ending === 'xml' || plain.trimStart().startsWith('<')) return readPnml(plain);
  if (ending === 'dve') return readDve(plain);
  if (ending === 'kripke') return readKripke(plain);
  throw new BadInput(`models of this kind are not read here: ${name} (.pnml, .dve and .kripke are)`);
}
