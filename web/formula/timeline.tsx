// A word drawn as a timeline: positions from left to right, the cycle under a bracket, a row for each proposition and each subformula.
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';

export interface TimelineRow {
  readonly text: string;
  /** Propositions come first and can be edited; formulas are indented by their depth. */
  readonly kind: 'proposition' | 'formula';
  readonly depth: number;
  readonly holds: readonly (boolean | null)[];
}

interface TimelineProps {
  readonly rows: readonly TimelineRow[];
  readonly length: number;
  readonly cycleStart: number;
  /** The position that is looked at. */
  readonly now?: number;
  readonly onPick?: (position: number) => void;
  readonly onToggle?: (proposition: string, position: number) => void;
  readonly label: string;
}

export function Timeline({ rows, length, cycleStart, now, onPick, onToggle, label }: TimelineProps): VNode {
  const table = useRef<HTMLTableElement>(null);
  const positions = Array.from({ length }, (_, i) => i);
  const inCycle = (i: number): string =>
    `${i >= cycleStart ? 'cycle' : ''}${i === cycleStart ? ' first' : ''}${i === now ? ' now' : ''}`;
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
    const from = (event.target as HTMLElement).dataset.cell?.split(' ').map(Number);
    if (step === undefined || from === undefined || onToggle === undefined) return;
    event.preventDefault();
    const cell = `[data-cell="${from[0] + step[0]} ${from[1] + step[1]}"]`;
    table.current?.querySelector<HTMLElement>(cell)?.focus();
  };
  return (
    <div class="timeline">
      <table ref={table} onKeyDown={move} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" class="corner">
              position
            </th>
            {positions.map((i) => (
              <th key={i} scope="col" class={inCycle(i)}>
                {onPick === undefined ? (
                  i
                ) : (
                  <button
                    type="button"
                    onClick={() => onPick(i)}
                    aria-pressed={now === undefined ? undefined : i === now}
                  >
                    {i}
                  </button>
                )}
              </th>
            ))}
            <th class="again" aria-label="and so on for ever">
              {cycleStart < length ? '↻' : '…'}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, r) => (
            <tr
              key={`${row.kind} ${row.text}`}
              class={`${row.kind}${row.depth === 0 && row.kind === 'formula' ? ' whole' : ''}`}
            >
              <th scope="row" title={row.text}>
                <span class="indent" data-depth={Math.min(row.depth, 6)} />
                <code>{row.text}</code>
              </th>
              {positions.map((i) => (
                <td key={i} class={inCycle(i)}>
                  <Cell row={row} at={[r, i]} onToggle={onToggle} />
                </td>
              ))}
              <td class="again" />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  readonly row: TimelineRow;
  readonly at: readonly [number, number];
  readonly onToggle: TimelineProps['onToggle'];
}

function Cell({ row, at: [r, i], onToggle }: CellProps): VNode {
  const holds = row.holds[i] ?? null;
  const said = `${row.text} ${holds === null ? 'is still open' : holds ? 'holds' : 'does not hold'} at ${i}`;
  const look = holds === null ? 'cell open' : holds ? 'cell on' : 'cell off';
  if (row.kind === 'formula' || onToggle === undefined)
    return <span class={look} role="img" aria-label={said} title={said} />;
  return (
    <button
      type="button"
      class={look}
      data-cell={`${r} ${i}`}
      tabIndex={r === 0 && i === 0 ? 0 : -1}
      aria-pressed={holds === true}
      aria-label={said}
      title={`${said}; click to change`}
      onClick={() => onToggle(row.text, i)}
    />
  );
}
