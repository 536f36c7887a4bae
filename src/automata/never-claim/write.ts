// Writing never claims for SPIN. The initial state comes first and is called `T0_init` or `accept_init`, a state that accepts
// everything comes last as `accept_all: skip`, all others are numbered in the order of the automaton. Propositions are
// put in alphabetical order first, so that reading a claim and writing it again gives the same text.

import { invariant } from '../../base/assert.ts';
import { Bdd, type BddRef } from '../../dd/bdd.ts';
import type { BooleanNotation } from '../../dd/print.ts';
import { UsageError } from '../../diagnostics/diagnostic.ts';
import { visible } from '../../diagnostics/visible.ts';
import { quoteName } from '../../formula/syntax/quoting.ts';
import { isBuchi, isGeneralizedBuchi } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { LabelTexts } from '../label-texts.ts';
import { overPropositions } from '../operations/align.ts';
import { hasStateAcceptance, lettersRead } from '../properties.ts';

/** Whether the automaton can be a never claim as it is: a BA, or one whose runs all accept. */
export function isClaimable(automaton: Automaton): boolean {
  const { acceptance } = automaton;
  const all = acceptance.setCount === 0 && isGeneralizedBuchi(acceptance);
  return all || (isBuchi(acceptance) && hasStateAcceptance(automaton));
}

/** The automaton as a never claim, without a final newline. It must be a BA; see `degeneralize`. */
export function printNeverClaim(automaton: Automaton): string {
  if (!isClaimable(automaton)) {
    throw new UsageError('printNeverClaim: the automaton must be a Büchi automaton with marks on states');
  }
  const sorted = [...automaton.propositions].sort();
  return new ClaimWriter(overPropositions(automaton, sorted, new Bdd(sorted.length))).write();
}

class ClaimWriter {
  private readonly automaton: Automaton;
  private readonly guards: LabelTexts;
  /** The label of each state; several initial states are joined to one that has none of these. */
  private readonly labels: string[];
  private readonly universal: number;

  constructor(automaton: Automaton) {
    this.automaton = automaton;
    this.guards = new LabelTexts(automaton, guardNotation(automaton.propositions));
    this.universal = this.findUniversal();
    this.labels = this.chooseLabels();
  }

  write(): string {
    const { automaton, universal } = this;
    const { initial, name, stateCount } = automaton;
    const comment =
      name === ''
        ? ''
        : ` /* ${visible(name).replaceAll('*/', '* /').replaceAll('/*', '/ *').replaceAll('\n', ' ')} */`;
    const lines = [`never {${comment}`];
    if (initial.length !== 1) lines.push(...this.state('T0_init', initial));
    else lines.push(...this.state(this.labels[initial[0]], initial));
    for (let state = 0; state < stateCount; state++) {
      if (state === universal || (initial.length === 1 && state === initial[0])) continue;
      lines.push(...this.state(this.labels[state], [state]));
    }
    if (universal !== -1) lines.push('accept_all:', '  skip');
    lines.push('}');
    return lines.join('\n');
  }

  /** A state of the claim with the edges of all the given states, joined where they lead to the same state. */
  private state(label: string, sources: readonly number[]): string[] {
    const { bdd, edgeStart, edgeLabel, edgeTarget } = this.automaton;
    const guards = new Map<number, BddRef>();
    for (const source of sources) {
      for (let e = edgeStart[source]; e < edgeStart[source + 1]; e++) {
        guards.set(edgeTarget[e], bdd.or(guards.get(edgeTarget[e]) ?? bdd.false, edgeLabel[e]));
      }
    }
    const options = [...guards].map(
      ([target, guard]) => `  :: (${this.guards.of(guard)}) -> goto ${this.labels[target]}`,
    );
    return options.length === 0 ? [`${label}:`, '  false;'] : [`${label}:`, '  if', ...options, '  fi;'];
  }

  private isAccepting(state: number): boolean {
    const { acceptance, edgeStart, edgeMarks } = this.automaton;
    if (edgeStart[state] === edgeStart[state + 1]) return false;
    return acceptance.setCount === 0 || edgeMarks[edgeStart[state]] !== 0;
  }

  /** The last accepting state, not initial, that does nothing but repeat itself on every letter; -1 if there is none. */
  private findUniversal(): number {
    const { automaton } = this;
    const { edgeStart, edgeTarget, bdd, initial } = automaton;
    for (let state = automaton.stateCount - 1; state >= 0; state--) {
      if ((initial.length === 1 && initial[0] === state) || !this.isAccepting(state)) continue;
      const targets = edgeTarget.subarray(edgeStart[state], edgeStart[state + 1]);
      if (targets.every((target) => target === state) && lettersRead(automaton, state) === bdd.true) return state;
    }
    return -1;
  }

  private chooseLabels(): string[] {
    const { initial, stateCount } = this.automaton;
    let number = 0;
    return Array.from({ length: stateCount }, (_, state) => {
      if (state === this.universal) return 'accept_all';
      const prefix = this.isAccepting(state) ? 'accept' : 'T0';
      return initial.length === 1 && initial[0] === state ? `${prefix}_init` : `${prefix}_S${++number}`;
    });
  }
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_.[\]@]*$/;
const COMPARISON = /^[A-Za-z_][A-Za-z0-9_.[\]@]* ?(?:==|!=|<=|>=|<|>) ?-?[A-Za-z0-9_.[\]@]+$/;
const RESERVED = /^(?:true|false|skip|else|if|fi|do|od|goto|atomic|assert|never|break)$/;

/** Names and comparisons stand for themselves; what Promela could not read is quoted. */
function guardNotation(propositions: readonly string[]): BooleanNotation {
  const names = propositions.map((name) => {
    if (PLAIN.test(name) && !RESERVED.test(name) && areBalanced(name)) return name;
    return COMPARISON.test(name) && areBalanced(name) ? `(${name})` : quoteName(name);
  });
  const name = (variable: number): string => {
    invariant(variable < names.length, 'labels are over the propositions');
    return names[variable];
  };
  return { name, not: '!', and: ' && ', or: ' || ', true: 'true', false: 'false' };
}

function areBalanced(name: string): boolean {
  let depth = 0;
  for (const character of name) {
    if (character === '[') depth++;
    else if (character === ']' && --depth < 0) return false;
  }
  return depth === 0;
}
