// The search for counterexamples to [BS15, Prop. 3] behind docs/errata.md: all TGBAs over one proposition, with one acceptance set, a given number
// of states, all reachable from the first, and up to a number of edges. Whether the language from a pair of state and letter is stutter-invariant is decided exactly, and
// so is whether the property keeps the language.
//
//   npm run build && node bench/testing/property-3.mjs [states 2] [edges 8]
import { generalizedBuchi } from '../../dist/automata/acceptance.js';
import { AutomatonBuilder } from '../../dist/automata/automaton.js';
import { complement } from '../../dist/automata/operations/complement.js';
import { destutter } from '../../dist/automata/operations/destutter.js';
import { distinguishingWord } from '../../dist/automata/operations/inclusion.js';
import { intersects } from '../../dist/automata/operations/intersects.js';
import { toDifferenceAutomaton } from '../../dist/automata/testing/difference-automaton.js';
import { EdgeList } from '../../dist/automata/testing/edge-list.js';
import { tgtaOf } from '../../dist/automata/testing/labelled-to-tgta.js';
import { printedStutteringStep } from '../../dist/automata/testing/printed-tgta.js';
import { Stopwatch } from '../../dist/diagnostics/stopwatch.js';
import { printWord } from '../../dist/formula/word-syntax.js';

const [states = 2, mostEdges = 8] = process.argv.slice(2).map(Number);
const LETTERS = [0, 1];

/** Edges are [source, letter, marks, target]. With a letter, only runs that begin with it in `start`. */
function automaton(edges, start = 0, letter = null) {
  const builder = new AutomatonBuilder(['p']);
  builder.addStates(states + 1);
  builder.setInitial(letter === null ? start : states);
  for (const [source, read, marks, target] of edges) {
    builder.addEdge(source, builder.bdd.literal(0, read === 1), marks, target);
    if (source === start && read === letter) builder.addEdge(states, builder.bdd.literal(0, read === 1), marks, target);
  }
  return builder.build(generalizedBuchi(1));
}

function isInvariant(edges, state, letter) {
  const language = automaton(edges, state, letter);
  return !intersects(destutter(language), destutter(complement(language)));
}

/** [BS15, Prop. 2]: state (q, ℓ) is 2q + ℓ. */
function label(edges, lenient) {
  const { bdd } = automaton(edges);
  const list = new EdgeList();
  for (const [source, letter, marks, target] of edges) {
    for (const next of LETTERS)
      list.push(2 * source + letter, bdd.literal(0, letter !== next), marks, 2 * target + next);
  }
  return {
    bdd,
    propositions: ['p'],
    setCount: 1,
    stateCount: 2 * states,
    lenient,
    accepting: [],
    initial: LETTERS.map((letter) => ({ state: letter, letters: bdd.literal(0, letter === 1) })),
    edges: list,
    stateNames: lenient.map((_, i) => String(i)),
  };
}

/** A difference word that tells both apart, or null. */
function difference(edges) {
  const lenient = Array.from({ length: 2 * states }, (_, i) => isInvariant(edges, i >> 1, i & 1));
  if (!lenient.includes(true) || !lenient.includes(false)) return null;
  const labelled = label(edges, lenient);
  const before = tgtaOf(labelled, labelled.edges, labelled.initial);
  const after = printedStutteringStep(labelled, new Stopwatch());
  return distinguishingWord(toDifferenceAutomaton(before), toDifferenceAutomaton(after));
}

const slots = [];
for (let source = 0; source < states; source++) {
  for (const letter of LETTERS) for (let target = 0; target < states; target++) slots.push([source, letter, target]);
}

function* choices(first, count, chosen = []) {
  if (count === 0) yield chosen;
  for (let i = first; count > 0 && i < slots.length; i++) {
    const [source, letter, target] = slots[i];
    for (const marks of [0, 1]) yield* choices(i + 1, count - 1, [...chosen, [source, letter, marks, target]]);
  }
}

function reachesAll(edges) {
  const seen = new Set([0]);
  for (const state of seen) for (const [source, , , target] of edges) if (source === state) seen.add(target);
  return seen.size === states;
}

const counts = { searched: 0, lost: 0, added: 0 };
for (let count = 1; count <= Math.min(mostEdges, slots.length); count++) {
  for (const edges of choices(0, count)) {
    if (!reachesAll(edges)) continue;
    counts.searched++;
    const found = difference(edges);
    if (found === null) continue;
    if (counts.lost + counts.added === 0) {
      const shown = edges.map(
        ([from, letter, marks, to]) => `${from} -${letter ? 'p' : '!p'}${marks ? '*' : ''}-> ${to}`,
      );
      console.log(`first: ${shown.join(', ')}; as changes: ${printWord(found.word, ['p'])}`);
    }
    counts[found.acceptedBy === 'left' ? 'lost' : 'added']++;
  }
  console.log(
    `up to ${count} edges: ${counts.searched} searched, ${counts.lost} lose words, ${counts.added} add words`,
  );
}
