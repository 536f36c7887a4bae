// Channels that processes hand on to those that they start: programs have the steps of the interpreter, and no doubts about the channel.
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../../src/diagnostics/diagnostic.ts';
import { loadModel } from '../../../../src/models/formats/load.ts';
import type { Model } from '../../../../src/models/model.ts';
import { programsOf, stepsThatDiffer } from '../../../helpers/same-steps.ts';

function compiled(text: string): { readonly model: Model; readonly programs: Model } {
  const model = unwrap(loadModel('model.pml', [text]));
  return { model, programs: programsOf(model)! };
}

/** Whether some group may fault, by a division, other than for too many processes: nothing in these models divides. */
function doubts({ groups, variables }: Model): boolean {
  const processes = JSON.stringify({
    kind: 'variable',
    variable: variables.findIndex(({ name }) => name === '_nr_pr'),
  });
  return groups.some(({ behaviour }) => {
    const text = JSON.stringify(behaviour);
    return text.includes('"/"') && !text.includes(processes);
  });
}

const LEAF = 'proctype Leaf(chan up; byte n) { up!n }\n';

describe('channels that are handed on', () => {
  it('are global ones, own ones, and those of the processes before', () => {
    const { model, programs } = compiled(`chan q[2] = [1] of { byte };
byte got;
${LEAF}proctype Middle(chan up; chan other) {
  chan own = [0] of { byte };
  byte x;
  run Leaf(own, 1);
  run Leaf(other, 2);
  own?x;
  up!x
}
init {
  chan mine = [1] of { byte };
  run Middle(mine, q[0]);
  atomic { (_nr_pr == 1) -> run Middle(q[1], mine) };
  if :: mine?got :: q[0]?got fi;
  if :: q[1]?got :: mine?got fi
}`);
    expect(stepsThatDiffer(model, programs)).toBeNull();
    expect(doubts(programs)).toBe(false);
  });

  it('belong to whichever process of either type is in a place', () => {
    const { model, programs } = compiled(`byte got;
${LEAF}proctype One() { chan c = [1] of { byte }; run Leaf(c, 1); c?got }
proctype Two() { byte x; chan c = [0] of { byte }; run Leaf(c, 2); c?x }
init {
  do
  :: got < 2 -> atomic { (_nr_pr == 1) -> if :: run One() :: run Two() fi }
  :: break
  od
}`);
    expect(stepsThatDiffer(model, programs)).toBeNull();
  });

  it('may be no channel: that faults as in the interpreter', () => {
    const { model, programs } = compiled(`chan none;
${LEAF}init { run Leaf(none, 1) }`);
    expect(stepsThatDiffer(model, programs)).toBeNull();
    expect(doubts(programs)).toBe(true);
  });

  it('are not those of a parameter that is assigned', () => {
    const { model, programs } = compiled(`chan q = [1] of { byte };
chan r = [1] of { byte };
chan via = [1] of { chan };
proctype Leaf(chan up) { via?up; up!1 }
init { run Leaf(q); via!r }`);
    expect(stepsThatDiffer(model, programs)).toBeNull();
  });
});
