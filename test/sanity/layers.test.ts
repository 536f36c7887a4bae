// The walls of the house: which room may import which, no cycles, and no Node in the core.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const below = ['base', 'diagnostics'];
/** A room and the rooms that it may import besides itself (DESIGN §2). */
const allowed: Record<string, readonly string[]> = {
  base: [],
  diagnostics: ['base'],
  formula: below,
  dd: below,
  automata: [...below, 'formula', 'dd'],
  models: [...below, 'formula'],
  modelling: [...below, 'formula', 'models'],
  explicit: [...below, 'formula', 'automata', 'models'],
  symbolic: [...below, 'formula', 'automata', 'models', 'dd'],
  reductions: [...below, 'formula', 'models'],
  check: [...below, 'formula', 'dd', 'automata', 'models', 'explicit', 'symbolic', 'reductions'],
  certificates: [...below, 'formula', 'automata', 'models', 'explicit', 'symbolic', 'check'],
  report: [...below, 'formula', 'automata', 'models', 'check'],
  config: [...below, 'formula', 'models', 'check'],
  graph: [...below, 'formula', 'automata', 'models', 'explicit', 'check'],
  campaign: [...below, 'models', 'check', 'report', 'config'],
  experiments: [...below, 'formula', 'dd', 'automata', 'models', 'explicit', 'symbolic', 'check', 'report'],
  worker: [...below, 'formula', 'models', 'explicit', 'check', 'report'],
};
/** Rooms at the top may import everything below them. */
const top = ['cli', 'adapters', 'index.ts'];

/** What Node has and a browser has not; `process` alone is also a word of modelling languages. */
const NODE_GLOBALS =
  /\b(process\.(argv|cwd|env|exit|exitCode|hrtime|memoryUsage|nextTick|off|on|once|platform|std\w+|versions?)\b|Buffer\.|__dirname|require\()/;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replaceAll('\\', '/'));

interface Import {
  readonly target: string;
  readonly typeOnly: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join('src', file), 'utf8');
  const found: Import[] = [];
  for (const match of text.matchAll(/(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'/g)) {
    found.push({ target: match[2], typeOnly: match[1] !== undefined });
  }
  for (const match of text.matchAll(/import\(\s*'([^']+)'\s*\)/g)) found.push({ target: match[1], typeOnly: true });
  return found;
}

const room = (file: string): string => file.split('/')[0];
const resolve = (file: string, target: string): string => normalize(join(dirname(file), target)).replaceAll('\\', '/');

describe('the rooms of src/', () => {
  it('are all known to this test', () => {
    for (const file of files) expect([...Object.keys(allowed), ...top], file).toContain(room(file));
  });

  it('import only from rooms above them', () => {
    const wrong: string[] = [];
    for (const file of files) {
      if (top.includes(room(file))) continue;
      for (const { target } of importsOf(file)) {
        if (!target.startsWith('.')) continue;
        const other = room(resolve(file, target));
        if (other !== room(file) && !allowed[room(file)].includes(other)) wrong.push(`${file} imports ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('are imported by the command line through their faces, which so are enough for anyone', () => {
    const wrong: string[] = [];
    for (const file of files) {
      if (room(file) !== 'cli') continue;
      for (const { target } of importsOf(file)) {
        const found = resolve(file, target);
        if (target.startsWith('.') && room(found) !== 'cli' && found !== `${room(found)}/index.ts`) {
          wrong.push(`${file} imports ${target}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('never import one another in a circle', () => {
    const graph = new Map(
      files.map((file) => [
        file,
        importsOf(file)
          .filter(({ target, typeOnly }) => target.startsWith('.') && !typeOnly)
          .map(({ target }) => resolve(file, target)),
      ]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      else if (!done.has(file)) {
        for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
        done.add(file);
      }
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('leave every write of the command line to the file that checks it', () => {
    const write =
      /\b(writeSync|writeFileSync|appendFileSync|createWriteStream|writeFile|console\.\w+|process\.std(out|err)\.write)\(/;
    // the cache of compiled code may be lost
    const checked = ['cli/output/write-file.ts', 'cli/start/run-bundled.ts'];
    const wrong = files.filter((file) => {
      const text = readFileSync(join('src', file), 'utf8');
      const own = text.includes("write-file.ts'") ? text.replaceAll('writeFile(', '') : text;
      return room(file) === 'cli' && !checked.includes(file) && write.test(own);
    });
    expect(wrong).toEqual([]);
  });

  it('keep Node out of everything but the command line', () => {
    const wrong = files.filter(
      (file) =>
        room(file) !== 'cli' &&
        (importsOf(file).some(({ target }) => target.startsWith('node:')) ||
          NODE_GLOBALS.test(readFileSync(join('src', file), 'utf8'))),
    );
    expect(wrong).toEqual([]);
  });
});
