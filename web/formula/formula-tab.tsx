// A formula studied: what it means in other words, what kind it is, which words satisfy it, how it stands to another one.
import type { VNode } from 'preact';
import { useAsked } from '../asked.ts';
import type { Facts, Sought, WordView } from '../desk/protocol.ts';
import { formula, second, tab, word } from '../state.ts';
import { CompareCard } from './compare-card.tsx';
import { FormulaInput } from './formula-input.tsx';
import { Stutter } from './stutter.tsx';
import { WordEditor } from './word-editor.tsx';
import { WordLink } from './word-link.tsx';

export function FormulaTab(): VNode {
  const { answer, failure, isWaiting } = useAsked('study', { formula: formula.value, second: second.value });
  const facts = answer?.facts ?? null;
  return (
    <div class="stack">
      <FormulaInput findings={answer?.findings ?? []} />
      {failure === null ? null : <p class="failure">{failure}</p>}
      {facts === null ? null : (
        <div class={isWaiting ? 'studied waiting' : 'studied'}>
          <FactsCard facts={facts} />
          <WordCard facts={facts} />
        </div>
      )}
      <CompareCard study={answer} />
    </div>
  );
}

/** What each class promises, in a few words. */
const CLASSES: Readonly<Record<string, string>> = {
  bottom: 'safety and guarantee at once: decided within a few steps',
  safety: 'something bad never happens',
  guarantee: 'something good happens once',
  obligation: 'a combination of safety and guarantee',
  recurrence: 'something good happens again and again',
  persistence: 'from some time on, always',
  reactivity: 'a combination of recurrence and persistence',
};

const LADDER = ['safety', 'guarantee', 'obligation', 'recurrence', 'persistence', 'reactivity'] as const;

function FactsCard({ facts }: { readonly facts: Facts }): VNode {
  const place = 'found' in facts.hierarchy ? facts.hierarchy.found : null;
  const isSimpler = facts.simplified !== facts.printed;
  return (
    <section class="card facts" aria-label="What kind of formula">
      <dl>
        <dt>In symbols</dt>
        <dd>
          <code class="symbols">{facts.symbols}</code>
        </dd>
        <dt>Simplified</dt>
        <dd data-testid="simplified">
          {isSimpler ? <code>{facts.simplified}</code> : <span class="faint">it is as simple as it gets here</span>}
        </dd>
        <dt>Class</dt>
        <dd>
          {place === null ? (
            <span class="faint">{(facts.hierarchy as { unknown: string }).unknown}</span>
          ) : (
            <>
              <span class="ladder" data-testid="class">
                {LADDER.map((one) => (
                  <span key={one} class={one === place || place === 'bottom' ? 'step here' : 'step'}>
                    {one}
                  </span>
                ))}
              </span>
              <span class="faint">{CLASSES[place]}</span>
            </>
          )}
        </dd>
        <dt>Stuttering</dt>
        <dd data-testid="stutter">
          <Stutter stutter={facts.stutter} onShow={showWord} />
        </dd>
        <dt>Words</dt>
        <dd>
          <Words facts={facts} />
        </dd>
      </dl>
    </section>
  );
}

function Words({ facts: { satisfying, violating } }: { readonly facts: Facts }): VNode {
  const one = (sought: Sought<WordView | null>, say: string, none: string): VNode => {
    if ('unknown' in sought) return <span class="faint">{sought.unknown}</span>;
    if (sought.found === null) return <span class="pill warn">{none}</span>;
    return (
      <WordLink word={sought.found} onShow={showWord}>
        {say}
      </WordLink>
    );
  };
  return (
    <span class="row wrap">
      {one(satisfying, 'a word that satisfies it', 'nothing satisfies it')}
      {one(violating, 'a word that violates it', 'valid: everything satisfies it')}
      <button type="button" class="link" onClick={() => (tab.value = 'automata')}>
        its automata
      </button>
    </span>
  );
}

/** Shows a word in the timeline of the page. */
export function showWord(shown: WordView): void {
  word.value = shown;
  document.getElementById('word')?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
}

const EMPTY: WordView = { letters: [[]], cycleStart: 0 };

function WordCard({ facts }: { readonly facts: Facts }): VNode {
  const given = 'found' in facts.violating ? facts.violating.found : null;
  const shown = word.value ?? given ?? EMPTY;
  return (
    <section class="card" id="word" aria-label="A word">
      <h2>
        A word <span class="faint">click a proposition to change it; each subformula lights up where it holds</span>
      </h2>
      <WordEditor
        formula={formula.value}
        propositions={facts.propositions}
        word={shown}
        onChange={(changed) => {
          word.value = changed;
        }}
      />
    </section>
  );
}
