// The thread of the rival: answers each question about the model that it was sent, or reads for itself, with the symbolic engine. It writes nothing; a
// failure of any kind only means that it does not answer.
import { workerData } from 'node:worker_threads';
import { invariant } from '../../base/index.ts';
import { type CheckResult, CheckSession, type RivalAnswer } from '../../check/index.ts';
import { InputError, limitOf, Stopwatch } from '../../diagnostics/index.ts';
import { FormulaStore, fromSendable } from '../../formula/index.ts';
import { fromSendableNet, type Model } from '../../models/index.ts';
import { readModel } from '../input/model-input.ts';
import { usedMemoryBytes } from './memory.ts';
import {
  announce,
  RIVAL,
  type RivalModel,
  type RivalQuestion,
  type RivalReply,
  type RivalSetup,
} from './rival-protocol.ts';

/** Of the memory, what the diagrams may take; some is left to the one that is helped. */
const SHARE = 0.8;

const setup = workerData as RivalSetup;
const store = new FormulaStore();
const MEMORY = { memoryBytes: setup.memoryBytes * SHARE, memoryUsed: usedMemoryBytes };
let model: RivalModel | null = null;
let session: CheckSession | null = null;

setup.port.on('message', (message: RivalModel | RivalQuestion) => {
  if (!('serial' in message)) {
    model = message;
    return;
  }
  const reply = answerTo(message);
  setup.port.postMessage(reply);
  announce(setup.state);
});

function answerTo({ serial, question, formula, seconds }: RivalQuestion): RivalReply {
  const isWanted = (): boolean => Atomics.load(setup.state, RIVAL.wanted) === serial && !isRunOver();
  if (!isWanted()) return { serial, reply: 'skipped' };
  try {
    session ??= newSession();
    const limits = { ...MEMORY, seconds, isCancelled: () => !isWanted() };
    const result = session.check(fromSendable(store, formula), limits);
    const { verdict } = result;
    const isOutOfMemory = verdict.outcome === 'unknown' && verdict.limit === 'memory';
    return { serial, reply: isOutOfMemory ? 'failed' : sendable(question, result) };
  } catch (error) {
    // The other thread meets a limit, or what is wrong with the model, for itself.
    const isExpected = error instanceof InputError || limitOf(error) !== null;
    return { serial, reply: 'failed', ...(!isExpected && { fault: String(error) }) };
  }
}

/** Whether the run is to end. */
function isRunOver(): boolean {
  return Atomics.load(setup.cancelled, 0) !== 0;
}

/** The model is made for all questions, whichever of them is wanted meanwhile. */
function newSession(): CheckSession {
  const { engine, deadlock, reductions } = setup;
  const made = new CheckSession(makeModel(), {
    engine,
    deadlock,
    reductions,
    trace: 'lasso',
    counterexamples: 'as found',
  });
  model = null; // what was sent is not needed twice
  return made;
}

function makeModel(): Model {
  invariant(model !== null, 'the model comes before the questions');
  const stopwatch = new Stopwatch({ ...MEMORY, isCancelled: isRunOver });
  if ('net' in model) return fromSendableNet(model.net, stopwatch);
  return readModel(model.argument, { bindings: model.bindings, stopwatch });
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
