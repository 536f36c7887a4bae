// How a testing automaton comes to be, a picture for each step, as the papers draw them.
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useAsked } from '../asked.ts';
import type { Construction } from '../desk/protocol.ts';
import { Picture } from './picture.tsx';

const CONSTRUCTIONS: Readonly<Record<Construction, string>> = {
  ours: 'two-step',
  printed: 'two-step, as the papers print it',
  direct: 'straight from the formula',
};

interface StepsCardProps {
  readonly text: string | null;
  /** How it is shown at first. */
  readonly first?: 'open' | 'closed';
  readonly firstKind?: 'ta' | 'tgta';
}

export function StepsCard({ text, first = 'closed', firstKind = 'tgta' }: StepsCardProps): VNode {
  const [isOpen, setOpen] = useState(first === 'open');
  const [kind, setKind] = useState(firstKind);
  const [construction, setConstruction] = useState<Construction>('ours');
  const question = isOpen && text !== null ? { formula: text, kind, construction } : null;
  const { answer, failure, isWaiting } = useAsked('steps', question);
  return (
    <section class="card" aria-label="Construction">
      <div class="row wrap">
        <h2>Construction</h2>
        {isOpen ? (
          <>
            <label class="small">
              of the{' '}
              <select value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value as 'ta' | 'tgta')}>
                <option value="tgta">TGTA</option>
                <option value="ta">TA</option>
              </select>
            </label>
            <label class="small">
              way{' '}
              <select
                value={construction}
                onChange={({ currentTarget }) => setConstruction(currentTarget.value as Construction)}
              >
                {Object.entries(CONSTRUCTIONS).map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          </>
        ) : (
          <span class="faint">from the Büchi automaton to the testing automaton</span>
        )}
        <span class="spacer" />
        <button type="button" class="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'hide the steps' : 'show the steps'}
        </button>
      </div>
      {failure === null || !isOpen ? null : <p class="faint">{failure}</p>}
      {isOpen && isWaiting && answer === null ? <p class="faint">drawing …</p> : null}
      {!isOpen || answer === null ? null : (
        <ol class={isWaiting ? 'construction waiting' : 'construction'}>
          {answer.map(({ caption, states, edges, svg }, i) => (
            <li key={`${i} ${caption}`}>
              <div class="row wrap">
                <b>{i + 1}</b> {caption}
                <span class="sizes">
                  <b>{states}</b> {states === 1 ? 'state' : 'states'}, <b>{edges}</b> {edges === 1 ? 'edge' : 'edges'}
                </span>
              </div>
              {'found' in svg ? (
                <Picture svg={svg.found} label={`step ${i + 1}: ${caption}`} />
              ) : (
                <p class="faint">{svg.unknown}</p>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
