// A checkout flow as an XState machine: cart, address, payment with retries, and a payment service that answers or not.
//
// The machine is what a web page would run; `fromMachine` makes a model of it. The context is bounded by the guard on `attempts`,
// and the cart by the projection: more than two articles are as good as two.
import { fromMachine } from 'tegata/xstate';
import { assign, fromPromise, setup } from 'xstate';

const checkout = setup({
  types: {
    context: {} as { articles: number; attempts: number; paid: boolean },
    events: {} as { type: 'ADD' } | { type: 'REMOVE' } | { type: 'NEXT' } | { type: 'BACK' } | { type: 'PAY' },
  },
  actors: { charge: fromPromise(() => Promise.resolve()) },
  guards: {
    hasArticles: ({ context }) => context.articles > 0,
    mayRetry: ({ context }) => context.attempts < 3,
  },
}).createMachine({
  id: 'checkout',
  initial: 'cart',
  context: { articles: 0, attempts: 0, paid: false },
  states: {
    cart: {
      on: {
        ADD: { actions: assign({ articles: ({ context }) => context.articles + 1 }) },
        REMOVE: { guard: 'hasArticles', actions: assign({ articles: ({ context }) => context.articles - 1 }) },
        NEXT: { guard: 'hasArticles', target: 'address' },
      },
    },
    address: { on: { BACK: 'cart', NEXT: 'payment' } },
    payment: {
      initial: 'choosing',
      states: {
        choosing: { on: { PAY: { guard: 'mayRetry', target: 'charging' }, BACK: '#checkout.address' } },
        charging: {
          entry: assign({ attempts: ({ context }) => context.attempts + 1 }),
          invoke: {
            id: 'charge',
            src: 'charge',
            onDone: { target: '#checkout.confirmed', actions: assign({ paid: true }) },
            onError: 'choosing',
          },
          // The service does not answer: the customer may try again, although the money may be gone.
          after: { 10000: 'choosing' },
        },
      },
    },
    confirmed: { type: 'final' },
  },
});

export default fromMachine(checkout, {
  context: (context) => ({ ...context, articles: Math.min(context.articles, 2) }),
  propositions: {
    paid: ({ context }) => context.paid,
    empty: ({ context }) => context.articles === 0,
    exhausted: ({ context, value }) => context.attempts === 3 && typeof value === 'object',
  },
});
