// Models made of given groups, with the plainest possible successor function: behaviours read as their comments define
// them. And small random ones of every kind.
import type { Random } from '../../src/base/random.ts';
import { type BinaryOperator, type Expression, evaluate } from '../../src/models/expression/expression.ts';
import {
  ANY,
  type Assignment,
  type Behaviour,
  type Effect,
  type Model,
  type Variable,
} from '../../src/models/model.ts';

/** A model of the given behaviours. */
export function naiveModel(
  variables: readonly Variable[],
  behaviours: readonly Behaviour[],
  initial: readonly Int32Array[],
): Model {
  return {
    name: 'naive',
    format: 'library',
    variables,
    groups: behaviours.map((behaviour, i) => ({ name: `g${i}`, reads: [], writes: [], behaviour })),
    names: {
      value: () => null,
      truth: () => null,
      valueNamed: () => null,
      fireable: () => null,
      references: () => [],
      transitions: () => [],
    },
    initialStates: () => initial,
    successors: (state, visit) => {
      behaviours.forEach((behaviour, group) => {
        for (const target of step(behaviour, state)) visit(target, group);
      });
    },
    predicate: () => ({ value: null, diagnostics: [] }),
    describe: () => [],
  };
}

function* step(behaviour: Behaviour, state: Int32Array): Generator<Int32Array> {
  switch (behaviour.kind) {
    case 'tokens': {
      const enabled = behaviour.conditions.every(
        ({ variable, atLeast, below }) => state[variable] >= atLeast && (below === null || state[variable] < below),
      );
      if (!enabled) return;
      const target = state.slice();
      for (const { variable, delta } of behaviour.changes) target[variable] += delta;
      yield target;
      return;
    }
    case 'program': {
      if (evaluate(behaviour.guard, state) === 0) return;
      const target = state.slice();
      for (const effect of behaviour.effects) {
        if ('required' in effect) {
          if (evaluate(effect.required, target) === 0) return;
        } else assign(effect, target);
      }
      yield target;
      return;
    }
    case 'table': {
      const { columns, rows } = behaviour;
      for (let start = 0; start < rows.length; start += columns.length * 2) {
        const matches = columns.every((column, i) => rows[start + i] === ANY || rows[start + i] === state[column]);
        if (!matches) continue;
        const target = state.slice();
        columns.forEach((column, i) => {
          if (rows[start + columns.length + i] !== ANY) target[column] = rows[start + columns.length + i];
        });
        yield target;
      }
      return;
    }
    case 'opaque':
      throw new Error('a naive model has no opaque groups');
  }
}

function assign({ target, value, width }: Assignment, state: Int32Array): void {
  const computed = evaluate(value, state);
  const index = target.kind === 'variable' ? target.variable : target.base + evaluate(target.index, state);
  if (target.kind === 'element') evaluate(target, state); // faults when the index is outside
  if (width === 'byte') state[index] = computed & 0xff;
  else state[index] = width === 'int16' ? (computed << 16) >> 16 : computed;
}

