// Small random nets in which much happens side by side: state machines, some with several tokens, that share transitions and resources,
// test each other's places, end or go round. Most have few states, and stubborn sets leave many of them out.
import type { Random } from '../../src/base/random.ts';
import { type Arc, type InhibitorArc, type Net, NetBuilder } from '../../src/models/petri/net.ts';

interface Step {
  readonly inputs: Arc[];
  readonly outputs: Arc[];
  readonly inhibitors: InhibitorArc[];
}

export function randomConcurrentNet(random: Random): Net {
  const builder = new NetBuilder();
  const steps: Step[] = [];
  const special = random.chance(0.2);
  const heavy = random.chance(0.2);
  const arc = (place: number, weight = 1): Arc => ({ place, weight });
  const component = (): void => {
    const first = builder.placeCount;
    const size = random.between(2, 4);
    const marked = random.below(size);
    for (let i = 0; i < size; i++) {
      const initial = i === marked ? (random.chance(0.15) ? 2 : 1) : 0;
      const capacity = special && random.chance(0.2) ? random.between(Math.max(1, initial), 2) : null;
      builder.place(`p${first + i}`, { initial, capacity });
    }
    const any = (): number => first + random.below(size);
    for (let i = 0; i < size - 1; i++) move(first + i, first + i + 1);
    if (random.chance(0.7)) move(first + size - 1, first);
    for (let more = random.below(3); more > 0; more--) move(any(), any());
  };
  const move = (from: number, to: number): void => {
    steps.push({ inputs: [arc(from)], outputs: [arc(to)], inhibitors: [] });
  };
  for (let i = random.between(2, 4); i > 0; i--) component();
  // Something that several steps take, use and give back, or use up.
  for (let i = random.below(3); i > 0; i--) {
    const resource = builder.place(`p${builder.placeCount}`, { initial: random.between(0, 2) });
    for (let user = random.between(1, 3); user > 0; user--) {
      random.pick(steps).inputs.push(arc(resource, heavy && random.chance(0.4) ? 2 : 1));
      if (random.chance(0.8)) random.pick(steps).outputs.push(arc(resource));
    }
  }
  const anyPlace = (): number => random.below(builder.placeCount);
  // A test: the step needs a token somewhere and leaves it there.
  for (let i = random.below(4); i > 0; i--) {
    const [step, tested] = [random.pick(steps), arc(anyPlace())];
    step.inputs.push(tested);
    step.outputs.push(tested);
  }
  // Steps of two components that only happen together.
  if (random.chance(0.5)) {
    const [one, other] = [random.pick(steps), random.pick(steps)];
    if (one !== other) {
      one.inputs.push(...other.inputs);
      one.outputs.push(...other.outputs);
      steps.splice(steps.indexOf(other), 1);
    }
  }
  if (special) random.pick(steps).inhibitors.push({ place: anyPlace(), below: random.between(1, 2) });
  if (random.chance(0.2)) steps.push({ inputs: [arc(anyPlace())], outputs: [], inhibitors: [] });
  random.shuffle(steps);
  for (const [i, step] of steps.entries()) builder.transition(`t${i}`, step);
  return builder.build('concurrent');
}
