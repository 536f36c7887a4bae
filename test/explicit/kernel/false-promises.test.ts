// A file may promise that its places are safe (NUPN) when they are not. Nothing may rely on that.
import { expect, it } from 'vitest';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { exploreStatesSync } from '../../../src/explicit/search/explore-states.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { explore } from '../../../src/models/explore.ts';
import { loadModel } from '../../../src/models/formats/load.ts';

const arc = (id: string, source: string, target: string, weight: number): string =>
  `<arc id="${id}" source="${source}" target="${target}"><inscription><text>${weight}</text></inscription></arc>`;

/** One token becomes six and back; the units promise that no place ever holds two. */
const pnml = `<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
<net id="liar" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="page">
<place id="p"><initialMarking><text>1</text></initialMarking></place><place id="q"/><place id="r"/>
<transition id="split"/><transition id="move"/><transition id="join"/>
${arc('a', 'p', 'split', 1)}${arc('b', 'split', 'q', 6)}${arc('c', 'q', 'move', 1)}${arc('d', 'move', 'r', 1)}
${arc('e', 'r', 'join', 6)}${arc('f', 'join', 'p', 1)}
</page><toolspecific tool="nupn" version="1.1"><size places="3" transitions="3" arcs="6"/><structure units="2" root="u0" safe="true">
<unit id="u0"><places/><subunits>u1</subunits></unit><unit id="u1"><places>p q r</places><subunits/></unit>
</structure></toolspecific></net></pnml>`;

it.each(['skip', 'find'] as const)('a net that promises safety in vain is counted right (sums: %s)', (sums) => {
  const model = analyse(unwrap(loadModel('liar.pnml', [pnml])), { sums });
  expect(model.variables.map(({ promised }) => promised)).toEqual([1, 1, 1]);
  const expected = explore(model);
  expect([expected.states, expected.deadlocks]).toEqual([8, 0]);
  for (const order of ['breadth-first', 'depth-first'] as const) {
    expect(exploreStatesSync(model, { order })).toMatchObject({
      states: 8,
      transitions: expected.transitions,
    });
  }
});
