// An automaton of the formula: its sizes, its picture or table, and the run of a word in it.
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useAsked } from '../asked.ts';
import type { AutomatonKind, AutomatonView, Facts } from '../desk/protocol.ts';
import { Picture } from './picture.tsx';
import { type RunState, useRun } from './run-card.tsx';
import { save, savePng } from './save.ts';
import { Table } from './table.tsx';

export const TITLES: Readonly<Record<AutomatonKind, string>> = {
  tgba: 'transition-based generalized Büchi automaton',
  ba: 'Büchi automaton',
  ta: 'testing automaton',
  tgta: 'transition-based generalized testing automaton',
  closure: 'the TGBA of the textbooks, by sets of subformulas',
};

const NAMES: Readonly<Record<AutomatonKind, string>> = {
  tgba: 'TGBA',
  ba: 'BA',
  ta: 'TA',
  tgta: 'TGTA',
  closure: 'TGBA by sets of subformulas',
};

interface AutomatonCardProps {
  readonly run: RunState;
  readonly kind: AutomatonKind;
  readonly text: string | null;
  readonly facts: Facts | null;
}

export function AutomatonCard({ run, kind, text, facts }: AutomatonCardProps): VNode {
  const { lit, view, isStuck } = useRun(run, kind, text, facts);
  const { answer, failure, isWaiting } = useAsked('automaton', text === null ? null : { formula: text, kind });
  const [chosen, setChosen] = useState<'picture' | 'table' | null>(null);
  const isTable = (chosen ?? (answer !== null && isDense(answer) ? 'table' : 'picture')) === 'table';
  return (
    <section class={isWaiting ? 'card picture waiting' : 'card picture'} aria-label={TITLES[kind]} data-kind={kind}>
      <div class="row wrap">
        <h2 title={TITLES[kind]}>{NAMES[kind]}</h2>
        {answer === null ? null : <Sizes view={answer} />}
        {view === null ? null : (
          <span class={`pill ${view.isAccepted ? 'good' : 'bad'}`} data-testid={`run-${kind}`}>
            {view.isAccepted ? 'accepts the word' : isStuck ? 'rejects: no run reads on' : 'rejects the word'}
          </span>
        )}
        <span class="spacer" />
        {answer === null ? null : <Exports view={answer} kind={kind} />}
        {answer?.table == null ? null : (
          <button
            type="button"
            class="small"
            aria-pressed={isTable}
            onClick={() => setChosen(isTable ? 'picture' : 'table')}
          >
            {isTable ? 'picture' : 'table'}
          </button>
        )}
      </div>
      {failure === null ? null : <p class="faint">{failure}</p>}
      {answer === null ? (
        isWaiting && failure === null ? (
          <p class="faint">drawing …</p>
        ) : null
      ) : isTable && answer.table !== null ? (
        <Table table={answer.table} lit={lit} />
      ) : 'found' in answer.svg ? (
        <Picture svg={answer.svg.found} label={`${NAMES[kind]} of the formula`} lit={lit} />
      ) : (
        <p class="faint">{answer.svg.unknown}</p>
      )}
    </section>
  );
}

/** Where most of many states are joined by edges, a picture is a ball of wool. */
function isDense({ states, edges }: AutomatonView): boolean {
  return states > 14 && edges > 4 * states;
}

function Sizes({ view: { states, edges, acceptanceSets, deterministic } }: { readonly view: AutomatonView }): VNode {
  return (
    <span class="sizes">
      <b>{states}</b> {states === 1 ? 'state' : 'states'}, <b>{edges}</b> {edges === 1 ? 'edge' : 'edges'},{' '}
      <b>{acceptanceSets}</b> {acceptanceSets === 1 ? 'set' : 'sets'}
      {deterministic ? ', deterministic' : ''}
    </span>
  );
}

function Exports({ view, kind }: { readonly view: AutomatonView; readonly kind: AutomatonKind }): VNode {
  const files: readonly (readonly [string, string, string])[] = [
    ['hoa', 'text/plain', view.hoa],
    ['dot', 'text/vnd.graphviz', view.dot],
    ...('found' in view.svg ? [['svg', 'image/svg+xml', view.svg.found] as const] : []),
  ];
  return (
    <span class="row">
      {files.map(([ending, type, text]) => (
        <button key={ending} type="button" class="small" onClick={() => save(`${kind}.${ending}`, type, text)}>
          {ending.toUpperCase()}
        </button>
      ))}
      {'found' in view.svg ? <PngButton name={`${kind}.png`} svg={view.svg.found} /> : null}
    </span>
  );
}

function PngButton({ name, svg }: { readonly name: string; readonly svg: string }): VNode {
  return (
    <button type="button" class="small" onClick={() => void savePng(name, svg)}>
      PNG
    </button>
  );
}
