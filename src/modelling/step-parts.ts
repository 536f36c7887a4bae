// The processes and messages of a step of `defineSystem`. A shared variable that holds an array is taken for a channel: an element more was
// sent by the process that moves, an element less was received by it.
import type { StepMessage, StepParts } from '../models/step-parts.ts';
import type { ValueModel } from '../models/typescript/definition.ts';

/** The model with `processes` and `stepParts`; transitions are called `process.action`. */
export function withStepParts<M extends ValueModel<unknown>>(
  model: M,
  { processes, variables }: { readonly processes: readonly string[]; readonly variables: readonly string[] },
): M {
  const stepParts = (group: number, from: ArrayLike<number>, to: ArrayLike<number>): StepParts => {
    const { name } = model.groups[group];
    const process = name.slice(0, name.indexOf('.'));
    const [before, after] = [model.stateOf(from), model.stateOf(to)] as Readonly<Record<string, unknown>>[];
    const messages = variables.flatMap((variable): StepMessage[] => {
      const { sent, received } = difference(before[variable], after[variable]);
      return [
        ...received.map((text) => ({ channel: variable, text, to: process })),
        ...sent.map((text) => ({ channel: variable, text, from: process })),
      ];
    });
    return { processes: [process], messages };
  };
  return Object.assign(model, { processes, stepParts });
}

/** What one array has beyond the other, as multisets of texts. */
function difference(before: unknown, after: unknown): { sent: string[]; received: string[] } {
  if (!Array.isArray(before) || !Array.isArray(after) || before === after) return { sent: [], received: [] };
  const [old, now] = [before.map(textOf), after.map(textOf)];
  const [sent, received] = [without(now, old), without(old, now)];
  // elements that are replaced are no messages: the array is no channel
  return sent.length > 0 && received.length > 0 ? { sent: [], received: [] } : { sent, received };
}

function without(texts: readonly string[], taken: readonly string[]): string[] {
  const left = [...texts];
  for (const text of taken) {
    const at = left.indexOf(text);
    if (at !== -1) left.splice(at, 1);
  }
  return left;
}

/** A message on one line: words as they are, records by their members. */
function textOf(message: unknown): string {
  if (typeof message !== 'object' || message === null) return String(message);
  if (Array.isArray(message)) return `(${message.map(textOf).join(', ')})`;
  if (message instanceof Map || message instanceof Set) return `{${[...message].map(textOf).join(', ')}}`;
  return `{${Object.entries(message)
    .map(([key, value]) => `${key}: ${textOf(value)}`)
    .join(', ')}}`;
}
