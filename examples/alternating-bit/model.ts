// The alternating-bit protocol (Bartlett, Scantlebury, Wilkinson, 1969): messages over a channel that loses some of them,
// acknowledged over another one that does too. Each message carries a bit; sender and receiver flip theirs when they go on.
//
// A sender that hears nothing sends again: its timer may expire at any moment, so no step for it is needed. Only with fair
// channels, where what is sent again and again arrives again and again, does anything get through.
import { channel, defineProcess, defineSystem, unreliable } from 'tegata/modelling';

type Bit = 0 | 1;
interface Wires {
  readonly data: readonly Bit[];
  readonly acks: readonly Bit[];
}

const wire = channel<Bit>({ capacity: 2 });
const flip = (bit: Bit): Bit => (bit === 0 ? 1 : 0);

export default defineSystem({
  name: 'alternating bit',
  shared: { data: wire.empty, acks: wire.empty } as Wires,
  processes: {
    sender: defineProcess<{ bit: Bit; sent: boolean }, Wires>({
      initial: { bit: 0, sent: false },
      actions: {
        // The first time, or because the timer has expired.
        send: ({ bit }, { data }) => {
          const sent = wire.send(data, bit);
          return sent && { self: { sent: true }, shared: { data: sent } };
        },
        receiveAck: ({ bit, sent }, { acks }) =>
          wire.receive(acks).map(({ message, rest }) => ({
            ...(sent && message === bit && { self: { bit: flip(bit), sent: false } }),
            shared: { acks: rest },
          })),
      },
    }),
    receiver: defineProcess<{ expects: Bit; delivered: Bit }, Wires>({
      initial: { expects: 0, delivered: 1 },
      actions: {
        // A message with the expected bit is delivered; each one is acknowledged, also the ones that came before.
        *receive({ expects }, { data, acks }) {
          for (const { message, rest } of wire.receive(data)) {
            const answered = wire.send(acks, message);
            if (answered === null) continue;
            const shared = { data: rest, acks: answered };
            yield message === expects ? { self: { expects: flip(expects), delivered: message }, shared } : { shared };
          }
        },
      },
    }),
    dataLoss: unreliable('data', wire),
    ackLoss: unreliable('acks', wire),
  },
  propositions: {
    // The receiver is never more than one message ahead or behind.
    early: ({ sender, receiver }) => receiver.delivered === sender.bit && !sender.sent,
    sending0: ({ sender }) => sender.bit === 0,
    delivered0: ({ receiver }) => receiver.delivered === 0,
    delivered1: ({ receiver }) => receiver.delivered === 1,
  },
});
