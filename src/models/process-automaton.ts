// The processes of a program as automata, as their author wrote them: locations, and transitions with their texts. For pictures.

export interface ProcessTransition {
  /** Locations by their place in the list. */
  readonly source: number;
  readonly target: number;
  /** Empty where there is none: it may always be taken. */
  readonly guard: string;
  /** Such as `c!x`; empty where it is no communication. */
  readonly sync: string;
  /** Such as `x = 1, y = 0`; empty where nothing changes. */
  readonly effect: string;
  /** The line on which it stands, where the names of steps tell it. */
  readonly line?: number;
}

/** A location of a process. */
export interface ProcessLocation {
  /** As states of the model name it. */
  readonly name: string;
  /** As a picture names it. */
  readonly text: string;
  readonly isAccepting: boolean;
  /** The process is not interrupted here: `commit` of DVE, the inside of an `atomic` of Promela. */
  readonly isCommitted: boolean;
}

/** One process. */
export interface ProcessAutomaton {
  /** The variable of the state that has its location. */
  readonly name: string;
  readonly locations: readonly ProcessLocation[];
  readonly initial: number;
  readonly transitions: readonly ProcessTransition[];
}
