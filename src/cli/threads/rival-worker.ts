// The thread of the rival: reads the model for itself and answers each question with the symbolic engine. It writes nothing; a failure
// of any kind only means that it does not answer.
import { workerData } from 'node:worker_threads';
import { check } from '../../check/check.ts';
import type { RivalAnswer } from '../../check/rival.ts';
import { parseLtl } from '../../formula/parse.ts';
import type { Model } from '../../models/model.ts';
import { ExploredModel } from '../../symbolic/explored-model.ts';
import { readModel } from '../input/model-input.ts';
import { exploreOptionsOf } from '../input/symbolic-settings.ts';
import { usedMemoryBytes } from './memory.ts';
import type { RivalQuestion, RivalReply, RivalSetup } from './rival-protocol.ts';

/** Of the memory, what the diagrams may take; some is left to the one that is helped. */
const SHARE = 0.8;

const setup = workerData as RivalSetup;
let model: Model | null = null;
let explored: ExploredModel | null = null;

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
    model ??= readModel(setup.model);
    const { symbolic = {} } = setup;
    explored ??= new ExploredModel(model, exploreOptionsOf(model, symbolic));
    const result = check(model, parseLtl(formula), {
      engine: 'symbolic',
      automaton: setup.automaton,
      deadlock: setup.deadlock,
      // The search that this one races against begins with the first states.
      symbolic: { explored, hull: symbolic.hull, look: 'none' },
      limits: {
        seconds,
        memoryBytes: setup.memoryBytes * SHARE,
        memoryUsed: usedMemoryBytes,
        isCancelled: () => !isWanted(),
      },
    });
    const { verdict } = result;
    const isOutOfMemory = verdict.outcome === 'unknown' && verdict.limit === 'memory';
    return { serial, reply: isOutOfMemory ? 'failed' : sendable(question, result) };
  } catch {
    return { serial, reply: 'failed' };
  }
}

function sendable(question: number, { verdict, options, statistics }: ReturnType<typeof check>): RivalAnswer {
  const { automaton } = options;
  if (verdict.outcome !== 'violated') return { question, found: verdict, automaton, statistics };
  const states = (part: readonly { readonly state: Int32Array }[]): Int32Array[] => part.map(({ state }) => state);
  const { prefix, cycle } = verdict.counterexample;
  return {
    question,
    found: { outcome: 'violated', lasso: { prefix: states(prefix), cycle: states(cycle) } },
    automaton,
    statistics,
  };
}
