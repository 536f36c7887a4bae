// The processes of a program, each with the location in which it is.
import type { VNode } from 'preact';
import { useAsked } from '../asked.ts';
import { Picture } from '../automata/picture.tsx';
import type { ModelText, ProcessView } from '../desk/protocol.ts';
import { arrowsBetween } from './process-steps.ts';

/** The values of a state by their names. */
export type Values = Readonly<Record<string, unknown>>;

interface ProcessPicturesProps {
  readonly model: ModelText;
  readonly now: Values;
  /** The state before, from which the arrows to here are lit, and the name of the step. */
  readonly before: Values | null;
  readonly step: string | null;
}

export function ProcessPictures({ model, now, before, step }: ProcessPicturesProps): VNode | null {
  const { answer, failure } = useAsked('processes', model, 300);
  if (failure !== null) return <p class="faint">{failure}</p>;
  if (answer === null) return null;
  return (
    <div class="processes">
      {answer.map((process, i) => {
        const here = numberOf(process, now);
        if (here === null) return null; // nobody is in this place, or a process of another type
        const was = before === null ? null : numberOf(process, before);
        const arrows = was === null ? [] : arrowsBetween(process, was, here, step);
        return (
          <figure key={i} data-process={process.name}>
            <figcaption>{process.name}</figcaption>
            <Picture
              svg={process.svg}
              label={`process ${process.name}`}
              lit={{ here: [String(here), ...arrows], maybe: [] }}
            />
          </figure>
        );
      })}
    </div>
  );
}

/** The location in which a process is, by its number. */
function numberOf({ name, locations }: ProcessView, values: Values): number | null {
  const value = String(values[name]);
  const found = locations.findIndex((location) => location.name === value);
  return found < 0 ? null : found;
}
