// Every link of the built site leads somewhere: to a file, and to a heading of it. Headings of the reference of the API are typedoc's, which looks at its
// links itself.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The links that lead nowhere, in words. */
export function deadLinks(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.html') && !/^(?:studio|examples)\//.test(file));
  const known = new Map();
  const idsOf = (file) => {
    if (!known.has(file)) {
      known.set(file, new Set([...readFileSync(file, 'utf8').matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)));
    }
    return known.get(file);
  };
  return pages.flatMap((page) => {
    const path = join(folder, page);
    const text = readFileSync(path, 'utf8').replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '');
    return [...new Set([...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => link))]
      .filter((link) => !/^(?:[a-z]+:|\/\/)/.test(link))
      .filter((link) => {
        const [address, heading = ''] = link.replaceAll('&amp;', '&').split('#');
        const [file] = address.split('?');
        const target = file === '' ? path : join(dirname(path), decodeURIComponent(file));
        if (file.startsWith('/') || !existsSync(target)) return true;
        const shown = statSync(target).isDirectory() ? join(target, 'index.html') : target;
        if (!existsSync(shown)) return true;
        return (
          heading !== '' &&
          shown.endsWith('.html') &&
          !/\/(?:studio|docs\/api)\//.test(shown) &&
          !idsOf(shown).has(decodeURIComponent(heading))
        );
      })
      .map((link) => `${page}: ${link} leads nowhere`);
  });
}
