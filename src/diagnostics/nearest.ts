// Nearest names: what the user may have meant.

/** Damerau–Levenshtein distance (adjacent transposition counts one), given up beyond `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2] + 1);
      row.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}

/** Longer names are compared with none: that takes time by the square of their length, and nobody types them. */
const LONGEST = 200;

/** Up to `count` of the `names` that are close to `wanted`, nearest first. */
export function nearestNames(wanted: string, names: Iterable<string>, count = 3): string[] {
  // one letter is near to no other letter but its own in the other case
  const limit = wanted.length === 1 ? 0 : Math.max(1, Math.floor(wanted.length / 3));
  if (wanted.length > LONGEST) return [];
  const folded = wanted.toLowerCase();
  const scored: { name: string; distance: number }[] = [];
  for (const name of names) {
    const distance = editDistance(folded, name.toLowerCase(), limit);
    if (distance <= limit) scored.push({ name, distance });
  }
  scored.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return scored.slice(0, count).map((entry) => entry.name);
}

/** A hint that offers the nearest names, or undefined when none is near. */
export function didYouMean(wanted: string, names: Iterable<string>): string | undefined {
  const near = nearestNames(wanted, names);
  if (near.length === 0) return undefined;
  const quoted = near.map((name) => `\`${name}\``);
  return `did you mean ${quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`}?`;
}
