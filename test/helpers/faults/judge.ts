// What a command may do when something fails: end with a status that says so and one message, or get along without it. Whatever it answers is
// true, and whatever it has written is whole.
import type { Fault, FaultOutcome } from './faults.ts';

const STATUSES = new Set([0, 10, 20, 64, 65, 74]);

/** What differs from run to run. */
function steady(text: string): string {
  return text
    .replace(
      /"(\w*[sS]econds|peakMemoryBytes|bytes\w*|\w+Bytes|translation|search|counterexample)":[-\d.e+]+/g,
      '"$1":0',
    )
    .replace(/,"notice":"[^"]*"/g, '') // the same answer, by other means
    .replace(/[\d,]+ states\/s|\d+ bytes|\d+\.\d+( [kMG]B| bytes)?/g, '#')
    .replace(/ +/g, ' ')
    .replace(/(^FORMULA .*\n)+/gm, (lines) => contestLines(lines));
}

/** Two threads answer for the contest: who is first is chance. */
function contestLines(lines: string): string {
  const answers = lines.replace(/ TECHNIQUES .*/g, '').split('\n');
  return answers.sort((a, b) => (a < b ? -1 : 1)).join('\n');
}

/** The verdicts in a text, by the name of the formula in the contest or else by their place. */
function verdictsOf(text: string): Map<string, string> {
  const contest = [...text.matchAll(/^FORMULA (\S+) (\w+)/gm)].map(([, id, verdict]): [string, string] => [
    id,
    verdict,
  ]);
  const others = [...text.matchAll(/^(holds|violated|unknown): |"verdict":"(\w+)"/gm)];
  return new Map([...contest, ...others.map((found, i): [string, string] => [String(i), found[1] ?? found[2]])]);
}

/** Whether nothing else is said than without a fault: less may be known. */
function saysNoMore(text: string, reference: string): boolean {
  const known = verdictsOf(reference);
  return [...verdictsOf(text)].every(
    ([id, verdict]) => verdict === known.get(id) || verdict === 'unknown' || verdict === 'CANNOT_COMPUTE',
  );
}

/** Whether it is the same text, or that without some notes: a look for vacuity goes as far as memory lasts (`complete` in JSON says so). */
function isSameButForNotes(text: string, reference: string): boolean {
  const lines = text.split('\n');
  let next = 0;
  for (const line of reference.split('\n')) {
    if (lines[next] === line) next++;
    else if (!line.startsWith(' note: ')) return false;
  }
  return next === lines.length;
}

/** What is wrong with an outcome, compared with that of the run without a fault; null when nothing is. */
export function problemOf(reference: FaultOutcome, outcome: FaultOutcome, fault: Fault): string | null {
  const { status, stdout, stderr, crash } = outcome;
  if (crash !== null) return `nobody has caught: ${crash}`;
  if (!STATUSES.has(status)) return `status ${status}: ${stderr}`;
  if (/\n {4}at |This is a bug/.test(stderr)) return `a stack: ${stderr}`;
  if (status === 0 && reference.status !== 0) return `status 0 instead of ${reference.status}`;
  const isBenign = fault.kind === 'short' || fault.kind === 'again';
  if (isBenign && status !== reference.status) return `status ${status} instead of ${reference.status}`;
  if (isBenign && steady(stdout) !== steady(reference.stdout)) return `another output: ${stdout}`;
  if (status === 0 && !isSameButForNotes(steady(stdout), steady(reference.stdout))) return `another output: ${stdout}`;
  if (!saysNoMore(stdout, reference.stdout)) return `another verdict: ${stdout}`;
  const canSpeak = fault.kind !== 'write' || fault.times === 'once';
  if (status !== 0 && status !== reference.status && stderr + stdout === '' && canSpeak)
    return `${status} without a word`;
  return filesProblem(reference, outcome, fault);
}

/** Files are whole or not there, and nothing is left beside them. */
function filesProblem(
  reference: FaultOutcome,
  { status, files, stdout }: FaultOutcome,
  { kind }: Fault,
): string | null {
  for (const [name, text] of Object.entries(files)) {
    if (name.endsWith('.part')) {
      if (kind !== 'remove') return `${name} is left`;
      continue;
    }
    if (!(name in reference.files)) return `${name} is new`;
    const isSame = steady(text) === steady(reference.files[name]);
    if (!isSame && (status === 0 || steady(stdout) === steady(reference.stdout)))
      return `${name} is not whole: ${text}`;
    if (!isSame && !/\n$/.test(text)) return `${name} is cut off: ${text}`;
  }
  const missing = Object.keys(reference.files).find((name) => !(name in files));
  return status === 0 && missing !== undefined ? `${missing} is missing` : null;
}