const OPERATORS: readonly BinaryOperator[] = [
  ...(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'] as const),
  ...(['==', '!=', '<', '<=', '>', '>=', '&&', '||'] as const),
];

/** Where random expressions take variables from: plain ones, and an array at the end. */
interface Shape {
  readonly plain: number;
  readonly array: number;
}

function randomExpression(random: Random, shape: Shape, depth: number): Expression {
  if (depth === 0 || random.chance(0.25)) return randomLeaf(random, shape);
  const operand = (): Expression => randomExpression(random, shape, depth - 1);
  switch (random.below(8)) {
    case 0:
      return { kind: 'unary', operator: random.pick(['-', '~', '!'] as const), operand: operand() };
    case 1:
      return { kind: 'sum', operands: Array.from({ length: random.between(0, 3) }, operand) };
    case 2:
      return {
        kind: random.pick(['all', 'any'] as const),
        operands: Array.from({ length: random.between(0, 3) }, operand),
      };
    case 3:
      if (shape.array === 0) return operand();
      // Mostly within the bounds.
      return randomElement(shape, random.chance(0.1) ? operand() : clamp(operand(), shape.array));
    default:
      return { kind: 'binary', operator: random.pick(OPERATORS), left: operand(), right: operand() };
  }
}

function randomLeaf(random: Random, shape: Shape): Expression {
  const variables = shape.plain + shape.array;
  if (random.chance(0.6)) return { kind: 'variable', variable: random.below(variables) };
  const value = random.weighted([10, 3, 1]);
  if (value === 0) return { kind: 'constant', value: random.between(0, 4) };
  return { kind: 'constant', value: value === 1 ? random.between(-4, 300) : random.pick([0x7fffffff, -0x80000000]) };
}

function randomElement(shape: Shape, index: Expression): Extract<Expression, { kind: 'element' }> {
  return { kind: 'element', base: shape.plain, length: shape.array, index, name: 'a' };
}

function clamp(index: Expression, length: number): Expression {
  const masked: Expression = { kind: 'binary', operator: '&', left: index, right: { kind: 'constant', value: 255 } };
  return { kind: 'binary', operator: '%', left: masked, right: { kind: 'constant', value: length } };
}

/** Values kept small, so that the state space is. */
function small(random: Random, value: Expression): Expression {
  const modulus: Expression = { kind: 'constant', value: random.between(2, 5) };
  const remainder: Expression = { kind: 'binary', operator: '%', left: value, right: modulus };
  if (random.chance(0.8)) return remainder;
  return { kind: 'binary', operator: '*', left: remainder, right: { kind: 'constant', value: random.between(50, 90) } };
}

/** A random model of guarded assignments and requirements between them, with negative values, arrays with computed indices, and now and then a fault. */
export function randomProgram(random: Random): Model {
  const shape: Shape = { plain: random.between(1, 4), array: random.pick([0, 2, 3, 9]) };
  const count = shape.plain + shape.array;
  const assignment = (): Assignment => {
    const value = small(random, randomExpression(random, shape, 2));
    const element = shape.array > 0 && random.chance(0.4);
    const index = clamp(randomExpression(random, shape, 1), shape.array);
    const target = element
      ? randomElement(shape, index)
      : ({ kind: 'variable', variable: random.below(count) } as const);
    return { target, value, width: random.pick(['byte', 'int16', 'none'] as const) };
  };
  const effect = (): Effect => (random.chance(0.2) ? { required: randomExpression(random, shape, 2) } : assignment());
  const behaviours = Array.from({ length: random.between(1, 6) }, (): Behaviour => {
    const guards = Array.from({ length: random.between(1, 2) }, () => randomExpression(random, shape, 2));
    return {
      kind: 'program',
      guard: random.chance(0.5) ? guards[0] : { kind: 'all', operands: guards },
      effects: Array.from({ length: random.between(1, 4) }, effect),
    };
  });
  const variables = Array.from({ length: count }, (_, i) => ({ name: `v${i}`, lower: null, upper: null }));
  return naiveModel(variables, behaviours, [Int32Array.from({ length: count }, () => random.between(-1, 2))]);
}

/**
 * Random processes: each has a location, which its guards ask for first, and some of its steps also ask for that of
 * another process. Locations have negative and unused values too, and bounds that are given or not.
 */
export function randomProcesses(random: Random): Model {
  const processes = random.between(1, 3);
  const shape: Shape = { plain: processes + 1, array: 0 };
  const first = random.between(-2, 1);
  const last = first + random.between(2, 6);
  const isAt = (process: number, location: number): Expression => {
    const [left, right]: Expression[] = [
      { kind: 'variable', variable: process },
      { kind: 'constant', value: location },
    ];
    return { kind: 'binary', operator: '==', ...(random.chance(0.8) ? { left, right } : { left: right, right: left }) };
  };
  const step = (process: number): Behaviour => {
    const operands = [isAt(process, random.between(first - 1, last + 1))];
    const other = random.below(processes);
    if (random.chance(0.4)) operands.push(isAt(other, random.between(first, last)));
    if (random.chance(0.3)) operands.push(randomExpression(random, shape, 2));
    const effects: Assignment[] = [
      {
        target: { kind: 'variable', variable: process },
        value: { kind: 'constant', value: random.between(first, last) },
        width: 'none',
      },
    ];
    if (random.chance(0.5)) {
      const value = small(random, randomExpression(random, shape, 2));
      effects.push({ target: { kind: 'variable', variable: processes }, value, width: 'byte' });
    }
    return { kind: 'program', guard: { kind: 'all', operands }, effects };
  };
  const behaviours = Array.from({ length: processes }, (_, process) =>
    Array.from({ length: random.between(3, 12) }, () => step(process)),
  ).flat();
  const bounds = random.chance(0.5) ? { lower: first, upper: last } : { lower: null, upper: null };
  const variables = Array.from({ length: processes }, (_, i) => ({ name: `P${i}`, ...bounds }));
  const shared = { name: 'shared', lower: null, upper: null };
  const initial = Int32Array.from({ length: processes + 1 }, () => first);
  return naiveModel([...variables, shared], behaviours, [initial]);
}

/**
 * A random model whose steps shift, swap and clear many variables of a few sizes, as queues do: long runs of copies and constants, over
 * one word of a packed state or several, now and then with an index that is computed.
 */
export function randomShifts(random: Random): Model {
  const count = random.between(3, 30);
  const upper = random.pick([1, 3, 100, 70_000]);
  const variables = Array.from({ length: count }, (_, i) => {
    return { name: `v${i}`, lower: 0, upper: random.chance(0.8) ? upper : random.pick([0, 1, 7, upper]) };
  });
  const constantFor = (target: number): Expression => ({
    kind: 'constant',
    value: random.pick([0, 0, 1, variables[target].upper]) % (variables[target].upper + 1),
  });
  const fitsInto = (target: number): number[] =>
    variables.flatMap((one, source) => (one.upper <= variables[target].upper ? [source] : []));
  const assignment = (target: number, near: number): Assignment => {
    const value: Expression = random.chance(0.3)
      ? constantFor(target)
      : { kind: 'variable', variable: fitsInto(target).includes(near) ? near : random.pick(fitsInto(target)) };
    return { target: { kind: 'variable', variable: target }, value, width: 'none' };
  };
  const step = (): Behaviour => {
    const distance = random.pick([-2, -1, 1, 1, 2]);
    const effects: Effect[] = Array.from({ length: random.between(1, count) }, (_, i) => {
      const target = random.chance(0.8) ? i : random.below(count);
      return assignment(target, Math.min(count - 1, Math.max(0, target + distance)));
    });
    const first = variables.findIndex((one) => one.upper === upper);
    if (first >= 0 && random.chance(0.3)) {
      const index: Expression = { kind: 'constant', value: 0 };
      const target = { kind: 'element', base: first, length: 1, index, name: 'v' } as const;
      effects.splice(random.below(effects.length + 1), 0, { target, value: constantFor(first), width: 'none' });
    }
    const asked = random.below(count);
    const guard: Expression = {
      kind: 'binary',
      operator: random.pick(['==', '!='] as const),
      left: { kind: 'variable', variable: asked },
      right: constantFor(asked),
    };
    return { kind: 'program', guard, effects };
  };
  const behaviours = Array.from({ length: random.between(2, 5) }, step);
  const initial = Int32Array.from(variables, (one) => random.pick([0, 1, one.upper]) % (one.upper + 1));
  return naiveModel(variables, behaviours, [initial]);
}

/** A random model of tables: several patterns, rows with equal from-values, values with gaps. */
export function randomTables(random: Random): Model {
  const count = random.between(1, 8);
  const value = (): number => random.pick([0, 1, 2, 255, -1]);
  const behaviours = Array.from({ length: random.between(1, 5) }, (): Behaviour => {
    const columns = Array.from({ length: count }, (_, i) => i).filter(() => random.chance(0.5));
    if (columns.length === 0) columns.push(random.below(count));
    const rows: number[] = [];
    for (let row = random.between(0, 12); row > 0; row--) {
      const any = columns.map(() => random.chance(0.3));
      for (const isAny of any) rows.push(isAny ? ANY : value());
      for (const isAny of any) rows.push(isAny ? ANY : value());
    }
    return { kind: 'table', columns, rows: Int32Array.from(rows) };
  });
  const variables = Array.from({ length: count }, (_, i) => ({ name: `v${i}`, lower: null, upper: null }));
  const initial = Array.from({ length: random.between(1, 2) }, () => Int32Array.from({ length: count }, value));
  return naiveModel(variables, behaviours, initial);
}

/** Random predicates over the variables of a model; `dead` among them. */
export function randomPredicates(random: Random, model: Model, count: number): Expression[] {
  const shape: Shape = { plain: model.variables.length, array: 0 };
  return Array.from({ length: count }, () => {
    if (random.chance(0.1)) return { kind: 'dead' };
    const variable: Expression = { kind: 'variable', variable: random.below(shape.plain) };
    const right: Expression = { kind: 'constant', value: random.between(-1, 3) };
    return { kind: 'binary', operator: random.pick(['==', '<', '>='] as const), left: variable, right };
  });
}
