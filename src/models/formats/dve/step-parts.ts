// The processes and messages of a step of a DVE model.
import { evaluate } from '../../expression/expression.ts';
import type { StepMessage, StepParts } from '../../step-parts.ts';
import type { Move } from './moves.ts';

/** Which processes move when the moves happen in `state`, and which messages they exchange. */
export function stepPartsOf(moves: readonly Move[], state: ArrayLike<number>): StepParts {
  const messages: StepMessage[] = [];
  for (const { process, talk } of moves) {
    if (talk === null || (talk.kind === 'handshake' && talk.direction === 'receive')) continue;
    const values = talk.values.map((value) => evaluate(value, state));
    const text = values.length > 1 ? `(${values.join(', ')})` : values.join('');
    const [from, to] = endsOf(process.name, talk, moves);
    messages.push({ channel: talk.channel, text, ...(from !== null && { from }), ...(to !== null && { to }) });
  }
  return { processes: moves.map(({ process }) => process.name), messages };
}

function endsOf(
  process: string,
  { kind, direction }: NonNullable<Move['talk']>,
  moves: readonly Move[],
): [from: string | null, to: string | null] {
  if (kind === 'buffer') return direction === 'send' ? [process, null] : [null, process];
  const partner = moves.find(({ talk }) => talk?.kind === 'handshake' && talk.direction === 'receive');
  return [process, partner?.process.name ?? null];
}
