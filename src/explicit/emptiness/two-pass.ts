// The two-pass emptiness check for acceptance modes with forbidden marks, such as the livelocks of testing automata:
// [BDK12, Algorithms 2 and 3], with the optimisations of its Appendix D.
//
//     first pass:   Couvreur's search over the whole product. After each merge the component on top is tested for every mode:
//                   Büchi acceptance (line 20), and livelock acceptance as long as the component shows no change (line 21).
//     second pass:  only if the first saw a state from which a livelock could start (Gseen): the search again, over the
//                   edges without forbidden marks (the stuttering edges between livelock-accepting states).
//
// The second pass is needed: the first may close a component with a changing edge before it sees the stuttering cycle inside
// [BDK12, Fig. 10]. To need it less often the first pass has the heuristic of Geldenhuys and Hansen [GH06], which
// [BDK12] uses and does not describe. We know it from what the authors of [BDK12] have published in Spot: a root is a livelock-accepting state of the path that was entered by a change; a stuttering edge from a
// livelock-accepting state to a state of the path that is not below the last root closes a livelock (`couvreurWithLivelocks`, where the roots
// are `segments`). Theirs also provides for sets of live states that a visited state is known to reach by stuttering, to be tested in
// the same way; nothing is ever put into them, and we have none.
//
// Differs from the paper: the second pass starts from the states that the first pass saw to have a stuttering edge between
// livelock-accepting states, instead of walking the whole product once more to collect them; and it follows edges between livelock-accepting states only, so that it stays
// exact when a stuttering edge leads from a livelock-accepting state to another one.
import type { Product } from '../product/product.ts';
import { couvreurWithLivelocks } from './couvreur.ts';
import { searchInPasses } from './passes.ts';
import type { EmptinessResult, SearchOptions } from './result.ts';

/** Whether the product has an accepting cycle, for any acceptance modes; one pass where no mode forbids a mark. */
export function twoPass(product: Product, options: SearchOptions = {}): EmptinessResult {
  return searchInPasses(product, options, couvreurWithLivelocks);
}
