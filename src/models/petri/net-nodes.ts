// The places and transitions that a user knows: those of the net, or of the coloured net that it was unfolded from, with their instances.
import type { Net } from './net.ts';

/** A node by name, with the numbers of what it became; none where no instance of it was made. */
export interface NetNode {
  readonly name: string;
  readonly members: readonly number[];
}

export function placesOf({ places, families }: Net): readonly NetNode[] {
  return families === null ? places.map(itself) : instancesIn(families.places);
}

export function transitionsOf({ transitions, families }: Net): readonly NetNode[] {
  return families === null ? transitions.map(itself) : instancesIn(families.transitions);
}

function itself({ id }: { readonly id: string }, number: number): NetNode {
  return { name: id, members: [number] };
}

function instancesIn(families: ReadonlyMap<string, readonly number[]>): readonly NetNode[] {
  return [...families].map(([name, members]) => ({ name, members }));
}
