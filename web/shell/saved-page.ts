// A page that is saved as one file: the studio with all that it shows, and the answer to the last check. It opens from a disk or from any host, and what
// matters is also there as plain text, for whoever lets no program run.
import type { CheckJson } from 'tegata/report';
import type { Run } from '../check/run.ts';
import { gather } from '../state.ts';

type Answered = Extract<Run, { kind: 'answered' }>;

interface Saved {
  /** What a link would carry. */
  readonly state: unknown;
  readonly answered: Answered | null;
}

const TITLE = /<title>[^<]*<\/title>/;
const PAGE = /(<div id="page">)[\s\S]*?(<\/div>\s*<script)/;
const SAVED = /(<script type="application\/json" id="saved">)([\s\S]*?)(<\/script>)/;

/** The page as one file. */
export function savedPage(template: string, run: Run): string {
  const answered = run.kind === 'answered' ? run : null;
  const state = gather() as {
    readonly property: string;
    readonly model: { readonly name: string; readonly text: string };
  };
  const saved: Saved = { state, answered };
  const title = answered === null ? 'Tegata studio' : `${answered.answer.verdict}: ${answered.answer.formula}`;
  const text =
    answered === null ? asText(state.model, state.property) : asText(answered.question.model, '', answered.answer);
  return template
    .replace(TITLE, () => `<title>${escaped(title)}</title>`)
    .replace(PAGE, (_, before: string, after: string) => `${before}${text}${after}`)
    .replace(SAVED, (_, before: string, _old: string, after: string) => `${before}${embedded(saved)}${after}`);
}

/** What a page was saved with. */
export function readSaved(page: string): Saved {
  const saved = JSON.parse(SAVED.exec(page)?.[2] ?? 'null') as Partial<Saved> | null;
  return { state: saved?.state ?? null, answered: saved?.answered ?? null };
}

/** The question and its answer as markup that needs no program. */
function asText(model: { readonly name: string; readonly text: string }, property: string, answer?: CheckJson): string {
  const parts =
    answer === undefined
      ? [`<p><code>${escaped(property)}</code></p>`]
      : [
          `<h1>${escaped(answer.verdict)}</h1><p><code>${escaped(answer.formula)}</code></p>`,
          ...(answer.reason === null ? [] : [`<p>${escaped(answer.reason)}</p>`]),
          ...(answer.counterexample?.why ?? []).map((line) => `<p>${escaped(line)}</p>`),
          ...stepsOf(answer),
        ];
  return `<main>${parts.join('\n')}\n<h2>${escaped(model.name)}</h2><pre>${escaped(model.text)}</pre></main>`;
}

function stepsOf({ counterexample }: CheckJson): string[] {
  if (counterexample === null) return [];
  const { prefix, cycle } = counterexample;
  const items = [...prefix, ...cycle].map(({ state, transition }, i) => {
    const values = Object.entries(state).map(([name, value]) => `${name} = ${String(value)}`);
    const back = i === prefix.length + cycle.length - 1 && cycle.length > 0 ? `, back to ${prefix.length}` : '';
    return `<li>${escaped(values.join(', '))}<br>${escaped(transition ?? '')}${back}</li>`;
  });
  return [`<ol start="0">${items.join('\n')}</ol>`];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]);

/** JSON in which nothing looks like markup. */
const embedded = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
