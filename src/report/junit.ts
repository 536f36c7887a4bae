// Results as JUnit XML, which every CI reads: a test case for each formula or automaton; a violated one is a failure with its counterexample, an
// unknown one an error, so that nobody takes it for a success.
import { type Asked, formatAsked, titleOf, viewAsked } from './asked.ts';
import { escapeMarkup } from './markup.ts';

/** A test case, in a form that can be sent from thread to thread. */
export interface JunitCase {
  readonly outcome: 'holds' | 'violated' | 'unknown';
  readonly seconds: number;
  readonly xml: string;
}

/** The document; `suite` names the model. */
export function junitReport(suite: string, asked: readonly Asked[]): string {
  return junitDocument(
    suite,
    asked.map((one) => junitCase(suite, one)),
  );
}

/** The document of test cases that were made before. */
export function junitDocument(suite: string, cases: readonly JunitCase[]): string {
  const count = (wanted: string): number => cases.filter(({ outcome }) => outcome === wanted).length;
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0);
  const totals = `tests="${cases.length}" failures="${count('violated')}" errors="${count('unknown')}" time="${seconds.toFixed(3)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="tegata" ${totals}>
<testsuite name="${escapeMarkup(suite)}" ${totals}>
${cases.map(({ xml }) => xml).join('\n')}
</testsuite>
</testsuites>
`;
}

/** One document with the suites of both; an empty text has none. */
export function joinedJunit(before: string, report: string): string {
  const suites = [before, report].flatMap((text) => text.match(/<testsuite [\s\S]*?<\/testsuite>/g) ?? []);
  if (suites.length < 2) return report;
  const total = (name: string): number =>
    suites.reduce((sum, suite) => sum + Number(new RegExp(` ${name}="([\\d.]+)"`).exec(suite)?.[1] ?? 0), 0);
  const totals = `tests="${total('tests')}" failures="${total('failures')}" errors="${total('errors')}" time="${total('time').toFixed(3)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="tegata" ${totals}>\n${suites.join('\n')}\n</testsuites>\n`;
}

/** The test case of a result. */
export function junitCase(suite: string, asked: Asked): JunitCase {
  const { result, origin } = asked;
  const { verdict, statistics } = result;
  const { outcome } = verdict;
  const { seconds } = statistics;
  const head = { suite, name: titleOf(asked), seconds, origin };
  if (outcome === 'holds') return { outcome, seconds, xml: `${opened(head)}/>` };
  const reason = outcome === 'violated' ? viewAsked(asked, verdict.counterexample).why.join('; ') : verdict.reason;
  const text = formatAsked(asked, { statistics: 'when-unknown' });
  return { outcome, seconds, xml: failed(head, { outcome, reason, text }) };
}

/** The test case of something that has no result, because the run was ended before. */
export function junitUnanswered(
  suite: string,
  { name, origin, reason }: Pick<Asked, 'origin'> & { readonly name: string; readonly reason: string },
): JunitCase {
  const outcome = 'unknown';
  const text = `unknown: ${name}\n  ${reason}`;
  return { outcome, seconds: 0, xml: failed({ suite, name, seconds: 0, origin }, { outcome, reason, text }) };
}

interface Head extends Pick<Asked, 'origin'> {
  readonly suite: string;
  readonly name: string;
  readonly seconds: number;
}

function opened({ suite, name, seconds, origin }: Head): string {
  const line = origin?.line === undefined ? '' : ` line="${origin.line}"`;
  const place = origin === undefined ? '' : ` file="${escapeMarkup(origin.file)}"${line}`;
  return `<testcase classname="${escapeMarkup(suite)}" name="${escapeMarkup(name)}" time="${seconds.toFixed(3)}"${place}`;
}

function failed(
  head: Head,
  {
    outcome,
    reason,
    text,
  }: { readonly outcome: 'violated' | 'unknown'; readonly reason: string; readonly text: string },
): string {
  const element = outcome === 'violated' ? 'failure' : 'error';
  const message = escapeMarkup(`${outcome}: ${reason}`);
  return `${opened(head)}>\n<${element} type="${outcome}" message="${message}">${escapeMarkup(text)}</${element}>\n</testcase>`;
}
