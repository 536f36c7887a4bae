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
// exact when a stuttering edge leads from a livelock-accepting state to another one. In the kernel: assembly/two-pass.ts.
import type { AcceptanceMode, Product } from '../product/product.ts';
import type { Interruption, KernelSearch } from '../search/kernel-search.ts';
import type { EmptinessCheck } from './check.ts';
import { CouvreurRun, couvreurWithLivelocks, firstPass } from './couvreur.ts';
import { type FurtherPasses, searchInPasses } from './passes.ts';
import type { AcceptingComponent, EmptinessResult, SearchOptions } from './result.ts';

export const twoPassCheck: EmptinessCheck<'two-pass'> = {
  name: 'two-pass',
  decides: 'testing automata, which also accept by livelocks',
  how: '[BDK12, Algorithms 2 and 3]; the second pass only where a livelock state was seen',
  obstacle: () => null,
  search: twoPass,
  kernel: { modes: 'any', search: (search) => searchInKernel(search, LIVELOCKS) },
};

/** The second pass as [BDK12, Algorithm 3] prints it, for comparisons: it walks the whole product once more. */
export const wholeTwoPassCheck: EmptinessCheck<'two-pass-whole'> = {
  name: 'two-pass-whole',
  decides: 'the same',
  how: '[BDK12, Algorithms 2 and 3] as printed: the second pass, where there is one, walks the whole product again',
  obstacle: () => null,
  search: (product, options) => searchInPasses(product, options ?? {}, couvreurWithLivelocks, WHOLE),
  kernel: { modes: 'any', search: (search) => searchInKernel(search, WHOLE) },
};

/** The same as [BDK11, §2.3] has it, where a second pass always follows a first one that found nothing. */
export const unconditionalTwoPassCheck: EmptinessCheck = {
  ...wholeTwoPassCheck,
  name: 'two-pass-always',
  how: '[BDK11, §2.3]: two passes over the whole product',
  search: (product, options) => searchInPasses(product, options ?? {}, couvreurWithLivelocks, ALWAYS),
  kernel: { modes: 'any', search: (search) => searchInKernel(search, ALWAYS) },
};

const LIVELOCKS: FurtherPasses = { where: 'livelocks', when: 'seen' };
const WHOLE: FurtherPasses = { where: 'everywhere', when: 'seen' };
const ALWAYS: FurtherPasses = { where: 'everywhere', when: 'always' };

/** Whether the product has an accepting cycle, for any acceptance modes; one pass where no mode forbids a mark. */
export function twoPass(product: Product, options: SearchOptions = {}): EmptinessResult {
  return searchInPasses(product, options, couvreurWithLivelocks);
}

/** The search inside the kernel: a first pass with all modes, then one for each mode that forbids marks and may have been missed. */
function searchInKernel(search: KernelSearch, { where, when }: FurtherPasses): EmptinessResult | Interruption {
  const first = firstPass(search);
  let end = search.run(first);
  const firstEdges = Number(search.core.productEdges.value);
  let found = (): AcceptingComponent => first.component();
  for (const [index, mode] of search.product.modes.entries()) {
    if (end !== 'not found') break;
    if (mode.forbidden === 0 || (when === 'seen' && search.place.tables.allowed[index].size === 0)) continue;
    search.countPass();
    search.searchEverywhere();
    const starts = search.place.tables.allowedFlags(index);
    const further = new FurtherPass(search, mode, where === 'everywhere' ? starts.fill(1) : starts);
    end = search.run(further);
    found = () => ({ ...further.component(), visited: () => true });
  }
  const result = search.result(end, search.core.components.value, found);
  if (where === 'livelocks' || end !== 'not found' || typeof result === 'string') return result;
  // a pass that walks the whole product looks at every edge, also at those that it does not follow
  const exploredEdges = firstEdges * result.statistics.passes;
  return { ...result, statistics: { ...result.statistics, exploredEdges } };
}

/** The search again, over the edges without the forbidden marks of one mode. */
class FurtherPass extends CouvreurRun {
  private readonly forbidden: number;
  private readonly starts: Uint8Array;

  constructor(search: KernelSearch, mode: AcceptanceMode, starts: Uint8Array) {
    super(search, [mode], 'further');
    this.forbidden = mode.forbidden;
    this.starts = starts;
    search.core.setFilter(mode.forbidden);
    search.core.openSecondPass(search.place.tables.takeFlags(starts));
  }

  override slice(core: KernelSearch['core'], budget: number): number {
    return core.secondPass(budget);
  }

  override park(): () => void {
    const restore = super.park();
    const next = this.search.core.secondPassNext();
    return () => {
      restore();
      const { core, place } = this.search;
      core.setFilter(this.forbidden);
      core.resumeSecondPass(place.tables.takeFlags(this.starts), next);
    };
  }
}
