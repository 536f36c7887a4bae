// Terms as closures over the state vector, for a process in a given place.
import { InternalError } from '../../../base/assert.ts';
import { applyBinary, EvaluationFault } from '../../expression/expression.ts';
import type { Channel, Layout } from './layout.ts';
import type { CellTerm, Term } from './terms.ts';

/** Computes a number from a state. Throws `EvaluationFault`. */
export type Evaluate = (state: Int32Array) => number;

/** What terms ask of the machine that runs them. */
export interface TermContext {
  readonly layout: Layout;
  /** The place of the process, -1 for nobody. */
  readonly slot: number;
  /** Whether nobody can move but by waiting for that. */
  readonly isTimeout: () => boolean;
  /** The channel of a number in a state. Throws `EvaluationFault` where there is none. */
  readonly channel: (state: Int32Array, id: number) => Channel;
}

export function compileTerm(term: Term, context: TermContext): Evaluate {
  const { layout } = context;
  switch (term.kind) {
    case 'constant': {
      const { value } = term;
      return () => value;
    }
    case 'cell': {
      const address = compileAddress(term, context);
      if (typeof address === 'number') return (state) => state[address];
      return (state) => state[address(state)];
    }
    case 'unary': {
      const operand = compileTerm(term.operand, context);
      if (term.operator === '!') return (state) => (operand(state) === 0 ? 1 : 0);
      return term.operator === '-' ? (state) => -operand(state) | 0 : (state) => ~operand(state);
    }
    case 'binary':
      return compileBinary(term, context);
    case 'choice': {
      const [condition, then, otherwise] = [term.condition, term.then, term.otherwise].map((part) =>
        compileTerm(part, context),
      );
      return (state) => (condition(state) !== 0 ? then(state) : otherwise(state));
    }
    case 'question':
      return compileQuestion(term, context);
    case 'poll':
      return compilePoll(term, context);
    case 'label': {
      const point = layout.program.processes[term.process].flow.labels.get(term.label) ?? null;
      if (point === null) return () => 0;
      const at = layout.pointBase[term.process] + point.number;
      const place = compilePlace(term.process, term.pid, context);
      return (state) => {
        const slot = place(state);
        return slot >= 0 && state[layout.slots[slot].base] === at ? 1 : 0;
      };
    }
    case 'remote':
      return compileRemote(term, context);
    case 'pid': {
      const { slot } = context;
      return () => slot;
    }
    case 'processes': {
      const { processes } = layout;
      return (state) => state[processes];
    }
    case 'last': {
      const { last } = layout;
      return (state) => state[last];
    }
    case 'timeout':
      return () => (context.isTimeout() ? 1 : 0);
    case 'np_':
      return compileNoProgress(layout);
    case 'enabled':
    case 'point':
      throw new InternalError(`a process asks for what only claims may: ${term.kind}`);
  }
}

/** The variable of a cell: a number, or computed where an index varies. */
export function compileAddress(cell: CellTerm, context: TermContext): number | Evaluate {
  const base = cell.offset + (cell.region === 'global' ? 0 : context.layout.slots[context.slot].base + 1);
  if (cell.indexes.length === 0) return base;
  const parts = cell.indexes.map(({ term, length, stride }) => ({ index: compileTerm(term, context), length, stride }));
  const { name } = cell;
  if (parts.length === 1) {
    const [{ index, length, stride }] = parts;
    return (state) => {
      const value = index(state);
      if (value < 0 || value >= length) throw outside(name, value, length);
      return base + value * stride;
    };
  }
  return (state) => {
    let at = base;
    for (const { index, length, stride } of parts) {
      const value = index(state);
      if (value < 0 || value >= length) throw outside(name, value, length);
      at += value * stride;
    }
    return at;
  };
}

function outside(name: string, value: number, length: number): EvaluationFault {
  return new EvaluationFault(`index ${value} is outside of ${name}[0 … ${length - 1}]`);
}

