// The public face of the room of modelling: building blocks for models of processes, channels, timers and crashes.
export { type Arrival, type Channel, type ChannelFault, type ChannelOptions, channel, unreliable } from './channel.ts';
export { type Crashable, type CrashOptions, crashing } from './crash.ts';
export {
  type Action,
  type ActionOf,
  defineProcess,
  defineSystem,
  type Outcome,
  type OutcomeOf,
  type Outcomes,
  type Process,
  type ProcessDefinition,
  type ProcessesOver,
  type ProcessOf,
  replicate,
  type SymmetricProcesses,
  type SystemDefinition,
  type Update,
} from './system.ts';
export { type Timer, timer } from './timer.ts';
