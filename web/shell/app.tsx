// The frame of the page: the mark, the tabs, and what is the same everywhere.
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { AutomataTab } from '../automata/automata-tab.tsx';
import { save } from '../automata/save.ts';
import { CheckTab } from '../check/check-tab.tsx';
import { run } from '../check/run.ts';
import { FormulaTab } from '../formula/formula-tab.tsx';
import { GalleryTab } from '../gallery/gallery-tab.tsx';
import { isShareable, linkHere, type Tab, tab, tabs } from '../state.ts';
import { savedPage } from './saved-page.ts';
import { readTemplate } from './template.ts';
import { switchTheme } from './theme.ts';

const TITLES: Readonly<Record<Tab, string>> = {
  formula: 'Formula',
  automata: 'Automata',
  check: 'Model & check',
  examples: 'Examples',
};

const PAGES: Readonly<Record<Tab, () => VNode>> = {
  formula: FormulaTab,
  automata: AutomataTab,
  check: CheckTab,
  examples: GalleryTab,
};

export function App(): VNode {
  const Page = PAGES[tab.value];
  return (
    <>
      <header class="bar">
        <span class="mark">
          <Mark />
          Tegata<span class="studio"> studio</span>
        </span>
        <Tabs />
        <span class="tools">
          <CopyLink />
          <SavePage />
          <button type="button" class="quiet" onClick={switchTheme} title="Dark or light" aria-label="Dark or light">
            <Half />
          </button>
        </span>
      </header>
      <main id={`panel-${tab.value}`} role="tabpanel" aria-labelledby={`tab-${tab.value}`}>
        <Page key={tab.value} />
      </main>
      <footer>Everything on this page is computed in this page. No server sees your model.</footer>
    </>
  );
}

function Tabs(): VNode {
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    tab.value = tabs[(tabs.indexOf(tab.value) + by + tabs.length) % tabs.length];
    document.getElementById(`tab-${tab.value}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Parts of the studio" onKeyDown={move}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`tab-${one}`}
          aria-selected={one === tab.value}
          aria-controls={`panel-${one}`}
          tabIndex={one === tab.value ? 0 : -1}
          onClick={() => {
            tab.value = one;
          }}
        >
          {TITLES[one]}
        </button>
      ))}
    </div>
  );
}

/** Milliseconds that a word of success is shown. */
const MOMENT = 1600;

function CopyLink(): VNode {
  const said = useSignal('Copy link');
  const copy = async (): Promise<void> => {
    const link = await linkHere();
    if (link === null) said.value = 'Too large for a link';
    else {
      await navigator.clipboard.writeText(link).then(
        () => {
          said.value = 'Copied';
        },
        () => {
          said.value = 'It is in the address';
        },
      );
    }
    setTimeout(() => {
      said.value = 'Copy link';
    }, MOMENT);
  };
  const title = isShareable.value
    ? 'A link to what you see, all of it in the address'
    : 'The model is too large for a link: save the page';
  return (
    <button type="button" class="quiet" title={title} onClick={() => void copy()}>
      <span aria-live="polite">{said.value}</span>
    </button>
  );
}

/** Keeps the page, with all that it shows, as a file that opens anywhere. */
function SavePage(): VNode {
  const said = useSignal('Save page');
  const keep = async (): Promise<void> => {
    try {
      save('tegata-studio.html', 'text/html', savedPage(await readTemplate(), run.value));
      said.value = 'Saved';
    } catch {
      said.value = 'Not possible here';
    }
    setTimeout(() => {
      said.value = 'Save page';
    }, MOMENT);
  };
  return (
    <button
      type="button"
      class="quiet"
      title="One HTML file with the studio and what you see; it opens from a disk"
      onClick={() => void keep()}
    >
      <span aria-live="polite">{said.value}</span>
    </button>
  );
}

/** A lasso: the shape of every counterexample. */
function Mark(): VNode {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path d="M3 26c5 0 7-2 9-6" />
      <circle cx="19" cy="13" r="9" />
      <circle cx="3.5" cy="26" r="1.6" class="dot" />
      <path d="M24 17l4 1 0-4.5" />
    </svg>
  );
}

function Half(): VNode {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" stroke-width="2" />
      <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" />
    </svg>
  );
}
