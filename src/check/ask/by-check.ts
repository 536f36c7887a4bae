// Open questions as formulas `G φ`, for the road of a check: reductions, the state equation, walks, both engines. What a formula that holds proves, and
// what the counterexample to one that does not shows, goes into what is known of the net.
import type { Formula, FormulaStore } from '../../formula/formula.ts';
import { quotedName } from '../../models/expression/quoted-name.ts';
import { MAX_TOKENS } from '../../models/petri/net.ts';
import type { NetNode } from '../../models/petri/net-nodes.ts';
import type { CheckResult } from '../result.ts';
import type { NetKnowledge } from './knowledge.ts';
import type { ModelQuestion } from './question.ts';

/** A formula, and what its verdict says; it is told of `holds` and `violated` alone. */
export interface FormulaTask {
  readonly formula: Formula;
  readonly take: (result: CheckResult) => void;
}

/** Conjunctions over places that are asked about together. */
const GROUPS = 16;

/** The formulas for what is open of the net; the texts are those of the sums that are asked for. */
export function formulaTasks(
  known: NetKnowledge,
  kinds: ReadonlySet<ModelQuestion['kind']>,
  { store, texts }: { readonly store: FormulaStore; readonly texts: readonly string[] },
): FormulaTask[] {
  const always = (condition: string): Formula => store.globally(store.proposition(condition));
  const tasks: FormulaTask[] = [];
  const add = (formula: Formula, onHolds: () => void, onViolated?: () => void): void => {
    tasks.push({
      formula,
      take: (result) => {
        if (result.verdict.outcome === 'holds') onHolds();
        else onViolated?.();
        noteRun(known, result);
      },
    });
  };
  for (const [sum, text] of texts.entries()) {
    const [least, most] = [known.seen.most[sum], known.atMost[sum]];
    if (most <= least || least > MAX_TOKENS) continue;
    add(always(`${text} <= ${least}`), () => known.prove(sum, least));
    // Where the bound that was proved is met, nothing in between has to be found.
    if (most > least + 1 && most <= MAX_TOKENS) {
      add(always(`${text} <= ${most - 1}`), () => known.prove(sum, most - 1));
    }
  }
  if (kinds.has('safe')) {
    for (const group of inGroups(known.unsafePlaces())) {
      const prove = (): void => {
        for (const place of group) known.prove(known.sumOfPlace(known.places.indexOf(place)), 1);
      };
      add(always(group.map(({ name }) => `tokens(${quotedName(name)}) <= 1`).join(' && ')), prove);
    }
  }
  if (kinds.has('stable')) {
    for (const i of known.quietPlaces()) {
      const place = known.places[i];
      const condition = `tokens(${quotedName(place.name)}) = ${known.seen.most[known.sumOfPlace(i)]}`;
      add(
        always(condition),
        () => known.stable.add(place),
        () => known.changing.add(place),
      );
    }
  }
  if (kinds.has('quasi-live') || kinds.has('live')) {
    for (const node of known.idleTransitions()) {
      add(
        always(`!fireable(${quotedName(node.name)})`),
        () => known.dead.add(node),
        () => known.firable.add(node),
      );
    }
  }
  if (kinds.has('live') && known.mayHaveDeadlock) {
    add(
      always('!(dead())'),
      () => (known.mayHaveDeadlock = false),
      () => known.seen.noteDeadlock(null),
    );
  }
  return tasks;
}

/** What the states of a counterexample show. */
function noteRun({ seen }: NetKnowledge, { verdict }: CheckResult): void {
  if (verdict.outcome !== 'violated') return;
  const { prefix, cycle } = verdict.counterexample;
  for (const { state, group } of [...prefix, ...cycle]) {
    seen.note(state);
    if (group !== null) seen.noteFiring(group);
  }
}

function inGroups(places: readonly NetNode[]): readonly NetNode[][] {
  const size = Math.max(1, Math.ceil(places.length / GROUPS));
  const groups: NetNode[][] = [];
  for (let i = 0; i < places.length; i += size) groups.push(places.slice(i, i + size));
  return groups;
}
