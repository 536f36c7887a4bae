// Terms of propositions as expressions over the state vector, which both engines evaluate. A proposition belongs to no process.
import { all, any, binary, constant, element, equals, unary, variable } from '../../expression/build.ts';
import type { Expression } from '../../expression/expression.ts';
import { labelledPoints } from './compile-term.ts';
import type { Channel, Layout } from './layout.ts';
import { allEdges } from './program.ts';
import type { CellTerm, Term } from './terms.ts';

/** Why a term is no proposition, in words that follow its name. */
export class NotAProposition extends Error {
  override name = 'NotAProposition';
}

/** Whether the process in a place can move. */
export type EnabledIn = (slot: number) => Expression;

/** The expression of a term; `enabled` is told by who knows the steps. */
export function termToExpression(term: Term, layout: Layout, enabled: EnabledIn): Expression {
  const recurse = (part: Term): Expression => termToExpression(part, layout, enabled);
  switch (term.kind) {
    case 'constant':
      return constant(term.value);
    case 'cell':
      if (term.region === 'local')
        throw new NotAProposition(`\`${term.name}\` belongs to a process: write \`P:${term.name}\``);
      return cellAt(term, term.offset, recurse);
    case 'unary':
      return unary(term.operator, recurse(term.operand));
    case 'binary':
      return binary(term.operator, recurse(term.left), recurse(term.right));
    case 'choice': {
      const condition = unary('!', recurse(term.condition));
      const then = binary('*', unary('!', condition), recurse(term.then));
      return binary('+', then, binary('*', condition, recurse(term.otherwise)));
    }
    case 'question':
      return overChannels(term.channel, layout, recurse, (channel) => questionOf(term.question, channel));
    case 'poll': {
      const matches = term.matches.map((match) => (match === null ? null : recurse(match)));
      return overChannels(term.channel, layout, recurse, (channel) => pollOf(channel, matches, term.anywhere));
    }
    case 'label': {
      const point = layout.program.processes[term.process].flow.labels.get(term.label) ?? null;
      if (point === null) return constant(0);
      const at = layout.pointBase[term.process] + point.number;
      const pid = term.pid === null ? null : recurse(term.pid);
      return any(
        placesOf(term.process, layout).map((slot) => all([...isPid(pid, slot), equals(layout.slots[slot].base, at)])),
      );
    }
    case 'remote':
      return remote(term, layout, recurse);
    case 'processes':
      return variable(layout.processes);
    case 'last':
      return variable(layout.last);
    case 'np_':
      return unary('!', somebodyAt(layout, labelledPoints(layout, 'progress')));
    case 'enabled': {
      const pid = recurse(term.pid);
      return any(layout.slots.map(({ pid: slot }) => all([...isPid(pid, slot), enabled(slot)])));
    }
    case 'point': {
      const pid = recurse(term.pid);
      const parts = layout.slots.map(({ base, pid: slot }) => binary('*', all(isPid(pid, slot)), variable(base)));
      return parts.reduce((sum, part) => binary('+', sum, part), constant(0));
    }
    case 'timeout':
      throw new NotAProposition('`timeout` is not a property of a state');
    case 'pid':
      throw new NotAProposition('`_pid` belongs to a process');
  }
}

/** Whether some process is at one of the control points. */
export function somebodyAt({ slots }: Layout, points: ReadonlySet<number>): Expression {
  return any(slots.flatMap(({ base }) => [...points].map((point) => equals(base, point))));
}

/** Whether every process is at one of the control points, or nobody is there. */
export function everybodyAt({ slots }: Layout, points: ReadonlySet<number>): Expression {
  return all(slots.map(({ base }) => any([equals(base, 0), ...[...points].map((point) => equals(base, point))])));
}

type Recurse = (term: Term) => Expression;

function cellAt({ indexes, name }: CellTerm, base: number, recurse: Recurse): Expression {
  if (indexes.length === 0) return variable(base);
  const parts = indexes.map(({ term, stride }) => binary('*', recurse(term), constant(stride)));
  const index = parts.reduce((sum, part) => binary('+', sum, part));
  const length = indexes.reduce((sum, part) => sum + (part.length - 1) * part.stride, 1);
  return element({ base, length, name }, index);
}

