export type { Acceptance, AcceptanceFormula, Marks } from './acceptance.ts';
export { acceptAll, acceptNone, buchi, generalizedBuchi, isBuchi, isGeneralizedBuchi } from './acceptance.ts';
export { accepts } from './accepts.ts';
export type { AutomatonParts, Known, Properties } from './automaton.ts';
export { Automaton, AutomatonBuilder } from './automaton.ts';
export { withProperties } from './properties.ts';
export { type RandomAutomatonOptions, randomAutomaton } from './random.ts';
