// A word that all shown automata read together, step by step.
import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useAsked } from '../asked.ts';
import type { AutomatonKind, Endless, Facts, RunView, WordView } from '../desk/protocol.ts';
import { Timeline } from '../formula/timeline.tsx';
import { FoundWords } from '../formula/word-link.tsx';
import type { Lit } from './picture.tsx';

export interface RunState {
  /** The word that is read; null for one that the desk has found. */
  readonly word: Signal<WordView | null>;
  /** The step that is shown; null while no word is run. Steps go on for ever, round the cycle of the word. */
  readonly step: Signal<number | null>;
}

/** Longer words nobody edits by hand. */
const LONGEST = 40;

const entry = <T,>({ steps, cycleStart }: Endless<T>, i: number): T =>
  i < steps.length ? steps[i] : steps[cycleStart + ((i - cycleStart) % (steps.length - cycleStart))];

/** The word that was chosen, or one that satisfies the formula. */
function shownWord({ word }: RunState, facts: Facts): WordView {
  const found = [facts.satisfying, facts.violating].flatMap((one) => ('found' in one ? (one.found ?? []) : []));
  return word.value ?? found[0] ?? { letters: [[]], cycleStart: 0 };
}

interface RunCardProps {
  readonly run: RunState;
  readonly text: string;
  readonly facts: Facts;
}

export function RunCard({ run, text, facts }: RunCardProps): VNode {
  const { letters, cycleStart } = shownWord(run, facts);
  const step = run.step.value;
  useEffect(() => {
    run.step.value = null;
  }, [text]);
  const show = (shown: WordView): void => {
    run.word.value = shown;
  };
  if (step === null) {
    return (
      <div>
        <button type="button" onClick={() => (run.step.value = 0)}>
          Run a word through them
        </button>
      </div>
    );
  }
  const position = entry({ steps: letters.map((_, i) => i), cycleStart }, step);
  const go = (by: number): void => {
    run.step.value = Math.max(0, step + by);
  };
  const onKey = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined || (event.target as HTMLElement).dataset.cell !== undefined) return;
    event.preventDefault();
    go(by);
  };
  const names = [...new Set([...facts.propositions, ...letters.flat()])];
  const toggle = (name: string, at: number): void => {
    const changed = letters.map((letter, i) => {
      if (i !== at) return letter;
      return letter.includes(name) ? letter.filter((one) => one !== name) : [...letter, name].sort();
    });
    show({ letters: changed, cycleStart });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys step
    <section class="card" aria-label="Run a word" tabIndex={0} onKeyDown={onKey}>
      <div class="row wrap">
        <h2>Run</h2>
        <span class="faint" data-testid="run-step">
          step {step}, reads position {position}
        </span>
        <span class="spacer" />
        <button type="button" class="small" onClick={() => go(-1)} disabled={step === 0}>
          ← back
        </button>
        <button type="button" class="small" onClick={() => go(1)}>
          next →
        </button>
        <button type="button" class="small" onClick={() => (run.step.value = null)}>
          close
        </button>
      </div>
      <Timeline
        rows={names.map((text) => ({
          text,
          kind: 'proposition',
          depth: 0,
          holds: letters.map((letter) => letter.includes(text)),
        }))}
        length={letters.length}
        cycleStart={cycleStart}
        now={position}
        onPick={(picked) => (run.step.value = picked)}
        onToggle={toggle}
        label="The word that is read"
      />
      <div class="row wrap">
        <FoundWords facts={facts} onShow={show} />
        <span class="spacer" />
        <button
          type="button"
          class="small"
          disabled={letters.length >= LONGEST}
          onClick={() => show({ letters: [...letters, letters.at(-1) ?? []], cycleStart })}
        >
          + letter
        </button>
      </div>
      <p class="faint">
        Strong colour: a run that accepts the word. Light colour: all states in which the automaton may be. Testing
        automata read what changes from one position to the next.
      </p>
    </section>
  );
}

export interface Followed {
  readonly lit: Lit | null;
  readonly view: RunView | null;
  readonly isStuck: boolean;
}

/** The run of the word in one of the automata, at the step that is shown. */
export function useRun(run: RunState, kind: AutomatonKind, text: string | null, facts: Facts | null): Followed {
  const step = run.step.value;
  const isAsked = step !== null && text !== null && facts !== null;
  const { answer } = useAsked('run', isAsked ? { formula: text, kind, word: shownWord(run, facts) } : null, 30);
  if (!isAsked || answer === null) return { lit: null, view: null, isStuck: false };
  const { states, arrows } = entry(answer.possible, step);
  const chosen = answer.run === null ? null : entry(answer.run, step);
  const here = chosen === null ? [] : [String(chosen.state), ...(chosen.arrow === null ? [] : [chosen.arrow])];
  return {
    lit: { here, maybe: [...states.map(String), ...arrows] },
    view: answer,
    isStuck: states.length === 0,
  };
}
