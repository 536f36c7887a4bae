// Imports from the face of a room (`ROOM/index.js`) become imports from the modules that define the names. The command line imports faces alone,
// which shows that they are enough for anyone; but to import a face evaluates the whole room: some milliseconds of every run from
// the bundle, and a tenth of a second where modules are loaded one by one.
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

const IMPORT = /^import \{([^}]*)\} from ["'](\.[^"']*\/index\.js)["'];$/gm;
const EXPORT = /^export \{([^}]*)\} from ["'](\.[^"']*)["'];$/gm;
const FACE = /\/index\.js$/;

/** The text of a module that TypeScript has compiled to `path`, which imports no face any more. */
export function resolveFaces(text, path) {
  return text.replaceAll(IMPORT, (_, names, face) =>
    pairsOf(names)
      .map(({ there, here }) => {
        const origin = originOf(resolve(dirname(path), face), there);
        const name = origin.name === here ? here : `${origin.name} as ${here}`;
        return `import { ${name} } from '${relative(dirname(path), origin.path).replaceAll('\\', '/')}';`;
      })
      .join(' '),
  );
}

/** The module that defines what `path` exports by this name, and the name there. */
function originOf(path, name) {
  let origin = { path, name };
  while (FACE.test(origin.path)) {
    const next = exportsOf(origin.path).get(origin.name);
    if (next === undefined) break; // it is defined here
    origin = next;
  }
  return origin;
}

const known = new Map();

/** What a module exports from others: the names, with the module and the name there. */
function exportsOf(path) {
  const found = known.get(path) ?? new Map();
  if (known.has(path)) return found;
  known.set(path, found);
  for (const [, names, from] of readFileSync(path, 'utf8').matchAll(EXPORT)) {
    for (const { there, here } of pairsOf(names)) found.set(here, { path: resolve(dirname(path), from), name: there });
  }
  return found;
}

/** The names in `a, b as c`. */
function pairsOf(text) {
  const parts = text.split(',').map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const [there, here = there] = part.split(' as ');
      return { there, here };
    });
}
