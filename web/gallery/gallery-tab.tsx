// Models and formulas to begin with.
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Lane } from '../ask.ts';
import type { ModelText } from '../desk/protocol.ts';
import { choose, type FairnessChoice, fairness, formula, property, second, tab, word } from '../state.ts';
import { type Example, type ExampleProperty, examples, formulas, libraryNets } from './examples.ts';

export function GalleryTab(): VNode {
  return (
    <div class="stack">
      <h2>Models</h2>
      <div class="gallery">
        {examples.map((example) => (
          <ExampleCard key={example.name} example={example} />
        ))}
        {libraryNets.map((net) => (
          <LibraryCard key={net.name} {...net} />
        ))}
      </div>
      <h2>Formulas</h2>
      <div class="gallery">
        {formulas.map(({ text, shows }) => (
          <article key={text} class="card">
            <h3>
              <code>{text}</code>
            </h3>
            <p class="faint">{shows}</p>
            <button type="button" class="small" onClick={() => study(text)}>
              study it
            </button>
          </article>
        ))}
      </div>
    </div>
  );
}

function study(text: string): void {
  formula.value = text;
  second.value = '';
  word.value = null;
  tab.value = 'formula';
}

function open(file: ModelText, asked: string, under: FairnessChoice = 'none'): void {
  choose(file);
  property.value = asked;
  fairness.value = under;
  tab.value = 'check';
}

/** Fairness that the page can ask for by one choice. */
function fairnessOf({ fairness: given }: ExampleProperty): FairnessChoice | null {
  if (given === undefined) return 'none';
  const [[kind, scope]] = Object.entries(given as Record<string, unknown>);
  return scope === 'processes' || scope === 'transitions' ? (kind as FairnessChoice) : null;
}

function ExampleCard({
  example: { name, file, text, shows, states, properties },
}: {
  readonly example: Example;
}): VNode {
  const askable = properties.flatMap((one) => {
    const under = fairnessOf(one);
    return under === null ? [] : [{ ...one, under }];
  });
  return (
    <article class="card" data-example={name}>
      <h3>
        {name} <span class="faint">{file.split('.').at(-1)}</span>
      </h3>
      <p class="faint">
        {shows}
        {states === null ? '' : `; ${states.toLocaleString('en')} states`}
      </p>
      <ul class="properties">
        {askable.map(({ formula: asked, verdict, why, under }) => (
          <li key={`${asked} ${under}`}>
            <span class={`dot ${verdict}`} role="img" aria-label={verdict} title={verdict} />
            <span>
              <button type="button" class="link" title={why} onClick={() => open({ name: file, text }, asked, under)}>
                <code>{asked}</code>
              </button>
              {under === 'none' ? null : <span class="faint"> {under}ly fair</span>}
            </span>
          </li>
        ))}
      </ul>
    </article>
  );
}

function LibraryCard({
  name,
  parameter,
  shows,
}: {
  readonly name: string;
  readonly parameter: number;
  readonly shows: string;
}): VNode {
  const size = useSignal(parameter);
  const failure = useSignal<string | null>(null);
  const make = async (): Promise<void> => {
    try {
      const file = await new Lane().ask('library', { name, parameter: size.value });
      open(file, 'G !dead');
    } catch (error) {
      failure.value = (error as Error).message;
    }
  };
  return (
    <article class="card" data-example={name}>
      <h3>
        {name} <span class="faint">net</span>
      </h3>
      <p class="faint">{shows}</p>
      <div class="row">
        <input
          type="number"
          min={1}
          max={20}
          aria-label={`Size of ${name}`}
          value={size.value}
          onInput={({ currentTarget }) => {
            size.value = Number(currentTarget.value);
          }}
        />
        <button type="button" class="small" onClick={() => void make()}>
          open
        </button>
      </div>
      {failure.value === null ? null : <p class="failure">{failure.value}</p>}
    </article>
  );
}
