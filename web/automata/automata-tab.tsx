// The automata of a formula side by side, as the papers compare them.
import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useAsked } from '../asked.ts';
import type { AutomatonKind } from '../desk/protocol.ts';
import { FormulaInput } from '../formula/formula-input.tsx';
import { automatonKinds, formula, shownKinds, word } from '../state.ts';
import { AutomatonCard, TITLES } from './automaton-card.tsx';
import { RunCard, type RunState } from './run-card.tsx';
import { StepsCard } from './steps-card.tsx';

/** The word under the formula is the one that the automata read. */
const run: RunState = { word, step: signal(null) };

export function AutomataTab(): VNode {
  const { answer } = useAsked('study', { formula: formula.value, second: '' });
  const findings = answer?.findings ?? [];
  const facts = findings.length === 0 ? (answer?.facts ?? null) : null;
  const text = facts === null ? null : formula.value;
  const toggle = (kind: AutomatonKind): void => {
    const before = shownKinds.value;
    shownKinds.value = automatonKinds.filter((one) => (one === kind ? !before.includes(one) : before.includes(one)));
  };
  return (
    <div class="stack">
      <FormulaInput findings={findings} />
      <fieldset class="row wrap bare">
        <legend class="hidden">Which automata are shown</legend>
        {automatonKinds.map((kind) => (
          <label key={kind} class="toggle" title={TITLES[kind]}>
            <input type="checkbox" checked={shownKinds.value.includes(kind)} onChange={() => toggle(kind)} />
            {kind.toUpperCase()}
          </label>
        ))}
      </fieldset>
      {facts === null ? null : <RunCard run={run} text={formula.value} facts={facts} />}
      <div class="pictures">
        {shownKinds.value.map((kind) => (
          <AutomatonCard key={kind} run={run} kind={kind} text={text} facts={facts} />
        ))}
      </div>
      <StepsCard text={text} />
    </div>
  );
}
