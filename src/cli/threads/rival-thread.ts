// The rival of `check/rival.ts` as a thread of Node, as the checking thread sees it. It is asked for with the first question, and read
// without the event loop. The thread of the command line starts it and watches over it (`rival-keeper.ts`).
import { MessageChannel, parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { invariant } from '../../base/index.ts';
import type { Rival, RivalAnswer } from '../../check/index.ts';
import { type Formula, toSendable } from '../../formula/index.ts';
import { type Model, toSendableNet, transferablesOf } from '../../models/index.ts';
import { reportRivalFault } from './rival-fault.ts';
import {
  newRivalState,
  RIVAL,
  type RivalModel,
  type RivalQuestion,
  type RivalReply,
  type RivalRequest,
  type RivalSetup,
} from './rival-protocol.ts';

/** The model as this thread has it, and how another one can read it. */
interface RivalSource {
  /** The MODEL argument, and how it was read. */
  readonly argument: string;
  readonly bindings: 'all' | 'distinct';
  /** The rival reads the model for itself where it is not given, or cannot be sent. */
  readonly model?: Model;
}

export class RivalThread implements Rival {
  private readonly setup: Omit<RivalSetup, 'port' | 'state'>;
  private readonly source: RivalSource;
  private readonly channel = new MessageChannel();
  private readonly state = newRivalState();
  private isStarted = false;
  private asked = -1;
  private serial = 0;
  private over = false;

  constructor(setup: Omit<RivalSetup, 'port' | 'state'>, source: RivalSource) {
    this.setup = setup;
    this.source = source;
    this.channel.port1.unref();
  }

  get busy(): boolean {
    return this.asked >= 0;
  }

  ask(question: number, formula: Formula, seconds: number): void {
    if (this.over) return;
    if (!this.isStarted) this.start();
    this.asked = question;
    this.serial++;
    Atomics.store(this.state, RIVAL.wanted, this.serial);
    const message: RivalQuestion = { serial: this.serial, question, formula: toSendable(formula), seconds };
    this.channel.port1.postMessage(message);
  }

  poll(): RivalAnswer | null {
    if (this.over) return null;
    const hasEnded = Atomics.load(this.state, RIVAL.over) !== 0; // what it said before is there by now
    for (;;) {
      const received = receiveMessageOnPort(this.channel.port1) as { message: RivalReply } | undefined;
      if (received === undefined) break;
      const { serial, reply, fault } = received.message;
      if (reply === 'failed') {
        if (fault !== undefined) reportRivalFault(fault);
        this.end();
        return null;
      }
      if (serial !== this.serial || reply === 'skipped') continue;
      this.asked = -1;
      return reply;
    }
    if (hasEnded) this.end();
    return null;
  }

  wait(milliseconds: number): RivalAnswer | null {
    const count = Atomics.load(this.state, RIVAL.replies);
    const found = this.poll();
    if (found !== null || !this.busy) return found;
    Atomics.wait(this.state, RIVAL.replies, count, milliseconds);
    return this.poll();
  }

  cancel(): void {
    Atomics.store(this.state, RIVAL.wanted, 0);
    this.asked = -1;
  }

  /** Lets the thread end: it gives up its question, and nobody can ask it another one. */
  end(): void {
    this.over = true;
    this.cancel();
    this.channel.port1.close();
  }

  private start(): void {
    this.isStarted = true;
    invariant(parentPort !== null, 'a rival is asked for by a thread');
    const { port2 } = this.channel;
    const request: RivalRequest = { rival: { ...this.setup, port: port2, state: this.state } };
    parentPort.postMessage(request, [port2]);
    this.sendModel();
  }

  /** Only now: most runs end before a rival is asked. */
  private sendModel(): void {
    const { argument, bindings, model } = this.source;
    const net = model === undefined ? null : toSendableNet(model);
    const message: RivalModel = net === null ? { argument, bindings } : { net };
    this.channel.port1.postMessage(message, net === null ? [] : transferablesOf(net));
  }
}
