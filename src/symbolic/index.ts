// The public face of the symbolic engine.
export { type OrderName, orderFromNames, orderNames, type VariableOrder } from './order/orders.ts';
export { type ExploreOptions, exploreSymbolically, type SymbolicExploration, type SymbolicProgress } from './race.ts';
export { countStates, type SymbolicStates } from './states.ts';
