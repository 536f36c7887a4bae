// Processes of different priorities in programs: the steps of the interpreter, in which the highest that can move do.
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../../src/diagnostics/diagnostic.ts';
import { explore } from '../../../../src/models/explore.ts';
import { loadModel } from '../../../../src/models/formats/load.ts';
import { programsOf, stepsThatDiffer } from '../../../helpers/same-steps.ts';

const P = (name: string, priority: number, body: string): string =>
  `active proctype ${name}() priority ${priority} { ${body} }\n`;

const MODELS: Record<string, string> = {
  'one after the other': `int x;\n${P('A', 1, 'x = 10 * x + 1')}${P('B', 5, 'x = 10 * x + 2')}${P('C', 3, 'x = 10 * x + 3')}`,
  'two of the same': `byte x;\n${P('A', 2, 'x++; x++')}${P('B', 2, 'x = 3')}${P('C', 1, 'x = 7')}`,
  'who waits lets others move': `byte x;\n${P('A', 1, 'x = 1; x = 2; x = 3')}${P('B', 5, 'x == 2; x = 9')}`,
  'meetings across priorities': `chan c = [0] of { byte };\nbyte x;\n${P('A', 1, 'byte y; c?y; x = y')}${P('B', 5, 'c!3; x = 1')}${P('C', 3, 'x = 4; x = 5')}`,
  timeouts: `byte x;\n${P('A', 1, 'x = 1; timeout -> x = 2')}${P('B', 5, 'timeout -> x = 3')}${P('C', 3, 'x == 3 -> x = 4')}`,
  'atomic sequences, and who is provided': `byte x;\n${P('A', 1, 'atomic { x = 1; x = 2 }; x = 3')}active proctype B() priority 5 provided (x < 2) { do :: x == 1 -> break :: x == 0 -> x = 1 od }\n`,
  'what those behind would fault at': `byte x;\nbyte a[2];\n${P('A', 1, 'a[x - 1] == 0; x = 2')}${P('B', 5, 'x = 1; x == 2')}`,
  'processes that are started': `byte x;\nproctype Low() priority 1 { x = 10 * x + 1 }\nproctype High() priority 9 { x = 10 * x + 2 }\ninit { run Low(); run High(); x = 3 }\n`,
};

describe('priorities', () => {
  it.each(Object.entries(MODELS))('%s', (_, text) => {
    const model = unwrap(loadModel('model.pml', [text]));
    const programs = programsOf(model);
    expect(programs).not.toBeNull();
    expect(stepsThatDiffer(model, programs!)).toBeNull();
    expect(explore(programs!).states).toBe(explore(model).states);
  });
});
