// The settings of VitePress for the site of `docs/`. `scripts/build-site.mjs` gathers the pages.
import { placed, reference } from './chapters.mjs';
import { liveFences } from './live-fences.mjs';

/** Stands for the folder in which the site is served, until `scripts/site/relocate.mjs` has replaced it. */
export const BASE = '/SITE-BASE/';

/** `titles` has the title of each page of `docs/` by its name. */
export const settings = (titles) => ({
  title: 'Tegata',
  description: 'An LTL model checker for Node and the browser',
  lang: 'en',
  base: BASE,
  // the build looks at all links itself, those to headings and files too
  ignoreDeadLinks: true,
  markdown: {
    html: false, // `<` in a sentence is no markup
    anchor: { slugify }, // links in the documents are those of GitHub
    config: (markdown) => {
      liveFences(markdown);
      plainBraces(markdown);
    },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { dve: 'c', promela: 'c', net: 'txt', ltl: 'txt', kripke: 'txt' },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'tegata-live' } } },
  vite: { logLevel: 'error', build: { chunkSizeWarningLimit: 5000 } },
  themeConfig: {
    logo: '/mark.svg',
    search: { provider: 'local' },
    nav: [
      { text: 'Ten minutes', link: '/docs/test-suite' },
      { text: 'Course', link: '/docs/course' },
      { text: 'Studio', link: '/studio/index.html', target: '_self' },
      { text: 'Command', link: '/command' },
      { text: 'API', link: '/docs/api/README' },
    ],
    sidebar: [
      ...placed(Object.keys(titles)).map(([text, pages]) => ({
        text,
        items: pages.map((page) => ({ text: titles[page], link: `/docs/${page}` })),
      })),
      { text: 'Reference', items: reference },
    ],
    outline: [2, 3],
  },
});

/** The name of a heading in an address, as GitHub makes it. */
function slugify(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** Two braces in a sentence are no expression of Vue. */
function plainBraces(markdown) {
  markdown.renderer.rules.text = (tokens, i) =>
    markdown.utils.escapeHtml(tokens[i].content).replaceAll('{{', '&#123;&#123;');
}
