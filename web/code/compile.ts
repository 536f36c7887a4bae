// Models in TypeScript or JavaScript: their types are left out, and what they import of the package is the package of the worker that runs them. There is
// no `eval`: the code becomes a module with an address of its own (blob:), which the worker imports. Lines stay where they are.

/** What of the package a model may import; the worker that runs it has them under this symbol. */
export const importable = ['tegata', 'tegata/modelling', 'tegata/models', 'tegata/formula'] as const;
export type Importable = (typeof importable)[number];
export type Packages = Readonly<Record<Importable, object>>;

const PACKAGES = Symbol.for('tegata studio');

/** Lets the code that this worker imports find the package. */
export function offerPackages(packages: Packages): void {
  (globalThis as { [PACKAGES]?: Packages })[PACKAGES] = packages;
}

export const isCode = (file: string): boolean => /\.(?:[cm]?ts|m?js)$/.test(file);

/** A mistake in the code, at its place: lines and columns from 1. */
export class CodeError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, { line, column }: { line: number; column: number }) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** The specifiers of static imports and of exports from elsewhere. */
const SPECIFIER = /(\b(?:from|import)\s*)(["'])([^"'\n]+)\2/g;

/** Code without its types, and the names that each part of the package exports. */
export interface Compiled {
  readonly code: string;
  readonly names: Readonly<Record<Importable, readonly string[]>>;
}

/** The code without its types. Throws `CodeError`. */
export async function stripTypes(text: string): Promise<string> {
  const { transform } = await import('sucrase');
  try {
    return transform(text, { transforms: ['typescript'], disableESTransforms: true }).code;
  } catch (error) {
    const { message, loc } = error as Error & { loc?: { line: number; column: number } };
    const plain = message.replace(/^Error transforming \S+: /, '').replace(/ \(\d+:\d+\)$/, '');
    throw new CodeError(plain, { line: loc?.line ?? 1, column: loc?.column ?? 1 });
  }
}

/** The address of a module with this code, for a worker that has offered the packages; `release` forgets it. Throws `CodeError`. */
export function moduleOf({ code, names }: Compiled): { readonly address: string; readonly release: () => void } {
  const addresses = new Map<string, string>();
  const make = (text: string): string => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const addressOf = (specifier: string, at: number): string => {
    const known = addresses.get(specifier);
    if (known !== undefined) return known;
    const found = importable.find((one) => one === specifier);
    if (found === undefined) {
      const before = code.slice(0, at).split('\n');
      const place = { line: before.length, column: before.at(-1)!.length + 1 };
      throw new CodeError(
        `${specifier} cannot be imported here: models in the studio have ${importable.join(', ')}`,
        place,
      );
    }
    const address = make(shim(found, names[found]));
    addresses.set(specifier, address);
    return address;
  };
  const text = code.replace(SPECIFIER, (_, keyword: string, quote: string, specifier: string, at: number) => {
    return `${keyword}${quote}${addressOf(specifier, at)}${quote}`;
  });
  const address = make(text);
  return {
    address,
    release: () => {
      for (const one of [address, ...addresses.values()]) URL.revokeObjectURL(one);
    },
  };
}

/** A module with the exports of a package that the worker has. */
function shim(name: Importable, names: readonly string[]): string {
  const from = `globalThis[Symbol.for(${JSON.stringify(PACKAGES.description)})][${JSON.stringify(name)}]`;
  return `const all = ${from};\n${names.map((one) => `export const ${one} = all.${one};`).join('\n')}\n`;
}
