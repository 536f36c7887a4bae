// The papers whose experiments are run again, for the legend of a report. The keys are those of docs/BIBLIOGRAPHY.md.

interface Paper {
  readonly key: string;
  readonly authors: string;
  readonly title: string;
}

export const papers: readonly Paper[] = [
  {
    key: '[BDK11]',
    authors: 'Ben Salem, Duret-Lutz, Kordon',
    title: 'Generalized Büchi automata versus testing automata for model checking',
  },
  {
    key: '[BDK12]',
    authors: 'Ben Salem, Duret-Lutz, Kordon',
    title: 'Model checking using generalized testing automata',
  },
  {
    key: '[BDKT14]',
    authors: 'Ben Salem, Duret-Lutz, Kordon, Thierry-Mieg',
    title: 'Symbolic model checking of stutter-invariant properties using generalized testing automata',
  },
  { key: '[BS15]', authors: 'Ben Salem', title: 'Extending testing automata to all LTL' },
];
