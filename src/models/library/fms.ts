// The flexible manufacturing system of Ciardo and Trivedi [CT93], without its marking-dependent arcs: parts of three kinds share
// three groups of machines, and parts of the first two kinds may be assembled.
import { type Net, NetBuilder } from '../petri/net.ts';

/** FMS(n), n parts of each kind: 22 places, 20 transitions; 3,444 states for n = 2, 2,895,018 for n = 5. */
export function fms(parts: number): Net {
  const net = new NetBuilder();
  for (const place of ['P1wM1', 'P1M1', 'P1d', 'P1s', 'P1wP2']) net.place(place);
  for (const place of ['P12', 'P12wM3', 'P12M3', 'P12s']) net.place(place);
  for (const place of ['P2wM2', 'P2M2', 'P2d', 'P2s', 'P2wP1']) net.place(place);
  for (const place of ['P3M2', 'P3s']) net.place(place);
  for (const kind of ['P1', 'P2', 'P3']) net.place(kind, { initial: parts });
  net.place('M1', { initial: 3 });
  net.place('M2', { initial: 1 });
  net.place('M3', { initial: 2 });

  net.move('tP1', ['P1'], ['P1wM1']);
  net.move('tM1', ['P1wM1', 'M1'], ['P1M1']);
  net.move('tP1M1', ['P1M1'], ['P1d', 'M1']);
  net.move('tP1e', ['P1d'], ['P1s']);
  net.move('tP1s', ['P1s'], ['P1']);
  net.move('tP1j', ['P1d'], ['P1wP2']);

  net.move('tP2', ['P2'], ['P2wM2']);
  net.move('tM2', ['P2wM2', 'M2'], ['P2M2']);
  net.move('tP2M2', ['P2M2'], ['P2d', 'M2']);
  net.move('tP2e', ['P2d'], ['P2s']);
  net.move('tP2s', ['P2s'], ['P2']);
  net.move('tP2j', ['P2d'], ['P2wP1']);

  net.move('tx', ['P1wP2', 'P2wP1'], ['P12']);
  net.move('tP12', ['P12'], ['P12wM3']);
  net.move('tM3', ['P12wM3', 'M3'], ['P12M3']);
  net.move('tP12M3', ['P12M3'], ['P12s', 'M3']);
  net.move('tP12s', ['P12s'], ['P1', 'P2']);

  net.move('tP3', ['P3'], ['P3M2']);
  net.move('tP3M2', ['P3M2', 'M2'], ['P3s', 'M2']);
  net.move('tP3s', ['P3s'], ['P3']);
  return net.build(`fms-${parts}`);
}
