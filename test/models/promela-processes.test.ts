// The processes of a Promela model as automata.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { promelaProcesses } from '../../src/models/formats/promela/process-automata.ts';
import { Simulation } from '../../src/models/simulation.ts';

const ticketLock = { name: 'model.pml', text: readFileSync('examples/ticket-lock/model.pml', 'utf8') };

it('has the control points of each process, and a transition for each step', () => {
  const [first, ...others] = unwrap(promelaProcesses(ticketLock));
  expect([first, ...others].map(({ name }) => name)).toEqual(['Person[0]', 'Person[1]', 'Person[2]']);
  expect(others.map(({ transitions }) => transitions === first.transitions)).toEqual([true, true]);
  const { locations, initial, transitions } = first;
  expect(locations[initial]).toEqual({ name: 'Person.1', text: '1', isAccepting: false, isCommitted: false });
  expect(locations.map(({ text }) => text)).toEqual(expect.arrayContaining(['waiting', 'critical']));
  expect(locations.map(({ text }) => text)).not.toContain('end'); // it never ends
  expect(locations.filter(({ isCommitted }) => isCommitted)).toHaveLength(1); // between the two statements of the atomic
  const shown = transitions.map(({ source, target, guard, sync, effect, line }) => [
    `${locations[source].text} -> ${locations[target].text}`,
    guard || sync || effect,
    line,
  ]);
  expect(shown).toContainEqual(['1 -> 2', 'ticket = next', 14]);
  expect(shown.find(([, text]) => text === 'shown == ticket')).toEqual(['waiting -> 4', 'shown == ticket', 15]);
  expect(transitions).toHaveLength(7);
});

it('names locations as the states of the model do, for every type that a place may hold', () => {
  const text = `chan c = [0] of { byte };
proctype A(byte n) { c!n; end_a: c?n }
proctype B() { byte x; do :: c?x; accept_b: d_step { x = 0; x = 1 } :: else -> goto done od; done: skip }
init { run A(1); run B() }`;
  const processes = unwrap(promelaProcesses({ name: 'x.pml', text }));
  const run = new Simulation(unwrap(loadModel('x.pml', [text])));
  for (let i = 0; i < 8; i++) {
    const [choice] = run.choices();
    if (choice === undefined) break;
    run.take(choice);
    for (const { name, value } of run.model.describe(run.state!)) {
      const ofPlace = processes.filter((process) => process.name === name);
      if (ofPlace.length === 0 || value === '-') continue;
      const here = ofPlace.filter(({ locations }) => locations.some((location) => location.name === value));
      expect(here, `${name} = ${value}`).toHaveLength(1);
    }
  }
  expect(run.length).toBeGreaterThan(2);
  const ofB = processes.find(({ locations }) => locations[0].name.startsWith('B'))!;
  expect(ofB.locations.filter(({ isAccepting }) => isAccepting).map((location) => location.text)).toEqual(['accept_b']);
  expect(ofB.locations.map((location) => location.text)).toContain('end');
  expect(ofB.transitions.map(({ effect }) => effect)).toContain('d_step { … }');
  expect(ofB.transitions.map(({ sync }) => sync)).toContain('c?x');
});

it('says what cannot be read', () => {
  expect(promelaProcesses({ name: 'x', text: 'proctype P( {' }).diagnostics.length).toBeGreaterThan(0);
  expect(promelaProcesses({ name: 'x', text: 'active proctype P() { goto nowhere }' }).diagnostics[0].code).toBe(
    'PML805',
  );
});
