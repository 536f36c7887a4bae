// Automata over different propositions or managers, brought to one list of propositions and one manager, so that their
// labels can be compared. The language over the larger alphabet is what it was: a new proposition may have any value.
import { invariant } from '../../base/assert.ts';
import { Bdd } from '../../dd/bdd.ts';
import { supportOfAll } from '../../dd/measure.ts';
import { Transfer } from '../../dd/transfer.ts';
import type { Automaton } from '../automaton.ts';

/** The same automaton over `propositions`, which must contain its own, with labels in the manager `bdd`. */
export function overPropositions(automaton: Automaton, propositions: readonly string[], bdd: Bdd): Automaton {
  const same = automaton.propositions.every((name, i) => propositions[i] === name);
  while (bdd.variableCount < propositions.length) bdd.addVariable();
  if (same && bdd === automaton.bdd) {
    return automaton.propositions.length === propositions.length ? automaton : automaton.with({ propositions });
  }
  const variables = automaton.propositions.map((name) => propositions.indexOf(name));
  invariant(!variables.includes(-1), 'the new propositions contain the old ones');
  const transfer = new Transfer(automaton.bdd, bdd, variables);
  return automaton.with({ propositions, bdd, edgeLabel: automaton.edgeLabel.map((label) => transfer.copy(label)) });
}

/** Both automata over the union of their propositions, in the manager of the first. */
export function align(left: Automaton, right: Automaton): [Automaton, Automaton] {
  const union = unionOf(left.propositions, right.propositions);
  return [overPropositions(left, union, left.bdd), overPropositions(right, union, left.bdd)];
}

function unionOf(first: readonly string[], second: readonly string[]): readonly string[] {
  const more = second.filter((name) => !first.includes(name));
  return more.length === 0 ? first : [...first, ...more];
}

/** The automaton of the words that agree with an accepted one on all propositions but the hidden ones. */
export function hidePropositions(automaton: Automaton, hidden: readonly string[]): Automaton {
  const { bdd, propositions } = automaton;
  const cube = bdd.cube(hidden.map((name) => propositions.indexOf(name)).filter((variable) => variable >= 0));
  const unknown = { deterministic: 'maybe', unambiguous: 'maybe', stutterInvariant: 'maybe' } as const;
  const edgeLabel = automaton.edgeLabel.map((label) => bdd.exists(label, cube));
  return withoutUnusedPropositions(automaton.with({ edgeLabel, properties: unknown }));
}

/** The same automaton without the propositions that no label depends on, in a manager of its own if any goes. */
function withoutUnusedPropositions(automaton: Automaton): Automaton {
  const used = supportOfAll(automaton.bdd, automaton.edgeLabel);
  if (used.length === automaton.propositions.length) return automaton;
  const variables = automaton.propositions.map((_, i) => Math.max(0, used.indexOf(i)));
  const propositions = used.map((variable) => automaton.propositions[variable]);
  const bdd = new Bdd(propositions.length);
  const transfer = new Transfer(automaton.bdd, bdd, variables);
  return automaton.with({ propositions, bdd, edgeLabel: automaton.edgeLabel.map((label) => transfer.copy(label)) });
}
