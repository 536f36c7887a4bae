// ω-automata drawn as the papers draw them: from left to right, marks as coloured dots on edges, accepting states of Büchi
// automata with two circles.
import { type AcceptanceFormula, isBuchi, isGeneralizedBuchi } from './acceptance.ts';
import { acceptanceName } from './acceptance-name.ts';
import type { Automaton } from './automaton.ts';
import { componentFacts } from './component-facts.ts';
import { LabelTexts, labelNotation } from './label-texts.ts';
import { formatAcceptance, setsIn } from './operations/acceptance-forms.ts';
import { pictureToDot } from './picture/dot.ts';
import type { CaptionLine, Picture, PictureCluster } from './picture/picture.ts';
import { hasStateAcceptance } from './properties.ts';
import { componentsOf } from './scc.ts';
import { type StateNaming, stateTexts } from './state-texts.ts';

export interface DrawOptions {
  /** `unicode` writes ¬a ∧ b, `ascii` !a & b. `unicode` unless given. */
  readonly symbols?: 'ascii' | 'unicode';
  /** What stands in a state besides its number, which is there when there is nothing else. `names` unless given. */
  readonly stateNames?: StateNaming;
  /** Frames around strongly connected components, green where they accept. `none` unless given. */
  readonly components?: 'framed' | 'none';
  /** Marks on states where that is possible, or always on edges. `states-if-possible` unless given. */
  readonly marks?: 'states-if-possible' | 'edges';
  /** The name of the automaton and, unless it is a Büchi condition, the acceptance. `shown` unless given. */
  readonly caption?: 'shown' | 'hidden';
  readonly direction?: Picture['direction'];
}

/** The automaton as a DOT graph, without a final newline. */
export function printDot(automaton: Automaton, options: DrawOptions = {}): string {
  return pictureToDot(drawAutomaton(automaton, options));
}

/** The picture of the automaton. */
export function drawAutomaton(automaton: Automaton, options: DrawOptions = {}): Picture {
  const { stateCount, edgeStart, edgeLabel, edgeMarks, edgeTarget, acceptance } = automaton;
  const symbols = options.symbols ?? 'unicode';
  const labels = new LabelTexts(automaton, labelNotation(automaton.propositions, symbols));
  const names = stateTexts(automaton, options.stateNames ?? 'names', symbols === 'unicode' ? 'unicode' : 'spot');
  const onStates = options.marks !== 'edges' && hasStateAcceptance(automaton);
  const circles = onStates && isBuchi(acceptance);
  const nodes = Array.from({ length: stateCount }, (_, state) => {
    const marks = onStates && edgeStart[state] < edgeStart[state + 1] ? edgeMarks[edgeStart[state]] : 0;
    const outline = circles && marks !== 0 ? ('double' as const) : ('single' as const);
    return { text: names?.[state] || String(state), outline, marks: circles ? [] : setsIn(marks) };
  });
  const edges = nodes.flatMap((_, source) =>
    Array.from({ length: edgeStart[source + 1] - edgeStart[source] }, (_, i) => {
      const e = edgeStart[source] + i;
      const marks = onStates ? [] : setsIn(edgeMarks[e]);
      return { source, target: edgeTarget[e], text: labels.of(edgeLabel[e]), marks };
    }),
  );
  return {
    caption: options.caption === 'hidden' ? [] : captionOf(automaton),
    nodes,
    edges,
    starts: automaton.initial.map((target) => ({ target })),
    direction: options.direction,
    ...(options.components === 'framed' ? { clusters: framesOf(automaton) } : {}),
  };
}

function captionOf({ name, acceptance }: Automaton): CaptionLine[] {
  const lines: CaptionLine[] = [];
  if (name !== '') lines.push([name]);
  if (!isGeneralizedBuchi(acceptance)) {
    const known = acceptanceName(acceptance);
    lines.push([...conditionParts(acceptance.formula), ...(known === null ? [] : [` [${known}]`])]);
  }
  return lines;
}

/** The condition with its sets as numbers of their own, to be drawn as dots. */
function conditionParts(formula: AcceptanceFormula): (string | number)[] {
  const parts = formatAcceptance(formula).split(/(\d+)/);
  return parts.map((part, i) => (i % 2 === 1 ? Number(part) : part.replaceAll('&', ' & ').replaceAll('|', ' | ')));
}

/** A frame for each component that has a cycle. */
function framesOf(automaton: Automaton): PictureCluster[] {
  const components = componentsOf(automaton);
  return componentFacts(automaton, components).flatMap(({ trivial, accepting }, c) => {
    if (trivial) return [];
    const nodes = [...components.states.subarray(components.start[c], components.start[c + 1])].sort((a, b) => a - b);
    return [{ nodes, kind: accepting ? 'accepting' : 'rejecting' }];
  });
}
