// What is wrong with a text, under its editor, so that nobody has to hover.
import type { VNode } from 'preact';
import type { Finding } from '../desk/protocol.ts';

/** More of them would hide the page. */
const MOST = 5;

export function Findings({
  findings,
  text,
}: {
  readonly findings: readonly Finding[];
  readonly text: string;
}): VNode | null {
  if (findings.length === 0) return null;
  return (
    <ul class="findings" role="alert">
      {findings.slice(0, MOST).map((finding) => (
        <li key={`${finding.start} ${finding.message}`}>
          <span class="place">{placeOf(finding, text)}</span>
          <span>
            {finding.message}
            {finding.hint === null ? null : <em>{finding.hint}</em>}
          </span>
        </li>
      ))}
      {findings.length > MOST ? <li>and {findings.length - MOST} more</li> : null}
    </ul>
  );
}

function placeOf({ start }: Finding, text: string): string {
  const before = text.slice(0, start).split('\n');
  return `${before.length}:${before.at(-1)!.length + 1}`;
}
