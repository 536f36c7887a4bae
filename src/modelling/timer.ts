// Timers without time: a running timer may expire at any moment, early or late. What holds for the model then holds for every
// duration. Weak fairness of the timer says that it does expire.
import type { Process } from './system.ts';

/** Processes start a timer by setting its variable to `running`, stop it with `off`, and act on `expired`. */
export type Timer = 'off' | 'running' | 'expired';

/** The process that lets the timer in the shared variable `variable` expire (action `expire`). */
export function timer<K extends string>(variable: K): Process<null, { readonly [V in K]: Timer }> {
  type Shared = { readonly [V in K]: Timer };
  return {
    initial: null,
    actions: {
      expire: (_, shared) =>
        shared[variable] === 'running' && { shared: { [variable]: 'expired' } as unknown as Partial<Shared> },
    },
  };
}
