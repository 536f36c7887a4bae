// A picture that can be zoomed and moved: by buttons, by dragging, by the wheel with Ctrl, and by keys.
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { safeSvg } from './safe-svg.ts';

interface View {
  x: number;
  y: number;
  width: number;
  height: number;
}

const ZOOM = 1.25;
/** The largest and smallest part of the picture that is shown. */
const CLOSEST = 0.05;
const FARTHEST = 4;

/** What of a picture is lit: states and arrows by the names that they have in it. */
export interface Lit {
  /** Where one is, and by which arrow one came. */
  readonly here: readonly string[];
  /** Where one may be as well. */
  readonly maybe: readonly string[];
}

interface PictureProps {
  readonly svg: string;
  readonly label: string;
  readonly lit?: Lit | null;
}

export function Picture({ svg, label, lit = null }: PictureProps): VNode {
  const frame = useRef<HTMLDivElement>(null);
  const whole = useRef<View>({ x: 0, y: 0, width: 1, height: 1 });
  const view = useRef<View>({ ...whole.current });
  const element = useRef<SVGSVGElement | null>(null);
  /** How many have the text that is looked for, and which of them is shown. */
  const [found, setFound] = useState<number | null>(null);
  const turn = useRef(0);
  const sought = useRef('');

  const show = (): void => {
    const { x, y, width, height } = view.current;
    element.current?.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  };
  const showAll = (): void => {
    view.current = { ...whole.current };
    show();
  };
  const zoom = (factor: number, at: { x: number; y: number } = { x: 0.5, y: 0.5 }): void => {
    const { x, y, width, height } = view.current;
    const scale = Math.min(Math.max(width / factor / whole.current.width, CLOSEST), FARTHEST);
    const to = { width: whole.current.width * scale, height: whole.current.height * scale };
    view.current = { x: x + (width - to.width) * at.x, y: y + (height - to.height) * at.y, ...to };
    show();
  };
  const move = (dx: number, dy: number): void => {
    view.current = { ...view.current, x: view.current.x - dx, y: view.current.y - dy };
    show();
  };

  useEffect(() => {
    const drawn = safeSvg(svg);
    element.current = drawn;
    if (drawn === null) return;
    const [x, y, width, height] = (drawn.getAttribute('viewBox') ?? '0 0 1 1').split(/\s+/).map(Number);
    whole.current = { x, y, width, height };
    // small pictures are not blown up; large ones fit
    drawn.removeAttribute('width');
    drawn.removeAttribute('height');
    drawn.style.maxWidth = `${width * 1.6}px`;
    drawn.setAttribute('role', 'img');
    drawn.setAttribute('aria-label', label);
    frame.current!.replaceChildren(drawn);
    showAll();
    find(sought.current, 'stay');
  }, [svg]);

  useEffect(() => {
    const drawn = element.current;
    if (drawn === null) return;
    drawn.classList.toggle('with-run', lit !== null);
    const [here, maybe] = [new Set(lit?.here), new Set(lit?.maybe)];
    for (const part of drawn.querySelectorAll('.node, .edge')) {
      const name = part.querySelector('title')?.textContent?.replace(/:\w+(?=->|$)/g, '') ?? '';
      part.classList.toggle('here', here.has(name));
      part.classList.toggle('maybe', !here.has(name) && maybe.has(name));
    }
  }, [svg, JSON.stringify(lit)]);

  useEffect(() => {
    const box = frame.current!;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top, width, height } = box.getBoundingClientRect();
      zoom(event.deltaY < 0 ? ZOOM : 1 / ZOOM, {
        x: (event.clientX - left) / width,
        y: (event.clientY - top) / height,
      });
    };
    box.addEventListener('wheel', onWheel, { passive: false });
    return () => box.removeEventListener('wheel', onWheel);
  }, []);

  /** Marks the states and labels that have the text; the view goes to the next of them, where one asks for that. */
  const find = (text: string, goOn: 'go on' | 'stay'): void => {
    sought.current = text;
    const wanted = text.trim().toLowerCase();
    const texts = [...(element.current?.querySelectorAll('text') ?? [])];
    const having = new Set<Element>();
    for (const text of texts) {
      const isFound = wanted !== '' && (text.textContent ?? '').toLowerCase().includes(wanted);
      if (isFound) having.add(text.closest('.node') ?? text);
    }
    for (const old of element.current?.querySelectorAll('.found') ?? []) old.classList.remove('found');
    for (const part of having) part.classList.add('found');
    setFound(wanted === '' ? null : having.size);
    turn.current = goOn === 'go on' ? turn.current + 1 : 0;
    if (goOn === 'stay' || having.size === 0 || element.current === null) return;
    const whole = element.current.getBoundingClientRect();
    const part = [...having][(turn.current - 1) % having.size].getBoundingClientRect();
    const scale = view.current.width / whole.width;
    const [dx, dy] = [whole.left - part.left, whole.top - part.top];
    move((dx + (whole.width - part.width) / 2) * scale, (dy + (whole.height - part.height) / 2) * scale);
  };

  const drag = (event: PointerEvent): void => {
    if ((event.buttons & 1) === 0 || element.current === null) return;
    const scale = view.current.width / element.current.getBoundingClientRect().width;
    move(event.movementX * scale, event.movementY * scale);
  };
  const onKey = (event: KeyboardEvent): void => {
    const far = view.current.width / 10;
    const actions: Readonly<Record<string, () => void>> = {
      '+': () => zoom(ZOOM),
      '-': () => zoom(1 / ZOOM),
      '0': showAll,
      ArrowLeft: () => move(far, 0),
      ArrowRight: () => move(-far, 0),
      ArrowUp: () => move(0, far),
      ArrowDown: () => move(0, -far),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };

  return (
    <div class="frame">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a picture that is moved, by keys too */}
      <div
        class="canvas"
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that keys reach it
        tabIndex={0}
        onPointerMove={drag}
        onKeyDown={onKey}
        title="Drag to move; Ctrl and wheel, + and − to zoom; 0 to fit"
      />
      <div class="zoom">
        <input
          type="search"
          class="small"
          placeholder="find"
          aria-label="Find states and labels in the picture"
          onInput={({ currentTarget }) => find(currentTarget.value, 'stay')}
          onKeyDown={(event) => {
            if (event.key === 'Enter') find(event.currentTarget.value, 'go on');
          }}
        />
        <span class="faint" role="status">
          {found === null ? '' : found}
        </span>
        <button type="button" class="small" aria-label="Zoom in" onClick={() => zoom(ZOOM)}>
          +
        </button>
        <button type="button" class="small" aria-label="Zoom out" onClick={() => zoom(1 / ZOOM)}>
          −
        </button>
        <button type="button" class="small" onClick={showAll}>
          fit
        </button>
      </div>
    </div>
  );
}
