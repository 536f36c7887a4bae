// Reads a model in code, in the worker of the desk.
import type { Model } from 'tegata/models';
import { CodeError, type Compiled, importable, moduleOf, offerPackages, stripTypes } from './compile.ts';

/** The code without its types, to be run here or in another worker. Throws `CodeError`. */
export async function compile(text: string): Promise<Compiled> {
  const { packages } = await import('./packages.ts');
  offerPackages(packages);
  const namesOf = importable.map((one) => [one, Object.keys(packages[one]).filter((name) => name !== 'default')]);
  return { code: await stripTypes(text), names: Object.fromEntries(namesOf) as Compiled['names'] };
}

/** The model that the code exports. Throws `CodeError`. */
export async function modelFromCode(text: string): Promise<Model> {
  const { address, release } = moduleOf(await compile(text));
  try {
    const { default: exported, model = exported } = (await import(/* @vite-ignore */ address)) as Record<
      string,
      unknown
    >;
    if (typeof model === 'object' && model !== null && 'successors' in model) return model as Model;
    throw new CodeError('the module exports no model: write export default defineModel({ … })', { line: 1, column: 1 });
  } catch (error) {
    if (error instanceof CodeError) throw error;
    throw new CodeError(error instanceof Error ? error.message : String(error), { line: 1, column: 1 });
  } finally {
    release();
  }
}
