// `tegata watch`: checks, and checks again whenever a file changes that the check has read. Each check is a process of its own, which meets the
// files as they are now and can be ended at any moment.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { InputError, UsageError } from '../../diagnostics/index.ts';
import { requireConfig } from '../input/load-config.ts';
import { MODEL_HELP } from '../input/model-help.ts';
import { requireModel } from '../input/model-input.ts';
import { define as defineCheck } from './check.ts';
import { WatchRun } from './watch-run.ts';

const HELP = `
${MODEL_HELP}

Takes the arguments and options of tegata check. After each check it waits until the model, what a module imports, a file of formulas or the
configuration changes, checks again, and says which verdicts are others now. A check that is under way is ended when something
changes. Ctrl-C ends it. A file that does not exist in the beginning is an error; one that goes away later is waited for.

With --json the verdicts are followed by an object that lists the changes: {"changed":["protocol.ts"],"verdicts":[…]}.

Examples:
  tegata watch protocol.ts                          the properties that the module exports
  tegata watch model.dve -F rules.ltl --timeout 10
  tegata watch                                      the models of tegata.config.ts`;

export function define(command: Command): void {
  defineCheck(command, {
    help: HELP,
    act: async ({ model, words, options, input }) => {
      requireFiles([...input.files, ...options.properties, ...options.never]);
      if (model !== undefined) requireModel(model);
      else if (options.config === undefined) requireConfig();
      else requireFiles([options.config]);
      const read = [model, ...input.files, ...options.properties, ...options.never];
      if (read.includes('-') || (model !== undefined && input.mayWait(words) && !input.isEmpty)) {
        throw new UsageError('standard input and pipes can be read once: watch files');
      }
      if (options.config !== undefined && model !== undefined) {
        throw new InputError({ code: 'CMD001', message: '--config is for a check without a model' });
      }
      const given = [...input.files, ...options.properties, ...options.never, ...words, options.variables];
      const files = given.filter((name) => name !== undefined);
      await new WatchRun({ model, files, config: options.config, isJson: options.json === true }).run(
        process.argv.slice(3),
      );
    },
  });
}

/** Nobody waits for a file whose name is misspelt. */
function requireFiles(names: readonly string[]): void {
  for (const name of names) {
    if (name === '-' || existsSync(name)) continue;
    throw new InputError({ code: 'CMD002', message: `cannot read ${name}: it does not exist` });
  }
}
