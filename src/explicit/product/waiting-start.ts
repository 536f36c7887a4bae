// Automata that begin by waiting: the only initial state may be kept with every letter, and lies on no accepting cycle. The negation of `GF a | FG b`, of `G(a -> F b)`
// and of most formulas that speak of what happens again and again has such an automaton. All states of the model are reached with that state, so a
// product need not be searched to know which; and an accepting run leaves the waiting state for good, from some state of the model where the
// letter lets it. These states are the exits. What is behind them is searched as the product is, without the waiting.
//
// Renault and others [RDKP13a] split automata by the strength of their components; this is the split that lets the larger part be counted, as any model is.
import type { Automaton } from '../../automata/automaton.ts';
import type { Expression } from '../../models/expression/expression.ts';
import type { AutomatonProperty } from './automaton-property.ts';
import { RestartedProperty } from './restarted-property.ts';

/** Automata that read more propositions are not looked at: the condition of the exits may be very large. */
const MOST_PROPOSITIONS = 10;

/** A function of the propositions of an automaton. */
type BddRef = Automaton['edgeLabel'][number];

export interface WaitingStart {
  /** The state that waits. */
  readonly state: number;
  /** Where it may be left. */
  readonly exits: BddRef;
}

/** The waiting state with which the automaton begins; null where it begins otherwise, or never leaves it. */
export function waitingStart({ automaton, hopeless }: AutomatonProperty): WaitingStart | null {
  const { bdd, initial, propositions, edgeStart, edgeLabel, edgeTarget } = automaton;
  const [state] = initial;
  if (initial.length !== 1 || hopeless[state] !== 1 || propositions.length > MOST_PROPOSITIONS) return null;
  let [stays, exits] = [bdd.constant(false), bdd.constant(false)];
  for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
    if (edgeTarget[e] === state) stays = bdd.or(stays, edgeLabel[e]);
    else exits = bdd.or(exits, edgeLabel[e]);
  }
  const waits = stays === bdd.constant(true);
  return waits && exits !== bdd.constant(false) ? { state, exits } : null;
}

/** A function of the automaton's propositions as a condition on states, where each proposition is one. */
export function asCondition({ bdd }: Pick<Automaton, 'bdd'>, f: BddRef, conditions: readonly Expression[]): Expression {
  // As deep as there are propositions.
  if (bdd.isConstant(f)) return { kind: 'constant', value: f === bdd.constant(true) ? 1 : 0 };
  const condition = conditions[bdd.topVariable(f)];
  const branch = (value: BddRef, test: Expression): Expression => ({
    kind: 'all',
    operands: [test, asCondition({ bdd }, value, conditions)],
  });
  return {
    kind: 'any',
    operands: [
      branch(bdd.high(f), condition),
      branch(bdd.low(f), { kind: 'unary', operator: '!', operand: condition }),
    ],
  };
}

/**
 * The property behind the exits: runs begin at them, in the waiting state, which is not kept. Where some state that the waiting one leads to has, with the
 * same letter, the same targets, a run begins there instead: what is reached from both in a step is the same, so the same cycles are, and what is
 * found and expanded behind it anyway is not expanded twice.
 */
export class BehindExits extends RestartedProperty {
  private readonly waiting: number;

  constructor(whole: AutomatonProperty, waiting: number) {
    super(whole);
    this.waiting = waiting;
  }

  initialStates(letter: number): readonly number[] {
    const targets = this.targets(this.waiting, letter);
    if (targets.length === 0) return [];
    const same = targets.find((state) => {
      const others = this.targets(state, letter);
      return others.length === targets.length && others.every((other) => targets.includes(other));
    });
    return [same ?? this.waiting];
  }

  override edges(state: number, letter: number): Int32Array {
    const edges = this.whole.edges(state, letter);
    if (state !== this.waiting) return edges;
    return edges.filter((_, i) => edges[i - (i % 2)] !== this.waiting);
  }

  private targets(state: number, letter: number): readonly number[] {
    return [...new Set(this.edges(state, letter).filter((_, i) => i % 2 === 0))];
  }
}
