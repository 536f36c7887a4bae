// The lamp of the examples, and its product with the automaton of what must not happen.
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import lamp from '../../examples/lamp/model.kripke?raw';
import { useAsked } from '../asked.ts';
import { Picture } from '../automata/picture.tsx';
import type { ProductQuestion } from '../desk/protocol.ts';

const MODEL = { name: 'lamp.kripke', text: lamp };
const KINDS: readonly ProductQuestion['kind'][] = ['tgba', 'ba', 'tgta'];

interface ProductCardProps {
  readonly text: string | null;
  readonly firstKind: string | undefined;
}

export function ProductCard({ text, firstKind }: ProductCardProps): VNode {
  const [kind, setKind] = useState(KINDS.find((one) => one === firstKind) ?? 'tgba');
  const model = useAsked('graph', { model: MODEL, proposition: 'lit' });
  const negation = text === null ? null : `!(${text})`;
  const automaton = useAsked('automaton', negation === null ? null : { formula: negation, kind });
  const product = useAsked('product', text === null ? null : { model: MODEL, formula: text, kind });
  const failure = model.failure ?? automaton.failure ?? product.failure;
  return (
    <div class="stack">
      <label class="small">
        automaton{' '}
        <select value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value as ProductQuestion['kind'])}>
          {KINDS.map((one) => (
            <option key={one} value={one}>
              {one.toUpperCase()}
            </option>
          ))}
        </select>
      </label>
      {failure === null ? null : <p class="faint">{failure}</p>}
      <div class="pictures">
        {model.answer === null ? null : (
          <Shown title="the lamp" states={model.answer.states} edges={model.answer.steps} svg={model.answer.svg} />
        )}
        {automaton.answer !== null && 'found' in automaton.answer.svg ? (
          <Shown title="what must not happen" {...automaton.answer} svg={automaton.answer.svg.found} />
        ) : null}
        {product.answer === null ? null : <Shown title="both together" {...product.answer} />}
      </div>
    </div>
  );
}

interface ShownProps {
  readonly title: string;
  readonly states: number;
  readonly edges: number;
  readonly svg: string;
}

function Shown({ title, states, edges, svg }: ShownProps): VNode {
  return (
    <figure class="card picture" data-picture={title}>
      <figcaption class="row wrap">
        <h3>{title}</h3>
        <span class="sizes">
          <b>{states}</b> {states === 1 ? 'state' : 'states'}, <b>{edges}</b> {edges === 1 ? 'edge' : 'edges'}
        </span>
      </figcaption>
      <Picture svg={svg} label={title} />
    </figure>
  );
}
