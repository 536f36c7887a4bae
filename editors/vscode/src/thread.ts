// A thread of the extension: questions in, answers out, one after another. Whoever no longer wants an answer ends the thread.
import { parentPort } from 'node:worker_threads';
import { formatDiagnostic, InputError, limitOf } from 'tegata/diagnostics';
import { answer } from './answer.ts';
import type { Question, Reply, Request, Talk } from './protocol.ts';
import { Reader } from './reader.ts';

const port = parentPort!;
const reader = new Reader();

port.on('message', ({ number, question }: Request) => {
  const reply = (message: Reply): void => port.postMessage(message);
  try {
    reply({ number, answer: answerTo(question, (states) => reply({ number, states })) });
  } catch (error) {
    reply({ number, failure: inWords(error) });
  }
});

function answerTo(question: Question, tell: (states: number) => void): Talk[keyof Talk]['answer'] {
  switch (question.kind) {
    case 'look':
      return reader.look(question);
    case 'names':
      return reader.names(question.model);
    case 'check':
      return answer(question, tell);
  }
}

function inWords(error: unknown): string {
  if (error instanceof InputError) return error.diagnostics.map((one) => formatDiagnostic(one)).join('\n');
  return limitOf(error)?.message ?? (error instanceof Error ? error.message : String(error));
}
