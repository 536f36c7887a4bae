// How modules of models are found and read; registered with Node by `load-module.ts`, which runs it in a thread of its own.
//
//  - `tegata` and its subpaths are this very package, wherever the model lies: there is one copy of it, and a model needs no
//    installation beside it.
//  - TypeScript is stripped of its types; imports may name the file, or as compilers and bundlers have it: `./other.js` or
//    `./other` for `./other.ts`.
import type { LoadHook, ResolveHook } from 'node:module';
import { stripFile } from './strip-types.ts';

const RELATIVE = /^\.{1,2}\//;

export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  if (specifier === 'tegata' || specifier.startsWith('tegata/')) {
    return nextResolve(specifier, { ...context, parentURL: import.meta.url });
  }
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    if (!RELATIVE.test(specifier)) throw error;
    const found = await firstOf(asTypeScript(specifier), (candidate) => nextResolve(candidate, context));
    if (found === null) throw error;
    return found;
  }
};

export const load: LoadHook = async (url, context, nextLoad) => {
  const [file] = url.split('?'); // what follows is a version
  if (!/^file:.*\.[cm]?ts$/.test(file)) return nextLoad(url, context);
  const format = file.endsWith('.cts') ? 'commonjs' : 'module';
  return { format, shortCircuit: true, source: await stripFile(url) };
};

/** The TypeScript files that a specifier may mean. */
function asTypeScript(specifier: string): string[] {
  const compiled = /^(.*)\.([cm]?)js$/.exec(specifier);
  return compiled
    ? [`${compiled[1]}.${compiled[2]}ts`]
    : [`${specifier}.ts`, `${specifier}.mts`, `${specifier}/index.ts`];
}

async function firstOf<T>(
  candidates: readonly string[],
  attempt: (candidate: string) => T | Promise<T>,
): Promise<T | null> {
  for (const candidate of candidates) {
    try {
      return await attempt(candidate);
    } catch {
      // the next one
    }
  }
  return null;
}
