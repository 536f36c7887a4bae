// What was counted, in words.

/** What a search has visited of a product. */
export interface Explored {
  readonly states: number;
  readonly transitions: number;
  readonly passes: number;
}

/** What a search has visited, as one line of a report. */
export function exploredText({ states, transitions, passes }: Explored): string {
  const explored = `${counted(states, 'state')} and ${counted(transitions, 'transition')} explored`;
  return `product: ${explored}, ${passes} ${passes === 1 ? 'pass' : 'passes'}`;
}

/** `1 state`, `2 states`. */
export function counted(count: number | bigint, noun: string): string {
  return `${count} ${noun}${count === 1 || count === 1n ? '' : 's'}`;
}
