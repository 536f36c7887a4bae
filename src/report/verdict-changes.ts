// What has changed between two runs of the same checks.

/** A verdict of a run, as `tegata check --report json=FILE` writes it. */
export interface RecordedVerdict {
  /** The model as it was named. */
  readonly file: string;
  readonly id?: string;
  readonly formula: string | null;
  readonly never?: string;
  readonly verdict: string;
}

/** A verdict that is another one now, is new, or is no longer there. */
export interface VerdictChange {
  readonly file: string;
  /** The name of the property, or the formula. */
  readonly title: string;
  /** Null where it was not checked before, or is not checked any more. */
  readonly before: string | null;
  readonly now: string | null;
}

/** The changes, in the order of the new run, then what is gone. */
export function verdictChanges(before: readonly RecordedVerdict[], now: readonly RecordedVerdict[]): VerdictChange[] {
  const old = byKey(before);
  const found = byKey(now);
  const changes: VerdictChange[] = [];
  for (const [key, { file, verdict, title }] of found) {
    const last = old.get(key)?.verdict ?? null;
    if (last !== verdict) changes.push({ file, title, before: last, now: verdict });
  }
  for (const [key, { file, verdict, title }] of old) {
    if (!found.has(key)) changes.push({ file, title, before: verdict, now: null });
  }
  return changes;
}

/** A change on one line. */
export function formatChange({ file, title, before, now }: VerdictChange): string {
  const what = before === null ? `new, ${now}` : now === null ? `gone, it was ${before}` : `${before} → ${now}`;
  return `${what}: ${title} (${file})`;
}

/** Verdicts by model and property; the second of the same is told apart by its number. */
function byKey(verdicts: readonly RecordedVerdict[]): Map<string, RecordedVerdict & { readonly title: string }> {
  const found = new Map<string, RecordedVerdict & { readonly title: string }>();
  for (const verdict of verdicts) {
    const { file, id, formula, never } = verdict;
    const title = id ?? formula ?? `never ${never ?? 'automaton'}`;
    for (let number = 1; ; number++) {
      const key = JSON.stringify([file, title, number]);
      if (found.has(key)) continue;
      found.set(key, { ...verdict, title });
      break;
    }
  }
  return found;
}
