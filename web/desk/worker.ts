// The desk: answers the questions of the page one after another, in a thread of its own.
import { compile } from '../code/model.ts';
import { automatonOf, constructionOf } from './automata.ts';
import { inWords } from './findings.ts';
import { libraryNet, ModelShelf } from './models.ts';
import { layOutNet } from './net.ts';
import { drawProcesses } from './processes.ts';
import type { Reply, Request, RequestKind, Requests } from './protocol.ts';
import { runOf } from './run.ts';
import { study, truthRows } from './study.ts';

type Answers = {
  readonly [K in RequestKind]: (
    question: Requests[K]['question'],
  ) => Requests[K]['answer'] | Promise<Requests[K]['answer']>;
};

const shelf = new ModelShelf();

const answers: Answers = {
  study,
  truth: truthRows,
  automaton: automatonOf,
  steps: constructionOf,
  run: runOf,
  model: (question) => shelf.look(question),
  play: (question) => shelf.play(question),
  net: async (question) => layOutNet(await shelf.read(question)),
  compile: ({ text }) => compile(text),
  processes: async (question) => drawProcesses(question, await shelf.read(question)),
  graph: (question) => shelf.graph(question),
  product: (question) => shelf.product(question),
  library: libraryNet,
};

addEventListener('message', ({ data }: MessageEvent<Request>) => void answer(data).then((reply) => postMessage(reply)));

async function answer({ number, kind, question }: Request): Promise<Reply> {
  try {
    return { number, answer: await answers[kind](question as never) };
  } catch (error) {
    return { number, failure: inWords(error) };
  }
}
