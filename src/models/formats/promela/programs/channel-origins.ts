// Which channels a term can be: a cell that is never assigned holds the channel that it was declared with, and a parameter that is never
// assigned holds what some `run` gave. Processes end in the opposite order of their beginning, so a channel of the process that gave it is
// there as long as the one that has it.
import type { Layout } from '../layout.ts';
import { allEdges } from '../program.ts';
import type { CellTerm, Term } from '../terms.ts';
import type { Actor } from './expressions.ts';

/** A global channel, or one that every process of a type has: `index` counts among those of the type. */
type Origin = { readonly id: number } | { readonly type: number; readonly index: number };

/** A channel that a term can be. The type is that of its owner where it is known which one that is. */
interface Candidate {
  readonly id: number;
  readonly owner: number | null;
}

export interface ChannelOrigins {
  /** All channels that the term can be; it is always one of them. Null where nothing is known. */
  candidates(term: Term, actor: Actor): readonly Candidate[] | null;
}

/** `isAssigned` tells of a cell whether some step assigns it. */
export function channelOrigins(
  { program, slots, channelBase }: Layout,
  isAssigned: (region: 'global' | number, offset: number) => boolean,
): ChannelOrigins {
  const { processes, initial, declarations } = program;
  const globalAt = new Map(declarations.globals.channels.map(({ owner }, index) => [owner, index + 1]));
  const known = new Map<string, readonly Origin[] | null>();

  /** The origins of every cell that the term may mean; null where one has none. */
  const declared = (term: CellTerm, originAt: (offset: number) => Origin | null): readonly Origin[] | null => {
    const reach = term.indexes.reduce((sum, { length, stride }) => sum + (length - 1) * stride, 0);
    const found: Origin[] = [];
    for (let offset = term.offset; offset <= term.offset + reach; offset++) {
      const origin = originAt(offset);
      if (origin === null) return null;
      found.push(origin);
    }
    return found;
  };

  const globalOrigin = (offset: number): Origin | null => {
    const id = globalAt.get(offset);
    return id === undefined || isAssigned('global', offset) ? null : { id };
  };

  const localOrigin = (type: number, offset: number): Origin | null => {
    const index = processes[type].region.channels.findIndex(({ owner }) => owner === offset);
    return index < 0 || isAssigned(type, offset) ? null : { type, index };
  };

  /** What a term of a process of the type can be, but for parameters, which are given back to be looked at. */
  const originsOf = (
    term: Term | undefined,
    type: number,
  ): readonly Origin[] | { readonly parameter: number } | null => {
    if (term?.kind !== 'cell') return null;
    if (term.region === 'global') return declared(term, globalOrigin);
    const parameter = processes[type].parameters.findIndex(({ offset }) => offset === term.offset);
    if (parameter < 0) return declared(term, (offset) => localOrigin(type, offset));
    // the parameters of processes that are there from the beginning are 0
    const isOpen = term.indexes.length > 0 || isAssigned(type, term.offset) || initial.includes(type);
    return isOpen ? null : { parameter };
  };

  const search = (term: Term, type: number): readonly Origin[] | null => {
    const found = new Map<string, Origin>();
    const seen = new Set<string>();
    const pending: { readonly term: Term | undefined; readonly type: number }[] = [{ term, type }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const origins = originsOf(next.term, next.type);
      if (origins === null) return null;
      if (!('parameter' in origins)) {
        for (const origin of origins) found.set(JSON.stringify(origin), origin);
        continue;
      }
      const { parameter } = origins;
      const key = `${next.type} ${parameter}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const starter of processes) {
        for (const { action } of allEdges([starter])) {
          if (action.kind !== 'run' || action.process !== next.type) continue;
          pending.push({ term: action.args[parameter], type: starter.index });
        }
      }
    }
    return [...found.values()];
  };

  return {
    candidates(term, { slot, type }) {
      if (term.kind !== 'cell') return null;
      const key = `${type} ${term.region} ${term.offset} ${JSON.stringify(term.indexes.map(({ length, stride }) => [length, stride]))}`;
      let origins = known.get(key);
      if (origins === undefined) {
        origins = search(term, type);
        known.set(key, origins);
      }
      if (origins === null) return null;
      const isGiven = processes[type].parameters.some(({ offset }) => offset === term.offset);
      const owners = new Map<number, number | null>();
      for (const origin of origins) {
        if ('id' in origin) {
          owners.set(origin.id, null);
          continue;
        }
        for (const { pid, types } of slots) {
          // its own channel, or one of a process that was there before it
          if (!types.includes(origin.type) || (isGiven ? pid >= slot : pid !== slot)) continue;
          const id = channelBase[pid] + origin.index;
          owners.set(id, owners.has(id) ? null : origin.type);
        }
      }
      return [...owners].map(([id, owner]) => ({ id, owner })).sort((a, b) => a.id - b.id);
    },
  };
}
