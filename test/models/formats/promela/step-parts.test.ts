// Who moves in a step of a Promela model, and what is said in it: what sequence charts are drawn from.
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../../src/diagnostics/diagnostic.ts';
import { loadModel } from '../../../../src/models/formats/load.ts';
import type { StepParts } from '../../../../src/models/step-parts.ts';

/** The parts of the steps of the run that takes the first step everywhere. */
function partsOf(text: string): StepParts[] {
  const model = unwrap(loadModel('model.pml', [text]));
  const parts: StepParts[] = [];
  let [state] = model.initialStates();
  for (let isMoved = true; isMoved; ) {
    isMoved = false;
    const from = state;
    model.successors(from, (target, group) => {
      if (isMoved) return;
      isMoved = true;
      state = target.slice();
      parts.push(model.stepParts!(group, from, state));
    });
  }
  return parts;
}

describe('the parts of a step', () => {
  it('have a message that is handed over with both its ends', () => {
    const text = `mtype = { ack, nak };
chan c = [0] of { mtype, byte };
active proctype P() { c!ack, 7 }
active proctype Q() { byte x; c?ack, x }`;
    expect(partsOf(text)[0]).toEqual({
      processes: ['P[0]', 'Q[1]'],
      messages: [{ channel: 'c', text: '(ack, 7)', from: 'P[0]', to: 'Q[1]' }],
    });
  });

  it('have a message that goes into a channel, and the same one that comes out of it', () => {
    const text = `active proctype P() {
  chan own = [2] of { byte };
  byte x;
  own!4;
  own?<x>;
  own?x
}`;
    expect(partsOf(text).slice(0, 3)).toEqual([
      { processes: ['P[0]'], messages: [{ channel: 'P[0]:own', text: '4', from: 'P[0]' }] },
      { processes: ['P[0]'], messages: [] },
      { processes: ['P[0]'], messages: [{ channel: 'P[0]:own', text: '4', to: 'P[0]' }] },
    ]);
  });

  it('have all that is said in an atomic sequence', () => {
    const text = `chan q = [2] of { byte };
active proctype P() { byte x; atomic { q!1; q!2; q?x } }`;
    expect(partsOf(text)[0].messages).toEqual([
      { channel: 'q', text: '1', from: 'P[0]' },
      { channel: 'q', text: '2', from: 'P[0]' },
      { channel: 'q', text: '1', to: 'P[0]' },
    ]);
  });

  it('name processes that are among those of the model', () => {
    const model = unwrap(loadModel('model.pml', ['byte x;\nactive [2] proctype P() { x = 1 }']));
    expect(model.processes).toEqual(['P[0]', 'P[1]']);
  });
});
