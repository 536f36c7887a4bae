// The studio as one file: what it was saved with is in it, and nothing is asked of anybody.

import { render } from 'preact';
import { run } from '../check/run.ts';
import { App } from '../shell/app.tsx';
import { readSaved } from '../shell/saved-page.ts';
import { readTemplate } from '../shell/template.ts';
import { followTheme } from '../shell/theme.ts';
import { followAddress } from '../state.ts';
import { unpackWorkers } from './workers.ts';

async function open(): Promise<void> {
  const { state, answered } = readSaved(await readTemplate());
  await unpackWorkers();
  if (answered !== null) run.value = answered;
  followTheme();
  await followAddress(state);
  const page = document.getElementById('page')!;
  page.replaceChildren();
  render(<App />, page);
}

void open();
