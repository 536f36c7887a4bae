// An automaton as a table: where it goes from each state with each label, and the acceptance sets of that edge.
import type { VNode } from 'preact';
import type { AutomatonTable } from '../desk/protocol.ts';

export function Table({ table: { labels, rows } }: { readonly table: AutomatonTable }): VNode {
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
              <th scope="row" title={name} class={isAccepting ? 'accepting' : ''}>
                {start === null ? null : <span title={start === '' ? 'initial' : `initial, reading ${start}`}>▸ </span>}
                {state}
              </th>
              {cells.map((edges, i) => (
                <td key={labels[i]}>
                  {edges.map(({ target, marks }) => (
                    <span key={`${target} ${marks.join()}`} class="edge">
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
