// A model, a formula, and whether the one satisfies the other.
import { computed } from '@preact/signals';
import type { VNode } from 'preact';
import { useAsked } from '../asked.ts';
import { Editor } from '../editor/editor.tsx';
import { Findings } from '../editor/findings.tsx';
import { GraphCard } from '../model/graph-card.tsx';
import { ModelCard } from '../model/model-card.tsx';
import { PlayCard } from '../model/play-card.tsx';
import {
  type EngineChoice,
  engine,
  engines,
  type FairnessChoice,
  fairness,
  fairnesses,
  isHeld,
  model,
  property,
} from '../state.ts';
import { CompareProducts } from './compare-products.tsx';
import { Outcome } from './outcome.tsx';
import { cancelCheck, run, startCheck } from './run.ts';

const ENGINES: Readonly<Record<EngineChoice, string>> = {
  auto: 'automatic',
  tgba: 'explicit, TGBA',
  ba: 'explicit, BA',
  ta: 'explicit, TA',
  tgta: 'explicit, TGTA',
  symbolic: 'decision diagrams',
};

const FAIRNESS: Readonly<Record<FairnessChoice, string>> = {
  none: 'any scheduler',
  weak: 'weakly fair',
  strong: 'strongly fair',
};

const isRunning = computed(() => run.value.kind === 'running');

export function CheckTab(): VNode {
  const { answer, failure } = useAsked('model', isHeld.value ? null : { model: model.value, formula: property.value });
  const summary = answer?.summary ?? null;
  const start = (): void => {
    if (isHeld.value) return;
    void startCheck({
      model: model.value,
      property: property.value,
      engine: engine.value,
      fairness: fairness.value,
      fairTo: summary?.isNet === true ? 'transitions' : 'processes',
    });
  };
  const formulaFindings = answer?.formulaFindings ?? [];
  return (
    <div class="check">
      <div class="stack left">
        <ModelCard findings={answer?.findings ?? []} summary={summary} failure={failure} onSubmit={start} />
        <section class="card" aria-label="Property">
          <h2>
            Property <span class="faint">that every execution should satisfy</span>
          </h2>
          <Editor
            label="Property"
            text={property}
            onChange={(text) => {
              property.value = text;
            }}
            language="ltl"
            shape="line"
            findings={formulaFindings}
            names={summary?.propositions}
            onSubmit={start}
          />
          <Findings findings={formulaFindings} text={property.value} />
          {summary === null || summary.properties.length === 0 ? null : (
            <div class="row wrap chips">
              <span class="faint">in the file</span>
              {summary.properties.slice(0, 8).map(({ name, formula }) => (
                <button
                  key={name}
                  type="button"
                  class="chip"
                  title={formula}
                  onClick={() => (property.value = formula)}
                >
                  {name}
                </button>
              ))}
            </div>
          )}
          <div class="row wrap">
            {isRunning.value ? (
              <button type="button" class="primary stop" onClick={cancelCheck}>
                Cancel
              </button>
            ) : (
              <button type="button" class="primary" onClick={start} title="Ctrl+Enter">
                Check
              </button>
            )}
            <label class="small">
              search{' '}
              <select
                value={engine.value}
                onChange={({ currentTarget }) => (engine.value = currentTarget.value as EngineChoice)}
              >
                {engines.map((one) => (
                  <option key={one} value={one}>
                    {ENGINES[one]}
                  </option>
                ))}
              </select>
            </label>
            <label class="small">
              under{' '}
              <select
                value={fairness.value}
                onChange={({ currentTarget }) => (fairness.value = currentTarget.value as FairnessChoice)}
              >
                {fairnesses.map((one) => (
                  <option key={one} value={one}>
                    {FAIRNESS[one]}
                  </option>
                ))}
              </select>
            </label>
          </div>
        </section>
      </div>
      <div class="stack right">
        <Outcome />
        {summary === null ? null : (
          <PlayCard model={model.value} isNet={summary.isNet} hasProcesses={summary.hasProcesses} />
        )}
        {summary === null ? null : <GraphCard model={model.value} suggested={summary.propositions} />}
        {summary === null ? null : <CompareProducts model={model.value} property={property.value} />}
      </div>
    </div>
  );
}
