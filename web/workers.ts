// The workers of the page. A page that was saved as one file starts its own copies instead (`one-file/workers.ts`).

/** The desk; the package's own worker for checks; the one for checks of models in code. */
export type WorkerKind = 'desk' | 'check' | 'code';

export function startWorker(kind: WorkerKind): Worker {
  switch (kind) {
    case 'desk':
      return new Worker(new URL('./desk/worker.ts', import.meta.url), { type: 'module' });
    case 'check':
      return new Worker(new URL('tegata/worker/entry', import.meta.url), { type: 'module' });
    case 'code':
      return new Worker(new URL('./code/worker.ts', import.meta.url), { type: 'module' });
  }
}
