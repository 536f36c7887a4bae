// The Kanban system of Ciardo and Tilgner [CT96], as used in the decision-diagram literature: four stations in a diamond, each
// with n cards. Station 4 feeds 2 and 3 at once, and both feed station 1.
import { type Net, NetBuilder } from '../petri/net.ts';

/** Kanban(n): 16 places, 16 transitions; 4,600 states for n = 2, 2,546,432 for n = 5. */
export function kanban(cards: number): Net {
  const net = new NetBuilder();
  for (const station of [4, 3, 2, 1]) {
    net.place(`Pm${station}`);
    net.place(`Pback${station}`);
    net.place(`Pout${station}`);
    net.place(`P${station}`, { initial: cards });
  }
  for (const station of [4, 3, 2, 1]) {
    net.move(`tredo${station}`, [`Pm${station}`], [`Pback${station}`]);
    net.move(`tback${station}`, [`Pback${station}`], [`Pm${station}`]);
    net.move(`tok${station}`, [`Pm${station}`], [`Pout${station}`]);
  }
  net.move('tin4', ['P4'], ['Pm4']);
  net.move('tsynch4_23', ['Pout4', 'P2', 'P3'], ['P4', 'Pm2', 'Pm3']);
  net.move('tsynch23_1', ['Pout2', 'Pout3', 'P1'], ['P2', 'P3', 'Pm1']);
  net.move('tout1', ['Pout1'], ['P1']);
  return net.build(`kanban-${cards}`);
}
