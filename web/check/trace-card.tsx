// A counterexample, step by step: what holds along it, what each step changes, and the net that moves along.
import { type Signal, signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CheckJson, StepJson } from 'tegata/report';
import { useAsked } from '../asked.ts';
import type { ModelText } from '../desk/protocol.ts';
import { Timeline } from '../formula/timeline.tsx';

type CounterexampleJson = NonNullable<CheckJson['counterexample']>;

/** The state of the run that is looked at, for whoever draws it; null where there is none. */
export const traced: Signal<{
  readonly model: ModelText;
  readonly state: StepJson['state'];
  /** The state before it, or null at the beginning. */
  readonly before: StepJson['state'] | null;
  /** The name of the step from there to here. */
  readonly step: string | null;
} | null> = signal(null);

const at: Signal<number> = signal(0);

interface TraceCardProps {
  readonly counterexample: CounterexampleJson;
  readonly formula: string;
  readonly model: ModelText;
}

export function TraceCard({ counterexample, formula, model }: TraceCardProps): VNode {
  const { prefix, cycle } = counterexample;
  const steps = [...prefix, ...cycle];
  const cycleStart = prefix.length;
  const card = useRef<HTMLElement>(null);
  const now = Math.min(at.value, steps.length - 1);

  useEffect(() => {
    at.value = 0;
    card.current?.focus({ preventScroll: true });
    return () => {
      traced.value = null;
    };
  }, [counterexample]);
  useEffect(() => {
    const step = now === 0 ? null : steps[now - 1].transition;
    traced.value = { model, state: steps[now].state, before: previous(steps, now), step };
  }, [now, counterexample]);

  const go = (by: 1 | -1): void => {
    const next = now + by;
    if (next >= steps.length) at.value = cycleStart < steps.length ? cycleStart : steps.length - 1;
    else at.value = Math.max(0, next);
  };
  const onKey = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    go(by as 1 | -1);
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys step
    <section class="card trace" ref={card} tabIndex={0} onKeyDown={onKey} aria-label="Counterexample">
      <div class="row wrap">
        <h2>Counterexample</h2>
        <span class="faint" data-testid="step">
          step {now} of {steps.length - 1}
          {now >= cycleStart ? ', in the cycle' : now === steps.length - 1 ? ', where it is lost' : ''}
        </span>
        <span class="spacer" />
        <button type="button" class="small" onClick={() => go(-1)} disabled={now === 0}>
          ← back
        </button>
        <button type="button" class="small" onClick={() => go(1)}>
          next →
        </button>
      </div>
      <Truth steps={steps} cycleStart={cycleStart} formula={formula} now={now} />
      <div class="split">
        <Steps steps={steps} cycleStart={cycleStart} now={now} />
        <State before={previous(steps, now)} state={steps[now].state} />
      </div>
    </section>
  );
}

const previous = (steps: readonly StepJson[], now: number): StepJson['state'] | null =>
  now === 0 ? null : steps[now - 1].state;

interface AlongProps {
  readonly steps: readonly StepJson[];
  readonly cycleStart: number;
  readonly now: number;
}

/** Longer runs are not drawn as a table: the list is enough. */
const LONGEST_TABLE = 120;

function Truth({ steps, cycleStart, now, formula }: AlongProps & { readonly formula: string }): VNode | null {
  const letters = steps.map(({ propositions }) => propositions);
  const isShown = steps.length <= LONGEST_TABLE;
  const { answer } = useAsked('truth', isShown ? { formula, word: { letters, cycleStart } } : null, 0);
  if (!isShown || answer === null) return null;
  const rows = answer.map((row) => ({ ...row, kind: 'formula' as const }));
  return (
    <Timeline
      rows={rows}
      length={steps.length}
      cycleStart={cycleStart}
      now={now}
      onPick={(position) => {
        at.value = position;
      }}
      label="The truth of each subformula along the counterexample"
    />
  );
}

function Steps({ steps, cycleStart, now }: AlongProps): VNode {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('.now');
    if (item == null || list.current === null) return;
    const top = item.offsetTop - list.current.offsetTop;
    list.current.scrollTop = Math.max(0, top - list.current.clientHeight / 3);
  }, [now]);
  return (
    <ol class="steps" start={0} ref={list}>
      {steps.map((step, i) => (
        <li key={i} class={`${i >= cycleStart ? 'cycle' : ''}${i === now ? ' now' : ''}`}>
          <button type="button" onClick={() => (at.value = i)} aria-current={i === now ? 'step' : undefined}>
            <span class="number">{i}</span>
            <span class="changes">
              {i === 0 ? (
                <span class="faint">the initial state</span>
              ) : (
                changesOf(steps[i - 1].state, step.state).join(', ') || <span class="faint">nothing changes</span>
              )}
            </span>
          </button>
          {step.transition === null ? null : (
            <span class="transition">
              {step.transition}
              {i === steps.length - 1 && cycleStart < steps.length ? ` ↻ back to ${cycleStart}` : ''}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function changesOf(before: StepJson['state'], after: StepJson['state']): string[] {
  return Object.entries(after).flatMap(([name, value]) =>
    shown(before[name]) === shown(value) ? [] : [`${name} = ${shown(value)}`],
  );
}

function State({
  before,
  state,
}: {
  readonly before: StepJson['state'] | null;
  readonly state: StepJson['state'];
}): VNode {
  return (
    <table class="state" data-testid="state" aria-label="The state">
      <tbody>
        {Object.entries(state).map(([name, value]) => {
          const was = before === null ? shown(value) : shown(before[name]);
          const isChanged = was !== shown(value);
          return (
            <tr key={name} class={isChanged ? 'changed' : ''}>
              <th scope="row">{name}</th>
              <td>
                {isChanged ? <span class="was">{was} → </span> : null}
                {shown(value)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
