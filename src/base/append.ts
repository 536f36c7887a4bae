// Adding many items to a list. `push(...items)` puts each of them on the stack, which holds some hundred thousand: a run of as many steps is nothing
// unusual.

export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
