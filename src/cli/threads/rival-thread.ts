// The rival of `check/rival.ts` as a thread of Node. It is started by the checking thread with its first question, and read without the
// event loop.
import { MessageChannel, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import type { Rival, RivalAnswer } from '../../check/index.ts';
import { type Formula, toSendable } from '../../formula/index.ts';
import type { RivalQuestion, RivalReply, RivalSetup } from './rival-protocol.ts';
import { startThread } from './start-thread.ts';

/** Milliseconds without a pulse after which the thread is given up. */
const SILENCE = 60_000;

export class RivalThread implements Rival {
  private readonly setup: Omit<RivalSetup, 'port' | 'state'>;
  private readonly channel = new MessageChannel();
  /** The serial number of the question that is wanted, 0 for none; the count of replies; a pulse that shows that it lives. */
  private readonly state = new Int32Array(new SharedArrayBuffer(12));
  private pulse = { count: 0, seen: 0 };
  private worker: Worker | null = null;
  private asked = -1;
  private serial = 0;
  private over = false;

  constructor(setup: Omit<RivalSetup, 'port' | 'state'>) {
    this.setup = setup;
    this.channel.port1.unref();
  }

  get busy(): boolean {
    return this.asked >= 0;
  }

  ask(question: number, formula: Formula, seconds: number): void {
    if (this.over) return;
    this.worker ??= this.start();
    if (this.worker === null) {
      this.end();
      return;
    }
    this.asked = question;
    this.serial++;
    Atomics.store(this.state, 0, this.serial);
    const message: RivalQuestion = { serial: this.serial, question, formula: toSendable(formula), seconds };
    this.channel.port1.postMessage(message);
  }

  poll(): RivalAnswer | null {
    if (this.over) return null;
    for (;;) {
      const received = receiveMessageOnPort(this.channel.port1) as { message: RivalReply } | undefined;
      if (received === undefined) return null;
      const { serial, reply } = received.message;
      if (reply === 'failed') {
        this.end();
        return null;
      }
      if (serial !== this.serial || reply === 'skipped') continue;
      this.asked = -1;
      return reply;
    }
  }

  wait(milliseconds: number): RivalAnswer | null {
    const count = Atomics.load(this.state, 1);
    const found = this.poll();
    if (found !== null || !this.busy) return found;
    Atomics.wait(this.state, 1, count, milliseconds);
    const answer = this.poll();
    if (answer === null && !this.isAlive()) this.end();
    return answer;
  }

  /** A thread that runs out of memory dies without a word: its end would be told in the event loop, which does not turn meanwhile. */
  private isAlive(): boolean {
    const count = Atomics.load(this.state, 2);
    const now = performance.now();
    if (count !== this.pulse.count || this.pulse.seen === 0) this.pulse = { count, seen: now };
    return now - this.pulse.seen < SILENCE;
  }

  cancel(): void {
    Atomics.store(this.state, 0, 0);
    this.asked = -1;
  }

  /** Ends the thread. */
  end(): void {
    this.over = true;
    this.asked = -1;
    void this.worker?.terminate();
    this.channel.port1.close();
  }

  /** Null where the system grants no further thread. */
  private start(): Worker | null {
    const { port2 } = this.channel;
    const workerData: RivalSetup = { ...this.setup, port: port2, state: this.state };
    const worker = startThread('./rival-worker.js', { workerData, transferList: [port2] });
    if (worker === null) return null;
    worker.on('error', () => this.end());
    worker.unref();
    return worker;
  }
}
