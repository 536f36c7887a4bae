// Cars from two sides share a bridge with one lane.
import { defineModel, step } from 'tegata';

const CARS = 2;

export default defineModel({
  name: 'bridge',
  initial: { waiting: { north: 0, south: 0 }, onBridge: { north: 0, south: 0 } },
  *next({ waiting, onBridge }) {
    for (const side of ['north', 'south']) {
      const other = side === 'north' ? 'south' : 'north';
      const { [side]: queue } = waiting;
      const { [side]: crossing } = onBridge;
      if (queue + crossing < CARS)
        yield step(`${side} arrives`, { waiting: { ...waiting, [side]: queue + 1 }, onBridge });
      if (queue > 0 && onBridge[other] === 0) {
        yield step(`${side} enters`, {
          waiting: { ...waiting, [side]: queue - 1 },
          onBridge: { ...onBridge, [side]: crossing + 1 },
        });
      }
      if (crossing > 0) yield step(`${side} leaves`, { waiting, onBridge: { ...onBridge, [side]: crossing - 1 } });
    }
  },
  propositions: {
    crash: ({ onBridge }) => onBridge.north > 0 && onBridge.south > 0,
    northWaits: ({ waiting }) => waiting.north > 0,
    northCrosses: ({ onBridge }) => onBridge.north > 0,
  },
});
