// The slotted-ring network protocol [PRCB94]: n nodes in a ring; each takes a slot from its
// predecessor, free or used, looks at it, and hands it on.
import { type Net, NetBuilder } from '../petri/net.ts';

/** SlottedRing(n), n ≥ 2: 8n places, 8n transitions; 52 states for n = 2, 53,856 for n = 5. */
export function slottedRing(nodes: number): Net {
  const net = new NetBuilder();
  for (let i = 0; i < nodes; i++) {
    net.place(`C${i}`, { initial: 1 });
    net.place(`E${i}`);
    net.place(`A${i}`, { initial: 1 });
    for (const place of ['B', 'D', 'F', 'G', 'H']) net.place(`${place}${i}`);
  }
  for (let i = 0; i < nodes; i++) {
    const next = (i + 1) % nodes;
    net.move(`Free${i}`, [`A${i}`, `C${next}`], [`B${i}`, `E${next}`]);
    net.move(`Used${i}`, [`H${i}`, `C${next}`], [`B${i}`, `D${next}`]);
    net.move(`Get${i}`, [`B${i}`, `F${i}`], [`A${i}`, `C${i}`]);
    net.move(`Put${i}`, [`B${i}`, `G${i}`], [`H${i}`, `C${i}`]);
    net.move(`Other${i}`, [`D${i}`], [`G${i}`]);
    net.move(`Owner${i}`, [`D${i}`], [`E${i}`]);
    net.move(`GoOn${i}`, [`E${i}`], [`F${i}`]);
    net.move(`Write${i}`, [`E${i}`], [`G${i}`]);
  }
  return net.build(`slotted-ring-${nodes}`);
}
