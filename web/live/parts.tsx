// The live parts: the words of a formula, its automata, the steps of a construction, and a model run together with an automaton.
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { toHash } from '../address.ts';
import { type Asked, useAsked } from '../asked.ts';
import { AutomatonCard } from '../automata/automaton-card.tsx';
import { RunCard } from '../automata/run-card.tsx';
import { StepsCard } from '../automata/steps-card.tsx';
import type { AutomatonKind, Study, WordView } from '../desk/protocol.ts';
import { Editor } from '../editor/editor.tsx';
import { Findings } from '../editor/findings.tsx';
import { Stutter } from '../formula/stutter.tsx';
import { WordEditor } from '../formula/word-editor.tsx';
import { FoundWords } from '../formula/word-link.tsx';
import { ProductCard } from './product-card.tsx';

const PARTS = { words: Words, automata: Automata, steps: Steps, product: Product } as const;
export type Part = keyof typeof PARTS;

interface PartProps {
  readonly kinds: readonly string[];
  readonly text: string;
}

export function part(name: Part, kinds: readonly string[], text: string): VNode {
  const Shown = PARTS[name];
  return <Shown kinds={kinds} text={text} />;
}

function Words({ text: given }: PartProps): VNode {
  const text = useSignal(given);
  const word = useSignal<WordView | null>(null);
  const study = useStudy(text);
  const facts = study.answer?.facts ?? null;
  const show = (shown: WordView): void => {
    word.value = shown;
  };
  const found =
    facts === null
      ? []
      : [facts.violating, facts.satisfying].flatMap((one) => ('found' in one ? (one.found ?? []) : []));
  return (
    <Frame title="A formula and its words" text={text} word={word} study={study} tab="formula" kinds={[]}>
      {facts === null ? null : (
        <>
          <WordEditor
            formula={text.value}
            propositions={facts.propositions}
            word={word.value ?? found[0] ?? { letters: [[]], cycleStart: 0 }}
            onChange={show}
          />
          <div class="row wrap">
            <FoundWords facts={facts} onShow={show} />
          </div>
          <div data-testid="stutter">
            <Stutter stutter={facts.stutter} onShow={show} />
          </div>
        </>
      )}
    </Frame>
  );
}

function Automata({ kinds, text: given }: PartProps): VNode {
  const text = useSignal(given);
  const run = { word: useSignal<WordView | null>(null), step: useSignal<number | null>(null) };
  const study = useStudy(text);
  const facts = study.answer?.facts ?? null;
  return (
    <Frame title="A formula and its automata" text={text} word={run.word} study={study} tab="automata" kinds={kinds}>
      {facts === null ? null : <RunCard run={run} text={text.value} facts={facts} />}
      <div class="pictures">
        {kinds.map((kind) => (
          <AutomatonCard
            key={kind}
            run={run}
            kind={kind as AutomatonKind}
            text={facts === null ? null : text.value}
            facts={facts}
          />
        ))}
      </div>
    </Frame>
  );
}

function Steps({ kinds, text: given }: PartProps): VNode {
  const text = useSignal(given);
  const word = useSignal<WordView | null>(null);
  const study = useStudy(text);
  const kind = kinds[0] === 'ta' ? 'ta' : 'tgta';
  return (
    <Frame title="A construction" text={text} word={word} study={study} tab="automata" kinds={kinds}>
      <StepsCard text={study.answer?.facts == null ? null : text.value} first="open" firstKind={kind} />
    </Frame>
  );
}

function Product({ kinds, text: given }: PartProps): VNode {
  const text = useSignal(given);
  const word = useSignal<WordView | null>(null);
  const study = useStudy(text);
  return (
    <Frame title="A property of the lamp" text={text} word={word} study={study} tab="formula" kinds={[]}>
      <ProductCard text={study.answer?.facts == null ? null : text.value} firstKind={kinds[0]} />
    </Frame>
  );
}

function useStudy(text: Signal<string>): Asked<Study> {
  return useAsked('study', { formula: text.value, second: '' });
}

interface FrameProps {
  readonly title: string;
  readonly text: Signal<string>;
  readonly word: Signal<WordView | null>;
  readonly study: Asked<Study>;
  readonly tab: 'formula' | 'automata';
  readonly kinds: readonly string[];
  readonly children: ComponentChildren;
}

/** The formula, what is wrong with it, what is shown of it, and the way to the studio. */
function Frame({ title, text, word, study, tab, kinds, children }: FrameProps): VNode {
  const findings = study.answer?.findings ?? [];
  const set = (typed: string): void => {
    if (typed === text.peek()) return;
    text.value = typed;
    word.value = null;
  };
  return (
    <section class="card" aria-label={title}>
      <Editor label={title} text={text} onChange={set} language="ltl" shape="line" findings={findings} />
      <Findings findings={findings} text={text.value} />
      {study.failure === null ? null : <p class="failure">{study.failure}</p>}
      {children}
      <StudioLink state={{ tab, formula: text.value, word: word.value, ...(kinds.length === 0 ? {} : { kinds }) }} />
    </section>
  );
}

/** The studio stands beside the folder of this program. */
const STUDIO = new URL(/* @vite-ignore */ '../studio/index.html', import.meta.url);

function StudioLink({ state }: { readonly state: object }): VNode {
  const [hash, setHash] = useState('');
  useEffect(() => void toHash(state).then((made) => setHash(made ?? '')), [JSON.stringify(state)]);
  return (
    <p class="faint">
      Type another formula. <a href={`${STUDIO.href}${hash}`}>Open it in the studio</a>
    </p>
  );
}
