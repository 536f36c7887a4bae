// The states of a small model as a picture, coloured by a proposition.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAsked } from '../asked.ts';
import { Picture } from '../automata/picture.tsx';
import { save } from '../automata/save.ts';
import type { ModelText } from '../desk/protocol.ts';

interface GraphCardProps {
  readonly model: ModelText;
  /** Propositions that may be chosen. */
  readonly suggested: readonly string[];
}

export function GraphCard({ model, suggested }: GraphCardProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const [proposition, setProposition] = useState('');
  useEffect(() => setOpen(false), [model.name]);
  const { answer, failure, isWaiting } = useAsked('graph', isOpen ? { model, proposition } : null, 300);
  return (
    <section class={isWaiting && isOpen ? 'card waiting' : 'card'} aria-label="State graph">
      <div class="row wrap">
        <h2>State graph</h2>
        {answer === null ? null : (
          <span class="sizes">
            <b>{answer.states}</b> states, <b>{answer.steps}</b> steps
          </span>
        )}
        <span class="spacer" />
        {isOpen ? (
          <label class="small">
            colour{' '}
            <input
              type="text"
              list="propositions"
              value={proposition}
              placeholder="a proposition"
              onChange={({ currentTarget }) => setProposition(currentTarget.value)}
            />
          </label>
        ) : null}
        {answer === null ? null : (
          <button type="button" class="small" onClick={() => save('states.svg', 'image/svg+xml', answer.svg)}>
            SVG
          </button>
        )}
        <button type="button" class="small" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? 'hide' : 'draw'}
        </button>
      </div>
      <datalist id="propositions">
        {suggested.slice(0, 60).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {isOpen && failure !== null ? <p class="faint">{failure}</p> : null}
      {isOpen && answer !== null ? <Picture svg={answer.svg} label="The states of the model" /> : null}
    </section>
  );
}
