// The word under a formula: each letter can be changed, and the truth of every subformula follows.
import type { VNode } from 'preact';
import { useAsked } from '../asked.ts';
import type { WordView } from '../desk/protocol.ts';
import { Timeline } from './timeline.tsx';

interface WordEditorProps {
  readonly formula: string;
  readonly propositions: readonly string[];
  readonly word: WordView;
  readonly onChange: (word: WordView) => void;
}

/** Longer words nobody edits by hand. */
const LONGEST = 40;

export function WordEditor({ formula, propositions, word, onChange }: WordEditorProps): VNode {
  const { letters, cycleStart } = word;
  const { answer } = useAsked('truth', { formula, word }, 30);
  const names = [...new Set([...propositions, ...letters.flat()])];
  const isProposition = new Set(names);
  const rows = [
    ...names.map((text) => ({
      text,
      kind: 'proposition' as const,
      depth: 0,
      holds: letters.map((letter) => letter.includes(text)),
    })),
    ...(answer ?? [])
      .filter(({ text }) => !isProposition.has(text.replaceAll('"', '')))
      .map((row) => ({ ...row, kind: 'formula' as const })),
  ];
  const toggle = (name: string, at: number): void => {
    const changed = letters.map((letter, i) => {
      if (i !== at) return letter;
      return letter.includes(name) ? letter.filter((one) => one !== name) : [...letter, name].sort();
    });
    onChange({ letters: changed, cycleStart });
  };
  const whole = answer?.find(({ depth }) => depth === 0);
  return (
    <div>
      <Timeline
        rows={rows}
        length={letters.length}
        cycleStart={cycleStart}
        onToggle={toggle}
        label="The word and the truth of each subformula"
      />
      <div class="row wrap">
        {whole === undefined ? null : (
          <span class={`pill ${whole.holds[0] ? 'good' : 'bad'}`} data-testid="word-verdict">
            the word {whole.holds[0] ? 'satisfies' : 'violates'} the formula
          </span>
        )}
        <span class="spacer" />
        <button
          type="button"
          class="small"
          disabled={letters.length >= LONGEST}
          onClick={() => onChange({ letters: [...letters, []], cycleStart })}
        >
          + letter
        </button>
        <button
          type="button"
          class="small"
          disabled={letters.length === 1}
          onClick={() =>
            onChange({ letters: letters.slice(0, -1), cycleStart: Math.min(cycleStart, letters.length - 2) })
          }
        >
          − letter
        </button>
        <label class="small">
          cycle from{' '}
          <select
            value={cycleStart}
            onChange={({ currentTarget }) => onChange({ letters, cycleStart: Number(currentTarget.value) })}
          >
            {letters.map((_, i) => (
              <option key={i} value={i}>
                {i}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}