function compileBinary(term: Extract<Term, { kind: 'binary' }>, context: TermContext): Evaluate {
  const left = compileTerm(term.left, context);
  const right = compileTerm(term.right, context);
  switch (term.operator) {
    case '+':
      return (state) => (left(state) + right(state)) | 0;
    case '-':
      return (state) => (left(state) - right(state)) | 0;
    case '==':
      return (state) => (left(state) === right(state) ? 1 : 0);
    case '!=':
      return (state) => (left(state) !== right(state) ? 1 : 0);
    case '<':
      return (state) => (left(state) < right(state) ? 1 : 0);
    case '<=':
      return (state) => (left(state) <= right(state) ? 1 : 0);
    case '>':
      return (state) => (left(state) > right(state) ? 1 : 0);
    case '>=':
      return (state) => (left(state) >= right(state) ? 1 : 0);
    case '&&':
      return (state) => (left(state) !== 0 && right(state) !== 0 ? 1 : 0);
    case '||':
      return (state) => (left(state) !== 0 || right(state) !== 0 ? 1 : 0);
    default: {
      const { operator } = term;
      return (state) => applyBinary(operator, left(state), right(state));
    }
  }
}

function compileQuestion(term: Extract<Term, { kind: 'question' }>, context: TermContext): Evaluate {
  const id = compileTerm(term.channel, context);
  const length = (state: Int32Array): number => {
    const { count } = context.channel(state, id(state));
    return count < 0 ? 0 : state[count];
  };
  const room = (state: Int32Array): number => {
    const { capacity } = context.channel(state, id(state));
    return capacity - length(state);
  };
  switch (term.question) {
    case 'len':
      return length;
    case 'empty':
      return (state) => (length(state) === 0 ? 1 : 0);
    case 'nempty':
      return (state) => (length(state) !== 0 ? 1 : 0);
    case 'full':
      return (state) => (room(state) === 0 ? 1 : 0);
    case 'nfull':
      return (state) => (room(state) !== 0 ? 1 : 0);
  }
}

function compilePoll(term: Extract<Term, { kind: 'poll' }>, context: TermContext): Evaluate {
  const id = compileTerm(term.channel, context);
  const matches = term.matches.map((match) => (match === null ? null : compileTerm(match, context)));
  return (state) => {
    const channel = context.channel(state, id(state));
    if (channel.count < 0) return 0;
    const messages = state[channel.count];
    const width = channel.fields.length;
    for (let i = 0; i < (term.anywhere ? messages : Math.min(1, messages)); i++) {
      const at = channel.count + 1 + i * width;
      if (matches.every((match, k) => match === null || match(state) === state[at + k])) return 1;
    }
    return 0;
  };
}

/** The place of the process of a type with a number, or of the first one; -1 where there is none. */
function compilePlace(process: number, pid: Term | null, context: TermContext): Evaluate {
  const { slots, typeOfPoint } = context.layout;
  const isThere = (state: Int32Array, slot: number): boolean => typeOfPoint[state[slots[slot].base]] === process;
  if (pid !== null) {
    const number = compileTerm(pid, context);
    return (state) => {
      const slot = number(state);
      return slot >= 0 && slot < slots.length && isThere(state, slot) ? slot : -1;
    };
  }
  return (state) => {
    for (let slot = 0; slot < slots.length; slot++) if (isThere(state, slot)) return slot;
    return -1;
  };
}

function compileRemote(term: Extract<Term, { kind: 'remote' }>, context: TermContext): Evaluate {
  const place = compilePlace(term.process, term.pid, context);
  const reads = context.layout.slots.map((_, slot) => compileTerm(term.cell, { ...context, slot }));
  return (state) => {
    const slot = place(state);
    return slot < 0 ? 0 : reads[slot](state);
  };
}

/** Whether no process is at a point with a progress label. */
function compileNoProgress(layout: Layout): Evaluate {
  const progress = labelledPoints(layout, 'progress');
  return (state) => (layout.slots.some(({ base }) => progress.has(state[base])) ? 0 : 1);
}

/** The numbers of all control points with a label that begins like this. */
export function labelledPoints(layout: Layout, prefix: string): Set<number> {
  const found = new Set<number>();
  for (const { flow, index } of layout.program.processes) {
    for (const { number, labels } of flow.points) {
      if ([...labels].some((label) => label.startsWith(prefix))) found.add(layout.pointBase[index] + number);
    }
  }
  return found;
}
