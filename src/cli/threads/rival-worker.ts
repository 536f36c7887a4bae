// The thread of the rival: reads the model for itself and answers each question with the symbolic engine. It writes nothing; a failure
// of any kind only means that it does not answer.
import { workerData } from 'node:worker_threads';
import { type CheckResult, CheckSession, type RivalAnswer } from '../../check/index.ts';
import { FormulaStore, fromSendable } from '../../formula/index.ts';
import { readModel } from '../input/model-input.ts';
import { usedMemoryBytes } from './memory.ts';
import type { RivalQuestion, RivalReply, RivalSetup } from './rival-protocol.ts';

/** Of the memory, what the diagrams may take; some is left to the one that is helped. */
const SHARE = 0.8;

const setup = workerData as RivalSetup;
const store = new FormulaStore();
let session: CheckSession | null = null;

setup.port.on('message', (question: RivalQuestion) => {
  const reply = answerTo(question);
  setup.port.postMessage(reply);
  Atomics.add(setup.state, 1, 1);
  Atomics.notify(setup.state, 1);
});

function answerTo({ serial, question, formula, seconds }: RivalQuestion): RivalReply {
  const isWanted = (): boolean => {
    Atomics.add(setup.state, 2, 1);
    return Atomics.load(setup.state, 0) === serial && Atomics.load(setup.cancelled, 0) === 0;
  };
  if (!isWanted()) return { serial, reply: 'skipped' };
  try {
    const { bindings, engine, deadlock, reductions, memoryBytes } = setup;
    const choices = { engine, deadlock, reductions, trace: 'lasso' } as const;
    session ??= new CheckSession(readModel(setup.model, { bindings }), choices);
    const result = session.check(fromSendable(store, formula), {
      seconds,
      memoryBytes: memoryBytes * SHARE,
      memoryUsed: usedMemoryBytes,
      isCancelled: () => !isWanted(),
    });
    const { verdict } = result;
    const isOutOfMemory = verdict.outcome === 'unknown' && verdict.limit === 'memory';
    return { serial, reply: isOutOfMemory ? 'failed' : sendable(question, result) };
  } catch {
    return { serial, reply: 'failed' };
  }
}

/** The counterexample goes as the lasso of the model that it is: the thread that asked confirms it for itself. */
function sendable(question: number, { verdict, options, emptiness, statistics }: CheckResult): RivalAnswer {
  const { engine } = options;
  if (verdict.outcome !== 'violated') return { question, found: verdict, engine, emptiness, statistics };
  const states = (part: readonly { readonly state: Int32Array }[]): Int32Array[] => part.map(({ state }) => state);
  const { prefix, cycle, grows } = verdict.counterexample;
  const lasso = { prefix: states(prefix), cycle: states(cycle), ...(grows && { grows }) };
  return { question, found: { outcome: 'violated', lasso }, engine, emptiness, statistics };
}
