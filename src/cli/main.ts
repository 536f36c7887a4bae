#!/usr/bin/env node
// The `tegata` command. It runs from `dist/bundle/`, where all modules of a thread are one file: that halves the time to start. A model that
// is itself a module imports the package, and must meet the same copy of it here; so the modules are loaded one by one for it.
import { existsSync } from 'node:fs';

const bundle = new URL('../bundle/program.js', import.meta.url);
const hasModule = process.argv.slice(2).some((argument) => /\.[cm]?[jt]sx?$/.test(argument));
if (!hasModule && existsSync(bundle)) await import(bundle.href);
else await import('./program.ts');
