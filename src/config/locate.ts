// Where a complaint about a configuration points: exactly in JSON; in a module at the key, if the text has it only once.
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source, Span } from '../diagnostics/source.ts';
import { type Json, JsonProblem, readJson } from '../models/formats/json-reader.ts';
import { type ConfigPath, type ConfigProblem, type Planned, pathText, planChecks } from './plan.ts';

/** The checks of a configuration in JSON; complaints point at their places. */
export function planJson(source: Source): Located<Planned> {
  return locateJson(source, planChecks);
}

/** What is made out of a JSON text, unless that is no JSON; complaints point at their places. */
export interface Located<P> {
  readonly planned: P | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The same for anything that is planned from JSON. */
export function locateJson<P extends { readonly problems: readonly ConfigProblem[] }>(
  source: Source,
  plan: (value: unknown) => P,
): Located<P> {
  try {
    const json = readJson(source);
    const planned = plan(plain(json));
    const diagnostics = planned.problems.map((problem) => diagnosticOf(problem, source, spanIn(json, problem)));
    return { planned, diagnostics };
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    return { planned: null, diagnostics: [{ code: 'CMD006', message: error.message, span: error.span, source }] };
  }
}

/** Complaints about what a module exports. */
export function diagnoseModule(problems: readonly ConfigProblem[], source: Source): Diagnostic[] {
  return problems.map((problem) => diagnosticOf(problem, source, spanOfKey(source.text, problem.path)));
}

function diagnosticOf({ path, message, hint }: ConfigProblem, source: Source, span: Span | null): Diagnostic {
  const where = path.length === 0 ? '' : `${pathText(path)}: `;
  const shown = span === null ? `${source.name}: ${where}${message}` : `${where}${message}`;
  return { code: 'CMD006', message: shown, ...(span && { span, source }), ...(hint && { hint }) };
}

/** The value as `JSON.parse` gives it. */
function plain(json: Json): unknown {
  switch (json.kind) {
    case 'string':
      return json.text;
    case 'other':
      return json.value;
    case 'array':
      return json.items.map(plain);
    case 'object':
      return Object.fromEntries(json.members.map(({ key, value }) => [key, plain(value)]));
  }
}

function spanIn(json: Json, { path, at }: ConfigProblem): Span {
  let here = json;
  let span = json.span;
  for (const part of path) {
    if (here.kind === 'array') {
      here = here.items[Number(part)] ?? here;
      span = here.span;
    } else if (here.kind === 'object') {
      const member = here.members.find(({ key }) => key === part);
      if (member === undefined) return span;
      here = member.value;
      span = at === 'key' ? member.keySpan : here.span;
    }
  }
  return span;
}

/** The last name of the path, where the text has it once as a key. */
function spanOfKey(text: string, path: ConfigPath): Span | null {
  const key = path.findLast((part) => typeof part === 'string');
  if (key === undefined) return null;
  const escaped = String(key).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const found = [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?=['"]?\\s*:)`, 'gu'))];
  return found.length === 1 ? { start: found[0].index, end: found[0].index + String(key).length } : null;
}
