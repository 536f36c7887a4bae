// Results as JUnit XML, which every CI reads: a test case for each formula or automaton; a violated one is a failure with its counterexample, an
// unknown one an error, so that nobody takes it for a success.
import { type Asked, formatAsked, titleOf, viewAsked } from './asked.ts';
import { escapeMarkup } from './markup.ts';

/** The document; `suite` names the model. */
export function junitReport(suite: string, asked: readonly Asked[]): string {
  const count = (outcome: string): number => asked.filter(({ result }) => result.verdict.outcome === outcome).length;
  const seconds = asked.reduce((sum, { result }) => sum + result.statistics.seconds, 0);
  const totals = `tests="${asked.length}" failures="${count('violated')}" errors="${count('unknown')}" time="${seconds.toFixed(3)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="tegata" ${totals}>
<testsuite name="${escapeMarkup(suite)}" ${totals}>
${asked.map((one) => testCase(suite, one)).join('\n')}
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

function testCase(suite: string, asked: Asked): string {
  const { result, origin } = asked;
  const { verdict, statistics } = result;
  const line = origin?.line === undefined ? '' : ` line="${origin.line}"`;
  const place = origin === undefined ? '' : ` file="${escapeMarkup(origin.file)}"${line}`;
  const head = `<testcase classname="${escapeMarkup(suite)}" name="${escapeMarkup(titleOf(asked))}" time="${statistics.seconds.toFixed(3)}"${place}`;
  if (verdict.outcome === 'holds') return `${head}/>`;
  const [element, reason] =
    verdict.outcome === 'violated'
      ? ['failure', viewAsked(asked, verdict.counterexample).why.join('; ')]
      : ['error', verdict.reason];
  const message = `${verdict.outcome}: ${reason}`;
  const text = escapeMarkup(formatAsked(asked, { statistics: 'when-unknown' }));
  return `${head}>\n<${element} type="${verdict.outcome}" message="${escapeMarkup(message)}">${text}</${element}>\n</testcase>`;
}
