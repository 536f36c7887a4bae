// What can be started from the bundle: the program, and what runs in threads and processes of its own. Nothing is evaluated before it is
// asked for.

export type EntryName = 'program' | 'check-worker' | 'rival-worker' | 'bench-worker' | 'campaign-child';

export const entries: Readonly<Record<EntryName, () => Promise<unknown>>> = {
  program: async () => (await import('./program.ts')).runProgram(process.argv.slice(2)),
  'check-worker': () => import('../threads/check-worker.ts'),
  'rival-worker': () => import('../threads/rival-worker.ts'),
  'bench-worker': () => import('../threads/bench-worker.ts'),
  'campaign-child': () => import('../threads/campaign-child.ts'),
};