/** The places where processes of a type can be. */
function placesOf(process: number, { slots }: Layout): number[] {
  return slots.flatMap(({ types, pid }) => (types.includes(process) ? [pid] : []));
}

function isPid(pid: Expression | null, slot: number): Expression[] {
  return pid === null ? [] : [binary('==', pid, constant(slot))];
}

function remote(
  { process, pid, cell }: Extract<Term, { kind: 'remote' }>,
  layout: Layout,
  recurse: Recurse,
): Expression {
  const places = placesOf(process, layout);
  const number = pid === null ? null : recurse(pid);
  const meant = number?.kind === 'constant' ? places.filter((slot) => slot === number.value) : places;
  if (number === null && places.length > 1) {
    throw new NotAProposition(
      `there can be several such processes: write the number, \`P[${places[0]}]:${cell.name}\``,
    );
  }
  const { pointBase, program } = layout;
  const [first, last] = [pointBase[process] + 1, pointBase[process] + program.processes[process].flow.points.length];
  const parts = meant.map((slot) => {
    const { base, types } = layout.slots[slot];
    const value = cellAt(cell, base + 1 + cell.offset, recurse);
    const isThere =
      types.length === 1
        ? [] // the cells of a place are 0 where nobody is
        : [binary('>=', variable(base), constant(first)), binary('<=', variable(base), constant(last))];
    const conditions = [...(number?.kind === 'constant' ? [] : isPid(number, slot)), ...isThere];
    return conditions.length === 0 ? value : binary('*', all(conditions), value);
  });
  return parts.length === 0 ? constant(0) : parts.reduce((sum, part) => binary('+', sum, part));
}

/** A question about whichever channel a term is. */
function overChannels(term: Term, layout: Layout, recurse: Recurse, ask: (channel: Channel) => Expression): Expression {
  const globals = layout.channels.filter((channel): channel is Channel => channel !== undefined);
  const fixed =
    term.kind === 'cell' && term.region === 'global' && term.indexes.length === 0 && !isAssigned(term, layout);
  const own = fixed ? globals.find(({ owner }) => owner === (term as CellTerm).offset) : undefined;
  if (own !== undefined) return ask(own);
  const id = recurse(term);
  const parts = globals.map((channel) => binary('*', binary('==', id, constant(channel.id)), ask(channel)));
  return parts.length === 0 ? constant(0) : parts.reduce((sum, part) => binary('+', sum, part));
}

/** Whether some step may store another channel in a global variable. */
function isAssigned(cell: CellTerm, { program }: Layout): boolean {
  const mayBe = (other: CellTerm): boolean =>
    other.region === 'global' &&
    other.type.name === 'chan' &&
    (other.indexes.length > 0 || other.offset === cell.offset);
  for (const { action } of allEdges(program.processes)) {
    if (action.kind === 'assign' && mayBe(action.cell)) return true;
    if (action.kind === 'run' && action.result !== null && mayBe(action.result)) return true;
    if (action.kind === 'receive' && action.fields.some((field) => field.kind === 'store' && mayBe(field.cell)))
      return true;
  }
  return false;
}

/** The answer to a question about a channel; `read` gives the value of a variable. */
export function questionOf(
  question: Extract<Term, { kind: 'question' }>['question'],
  channel: Channel,
  read: (variable: number) => Expression = variable,
): Expression {
  const length = channel.count < 0 ? constant(0) : read(channel.count);
  switch (question) {
    case 'len':
      return length;
    case 'empty':
      return binary('==', length, constant(0));
    case 'nempty':
      return binary('!=', length, constant(0));
    case 'full':
      return binary('==', length, constant(channel.capacity));
    case 'nfull':
      return binary('!=', length, constant(channel.capacity));
  }
}

function pollOf(channel: Channel, matches: readonly (Expression | null)[], anywhere: boolean): Expression {
  if (channel.count < 0 || matches.length !== channel.fields.length) return constant(0);
  const width = channel.fields.length;
  return any(
    Array.from({ length: anywhere ? channel.capacity : 1 }, (_, place) => {
      const at = channel.count + 1 + place * width;
      const tests = matches.flatMap((match, k) => (match === null ? [] : [binary('==', variable(at + k), match)]));
      return all([binary('>', variable(channel.count), constant(place)), ...tests]);
    }),
  );
}
