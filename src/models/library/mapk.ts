// The mitogen-activated protein kinase cascade [HGD08]: mass-action steps, each protein bound
// by its enzyme (one step forth, one back) and released changed.
import { type Net, NetBuilder } from '../petri/net.ts';

/** Substrate, enzyme, product. */
const REACTIONS: readonly (readonly [string, string, string])[] = [
  ['Raf', 'RasGTP', 'RafP'],
  ['RafP', 'Phase1', 'Raf'],
  ['MEK', 'RafP', 'MEKP'],
  ['MEKP', 'RafP', 'MEKPP'],
  ['MEKPP', 'Phase2', 'MEKP'],
  ['MEKP', 'Phase2', 'MEK'],
  ['ERK', 'MEKPP', 'ERKP'],
  ['ERKP', 'MEKPP', 'ERKPP'],
  ['ERKPP', 'Phase3', 'ERKP'],
  ['ERKP', 'Phase3', 'ERK'],
];

/**
 * MAPK(n), n a multiple of 4 (the concentrations are fractions of n): 22 places, 30 transitions; 24,065 states for n = 4,
 * 6,110,643 for n = 8.
 */
export function mapk(level: number): Net {
  const quarter = level / 4;
  const initial: Readonly<Record<string, number>> = {
    Raf: 4 * quarter,
    RasGTP: quarter,
    MEK: 2 * quarter,
    ERK: 3 * quarter,
    Phase1: 3 * quarter,
    Phase2: 2 * quarter,
    Phase3: 3 * quarter,
  };
  const net = new NetBuilder();
  const place = (id: string): void => {
    if (net.placeNumber(id) === -1) net.place(id, { initial: initial[id] ?? 0 });
  };
  REACTIONS.forEach(([substrate, enzyme, product], i) => {
    const complex = `${substrate}_${enzyme}`;
    for (const id of [substrate, enzyme, complex, product]) place(id);
    net.move(`k${3 * i + 1}`, [substrate, enzyme], [complex]);
    net.move(`k${3 * i + 2}`, [complex], [substrate, enzyme]);
    net.move(`k${3 * i + 3}`, [complex], [product, enzyme]);
  });
  return net.build(`mapk-${level}`);
}
