// The processes of a program as pictures.
import { type Picture, type PictureEdge, renderSvg } from 'tegata/automata';
import { unwrap } from 'tegata/diagnostics';
import { dveProcesses, type Model, type ProcessAutomaton, promelaProcesses } from 'tegata/models';
import type { ModelText, ProcessView } from './protocol.ts';

/** More processes, or larger ones, nobody looks at. */
const MOST = { processes: 24, pictures: 12, locations: 60 } as const;

/** Longer processes are drawn downwards: several of them stand side by side. */
const ACROSS = 4;

/** How the processes of a model in a format are found; null where it has none. */
export function processesOf({ format }: Pick<Model, 'format'>): typeof dveProcesses | null {
  return format === 'dve' ? dveProcesses : format === 'promela' ? promelaProcesses : null;
}

export async function drawProcesses({ name, text }: ModelText, model: Model): Promise<ProcessView[]> {
  const processes = unwrap(processesOf(model)?.({ name, text }) ?? { value: [], diagnostics: [] });
  // the places of one type of Promela are drawn alike
  const drawn = new Map<ProcessAutomaton['transitions'], string>();
  const views: ProcessView[] = [];
  for (const process of processes) {
    const { locations, transitions } = process;
    if (views.length === MOST.processes) break;
    if (locations.length > MOST.locations || (!drawn.has(transitions) && drawn.size === MOST.pictures)) continue;
    const svg = drawn.get(transitions) ?? (await renderSvg(pictureOf(process)));
    drawn.set(transitions, svg);
    views.push({
      name: process.name,
      locations: locations.map(({ name, isCommitted }) => ({ name, isPassing: isCommitted })),
      moves: transitions.map(({ source, target, line }) => ({ source, target, line: line ?? null })),
      svg,
    });
  }
  return views;
}

function pictureOf({ locations, initial, transitions }: ProcessAutomaton): Picture {
  return {
    caption: [],
    ...(locations.length > ACROSS ? { direction: 'top-to-bottom' as const } : {}),
    // boxes, also for short names
    nodes: locations.map((location) => ({
      text: location.text.padEnd(4, '\u2009'),
      outline: location.isAccepting ? 'double' : location.isCommitted ? 'double-dashed' : 'single',
      marks: [],
    })),
    edges: transitions.map(({ source, target, guard, sync, effect }): PictureEdge => {
      const lines = [guard === '' ? '' : `[${guard}]`, sync, effect].filter((line) => line !== '');
      const [text = '', ...also] = lines;
      return { source, target, text, marks: [], also: also.map((line) => ({ text: line, marks: [] })) };
    }),
    starts: [{ target: initial }],
  };
}
