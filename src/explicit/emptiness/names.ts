// The names of the emptiness checks, as options, results and tables of measurements use them.

/**
 * couvreur: one pass over components, generalized acceptance [BDK12, Alg. 1]; two-pass: the same with a second pass for livelocks
 * [BDK12, Alg. 2 and 3]; ndfs: nested depth-first search; tarjan: components by lowlinks; reachability: the first state
 * from which everything is accepted; weak: the first cycle through accepting states.
 */
export const emptinessNames = ['couvreur', 'two-pass', 'ndfs', 'tarjan', 'reachability', 'weak'] as const;

export type EmptinessName = (typeof emptinessNames)[number];
