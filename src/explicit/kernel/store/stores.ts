// The kinds of store by name.
import { ArenaStore } from './arena-store.ts';
import { FoldedStore } from './folded-store.ts';
import { InlineStore } from './inline-store.ts';
import type { StoreClass, StoreKind } from './state-store.ts';

export const stores: Readonly<Record<StoreKind, StoreClass>> = {
  arena: ArenaStore,
  folded: FoldedStore,
  inline: InlineStore,
};
