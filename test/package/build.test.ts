// What the build makes of the modules of the command: a command loads the modules that it uses, not whole rooms.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The modules that this one imports when it is loaded. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:^|[;\n] ?)(?:import|export) [^'";]*?from ["'](\.[^"']+)["']/g)].map(([, target]) =>
    normalize(join(dirname(file), target)),
  );
}

/** The rooms that are loaded together with a module. */
function roomsOf(file: string): Set<string> {
  const reached = new Set([file]);
  for (const module of reached) for (const next of importsOf(module)) reached.add(next);
  return new Set([...reached].map((path) => path.split('/')[1]));
}

describe('the built command', () => {
  it('imports no face of a room, which would load the whole room', () => {
    const modules = readdirSync('dist/cli', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js') && !file.startsWith('bundle/'))
      .map((file) => join('dist/cli', file));
    expect(modules.length).toBeGreaterThan(50);
    const faces = modules.flatMap((file) => importsOf(file).filter((path) => /^dist\/\w+\/index\.js$/.test(path)));
    expect(faces).toEqual([]);
  });

  it('loads automata, models and engines only where it needs them', () => {
    expect([...roomsOf('dist/cli/commands/formula.js')].sort()).toEqual(['base', 'cli', 'diagnostics', 'formula']);
    expect([...roomsOf('dist/cli/commands/random.js')].sort()).toEqual(['base', 'cli', 'diagnostics', 'formula']);
    expect(roomsOf('dist/cli/commands/translate.js')).not.toContain('models');
    expect(roomsOf('dist/cli/commands/simulate.js')).not.toContain('explicit');
  });
});
