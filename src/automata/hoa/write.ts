// Writing the Hanoi omega-automata format, version 1. The text depends on the automaton only, and reading it back and writing
// it again gives the same text: labels are irredundant covers, which depend on the function only; marks stand on states
// whenever all edges of each state agree; structural properties are decided by looking.
import type { BddRef } from '../../dd/bdd.ts';
import type { BooleanNotation } from '../../dd/print.ts';
import { quoteName } from '../../formula/syntax/quoting.ts';
import { type AcceptanceFormula, type Marks, renameSets } from '../acceptance.ts';
import { namedAcceptance } from '../acceptance-name.ts';
import type { Automaton } from '../automaton.ts';
import { LabelTexts } from '../label-texts.ts';
import { formatAcceptance, setsIn } from '../operations/acceptance-forms.ts';
import { hasStateAcceptance } from '../properties.ts';
import { type StateNaming, stateTexts } from '../state-texts.ts';
import { hoaProperties } from './properties.ts';

export interface WriteHoaOptions {
  /** One item per line, or the whole automaton on one line. `lines` unless given. */
  readonly layout?: 'lines' | 'one-line';
  /** Marks on states where that is possible, or always on edges. `states-if-possible` unless given. */
  readonly marks?: 'states-if-possible' | 'edges';
  /** `implicit` leaves labels out where every state has exactly one edge for each letter. `explicit` unless given. */
  readonly labels?: 'explicit' | 'implicit';
  /** Names of states: those that they have, the formulas that define them, or none. `names` unless given. */
  readonly stateNames?: StateNaming;
}

/** Labels over more propositions than this are not written implicitly: there are too many letters. */
const MOST_IMPLICIT = 12;

const notation: BooleanNotation = { name: String, not: '!', and: '&', or: ' | ', true: 't', false: 'f' };

/** The automaton in the Hanoi format, without a final newline. */
export function printHoa(automaton: Automaton, options: WriteHoaOptions = {}): string {
  const onStates = options.marks !== 'edges' && hasStateAcceptance(automaton);
  const implicit = options.labels === 'implicit' && canBeImplicit(automaton);
  const lines = [...headerLines(automaton, { onStates, implicit })];
  const names = stateTexts(automaton, options.stateNames ?? 'names');
  const labels = new LabelTexts(automaton, notation);
  for (let state = 0; state < automaton.stateCount; state++) {
    const first = automaton.edgeStart[state];
    const end = automaton.edgeStart[state + 1];
    const name = names?.[state] ? ` ${quoteName(names[state])}` : '';
    lines.push(`State: ${state}${name}${onStates && first < end ? marksText(automaton.edgeMarks[first]) : ''}`);
    if (implicit) lines.push(implicitEdges(automaton, state, onStates));
    else for (let e = first; e < end; e++) lines.push(edgeLine(automaton, e, labels, onStates));
  }
  lines.push('--END--');
  return lines.join(options.layout === 'one-line' ? ' ' : '\n');
}

function* headerLines(automaton: Automaton, how: { onStates: boolean; implicit: boolean }): Generator<string> {
  const { name, stateCount, initial, propositions, acceptance } = automaton;
  yield 'HOA: v1';
  if (name !== '') yield `name: ${quoteName(name)}`;
  yield `States: ${stateCount}`;
  for (const state of initial) yield `Start: ${state}`;
  yield ['AP:', propositions.length, ...propositions.map(quoteName)].join(' ');
  const { setCount } = acceptance;
  const condition = namedAcceptance({ setCount, formula: normalised(acceptance.formula, setCount) });
  if (condition.name !== null) yield `acc-name: ${condition.name}`;
  yield `Acceptance: ${setCount} ${formatAcceptance(condition.formula)}`;
  const labels = how.implicit ? 'implicit-labels' : 'trans-labels explicit-labels';
  yield `properties: ${labels} ${how.onStates ? 'state-acc' : 'trans-acc'}`;
  const properties = hoaProperties(automaton, how.onStates ? 'states' : 'edges');
  if (properties.length > 0) yield `properties: ${properties.join(' ')}`;
  yield '--BODY--';
}

/** Flattened, without constants and repetitions, as the reader makes it. */
function normalised(formula: AcceptanceFormula, sets: number): AcceptanceFormula {
  return renameSets(
    formula,
    Array.from({ length: sets }, (_, set) => set),
  );
}

function edgeLine(automaton: Automaton, edge: number, labels: LabelTexts, onStates: boolean): string {
  const marks = onStates ? '' : marksText(automaton.edgeMarks[edge]);
  return `[${labels.of(automaton.edgeLabel[edge])}] ${automaton.edgeTarget[edge]}${marks}`;
}

function marksText(marks: Marks): string {
  return marks === 0 ? '' : ` {${setsIn(marks).join(' ')}}`;
}

/** Whether every state has exactly one edge for each letter, and the letters can be listed. */
function canBeImplicit(automaton: Automaton): boolean {
  const { propositions, bdd, edgeStart, edgeLabel } = automaton;
  if (propositions.length > MOST_IMPLICIT) return false;
  for (let state = 0; state < automaton.stateCount; state++) {
    let seen: BddRef = bdd.false;
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      if (!bdd.isDisjoint(seen, edgeLabel[e])) return false;
      seen = bdd.or(seen, edgeLabel[e]);
    }
    if (seen !== bdd.true) return false;
  }
  return true;
}

/** The targets of a state for all letters in order, on one line. */
function implicitEdges(automaton: Automaton, state: number, onStates: boolean): string {
  const { propositions, bdd, edgeStart, edgeLabel, edgeTarget, edgeMarks } = automaton;
  const texts: string[] = [];
  for (let letter = 0; letter < 2 ** propositions.length; letter++) {
    let e = edgeStart[state];
    while (!bdd.evaluateMask(edgeLabel[e], letter)) e++;
    texts.push(`${edgeTarget[e]}${onStates ? '' : marksText(edgeMarks[e])}`);
  }
  return texts.join(' ');
}
