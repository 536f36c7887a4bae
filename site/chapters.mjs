// The pages of `docs/` in the order in which they are read, tutorials first. A page that no chapter has stands in the last one.

export const chapters = [
  ['Tutorials', ['test-suite', 'course', 'first-steps', 'studio', 'traces', 'projects']],
  [
    'Models and questions',
    ['models', 'promela', 'library', 'browser', 'editor', 'questions', 'graphs', 'campaigns', 'certificates'],
  ],
  ['Automata', ['automata', 'testing-automata', 'errata']],
  ['Engines', ['choosing', 'explicit', 'symbolic', 'reductions', 'state-equation', 'scale', 'kernel']],
  ['Research', ['experiments', 'BIBLIOGRAPHY', 'GLOSSARY']],
  ['Working on Tegata', ['ARCHITECTURE', 'dependencies']],
];

/** What is generated, and what stands outside of `docs/`. */
export const reference = [
  { text: 'The command', link: '/command' },
  { text: 'The API', link: '/docs/api/README' },
  { text: 'Error codes', link: '/docs/errors' },
  { text: 'Examples', link: '/examples/README' },
  { text: 'Benchmarks', link: '/bench/README' },
  { text: 'Decisions', link: '/docs/adr/index' },
  { text: 'Changes', link: '/CHANGELOG' },
  { text: 'Contributing', link: '/CONTRIBUTING' },
];

/** The chapters with every page of `pages`; `errors` stands in the reference. */
export function placed(pages) {
  const known = new Set([...chapters.flatMap(([, names]) => names), 'errors']);
  const others = pages.filter((page) => !known.has(page));
  return others.length === 0 ? chapters : [...chapters, ['More', others]];
}
