// The plain unfolding of a random symmetric net: a place for every colour, a transition for every binding that the condition allows, whether
// they can matter or not.
import { type Net, NetBuilder } from '../../src/models/petri/net.ts';
import { allBindings, type ColouredSample, coloursOf, variablesOf } from './random-coloured.ts';

/** The net with the names that instances have where no two are the same. */
export function naiveUnfolding({ naming, sorts, initial, transitions }: ColouredSample): Net {
  const builder = new NetBuilder();
  const numbers = sorts.map((sort, p) => {
    const instances = new Map<string, number>();
    for (const colour of coloursOf(sort)) {
      const id = `${naming.places[p]}${suffix(naming.colours, sort, colour)}`;
      instances.set(colour, builder.place(id, { initial: initial[p].get(colour) ?? 0 }));
    }
    return instances;
  });
  transitions.forEach((transition, t) => {
    const variables = variablesOf(transition);
    const arcs = (side: typeof transition.inputs, binding: Readonly<Record<string, number>>) =>
      side.flatMap(({ place, term }) =>
        [...term.value(binding)]
          .filter(([, count]) => count > 0)
          .map(([colour, weight]) => ({ place: numbers[place].get(colour) ?? -1, weight })),
      );
    for (const binding of allBindings(transition)) {
      const colours = variables.map((name) => {
        const value = binding[name];
        if (name === 'w') return suffix(naming.colours, 'P', `${value >> 1},${value & 1}`);
        return suffix(naming.colours, name === 'x' || name === 'y' ? 'S' : 'R', String(value));
      });
      builder.transition(`${naming.transitions[t]}${colours.join('')}`, {
        inputs: arcs(transition.inputs, binding),
        outputs: arcs(transition.outputs, binding),
        inhibitors: arcs(transition.inhibitors, binding).map(({ place, weight }) => ({ place, below: weight })),
      });
    }
  });
  return builder.build('naive');
}

/** How a colour of a sort appears in the name of an instance. */
function suffix(names: readonly string[], sort: string, colour: string): string {
  if (sort === 'D') return '';
  return colour
    .split(',')
    .map((part, i) => ((sort === 'R' ? 1 : i) === 1 ? `_${Number(part) + 5}` : `_${names[Number(part)]}`))
    .join('');
}
