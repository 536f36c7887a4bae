// An automaton as a table: where it goes from each state with each label, and the acceptance sets of that edge.
import type { VNode } from 'preact';
import type { AutomatonTable } from '../desk/protocol.ts';
import type { Lit } from './picture.tsx';

interface TableProps {
  readonly table: AutomatonTable;
  /** The states and edges of a run, by the names that they have in a picture. */
  readonly lit: Lit | null;
}

export function Table({ table: { labels, rows }, lit }: TableProps): VNode {
  const look = (name: string): string =>
    lit?.here.includes(name) ? ' here' : lit?.maybe.includes(name) ? ' maybe' : '';
  return (
    <div class="scroll">
      <table class="automaton">
        <thead>
          <tr>
            <th scope="col">state</th>
            {labels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, start, isAccepting, cells }, state) => (
            <tr key={`${state} ${name}`}>
              <th scope="row" title={name} class={`${isAccepting ? 'accepting' : ''}${look(String(state))}`}>
                {start === null ? null : <span title={start === '' ? 'initial' : `initial, reading ${start}`}>▸ </span>}
                {state}
              </th>
              {cells.map((edges, i) => (
                <td key={labels[i]}>
                  {edges.map(({ target, marks }) => (
                    <span key={`${target} ${marks.join()}`} class={`edge${look(`${state}->${target}`)}`}>
                      {target}
                      {marks.map((set) => (
                        <span key={set} class="set" data-set={set % 4}>
                          {set}
                        </span>
                      ))}
                    </span>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
