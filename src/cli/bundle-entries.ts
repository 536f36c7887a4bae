// What can be started from the bundle: the program, and what runs in threads and processes of its own. Nothing is evaluated before it is
// asked for.

export type EntryName = 'program' | 'check-worker' | 'rival-worker' | 'bench-worker';

export const entries: Readonly<Record<EntryName, () => Promise<unknown>>> = {
  program: () => import('./program.ts'),
  'check-worker': () => import('./check-worker.ts'),
  'rival-worker': () => import('./rival-worker.ts'),
  'bench-worker': () => import('./bench-worker.ts'),
};
