// Dining philosophers (Dijkstra, 1965): three of them, three forks, and each needs the two forks beside the plate.
//
// Everybody takes the left fork first: all may then hold one fork and wait for ever. The last one, taking the right fork first,
// would cure it: change `firstOf`.
import { defineProcess, defineSystem, replicate } from 'tegata/modelling';

const COUNT = 3;
const names = ['anna', 'bert', 'cleo'] as const;

interface Table {
  /** Who holds each fork; -1 for nobody. */
  readonly forks: readonly number[];
}
type Place = 'thinking' | 'hungry' | 'one fork' | 'eating';

const firstOf = (i: number): number => i;
const secondOf = (i: number): number => (i + 1) % COUNT;
const held = (forks: readonly number[], fork: number, by: number): readonly number[] =>
  forks.map((holder, i) => (i === fork ? by : holder));

export default defineSystem({
  name: 'philosophers',
  shared: { forks: [-1, -1, -1] } as Table,
  processes: replicate(names, (i) =>
    defineProcess<Place, Table>({
      initial: 'thinking',
      actions: {
        getHungry: (self) => self === 'thinking' && { self: 'hungry' },
        takeFirst: (self, { forks }) =>
          self === 'hungry' &&
          forks[firstOf(i)] === -1 && { self: 'one fork', shared: { forks: held(forks, firstOf(i), i) } },
        takeSecond: (self, { forks }) =>
          self === 'one fork' &&
          forks[secondOf(i)] === -1 && { self: 'eating', shared: { forks: held(forks, secondOf(i), i) } },
        putDown: (self, { forks }) =>
          self === 'eating' && {
            self: 'thinking',
            shared: { forks: held(held(forks, firstOf(i), -1), secondOf(i), -1) },
          },
      },
    }),
  ),
  propositions: {
    annaHungry: ({ anna }) => anna === 'hungry',
    annaEats: ({ anna }) => anna === 'eating',
    bertEats: ({ bert }) => bert === 'eating',
    neighboursEat: ({ anna, bert, cleo }) => [anna, bert, cleo].filter((place) => place === 'eating').length > 1,
  },
});
