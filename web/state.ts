// What the page shows, as signals: everything that a link carries. The address follows them, and they follow the address.
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { fromHash, toHash } from './address.ts';
import { isCode } from './code/compile.ts';
import type { AutomatonKind, ModelText, WordView } from './desk/protocol.ts';
import { START } from './gallery/start.ts';

export const tabs = ['formula', 'automata', 'check', 'examples'] as const;
export type Tab = (typeof tabs)[number];

export const automatonKinds: readonly AutomatonKind[] = ['tgba', 'ba', 'ta', 'tgta'];

/** How a check searches. `auto` is what `tegata check` does. */
export const engines = ['auto', 'tgba', 'ba', 'ta', 'tgta', 'symbolic'] as const;
export type EngineChoice = (typeof engines)[number];

export const fairnesses = ['none', 'weak', 'strong'] as const;
export type FairnessChoice = (typeof fairnesses)[number];

export const tab: Signal<Tab> = signal('formula');
export const formula: Signal<string> = signal(START.formula);
export const second: Signal<string> = signal('');
/** The word under the formula; null for one that the desk finds. */
export const word: Signal<WordView | null> = signal(null);
export const shownKinds: Signal<readonly AutomatonKind[]> = signal(['tgba', 'tgta']);
export const model: Signal<ModelText> = signal(START.model);
export const property: Signal<string> = signal(START.property);
export const engine: Signal<EngineChoice> = signal('auto');
export const fairness: Signal<FairnessChoice> = signal('none');

/** The code that the user has written, opened or agreed to run. Code that came with a link is looked at first. */
export const agreed: Signal<string | null> = signal(null);
/** Whether the model is code that waits for that. */
export const isHeld: ReadonlySignal<boolean> = computed(
  () => isCode(model.value.name) && agreed.value !== model.value.text,
);

/** Shows a model that the user has chosen, which may run if it is code. */
export function choose(chosen: ModelText): void {
  agreed.value = chosen.text;
  model.value = chosen;
}

/** Whether all of the state is in the address; not where the model is too large. */
export const isShareable: Signal<boolean> = signal(true);

/** All of it, as a link or a saved page carries it. */
export const gather = (): object => ({
  tab: tab.value,
  formula: formula.value,
  second: second.value,
  word: word.value,
  kinds: shownKinds.value,
  model: model.value,
  property: property.value,
  engine: engine.value,
  fairness: fairness.value,
});

/** Takes what it understands of a state from an address, which anybody may have made. */
function take(state: unknown): void {
  if (typeof state !== 'object' || state === null) return;
  const given = state as Record<string, unknown>;
  const text = (key: string, into: Signal<string>): void => {
    const value = given[key];
    if (typeof value === 'string') into.value = value;
  };
  const oneOf = <T extends string>(key: string, known: readonly T[], into: Signal<T>): void => {
    const found = known.find((one) => one === given[key]);
    if (found !== undefined) into.value = found;
  };
  text('formula', formula);
  text('second', second);
  text('property', property);
  oneOf('tab', tabs, tab);
  oneOf('engine', engines, engine);
  oneOf('fairness', fairnesses, fairness);
  if (isWord(given.word)) word.value = given.word;
  const { kinds } = given;
  if (Array.isArray(kinds)) shownKinds.value = automatonKinds.filter((kind) => kinds.includes(kind));
  const file = given.model as Partial<ModelText> | null | undefined;
  if (typeof file?.name === 'string' && typeof file.text === 'string')
    model.value = { name: file.name, text: file.text };
}

/** The most letters that a word of a link may have. */
const LONGEST_WORD = 200;

function isWord(value: unknown): value is WordView {
  if (typeof value !== 'object' || value === null) return false;
  const { letters, cycleStart } = value as Partial<Record<keyof WordView, unknown>>;
  if (!Array.isArray(letters) || letters.length === 0 || letters.length > LONGEST_WORD) return false;
  const areNames = letters.every((one) => Array.isArray(one) && one.every((name) => typeof name === 'string'));
  return (
    areNames && Number.isInteger(cycleStart) && (cycleStart as number) >= 0 && (cycleStart as number) < letters.length
  );
}

/** The model that `tegata studio MODEL` has opened; the server gives it where the address asks for it. */
async function takeOpened(): Promise<void> {
  const response = await fetch('./opened.json');
  if (!response.ok) return;
  property.value = ''; // that of the example at the beginning is about another model
  take(await response.json());
  agreed.value = model.value.text; // whoever has started the server has named the file
}

const OPENED = '#open';
/** Milliseconds of quiet before the address is written. */
const QUIET = 300;

/** Reads the address, then lets it follow what the page shows. `saved` is what a page that is one file was saved with. */
export async function followAddress(saved: unknown = null): Promise<void> {
  take(saved);
  if (location.hash === OPENED && saved === null) await takeOpened();
  else take(await fromHash(location.hash));
  let written = location.hash;
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const state = gather();
    clearTimeout(timer);
    timer = setTimeout(() => {
      void toHash(state).then((hash) => {
        isShareable.value = hash !== null;
        written = hash ?? '#';
        history.replaceState(null, '', written);
      });
    }, QUIET);
  });
  addEventListener('hashchange', () => {
    if (location.hash !== written) void fromHash(location.hash).then(take);
  });
}

/** The address of the page as it is now, or null where it cannot be one. */
export async function linkHere(): Promise<string | null> {
  const hash = await toHash(gather());
  return hash === null ? null : new URL(hash, location.href).href;
}
