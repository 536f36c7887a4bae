// The workers of a page that is one file: their code stands compressed in the page, and each is started from an address that the page makes (blob:).
import type { WorkerKind } from '../workers.ts';

const addresses = new Map<WorkerKind, string>();

/** Unpacks them; none can be started before. */
export async function unpackWorkers(): Promise<void> {
  for (const kind of ['desk', 'check'] as const) addresses.set(kind, await addressOf(kind));
}

async function addressOf(kind: WorkerKind): Promise<string> {
  const binary = atob(document.getElementById(`worker-${kind}`)!.textContent!.trim());
  const packed = Uint8Array.from(binary, (unit) => unit.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return URL.createObjectURL(new Blob([await new Response(stream).blob()], { type: 'text/javascript' }));
}

export function startWorker(kind: WorkerKind): Worker {
  const address = addresses.get(kind);
  if (address === undefined) throw new Error('a saved page has no such worker');
  return new Worker(address);
}
