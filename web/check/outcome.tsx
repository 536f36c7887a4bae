// What came of a check: progress while it runs, the verdict, the counterexample, and what it cost.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { CheckJson } from 'tegata/report';
import { model, property } from '../state.ts';
import { type Run, run } from './run.ts';
import { TraceCard } from './trace-card.tsx';

export function Outcome(): VNode {
  const now = run.value;
  switch (now.kind) {
    case 'idle':
      return (
        <section class="card empty">
          <p>
            <b>Check</b> asks whether every execution of the model satisfies the property. Where one does not, you can
            step through it here with the arrow keys.
          </p>
        </section>
      );
    case 'running':
      return <Running now={now} />;
    case 'cancelled':
      return (
        <section class="card" role="status" data-testid="verdict" data-verdict="cancelled">
          <h2 class="verdict unknown">cancelled</h2>
          <p class="faint">after {count(now.progress.states)} states</p>
        </section>
      );
    case 'failed':
      return (
        <section class="card" role="alert" data-testid="verdict" data-verdict="failed">
          <h2 class="verdict unknown">cannot be checked</h2>
          <p class="pre">{now.message}</p>
        </section>
      );
    default:
      return <Answered now={now} />;
  }
}

const count = (value: number): string => value.toLocaleString('en');

function Running({ now }: { readonly now: Extract<Run, { kind: 'running' }> }): VNode {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((performance.now() - now.since) / 1000), 100);
    return () => clearInterval(timer);
  }, [now.since]);
  return (
    <section class="card" role="status" data-testid="progress">
      <h2>
        <span class="spinner" aria-hidden="true" /> searching
      </h2>
      <p class="faint">
        {count(now.progress.states)} states, {count(now.progress.edges)} transitions, {seconds.toFixed(1)} s
      </p>
    </section>
  );
}

function Answered({ now: { answer, question } }: { readonly now: Extract<Run, { kind: 'answered' }> }): VNode {
  const { verdict, counterexample, reason } = answer;
  const isOld = question.model.text !== model.value.text || question.property !== property.value;
  return (
    <>
      <section class="card" role="status" data-testid="verdict" data-verdict={verdict}>
        <div class="row wrap">
          <h2 class={`verdict ${verdict}`}>{verdict}</h2>
          <code class="asked">{answer.formula}</code>
        </div>
        {isOld ? <p class="note">The model or the property has changed since.</p> : null}
        {counterexample === null
          ? null
          : counterexample.why.map((line) => (
              <p key={line} class="why">
                {line}
              </p>
            ))}
        {reason === null ? null : <p>{reason}</p>}
        {verdict === 'holds' ? <Vacuity vacuity={answer.vacuity} /> : null}
        <Statistics answer={answer} />
      </section>
      {counterexample === null ? null : (
        <TraceCard counterexample={counterexample} formula={answer.formula} model={question.model} />
      )}
    </>
  );
}

function Vacuity({ vacuity }: Pick<CheckJson, 'vacuity'>): VNode | null {
  if (vacuity === null) return null;
  const notes = [
    ...(vacuity.valid ? ['It holds of everything: the model does not matter.'] : []),
    ...(vacuity.executions === 'some' ? [] : [`The model has ${vacuity.executions}: everything holds of it.`]),
    ...vacuity.parts.map(({ part, stronger }) => `${part} never mattered: ${stronger} holds too.`),
  ];
  return (
    <>
      {notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  automatonStates: 'states of the automaton',
  automatonEdges: 'edges of the automaton',
  automatonTransitions: 'transitions of the automaton',
  modelStates: 'states of the model',
  productStates: 'states of the product',
  productTransitions: 'transitions of the product',
  maximalDepth: 'depth',
  seconds: 'seconds',
  notice: 'note',
};

function Statistics({ answer }: { readonly answer: CheckJson }): VNode {
  const { statistics, engine, automaton, emptiness } = answer;
  const seconds = Number(statistics.seconds ?? 0);
  const shown = Object.entries(NAMES).flatMap(([key, name]) => {
    const value = statistics[key];
    if (value === undefined || value === null) return [];
    const text =
      key === 'seconds' ? seconds.toFixed(3) : /^\d+$/.test(String(value)) ? count(Number(value)) : String(value);
    return [[name, text] as const];
  });
  return (
    <details class="statistics">
      <summary>
        {count(Number(statistics.productStates ?? 0))} states of the product, {seconds.toFixed(2)} s
      </summary>
      <table>
        <tbody>
          <tr>
            <th scope="row">search</th>
            <td>
              {engine}, {automaton.toUpperCase()}
              {emptiness === null ? '' : `, ${emptiness}`}
            </td>
          </tr>
          {shown.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
