// The commands of `tegata`, each loaded only when it is used: start-up must not pay for what does not run.
import type { Command } from 'commander';

/** A command as the top-level help shows it, and how to load the rest. */
interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly define: (command: Command) => void }>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'check',
    summary: 'check whether every execution of a model satisfies a formula',
    load: () => import('../commands/check.ts'),
  },
  {
    name: 'watch',
    summary: 'check again whenever a file of the model changes',
    load: () => import('../commands/watch.ts'),
  },
  {
    name: 'formula',
    summary: 'parse, check, simplify, classify, filter and print LTL formulas',
    load: () => import('../commands/formula.ts'),
  },
  {
    name: 'translate',
    summary: 'translate LTL formulas into automata',
    load: () => import('../commands/translate.ts'),
  },
  {
    name: 'automaton',
    summary: 'convert, combine, compare and draw automata',
    load: () => import('../commands/automaton.ts'),
  },
  {
    name: 'cross',
    summary: 'compare translators of formulas with one another',
    load: () => import('../commands/cross.ts'),
  },
  {
    name: 'random',
    summary: 'make random formulas',
    load: () => import('../commands/random.ts'),
  },
  {
    name: 'patterns',
    summary: 'make the formulas of well-known families',
    load: () => import('../commands/patterns.ts'),
  },
  {
    name: 'completion',
    summary: 'print a completion script for bash, zsh or fish',
    load: () => import('../commands/completion.ts'),
  },
  {
    name: 'model',
    summary: 'describe, convert, draw and generate models',
    load: () => import('../commands/model.ts'),
  },
  {
    name: 'states',
    summary: 'count the states of a model',
    load: () => import('../commands/states.ts'),
  },
  {
    name: 'ask',
    summary: 'ask for reachable states, deadlocks, bounds, and whether a net is safe or live',
    load: () => import('../commands/ask.ts'),
  },
  {
    name: 'simulate',
    summary: 'step through a model by hand, at random, or along a trace',
    load: () => import('../commands/simulate.ts'),
  },
  {
    name: 'repl',
    summary: 'a dialogue about formulas and small models',
    load: () => import('../commands/repl.ts'),
  },
  {
    name: 'graph',
    summary: 'draw the states of a small model, or its product with a formula',
    load: () => import('../commands/graph.ts'),
  },
  {
    name: 'paths',
    summary: 'make test sequences that cover a model',
    load: () => import('../commands/paths.ts'),
  },
  {
    name: 'certificate',
    summary: 'show what a certificate says',
    load: () => import('../commands/certificate.ts'),
  },
  {
    name: 'studio',
    summary: 'open the page for formulas, automata, models and checks on this machine',
    load: () => import('../commands/studio.ts'),
  },
  {
    name: 'mcc',
    summary: 'answer an examination of the Model Checking Contest',
    load: () => import('../commands/mcc.ts'),
  },
  {
    name: 'campaign',
    summary: 'many questions with many strategies, on this machine or on several',
    load: () => import('../commands/campaign.ts'),
  },
  {
    name: 'bench',
    summary: "run the papers' experiments again, as tables and plots",
    load: () => import('../commands/bench.ts'),
  },
];
