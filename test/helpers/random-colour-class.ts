// Small random symmetric nets whose colours can change places, or nearly: tokens of three or four colours go from place to place, alone or two at a
// time, some leave pairs of colours behind, and share plain tokens. Now and then a colour is named in an arc or in the marking, or the
// next colour is asked for, which breaks the symmetry for some or for all.
import type { Random } from '../../src/base/random.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { parsePnml } from '../../src/models/formats/pnml/parser.ts';
import type { Net } from '../../src/models/petri/net.ts';

export interface ColourClassNet {
  readonly pnml: string;
  readonly net: Net;
}

const sub = (xml: string): string => `<subterm>${xml}</subterm>`;
const sort = (name: string): string => `<usersort declaration="${name}"/>`;
const variable = (name: string): string => `<variable refvariable="${name}"/>`;
const constant = (number: number): string => `<useroperator declaration="c${number}"/>`;
const structure = (name: string, xml: string): string => `<${name}><structure>${xml}</structure></${name}>`;
const DOT = '<dotconstant/>';

export function randomColourClassNet(random: Random): ColourClassNet {
  const colours = random.between(3, 4);
  const stages = random.between(2, 3);
  const hasShared = random.chance(0.6);
  const hasPairs = random.chance(0.35);
  const breaks = random.chance(0.3) ? random.pick(['arc', 'marking', 'successor'] as const) : null;
  const parts: string[] = [];
  const place = (id: string, of: string, marking: string | null): void => {
    const initial = marking === null ? '' : structure('hlinitialMarking', marking);
    parts.push(`<place id="${id}">${structure('type', sort(of))}${initial}</place>`);
  };
  const all = `<all>${sort('C')}</all>`;
  place('p0', 'C', breaks === 'marking' ? `<subtract>${sub(all)}${sub(constant(0))}</subtract>` : all);
  for (let i = 1; i < stages; i++) place(`p${i}`, 'C', breaks === 'marking' && i === 1 ? constant(0) : null);
  if (hasShared)
    place(
      'shared',
      'D',
      random.chance(0.5)
        ? DOT
        : `<numberof>${sub('<numberconstant value="2"><positive/></numberconstant>')}${sub(DOT)}</numberof>`,
    );
  if (hasPairs) place('pairs', 'Q', null);
  let arcs = 0;
  const arc = (source: string, target: string, xml: string): void => {
    parts.push(`<arc id="a${arcs++}" source="${source}" target="${target}">${structure('hlinscription', xml)}</arc>`);
  };
  const [x, y] = [variable('x'), variable('y')];
  for (let i = 0; i < stages; i++) {
    const [id, next] = [`t${i}`, `p${(i + 1) % stages}`];
    if (i === stages - 1 && random.chance(0.2)) continue;
    const isOfTwo = random.chance(0.35);
    const isUnlike = isOfTwo && random.chance(0.7);
    const condition = isUnlike ? structure('condition', `<inequality>${sub(x)}${sub(y)}</inequality>`) : '';
    parts.push(`<transition id="${id}">${condition}</transition>`);
    arc(`p${i}`, id, x);
    arc(id, next, breaks === 'successor' && i === 0 ? `<successor>${sub(x)}</successor>` : x);
    if (isOfTwo) {
      const other = `p${random.below(stages)}`;
      arc(other, id, y);
      arc(id, random.chance(0.7) ? other : next, y);
      if (hasPairs && random.chance(0.5)) arc(id, 'pairs', `<tuple>${sub(x)}${sub(y)}</tuple>`);
      else if (hasPairs) arc('pairs', id, `<tuple>${sub(x)}${sub(y)}</tuple>`);
    }
    if (hasShared && random.chance(0.5)) arc('shared', id, DOT);
    if (hasShared && random.chance(0.5)) arc(id, 'shared', DOT);
    if (breaks === 'arc' && i === stages - 1) arc(next, id, constant(0));
  }
  const named = Array.from({ length: colours }, (_, i) => `<feconstant id="c${i}" name="c${i}"/>`).join('');
  const declarations = `<namedsort id="D" name="dot"><dot/></namedsort>
<namedsort id="C" name="C"><cyclicenumeration>${named}</cyclicenumeration></namedsort>
<namedsort id="Q" name="Q"><productsort>${sort('C')}${sort('C')}</productsort></namedsort>
${['x', 'y'].map((name) => `<variabledecl id="${name}" name="${name}">${sort('C')}</variabledecl>`).join('')}`;
  const pnml = `<pnml><net id="n" type="symmetricnet"><page id="g">${parts.join('\n')}</page>
<declaration><structure><declarations>${declarations}</declarations></structure></declaration></net></pnml>`;
  return { pnml, net: unwrap(parsePnml([pnml], 'sample')) };
}

/** A condition on all colours of a place, on one or on two of them. */
export function randomColourCondition(random: Random, { places, families }: Net): string {
  const instance = (): string => random.pick(places).name;
  const shape = random.unit();
  if (shape < 0.5) {
    const members = random.pick([...families!.places.values()].filter(({ length }) => length > 0));
    const sum = `tokens(${members.map((member) => places[member].name).join(', ')})`;
    return `${sum} ${random.pick(['>=', '<=', '='])} ${random.below(4)}`;
  }
  if (shape < 0.8) return `${instance()} >= 1`;
  return `${instance()} >= ${random.between(1, 2)} && ${instance()} <= ${random.below(2)}`;
}
