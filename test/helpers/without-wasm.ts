// Hosts that do not let WebAssembly be used, for as long as some work takes.

interface Host {
  WebAssembly?: unknown;
}

/** Without WebAssembly at all, or with one that compiles nothing, as under a Content-Security-Policy. */
export const hostsWithoutWasm = {
  absent: undefined,
  forbidden: {
    ...namesOf((globalThis as Host).WebAssembly as object),
    Module: class {
      constructor() {
        throw Object.assign(new Error('Refused to compile or instantiate'), { name: 'CompileError' });
      }
    },
  },
} as const;

/** Does the work where WebAssembly is this. */
export async function withWasm<T>(wasm: unknown, work: () => T): Promise<Awaited<T>> {
  const host = globalThis as Host;
  const kept = host.WebAssembly;
  host.WebAssembly = wasm;
  try {
    return await work();
  } finally {
    host.WebAssembly = kept;
  }
}

function namesOf(object: object): Record<string, unknown> {
  const names = Object.getOwnPropertyNames(object);
  return Object.fromEntries(names.map((name) => [name, (object as Record<string, unknown>)[name]]));
}
