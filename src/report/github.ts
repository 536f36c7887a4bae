// Results as workflow commands of GitHub Actions: an annotation for each formula that is violated (error) or unknown (warning), at the
// formula's line where it comes from a file, otherwise at the model.
import { visible } from '../diagnostics/visible.ts';
import { type Asked, titleOf, viewAsked } from './asked.ts';

/** The line for one result, or null where there is nothing to tell. `model` is the file of the model, if it is one. */
export function githubAnnotation(asked: Asked, model: string | null): string | null {
  const { result, origin } = asked;
  const { verdict } = result;
  if (verdict.outcome === 'holds') return null;
  const head = { outcome: verdict.outcome, name: titleOf(asked), origin, model };
  const message =
    verdict.outcome === 'violated'
      ? viewAsked(asked, verdict.counterexample).why.join('\n')
      : `${verdict.reason} (${result.model.name})`;
  return annotation(head, message);
}

/** The line for something that has no result, because the run was ended before. */
export function githubUnanswered(
  { name, origin, reason }: Pick<Asked, 'origin'> & { readonly name: string; readonly reason: string },
  model: string | null,
): string {
  return annotation({ outcome: 'unknown', name, origin, model }, reason);
}

interface Head extends Pick<Asked, 'origin'> {
  readonly outcome: 'violated' | 'unknown';
  readonly name: string;
  readonly model: string | null;
}

function annotation({ outcome, name, origin, model }: Head, message: string): string {
  const file = origin?.file ?? model;
  const properties = [
    ...(file === null ? [] : [`file=${property(file)}`]),
    ...(origin?.line === undefined ? [] : [`line=${origin.line}`]),
    `title=${property(`${outcome}: ${name}`)}`,
  ];
  return `::${outcome === 'violated' ? 'error' : 'warning'} ${properties.join(',')}::${data(message)}`;
}

function data(text: string): string {
  return visible(text).replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

function property(text: string): string {
  return data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
