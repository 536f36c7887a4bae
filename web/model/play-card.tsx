// A model played: one click a step. A Petri net is drawn, with its tokens; the transitions that can fire glow.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAsked } from '../asked.ts';
import { traced } from '../check/trace-card.tsx';
import type { ModelText, PlayView } from '../desk/protocol.ts';
import { NetPicture } from './net-picture.tsx';
import { ProcessPictures } from './process-pictures.tsx';

interface PlayCardProps {
  readonly model: ModelText;
  readonly isNet: boolean;
  readonly hasProcesses: boolean;
}

const NONE: readonly number[] = [];

export function PlayCard({ model, isNet, hasProcesses }: PlayCardProps): VNode {
  const [path, setPath] = useState(NONE);
  // whoever acted last is shown: the counterexample that is stepped through, or the game
  const [isFollowing, setFollowing] = useState(true);
  useEffect(() => setPath(NONE), [model.text, model.name]);
  useEffect(() => setFollowing(true), [traced.value]);
  const { answer, failure } = useAsked('play', { model, path }, 0);
  const isTraced = isFollowing && traced.value !== null && traced.value.model.text === model.text;
  const along = isTraced ? traced.value!.state : null;
  const go = (to: readonly number[]): void => {
    setFollowing(false);
    setPath(to);
  };
  const take = (choice: number): void => go([...path, choice]);
  return (
    <section class="card" aria-label={isNet ? 'Token game' : 'Walk'}>
      <div class="row wrap">
        <h2>{isNet ? 'Token game' : 'Walk'}</h2>
        <span class="faint" data-testid="taken">
          {path.length === 0 ? 'at the beginning' : `${path.length} ${path.length === 1 ? 'step' : 'steps'}`}
        </span>
        <span class="spacer" />
        <button type="button" class="small" disabled={path.length === 0} onClick={() => go(path.slice(0, -1))}>
          undo
        </button>
        <button type="button" class="small" disabled={path.length === 0} onClick={() => go(NONE)}>
          restart
        </button>
      </div>
      {failure === null ? null : <p class="faint">{failure}</p>}
      {answer === null ? null : (
        <>
          {isNet ? <NetPicture model={model} play={answer} along={along} onFire={take} /> : null}
          {hasProcesses ? (
            <ProcessPictures
              model={model}
              now={along ?? Object.fromEntries(answer.state.map(({ name, value }) => [name, value]))}
              before={isTraced ? traced.value!.before : null}
              step={isTraced ? traced.value!.step : null}
            />
          ) : null}
          <Choices play={answer} onTake={take} />
          {isNet ? null : <Values play={answer} />}
        </>
      )}
    </section>
  );
}

function Choices({ play, onTake }: { readonly play: PlayView; readonly onTake: (choice: number) => void }): VNode {
  if (play.choices.length === 0) return <p class="note">Nothing can happen any more: a deadlock.</p>;
  return (
    <div class="row wrap chips" data-testid="choices">
      {play.choices.map((name, i) => (
        <button key={`${i} ${name}`} type="button" class="chip go" onClick={() => onTake(i)}>
          {name === '' ? 'a step' : name}
        </button>
      ))}
    </div>
  );
}

function Values({ play }: { readonly play: PlayView }): VNode {
  return (
    <table class="state" aria-label="The state of the walk">
      <tbody>
        {play.state.map(({ name, value, changed }) => (
          <tr key={name} class={changed ? 'changed' : ''}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
