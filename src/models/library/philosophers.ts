// Dining philosophers as 1-safe subnets [PRCB94]: each reaches for both forks independently, so
// that all may hold their left (or all their right) fork for ever.
import { type Net, NetBuilder } from '../petri/net.ts';

/** Philosophers(n), n ≥ 2: 7n places, 5n transitions, two deadlocks; 2,164 states for n = 5. */
export function philosophers(count: number): Net {
  const net = new NetBuilder();
  for (let i = 0; i < count; i++) {
    net.place(`Idle${i}`, { initial: 1 });
    for (const place of ['WaitLeft', 'HasLeft', 'WaitRight', 'HasRight', 'IsEating']) net.place(`${place}${i}`);
    net.place(`Fork${i}`, { initial: 1 });
  }
  for (let i = 0; i < count; i++) {
    const left = `Fork${(i + 1) % count}`;
    const right = `Fork${i}`;
    net.move(`GoEat${i}`, [`Idle${i}`], [`WaitLeft${i}`, `WaitRight${i}`]);
    net.move(`GoLeft${i}`, [`WaitLeft${i}`, left], [`HasLeft${i}`]);
    net.move(`GoRight${i}`, [`WaitRight${i}`, right], [`HasRight${i}`]);
    net.move(`StartEat${i}`, [`HasLeft${i}`, `HasRight${i}`], [`IsEating${i}`]);
    net.move(`Release${i}`, [`IsEating${i}`], [`Idle${i}`, left, right]);
  }
  return net.build(`philosophers-${count}`);
}
