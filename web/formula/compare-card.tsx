// A second formula beside the first: which implies which, and words that tell them apart.
import type { VNode } from 'preact';
import type { Study } from '../desk/protocol.ts';
import { Editor } from '../editor/editor.tsx';
import { Findings } from '../editor/findings.tsx';
import { second } from '../state.ts';
import { showWord } from './formula-tab.tsx';
import { WordLink } from './word-link.tsx';

export function CompareCard({ study }: { readonly study: Study | null }): VNode {
  const findings = study?.secondFindings ?? [];
  const set = (text: string): void => {
    second.value = text;
  };
  return (
    <section class="card" aria-label="Compare with another formula">
      <h2>
        Compare with <span class="faint">another formula, or another way to say it</span>
      </h2>
      <Editor label="Second formula" text={second} onChange={set} language="ltl" shape="line" findings={findings} />
      <Findings findings={findings} text={second.value} />
      {study?.comparison == null ? null : <Outcome comparison={study.comparison} />}
    </section>
  );
}

function Outcome({ comparison }: { readonly comparison: NonNullable<Study['comparison']> }): VNode {
  if ('unknown' in comparison) return <p class="faint">{comparison.unknown}</p>;
  const { relation, onlyFirst, onlySecond } = comparison.found;
  return (
    <p class="row wrap" data-testid="comparison">
      <span class={`pill ${relation === 'equivalent' ? 'good' : 'warn'}`}>
        {relation === 'equivalent' ? 'equivalent' : `the first ${relation} the second`}
      </span>
      {onlyFirst === null ? null : (
        <WordLink word={onlyFirst} onShow={showWord}>
          a word of the first alone
        </WordLink>
      )}
      {onlySecond === null ? null : (
        <WordLink word={onlySecond} onShow={showWord}>
          a word of the second alone
        </WordLink>
      )}
    </p>
  );
}
