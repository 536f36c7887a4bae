#!/usr/bin/env node
// The `tegata` command. It runs from `dist/cli/bundle/`, where all modules are one file: that takes a third of the time to start. A model that
// is itself a module imports the package, and must meet the same copy of it here; so the modules are loaded one by one for it.
import { isModuleName, mayMeetModules } from '../input/module-name.ts';
import type * as Program from './program.ts';
import { optimiseLater, profileOf, runBundled } from './run-bundled.ts';

const args = process.argv.slice(2);
// Experiments take no models, and are in the bundle alone. Without a model, the configuration is read: it may be a module, or name some.
const hasModule = (args.some(isModuleName) || mayMeetModules(args)) && !args.slice(0, 2).includes('bench');
const profile = profileOf(args);
if (profile.endsWith('-symbolic') || profile.endsWith('-hybrid')) optimiseLater();
const isRunning = !hasModule && runBundled('program', { profile, cache: 'written' });
// Named from here, because this module is itself in `dist/cli/bundle/` too.
if (!isRunning) {
  const program = import(new URL('../start/program.js', import.meta.url).href) as Promise<typeof Program>;
  void program.then(({ runProgram }) => runProgram(args));
}
