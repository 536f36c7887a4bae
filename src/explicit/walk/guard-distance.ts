// How far a marking is from what an automaton waits for: the steps of the automaton to a state that accepts, and the estimated steps of the net until the
// next guard on the way is true. A guide for searches; nothing depends on how good it is.
import type { Automaton } from '../../automata/automaton.ts';
import { compileExpression, type Evaluator } from '../../models/expression/closures.ts';
import type { BinaryOperator, Expression } from '../../models/expression/expression.ts';
import { collectReads } from '../../models/expression/support.ts';
import { FAR, type TokenDistance } from './token-distance.ts';

/** Steps from a marking, which was measured, until a condition has a value. */
type Distance = (marking: Int32Array, tokens: TokenDistance) => number;

/** Conjunctions of literals that are made of a guard; from the others it is as far as from the nearest of these. */
const MOST_CUBES = 12;

interface Literal {
  readonly variable: number;
  readonly isTrue: boolean;
}

/** The guards that bring a state of the automaton nearer to acceptance. */
export class GuardDistance {
  /** By state: edges to one that accepts; infinite where there is none. */
  readonly toAcceptance: Float64Array;
  private readonly distances: readonly (readonly [Distance, Distance])[];
  /** By state: the conjunctions, one of which has to become true. */
  private readonly cubes: readonly (readonly (readonly Literal[])[])[];

  /** `predicates` are those of the propositions of the automaton; `accepting` says which states accept. */
  constructor(automaton: Automaton, predicates: readonly Expression[], accepting: Uint8Array) {
    this.toAcceptance = stepsTo(automaton, (state) => accepting[state] === 1);
    this.distances = predicates.map((predicate) => [distanceTo(predicate, 'false'), distanceTo(predicate, 'true')]);
    const { edgeStart, edgeTarget, edgeLabel } = automaton;
    this.cubes = Array.from({ length: automaton.stateCount }, (_, state) => {
      const found: Literal[][] = [];
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
        if (this.toAcceptance[edgeTarget[e]] < this.toAcceptance[state]) addCubes(automaton, edgeLabel[e], found);
      }
      return found;
    });
  }

  /** Steps of the net until the automaton can leave the state for a better one; the marking was measured. */
  fromGuard(state: number, marking: Int32Array, tokens: TokenDistance): number {
    let least = this.cubes[state].length === 0 ? 0 : FAR;
    for (const cube of this.cubes[state]) {
      let sum = 0;
      for (const { variable, isTrue } of cube) sum += this.distances[variable][isTrue ? 1 : 0](marking, tokens);
      least = Math.min(least, sum);
    }
    return least;
  }
}

/** For each state the least number of edges to one of the goals; infinite where there is no way. */
export function stepsTo(
  { stateCount, edgeStart, edgeTarget }: Automaton,
  isGoal: (state: number) => boolean,
): Float64Array {
  const steps = new Float64Array(stateCount).fill(Number.POSITIVE_INFINITY);
  for (let state = 0; state < stateCount; state++) if (isGoal(state)) steps[state] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (let state = 0; state < stateCount; state++) {
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
        if (steps[edgeTarget[e]] + 1 >= steps[state]) continue;
        steps[state] = steps[edgeTarget[e]] + 1;
        changed = true;
      }
    }
  }
  return steps;
}

/** Adds conjunctions that imply the label, one for each path through its diagram, as long as they are few. */
function addCubes({ bdd }: Automaton, label: number, found: Literal[][]): void {
  const paths: { readonly node: number; readonly literals: Literal[] }[] = [{ node: label, literals: [] }];
  for (let path = paths.pop(); path !== undefined && found.length < MOST_CUBES; path = paths.pop()) {
    const { node, literals } = path;
    if (node === bdd.constant(true)) found.push(literals);
    if (node === bdd.constant(true) || node === bdd.constant(false)) continue;
    const variable = bdd.topVariable(node);
    paths.push({ node: bdd.low(node), literals: [...literals, { variable, isTrue: false }] });
    paths.push({ node: bdd.high(node), literals: [...literals, { variable, isTrue: true }] });
  }
}

const NEGATED: Partial<Record<BinaryOperator, BinaryOperator>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '==': '!=',
  '!=': '==',
};

/** The distance to a marking in which the condition has the value. */
function distanceTo(condition: Expression, value: 'true' | 'false'): Distance {
  const { kind } = condition;
  if (kind === 'unary' && condition.operator === '!') {
    return distanceTo(condition.operand, value === 'true' ? 'false' : 'true');
  }
  if (kind === 'all' || kind === 'any') {
    const parts = condition.operands.map((operand) => distanceTo(operand, value));
    return (kind === 'all') === (value === 'true') ? sumOf(parts) : leastOf(parts);
  }
  if (kind === 'binary') {
    const { operator, left, right } = condition;
    if (operator === '&&' || operator === '||') {
      const parts = [distanceTo(left, value), distanceTo(right, value)];
      return (operator === '&&') === (value === 'true') ? sumOf(parts) : leastOf(parts);
    }
    const wanted = value === 'true' ? operator : NEGATED[operator];
    if (wanted !== undefined && NEGATED[wanted] !== undefined) return comparison(wanted, left, right);
  }
  const evaluate = compileExpression(condition);
  return (marking) => ((evaluate(marking) !== 0) === (value === 'true') ? 0 : 1);
}

function sumOf(parts: readonly Distance[]): Distance {
  return (marking, tokens) => {
    let sum = 0;
    for (const part of parts) sum += part(marking, tokens);
    return sum;
  };
}

function leastOf(parts: readonly Distance[]): Distance {
  return (marking, tokens) => {
    let least = FAR;
    for (const part of parts) least = Math.min(least, part(marking, tokens));
    return least;
  };
}

/** One side has too many tokens, the other too few: the nearest change for the better, and a step for each further token. */
function comparison(operator: BinaryOperator, left: Expression, right: Expression): Distance {
  const [a, b] = [sideOf(left), sideOf(right)];
  const least = operator === '<' || operator === '>' ? 1 : 0;
  return (marking, tokens) => {
    const difference = a.value(marking) - b.value(marking);
    if (operator === '!=')
      return difference !== 0
        ? 0
        : Math.min(rise(a, tokens), fall(a, marking, tokens), rise(b, tokens), fall(b, marking, tokens));
    const isTooMuch = operator === '<' || operator === '<=' || (operator === '==' && difference > 0);
    const missing = isTooMuch ? difference + least : least - difference;
    if (missing <= 0) return 0;
    const nearest = isTooMuch
      ? Math.min(fall(a, marking, tokens), rise(b, tokens))
      : Math.min(rise(a, tokens), fall(b, marking, tokens));
    return Math.min(FAR, nearest + missing - 1);
  };
}

interface Side {
  readonly value: Evaluator;
  readonly places: readonly number[];
}

function sideOf(expression: Expression): Side {
  const places = new Set<number>();
  collectReads(expression, places);
  return { value: compileExpression(expression), places: [...places] };
}

function rise({ places }: Side, { gain }: TokenDistance): number {
  let least = FAR;
  for (const place of places) least = Math.min(least, gain[place]);
  return least;
}

function fall({ places }: Side, marking: Int32Array, tokens: TokenDistance): number {
  let least = FAR;
  for (const place of places) if (marking[place] > 0) least = Math.min(least, tokens.loss(place));
  return least;
}
