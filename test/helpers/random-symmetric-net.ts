// Small random nets with parts that can change places: a random component several times around shared places, steps of one component or of two,
// places that stand for two components. Now and then something breaks the symmetry: an arc, a marking.
import type { Random } from '../../src/base/random.ts';
import { type Arc, type InhibitorArc, type Net, NetBuilder } from '../../src/models/petri/net.ts';

interface Step {
  readonly inputs: readonly Arc[];
  readonly outputs: readonly Arc[];
  readonly inhibitors: readonly InhibitorArc[];
}

/** Which place an arc is at: one of the component, of its partner, a shared one, or that of the two components. */
type Role = { readonly of: 'own' | 'partner' | 'shared' | 'between'; readonly number: number };

export function randomSymmetricNet(random: Random): Net {
  const builder = new NetBuilder();
  const copies = random.between(2, 4);
  const size = random.between(2, 3);
  const shared = random.between(0, 2);
  const hasPairs = random.chance(0.3);
  const hasBetween = hasPairs && random.chance(0.5);
  const start = random.below(size);
  const breaks = random.chance(0.15) ? random.pick(['arc', 'marking', 'capacity'] as const) : null;
  const own = Array.from({ length: copies }, (_, c) =>
    Array.from({ length: size }, (_, i) => {
      const other = breaks === 'marking' && c === 0 ? 1 : 0;
      const capacity = breaks === 'capacity' && c === copies - 1 && i === size - 1 ? 1 : null;
      return builder.place(`c${c}_${i}`, { initial: (start + other) % size === i ? 1 : 0, capacity });
    }),
  );
  const common = Array.from({ length: shared }, (_, i) => builder.place(`s${i}`, { initial: random.between(0, 2) }));
  const pairs = Array.from({ length: copies }, (_, a) =>
    Array.from({ length: copies }, (_, b) => (hasBetween && a !== b ? builder.place(`b${a}_${b}`) : -1)),
  );
  const placeOf = ({ of, number }: Role, c: number, d: number): number => {
    if (of === 'shared') return common[number % Math.max(1, shared)];
    return of === 'between' ? pairs[c][d] : own[of === 'own' ? c : d][number];
  };
  const steps: Step[] = [];
  /** One step for each component, or for each two. */
  const everywhere = (inputs: readonly Role[], outputs: readonly Role[], inhibitor: Role | null): void => {
    const isOfTwo = [...inputs, ...outputs, ...(inhibitor ? [inhibitor] : [])].some(
      ({ of }) => of === 'partner' || of === 'between',
    );
    for (let c = 0; c < copies; c++) {
      for (let d = 0; d < (isOfTwo ? copies : 1); d++) {
        if (isOfTwo && c === d) continue;
        const arc = (role: Role): Arc => ({ place: placeOf(role, c, d), weight: 1 });
        const inhibitors = inhibitor === null ? [] : [{ place: placeOf(inhibitor, c, d), below: 1 }];
        steps.push({ inputs: inputs.map(arc), outputs: outputs.map(arc), inhibitors });
      }
    }
  };
  const local = (number: number): Role => ({ of: 'own', number: number % size });
  for (let i = 0; i < size; i++) {
    if (i === size - 1 && random.chance(0.2)) continue;
    const [inputs, outputs] = [[local(i)], [local(i + 1)]];
    if (shared > 0 && random.chance(0.5)) inputs.push({ of: 'shared', number: random.below(shared) });
    if (shared > 0 && random.chance(0.5)) outputs.push({ of: 'shared', number: random.below(shared) });
    const inhibitor: Role | null = random.chance(0.1) && shared > 0 ? { of: 'shared', number: 0 } : null;
    everywhere(inputs, outputs, inhibitor);
  }
  if (random.chance(0.4)) everywhere([local(random.below(size))], [local(random.below(size))], null);
  if (hasPairs) {
    const from = random.below(size);
    const to = random.below(size);
    everywhere(
      [local(from), { of: 'partner', number: to }],
      [local(from + 1), { of: 'partner', number: random.below(size) }],
      null,
    );
    if (hasBetween) {
      everywhere([local(from)], [local(from + 1), { of: 'between', number: 0 }], { of: 'between', number: 0 });
      everywhere(
        [
          { of: 'between', number: 0 },
          { of: 'partner', number: to },
        ],
        [{ of: 'partner', number: 0 }],
        null,
      );
    }
  }
  if (breaks === 'arc') {
    const place = own[0][random.below(size)];
    const [broken] = steps.splice(random.below(steps.length), 1);
    steps.push({ ...broken, outputs: [...broken.outputs, { place, weight: 1 }] });
  }
  for (const [t, step] of steps.entries()) builder.transition(`t${t}`, step);
  return builder.build('symmetric');
}

/** A condition on the marking that any component may be seen by: of all of them, of some, or of one alone. */
export function randomSymmetricCondition(random: Random, net: Net): string {
  const of = (number: number): string[] =>
    net.places.map(({ id }) => id).filter((id) => id.startsWith('c') && id.endsWith(`_${number}`));
  const columns = Math.max(...net.places.map(({ id }) => (id.startsWith('c') ? Number(id.split('_')[1]) : 0)));
  const members = of(random.between(0, columns));
  const shared = net.places.filter(({ id }) => id.startsWith('s'));
  switch (random.below(5)) {
    case 0:
      return `tokens(${members.join(', ')}) >= ${random.between(1, members.length)}`;
    case 1:
      return members.map((id) => `${id} >= 1`).join(' && ');
    case 2:
      return shared.length === 0 ? `${members[0]} >= 1` : `${random.pick(shared).id} >= 1`;
    case 3:
      return members
        .slice(random.below(members.length))
        .map((id) => `${id} = 0`)
        .join(' && ');
    default:
      return `${random.pick(members)} >= 1`;
  }
}
