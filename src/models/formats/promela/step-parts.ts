// The processes and messages of a step, for sequence charts. What the inside of a d_step sends or takes is not seen.
import type { StepMessage, StepParts } from '../../step-parts.ts';
import type { Channel, Layout } from './layout.ts';
import type { Taken } from './machine.ts';

/** Who moves on a way, and what is said. */
export function stepPartsOf(way: readonly Taken[], layout: Layout): StepParts {
  const processes = new Set<string>();
  const messages: StepMessage[] = [];
  const nameOf = (pid: number): string => layout.variables[layout.slots[pid].base].name;
  for (const { pid, step, partner, state } of way) {
    const own = nameOf(pid);
    processes.add(own);
    if (partner !== null) processes.add(nameOf(partner.pid));
    if (step.channel === null) continue;
    const channel = step.channel(state);
    const said = (message: readonly number[]): Pick<StepMessage, 'channel' | 'text'> => ({
      channel: channelName(channel, layout),
      text: messageText(message, channel, layout),
    });
    if (step.kind === 'send') {
      const to = partner === null ? {} : { to: nameOf(partner.pid) };
      messages.push({ ...said(step.message!(state, channel)), from: own, ...to });
      continue;
    }
    const taken = step.taken?.(state) ?? null;
    if (taken !== null) messages.push({ ...said(taken), to: own });
  }
  return { processes: [...processes], messages };
}

/** The name of a channel; one of a process is named with it. */
function channelName({ id, name }: Channel, { channelBase, slots, variables }: Layout): string {
  const slot = channelBase.findLastIndex((first) => first <= id);
  return slot < 0 ? name : `${variables[slots[slot].base].name}:${name}`;
}

function messageText(message: readonly number[], { fields }: Channel, { program }: Layout): string {
  const { symbolNames } = program.declarations;
  const shown = message.map((value, i) => {
    const { symbols } = fields[i];
    return (symbols === undefined ? undefined : symbolNames.get(symbols)?.get(value)) ?? String(value);
  });
  return shown.length > 1 ? `(${shown.join(', ')})` : shown.join('');
}
