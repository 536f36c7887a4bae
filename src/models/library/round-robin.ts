// Round-robin mutual exclusion on a shared bus (after [GSL96]). The turn goes around the ring of
// processes. The one whose turn it is puts a request on the bus, which is delivered into the buffer of that process and frees
// the bus again. A process may hand on the turn before it has emptied its buffer.
import { type Net, NetBuilder } from '../petri/net.ts';

/** RoundRobin(n), n ≥ 2: 8n + 1 places, 6n transitions; 9 · n · 2^(n-2) states, such as 23,040 for n = 10. */
export function roundRobin(processes: number): Net {
  const net = new NetBuilder();
  net.place('Bus', { initial: 1 });
  for (let i = 0; i < processes; i++) {
    net.place(`Idle${i}`, { initial: i === 0 ? 0 : 1 });
    net.place(`Turn${i}`, { initial: i === 0 ? 1 : 0 });
    for (const place of ['Sent', 'Waiting', 'Served', 'OnBus', 'Full']) net.place(`${place}${i}`);
    net.place(`Empty${i}`, { initial: 1 });
  }
  for (let i = 0; i < processes; i++) {
    const next = (i + 1) % processes;
    net.move(`Send${i}`, [`Turn${i}`, 'Bus'], [`Sent${i}`, `OnBus${i}`]);
    net.move(`Deliver${i}`, [`OnBus${i}`, `Empty${i}`], ['Bus', `Full${i}`]);
    net.move(`Serve${i}`, [`Sent${i}`, `Full${i}`], [`Served${i}`, `Empty${i}`]);
    net.move(`ServeLate${i}`, [`Waiting${i}`, `Full${i}`], [`Idle${i}`, `Empty${i}`]);
    net.move(`PassEarly${i}`, [`Sent${i}`, `Idle${next}`], [`Waiting${i}`, `Turn${next}`]);
    net.move(`Pass${i}`, [`Served${i}`, `Idle${next}`], [`Idle${i}`, `Turn${next}`]);
  }
  return net.build(`round-robin-${processes}`);
}
