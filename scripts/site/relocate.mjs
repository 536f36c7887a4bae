// Makes a site that VitePress has built work in any folder of any host. VitePress writes the folder into everything; here each page finds it by itself:
// addresses in pages become relative, and programs ask for `SITE_BASE`, which the page has set from its own address.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const NAME = 'SITE_BASE';
const MARK = '/@@/';

/** `base` is the folder that was written, with its slashes. Throws where it is still written somewhere. */
export function relocate(folder, base) {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:html|js|css|json)$/.test(file) || /^(?:studio|live|examples)[/\\]/.test(file)) continue;
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const up = `${relative(dirname(path), folder) || '.'}/`.replaceAll('\\', '/');
    const changed = file.endsWith('.html')
      ? page(text, base, up)
      : file.endsWith('.css')
        ? text.replaceAll(base, '../')
        : script(text, base);
    if (changed.includes(base)) throw new Error(`${file} still has ${base}`);
    writeFileSync(path, changed);
  }
  // a host shows it at any address, where nothing relative can be found
  rmSync(join(folder, '404.html'), { force: true });
}

function page(text, base, up) {
  const find = `var ${NAME}=new URL(${JSON.stringify(up)},location.href).pathname;`;
  // what stays while pages change must not be relative to the first of them
  const settle =
    'for(const a of document.querySelectorAll("a[href],link[rel=icon]"))if(!a.getAttribute("href").startsWith("#"))a.href=a.href;for(const i of document.images)i.src=i.src;';
  return text
    .replace('<head>', `<head><script>${find}</script><link rel="icon" type="image/svg+xml" href="${up}mark.svg">`)
    .replaceAll(`\\"base\\":\\"${base}\\"`, `\\"base\\":\\"\\"`)
    .replace('</body>', `<script>__VP_SITE_DATA__.base=${NAME};${settle}</script></body>`)
    .replaceAll(base, up);
}

/** Texts of a program that begin with the folder; the search index is one text, in which it stands before every address. */
function script(text, base) {
  const index = /^(const (\w+)=.*;)export\{\2 as default\};\s*$/s.exec(text);
  if (index !== null && text.includes('documentCount')) {
    return `${index[1].replaceAll(base, MARK)}const found=${index[2]}.replaceAll("${MARK}",${NAME});export{found as default};`;
  }
  return text
    .replaceAll(new RegExp(`"${base}([^"\\\\\n]*)"`, 'g'), (_, rest) => `(${NAME}+"${rest}")`)
    .replaceAll(new RegExp(`\`${base}`, 'g'), `\`\${${NAME}}`);
}
