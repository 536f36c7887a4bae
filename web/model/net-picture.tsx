// A Petri net with its tokens.
import type { VNode } from 'preact';
import type { StepJson } from 'tegata/report';
import { useAsked } from '../asked.ts';
import type { ModelText, NetView, PlayView } from '../desk/protocol.ts';

interface NetPictureProps {
  readonly model: ModelText;
  readonly play: PlayView;
  /** A state of the counterexample, which is then shown instead; the game waits. */
  readonly along: StepJson['state'] | null;
  readonly onFire: (choice: number) => void;
}

const RADIUS = 17;
const BAR = { width: 30, height: 14 } as const;
const MARGIN = 24;
/** Points for a letter of a name. */
const LETTER = 6.2;
/** Points between the middle of a place and its name. */
const NAME = 21;

export function NetPicture({ model, play, along, onFire }: NetPictureProps): VNode | null {
  const { answer: net, failure } = useAsked('net', model, 50);
  if (net === null) return failure === null ? null : <p class="faint">{failure}</p>;
  const marking = new Map<string, number>(
    along === null
      ? play.state.map(({ name, value }) => [name, Number(value)])
      : Object.entries(along).map(([name, value]) => [name, Number(value)]),
  );
  const right = Math.max(
    ...[...net.places, ...net.transitions].map(({ x, name }) => x + NAME + LETTER * name.length),
    net.width,
  );
  const width = right + 2 * MARGIN;
  const choiceOf = new Map(play.choices.map((name, i) => [name, i]));
  return (
    <>
      {along === null ? null : (
        <p class="note">The marking at this step of the counterexample. The buttons below go on with your own game.</p>
      )}
      <div class="net">
        <svg viewBox={`${-MARGIN} ${-12} ${width} ${net.height + 24}`} width={width}>
          <title>The net</title>
          <Arcs net={net} />
          {net.places.map(({ id, name, x, y }) => (
            <g key={id} transform={`translate(${x} ${y})`} class="place" data-place={id}>
              <circle r={RADIUS} />
              <Tokens count={marking.get(id) ?? marking.get(name) ?? 0} />
              <text x={NAME} y={-9}>
                {name}
              </text>
            </g>
          ))}
          {net.transitions.map(({ id, name, x, y }) => {
            const choice = along === null ? (choiceOf.get(id) ?? choiceOf.get(name)) : undefined;
            return <Bar key={id} name={name} x={x} y={y} onFire={choice === undefined ? null : () => onFire(choice)} />;
          })}
        </svg>
      </div>
    </>
  );
}

function Arcs({ net: { arcs } }: { readonly net: NetView }): VNode {
  return (
    <>
      <defs>
        <marker
          id="tip"
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="7"
          markerHeight="7"
          orient="auto-start-reverse"
        >
          <path d="M0 1L10 5L0 9z" />
        </marker>
        <marker id="ring" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7">
          <circle cx="5" cy="5" r="4" />
        </marker>
      </defs>
      {arcs.map(({ path, kind, weight, x, y }, i) => (
        <g key={i} class="arc">
          <path d={path} marker-end={kind === 'inhibitor' ? 'url(#ring)' : 'url(#tip)'} />
          {weight === 1 ? null : (
            <text x={x + 4} y={y}>
              {weight}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

interface BarProps {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly onFire: (() => void) | null;
}

function Bar({ name, x, y, onFire }: BarProps): VNode {
  const shape = <rect x={-BAR.width / 2} y={-BAR.height / 2} width={BAR.width} height={BAR.height} rx="3" />;
  const label = (
    <text x={NAME} y={4}>
      {name}
    </text>
  );
  if (onFire === null) {
    return (
      <g transform={`translate(${x} ${y})`} class="transition">
        {shape}
        {label}
      </g>
    );
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onFire();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button of a drawing
    <g
      transform={`translate(${x} ${y})`}
      class="transition enabled"
      role="button"
      tabindex={0}
      aria-label={`fire ${name}`}
      onClick={onFire}
      onKeyDown={onKey}
    >
      {shape}
      {label}
    </g>
  );
}

/** Where up to five tokens lie; more of them are a number. */
const SPOTS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [-5, 0],
    [5, 0],
  ],
  [
    [0, -5],
    [-5, 4],
    [5, 4],
  ],
  [
    [-5, -5],
    [5, -5],
    [-5, 5],
    [5, 5],
  ],
  [
    [-6, -6],
    [6, -6],
    [0, 0],
    [-6, 6],
    [6, 6],
  ],
];

function Tokens({ count }: { readonly count: number }): VNode {
  const spots = SPOTS[count];
  if (spots === undefined) {
    return (
      <text class="count" text-anchor="middle" y={4}>
        {count}
      </text>
    );
  }
  return (
    <g class="tokens">
      {spots.map(([cx, cy]) => (
        <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r={3.6} />
      ))}
    </g>
  );
}
