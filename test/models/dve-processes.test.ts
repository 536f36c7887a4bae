// The processes of a DVE model as automata.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { dveProcesses } from '../../src/models/formats/dve/process-automata.ts';

it('has the locations and transitions of each process, with the texts that stand in the file', () => {
  const text = readFileSync('examples/peterson/model.dve', 'utf8');
  const [first, second] = unwrap(dveProcesses({ name: 'model.dve', text }));
  expect([first.name, second.name]).toEqual(['P0', 'P1']);
  expect(first.locations.map(({ name }) => name)).toEqual(['idle', 'asking', 'waiting', 'critical']);
  expect(first.initial).toBe(0);
  expect(first.transitions).toHaveLength(4);
  expect(first.transitions[2]).toEqual({
    ...{ source: 2, target: 3, sync: '', effect: '' },
    guard: 'wants[1] == 0 or turn == 0',
  });
  expect(first.transitions[0].effect).toBe('wants[0] = 1');
});

it('takes the source of the transition before, communication, and kinds of locations', () => {
  const text = `channel c;
process P { state a, b, d; init b; commit d; accept a;
  trans a -> b { sync c!1; }, -> d { guard 1 > 0, 2 > 1; sync c ? ; }; }
system async;`;
  const [process] = unwrap(dveProcesses({ name: 'x', text }));
  expect(process.initial).toBe(1);
  expect(process.transitions.map(({ source, target }) => [source, target])).toEqual([
    [0, 1],
    [0, 2],
  ]);
  expect(process.transitions.map(({ sync }) => sync.replace(/\s/g, ''))).toEqual(['c!1', 'c?']);
  expect(process.transitions[1].guard).toBe('1 > 0, 2 > 1');
  expect(process.locations).toEqual([
    { name: 'a', text: 'a', isAccepting: true, isCommitted: false },
    { name: 'b', text: 'b', isAccepting: false, isCommitted: false },
    { name: 'd', text: 'd', isAccepting: false, isCommitted: true },
  ]);
});

it('says what cannot be read', () => {
  expect(dveProcesses({ name: 'x', text: 'process P {' }).diagnostics.length).toBeGreaterThan(0);
});
