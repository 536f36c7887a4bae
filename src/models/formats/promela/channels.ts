// What is done with channels: which one a number means, and messages in buffers. A message is its fields one after another; behind the
// last message a buffer holds zeros, so that equal contents are equal states.
import { EvaluationFault } from '../../expression/expression.ts';
import type { Channel, Layout } from './layout.ts';
import { reduceTo } from './types.ts';

/** Finds channels by number: those of the global variables, and those of the processes that are there. */
export function channelFinder(layout: Layout): (state: Int32Array, id: number) => Channel {
  const { channels, slots, typeOfPoint, channelBase, program } = layout;
  const most = Math.max(0, ...program.processes.map(({ region }) => region.channels.length));
  const locals = slots.map(({ pid, types }) => {
    const byType = new Map<number, readonly Channel[]>();
    for (const type of types) {
      const process = program.processes[type];
      byType.set(
        type,
        process.region.channels.map((_, index) => layout.localChannel(pid, process, index)),
      );
    }
    return byType;
  });
  const first = channelBase[0] ?? channels.length;
  return (state, id) => {
    const known = channels[id];
    if (known !== undefined) return known;
    if (id === 0) throw new EvaluationFault('a channel is used that was never made');
    const slot = id < first || most === 0 ? -1 : Math.floor((id - first) / most);
    const there = slot < 0 || slot >= slots.length ? undefined : locals[slot].get(typeOfPoint[state[slots[slot].base]]);
    const found = there?.[(id - first) % most];
    if (found === undefined) throw new EvaluationFault(`there is no channel of number ${id}`);
    return found;
  };
}

/** The values as a message of the channel carries them. */
export function asMessage({ fields, name }: Channel, values: readonly number[]): number[] {
  if (values.length !== fields.length) {
    const counts = `${fields.length} ${fields.length === 1 ? 'field' : 'fields'}, not ${values.length}`;
    throw new EvaluationFault(`a message of the channel ${name} has ${counts}`);
  }
  return values.map((value, i) => reduceTo(fields[i], value));
}

/** Puts a message into the buffer: at the end, or before the first one that is larger. */
export function putMessage(state: Int32Array, channel: Channel, message: readonly number[], sorted: boolean): void {
  const { count } = channel;
  const width = message.length;
  const messages = state[count];
  let place = messages;
  if (sorted) {
    place = 0;
    while (place < messages && !isLarger(state, count + 1 + place * width, message)) place++;
  }
  const from = count + 1 + place * width;
  state.copyWithin(from + width, from, count + 1 + messages * width);
  for (let k = 0; k < width; k++) state[from + k] = message[k];
  state[count] = messages + 1;
}

/** Whether the message at `at` comes behind `message`: fields are compared from the first one on. */
function isLarger(state: Int32Array, at: number, message: readonly number[]): boolean {
  for (const [k, value] of message.entries()) {
    if (state[at + k] !== value) return state[at + k] > value;
  }
  return false;
}

/** The message of number `place` in the buffer. */
export function messageAt(state: Int32Array, { count, fields }: Channel, place: number): number[] {
  const at = count + 1 + place * fields.length;
  return Array.from(state.subarray(at, at + fields.length));
}

/** Takes the message of number `place` out of the buffer. */
export function takeMessage(state: Int32Array, { count, fields }: Channel, place: number): void {
  const width = fields.length;
  const messages = state[count];
  const end = count + 1 + messages * width;
  const from = count + 1 + place * width;
  state.copyWithin(from, from + width, end);
  state.fill(0, end - width, end);
  state[count] = messages - 1;
}
