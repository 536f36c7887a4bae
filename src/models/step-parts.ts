// Who takes part in a step, and what is said in it: what sequence charts are drawn from. A format whose models have processes fills it in
// (`Model.processes`, `Model.stepParts`); nothing else depends on how processes and messages are stored in a state.

/**
 * A message in a step. With both ends it is handed over at once; with `from` alone it goes into the channel, with `to` alone it comes out of it.
 * What goes in and what comes out later have the same channel and the same text.
 */
export interface StepMessage {
  readonly channel: string;
  /** What is said, such as `1` or `(ack, 2)`; empty where only the meeting counts. */
  readonly text: string;
  readonly from?: string;
  readonly to?: string;
}

/** What happens between processes in one step; all names are among the model's `processes`. */
export interface StepParts {
  /** The processes that move. */
  readonly processes: readonly string[];
  /** In the order in which they are sent or taken. */
  readonly messages: readonly StepMessage[];
}
