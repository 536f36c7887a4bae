// Kripke structures as JSON:
//
//     { "initial": "off",
//       "propositions": ["lit"],                                          (may be left out)
//       "states": { "off": { "next": ["on"] },
//                   "on":  { "labels": ["lit"], "next": ["off", { "to": "on", "step": "flicker" }] } } }
import type { Parsed } from '../../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../../diagnostics/nearest.ts';
import type { Source, Span } from '../../../diagnostics/source.ts';
import { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { KripkeBuilder, type KripkeStructure } from '../../kripke/structure.ts';
import { type Json, type JsonMember, JsonProblem, readJson } from '../json-reader.ts';
import { nameProblem } from '../name-problem.ts';

/** Reads the JSON format. */
export function readKripkeJson(source: Source, stopwatch: Stopwatch = new Stopwatch()): Parsed<KripkeStructure> {
  const builder = new KripkeBuilder(source);
  try {
    fill(builder, readJson(source, stopwatch));
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    builder.report('KRI501', error.message, error.span);
  }
  return builder.finish();
}

function fill(builder: KripkeBuilder, root: Json): void {
  const parts = membersOf(root, ['initial', 'states', 'propositions', 'name'], 'the structure');
  const states = parts.get('states');
  if (states?.kind !== 'object') throw new JsonProblem('expected an object `states`', (states ?? root).span);
  for (const { text, span } of namesIn(parts.get('propositions'), 'propositions')) {
    builder.proposition(shownName(builder, text, span));
  }
  for (const name of namesIn(parts.get('initial'), 'initial states')) builder.initial(name.text, name.span);
  for (const member of states.members) addState(builder, member);
}

function addState(builder: KripkeBuilder, { key, keySpan, value }: JsonMember): void {
  const state = builder.state(shownName(builder, key, keySpan), keySpan);
  const parts = membersOf(value, ['labels', 'next'], `state \`${key}\``);
  for (const { text, span } of namesIn(parts.get('labels'), 'labels')) {
    builder.label(state, shownName(builder, text, span));
  }
  const next = parts.get('next');
  if (next === undefined) return;
  for (const target of next.kind === 'array' ? next.items : [next]) {
    if (target.kind === 'string') {
      builder.edge(state, target.text, target.span);
      continue;
    }
    const edge = membersOf(target, ['to', 'step'], 'a successor');
    const to = edge.get('to');
    const step = edge.get('step');
    if (to?.kind !== 'string') throw new JsonProblem('expected the name of a state as `to`', (to ?? target).span);
    if (step !== undefined && step.kind !== 'string') throw new JsonProblem('expected a string as `step`', step.span);
    builder.edge(state, to.text, to.span, step && shownName(builder, step.text, step.span));
  }
}

/** The name, with a complaint if it cannot be shown. */
function shownName(builder: KripkeBuilder, name: string, span: Span): string {
  const problem = nameProblem(name);
  if (problem !== null) builder.report(problem.code, problem.message, span, problem.hint);
  return name;
}

/** The members of an object by name; anything but an object with these members is refused. */
function membersOf(json: Json, known: readonly string[], what: string): Map<string, Json> {
  if (json.kind !== 'object') throw new JsonProblem(`expected an object for ${what}`, json.span);
  const found = new Map<string, Json>();
  for (const { key, keySpan, value } of json.members) {
    if (!known.includes(key)) {
      const hint = didYouMean(key, known) ?? `it may have ${known.map((name) => `\`${name}\``).join(', ')}`;
      throw new JsonProblem(`${what} has no member \`${key}\`: ${hint}`, keySpan);
    }
    if (found.has(key)) throw new JsonProblem(`\`${key}\` is given twice`, keySpan);
    found.set(key, value);
  }
  return found;
}

function namesIn(json: Json | undefined, what: string): Extract<Json, { kind: 'string' }>[] {
  if (json === undefined) return [];
  const items = json.kind === 'array' ? json.items : [json];
  return items.map((item) => {
    if (item.kind !== 'string') throw new JsonProblem(`expected strings as ${what}`, item.span);
    return item;
  });
}
