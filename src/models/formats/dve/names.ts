// What can be named in propositions over a DVE model: `x`, `a[1]`, `P.local`, `P.a[1]`, `P` (its location, compared with
// the names of its states), `P.q`; `P.accept` for the accepting states of a process; `assert` and `P.assert` for the
// assertions. A variable wins over a process of the same name, whose location is then called `process P`.
import { all, any, equals } from '../../expression/build.ts';
import type { Expression } from '../../expression/expression.ts';
import { NameTable } from '../../expression/name-table.ts';
import type { StateEntry } from '../../model.ts';
import type { ComposedGroup } from './compose.ts';
import type { Declarations } from './declare.ts';
import type { ChannelLayout, ProcessLayout } from './layout.ts';

/** The names of a compiled model. */
export function nameEverything(
  { vector, visible, processes, globals }: Declarations & { readonly visible: number },
  groups: readonly ComposedGroup[],
  assertions: readonly { readonly process: ProcessLayout; readonly condition: Expression }[],
): NameTable {
  const names = new NameTable();
  names.addVariables(vector.variables.slice(0, visible));
  for (const [name, storage] of globals) {
    if (storage.kind === 'constant') names.addValue(name, { kind: 'constant', value: storage.value });
  }
  if (assertions.length > 0) names.addTruth('assert', all(assertions.map(({ condition }) => condition)));
  for (const process of processes.values()) {
    for (const [state, number] of process.states)
      names.addTruth(`${process.name}.${state}`, equals(process.location, number));
    const accepting = process.declaration.accept.flatMap(({ text }) => process.states.get(text) ?? []);
    if (accepting.length > 0) {
      names.addTruth(`${process.name}.accept`, any(accepting.map((state) => equals(process.location, state))));
    }
    const own = assertions.filter((assertion) => assertion.process === process).map(({ condition }) => condition);
    if (own.length > 0) names.addTruth(`${process.name}.assert`, all(own));
  }
  for (const group of groups) {
    names.addTransition(group.family, group);
    if (group.name !== group.family) names.addTransition(group.name, group);
  }
  return names;
}

/** Shows each buffer as one entry, `c = [1, 2]` or `c = [(1, 2)]`, in place of the variables that hold it. */
export function describeChannels(
  declarations: Declarations,
): (entries: readonly StateEntry[], state: ArrayLike<number>) => readonly StateEntry[] {
  // From the last to the first, so that replacing one does not move the others.
  const buffered = [...declarations.channels.values()].filter((channel) => channel.capacity > 0).reverse();
  if (buffered.length === 0) return (entries) => entries;
  return (entries, state) => {
    const shown = [...entries];
    for (const channel of buffered) {
      const messages = messagesIn(channel, state);
      const entry = { name: channel.name, value: `[${messages.join(', ')}]`, plain: messages.length === 0 };
      shown.splice(channel.count, 1 + channel.capacity * channel.fields.length, entry);
    }
    return shown;
  };
}

function messagesIn(channel: ChannelLayout, state: ArrayLike<number>): string[] {
  return Array.from({ length: state[channel.count] }, (_, place) => {
    const values = channel.fields.map((base) => state[base + place]);
    return values.length === 1 ? String(values[0]) : `(${values.join(', ')})`;
  });
}
