// The kinds of store by name.
import { CrewArenaStore } from '../threads/crew-arena-store.ts';
import { CrewStore } from '../threads/crew-store.ts';
import { ArenaStore } from './arena-store.ts';
import { FoldedStore } from './folded-store.ts';
import { InlineStore } from './inline-store.ts';
import type { StoreClass, StoreKind } from './state-store.ts';

export const stores: Readonly<Record<StoreKind, StoreClass>> = {
  arena: ArenaStore,
  folded: FoldedStore,
  inline: InlineStore,
};

/** The same for several threads; folded states have one thread. */
export const crewStores: Readonly<Record<StoreKind, StoreClass>> = {
  arena: CrewArenaStore,
  folded: FoldedStore,
  inline: CrewStore,
};
