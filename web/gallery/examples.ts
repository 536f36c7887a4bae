// The examples of the repository as the gallery shows them: their texts, formulas and what each shows, all from `examples/`.
import table from '../../examples/README.md?raw';

export interface ExampleProperty {
  readonly formula: string;
  readonly verdict: string;
  readonly why: string;
  readonly fairness?: unknown;
}

export interface Example {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly shows: string;
  readonly states: number | null;
  readonly properties: readonly ExampleProperty[];
}

interface Expected {
  readonly states?: number;
  readonly properties: readonly ExampleProperty[];
}

const texts = import.meta.glob<string>('../../examples/*/model.{dve,net,kripke,pml,pnml,etf,ts}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const expected = import.meta.glob<Expected>('../../examples/*/expected.json', { import: 'default', eager: true });

/** One for each folder whose model is a file that the page reads; where there are several formats, the Kripke structure. */
export const examples: readonly Example[] = Object.entries(texts)
  .flatMap(([path, text]) => {
    const [, name, ending] = /examples\/([^/]+)\/model\.(\w+)$/.exec(path)!;
    if (name === 'lamp' && ending !== 'kripke') return [];
    if (/from 'xstate'/.test(text)) return []; // the page has no such package
    const facts = expected[path.replace(/model\.\w+$/, 'expected.json')];
    const row = new RegExp(`^\\| \\[${name}\\].*\\| ([^|]*) \\|$`, 'm').exec(table);
    return [
      {
        name,
        file: `${name}.${ending}`,
        text,
        shows: (row?.[1] ?? '').replaceAll('`', ''),
        states: facts.states ?? null,
        properties: facts.properties,
      },
    ];
  })
  .sort((a, b) => a.name.localeCompare(b.name));

/** Nets of the library, in a size that is quick. */
export const libraryNets = [
  { name: 'kanban', parameter: 2, shows: 'a production line of four stations with cards' },
  { name: 'fms', parameter: 2, shows: 'a flexible manufacturing system' },
  { name: 'philosophers', parameter: 3, shows: 'dining philosophers with a deadlock' },
  { name: 'slotted-ring', parameter: 3, shows: 'a ring of nodes that share slots' },
  { name: 'round-robin', parameter: 3, shows: 'a mutual exclusion by turns' },
] as const;

/** Formulas worth a look. */
export const formulas = [
  { text: 'G(request -> F grant)', shows: 'response: every request is granted some time' },
  { text: '!open U ticket', shows: 'precedence: nothing opens before there is a ticket' },
  { text: 'GF tick & FG !alarm', shows: 'again and again, and from some time on' },
  { text: 'G(a -> X a)', shows: 'with X, and still about more than one step' },
  { text: 'F(a & X a)', shows: 'tells stuttering apart: two words show it' },
  { text: '(GF enabled -> GF taken) -> G(wait -> F serve)', shows: 'under strong fairness' },
  { text: 'a U (b U c)', shows: 'two nested untils' },
  { text: 'G(request -> F grant) & GF a', shows: 'a testing automaton of ten states' },
] as const;
