// Names of nodes as they stand in texts of propositions.

/** A name as it stands between the parentheses of `tokens(…)` and `fireable(…)`: in quotes unless it is plain. */
export function quotedName(name: string): string {
  return /^[\w.:][\w.:-]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
}
