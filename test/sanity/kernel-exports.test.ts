// The compiled cores against the types of their exports, which are made from the sources: names, kinds, parameters; and no export that
// nobody uses.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type MemoryUse, requireHost, reserveMemory, type WasmModule } from '../../src/base/wasm-host.ts';
import { coreBase64 as diagramCoreBase64 } from '../../src/dd/mdd/diagram-core.generated.ts';
import { coreBase64 } from '../../src/explicit/kernel/core.generated.ts';
import { coreBase64 as sharedCoreBase64 } from '../../src/explicit/kernel/threads/shared-core.generated.ts';

const cores: readonly { name: string; file: string; room: string; base64: string; use?: MemoryUse }[] = [
  { name: 'explicit', file: 'src/explicit/kernel/core.generated.ts', room: 'src/explicit', base64: coreBase64 },
  {
    name: 'threads',
    file: 'src/explicit/kernel/threads/shared-core.generated.ts',
    room: 'src/explicit',
    base64: sharedCoreBase64,
    use: 'shared',
  },
  { name: 'diagrams', file: 'src/dd/mdd/diagram-core.generated.ts', room: 'src/dd', base64: diagramCoreBase64 },
];

/** Exported so that the compiler keeps the loads that fill caches ahead of use: nobody calls them. */
const SINKS = ['getHashedSink', 'getSink', 'getInlineSink', 'getLookupSink', 'getNumberedSink', 'getProductSink'];

interface Member {
  readonly name: string;
  readonly kind: string;
  /** Of functions. */
  readonly parameters?: number;
}

/** The members of the generated interface. */
function declared(file: string): Member[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^ {2}(?:readonly (\w+): Wasm(Global|Table)|(\w+)\((.*)\): \w+;$)/gm)]
    .map(([, value, type, name, parameters]): Member => {
      if (name === undefined) return { name: value, kind: type.toLowerCase() };
      return { name, kind: 'function', parameters: parameters === '' ? 0 : parameters.split(',').length };
    })
    .sort(byName);
}

/** What tells of a module; the rooms have no use for it. */
interface Reflection {
  exports(module: WasmModule): { name: string; kind: string }[];
  imports(module: WasmModule): { module: string; name: string; kind: string }[];
}

/** The exports of the module itself. */
function compiled(base64: string, use?: MemoryUse): Member[] {
  const { Module, Instance } = requireHost();
  const reflection = Module as unknown as Reflection;
  const module = new Module(Buffer.from(base64, 'base64'));
  const imports: Record<string, Record<string, unknown>> = {};
  for (const { module: from, name, kind } of reflection.imports(module)) {
    (imports[from] ??= {})[name] = kind === 'memory' ? reserveMemory(1, use).memory : () => 0;
  }
  const { exports } = new Instance(module, imports);
  return reflection
    .exports(module)
    .map(({ name, kind }) =>
      kind === 'function' ? { name, kind, parameters: (exports[name] as () => void).length } : { name, kind },
    )
    .sort(byName);
}

const byName = (a: Member, b: Member): number => (a.name < b.name ? -1 : 1);

describe.each(cores)('the core of $name', ({ file, room, base64, use }) => {
  it('has the exports that its generated type declares', () => {
    const members = declared(file);
    expect(members.length).toBeGreaterThan(20);
    expect(compiled(base64, use)).toEqual(members);
  });

  it('exports nothing that the host does not use', () => {
    const sources = readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.includes('.generated.'))
      .map((path) => readFileSync(join(room, path), 'utf8').replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, ''))
      .join('\n');
    const unused = compiled(base64, use).filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(sources));
    expect(unused.map(({ name }) => name).filter((name) => name !== 'table' && !SINKS.includes(name))).toEqual([]);
  });
});
