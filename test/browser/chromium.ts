// The browser for tests: Chromium as Debian packages it, or whatever the environment names.
import { existsSync } from 'node:fs';

const candidates = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Its path, or undefined when there is none. */
export const chromium = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));

/** Quiet, without a screen, a sandbox or a network of its own. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Part of the name of a suite that cannot run. */
export const NO_CHROMIUM =
  chromium === undefined ? ' [left out: there is no Chromium here; `.ci/run` installs it]' : '';
