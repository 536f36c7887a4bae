// The text of a model: typed, opened from a file, or dropped here.
import { computed } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { Finding, ModelSummaryView } from '../desk/protocol.ts';
import { Editor } from '../editor/editor.tsx';
import { Findings } from '../editor/findings.tsx';
import { agreed, choose, isHeld, model, tab } from '../state.ts';

interface ModelCardProps {
  readonly findings: readonly Finding[];
  readonly summary: ModelSummaryView | null;
  readonly failure: string | null;
  readonly onSubmit: () => void;
}

/** Endings of the formats that are written by hand, and their names. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ['dve', 'DVE'],
  ['pml', 'Promela'],
  ['kripke', 'Kripke structure'],
  ['net', 'Petri net (.net)'],
  ['pnml', 'Petri net (PNML)'],
  ['ts', 'TypeScript'],
  ['etf', 'ETF'],
  ['json', 'Kripke structure (JSON)'],
  ['hoa', 'Kripke structure (HOA)'],
];

/** Larger files are for the command. */
const LARGEST = 30_000_000;

const text = computed(() => model.value.text);

export function ModelCard({ findings, summary, failure, onSubmit }: ModelCardProps): VNode {
  const file = useRef<HTMLInputElement>(null);
  const { name } = model.value;
  const ending = name.split('.').at(-1) ?? '';
  const open = async (given: File | undefined): Promise<void> => {
    if (given === undefined) return;
    if (given.size > LARGEST) alert('This file is too large for a page: tegata check reads it.');
    else choose({ name: given.name, text: await given.text() });
  };
  return (
    <section
      class="card"
      aria-label="Model"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void open(event.dataTransfer?.files[0]);
      }}
    >
      <div class="row wrap">
        <h2>Model</h2>
        <code class="faint ellipsis">{name}</code>
        <span class="spacer" />
        <select
          aria-label="Format"
          value={ENDINGS.some(([one]) => one === ending) ? ending : 'dve'}
          onChange={({ currentTarget }) => {
            model.value = { ...model.value, name: `${name.replace(/\.[^.]*$/, '')}.${currentTarget.value}` };
          }}
        >
          {ENDINGS.map(([one, title]) => (
            <option key={one} value={one}>
              {title}
            </option>
          ))}
        </select>
        <button type="button" class="small" onClick={() => file.current?.click()}>
          Open a file
        </button>
        <button type="button" class="small" onClick={() => (tab.value = 'examples')}>
          Examples
        </button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".ts,.mts,.js,.mjs,.dve,.pml,.pm,.promela,.kripke,.net,.pnml,.xml,.etf,.json,.hoa,.txt"
          onChange={({ currentTarget }) => {
            void open(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </div>
      <Editor
        label="Model"
        text={text}
        onChange={(changed) => {
          if (changed === model.peek().text) return;
          const edited = { ...model.peek(), text: changed };
          if (isHeld.peek()) model.value = edited;
          else choose(edited);
        }}
        language={{ file: name }}
        shape="page"
        findings={findings}
        onSubmit={onSubmit}
      />
      {isHeld.value ? (
        <div class="note row wrap" data-testid="held">
          <span>This model is a program. It runs in this page only if you say so: read it first.</span>
          <span class="spacer" />
          <button type="button" class="small" onClick={() => (agreed.value = model.value.text)}>
            Run this code
          </button>
        </div>
      ) : null}
      <Findings findings={findings} text={text.value} />
      {failure === null ? null : <p class="failure">{failure}</p>}
      {summary === null ? null : (
        <p class="faint" data-testid="summary">
          {summary.variables} {summary.isNet ? 'places' : 'variables'}, {summary.transitions} transitions
        </p>
      )}
    </section>
  );
}
