// The processes of a program as pictures.
import { type Picture, type PictureEdge, renderSvg } from 'tegata/automata';
import { unwrap } from 'tegata/diagnostics';
import { dveProcesses, type ProcessAutomaton } from 'tegata/models';
import type { ModelText, ProcessView } from './protocol.ts';

/** More processes, or larger ones, nobody looks at. */
const MOST = { processes: 12, locations: 60 } as const;

export async function drawProcesses({ name, text }: ModelText): Promise<ProcessView[]> {
  const processes = unwrap(dveProcesses({ name, text }));
  const views: ProcessView[] = [];
  for (const process of processes.slice(0, MOST.processes)) {
    if (process.locations.length > MOST.locations) continue;
    const svg = await renderSvg(pictureOf(process));
    views.push({ name: process.name, locations: process.locations.map((location) => location.name), svg });
  }
  return views;
}

function pictureOf({ locations, initial, transitions }: ProcessAutomaton): Picture {
  return {
    caption: [],
    // boxes, also for short names
    nodes: locations.map((location) => ({
      text: location.name.padEnd(4, '\u2009'),
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
