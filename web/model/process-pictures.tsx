// The processes of a program, each with the location in which it is.
import type { VNode } from 'preact';
import { useAsked } from '../asked.ts';
import { Picture } from '../automata/picture.tsx';
import type { ModelText, ProcessView } from '../desk/protocol.ts';

/** The values of a state by their names. */
export type Values = Readonly<Record<string, unknown>>;

interface ProcessPicturesProps {
  readonly model: ModelText;
  readonly now: Values;
  /** The state before, whose arrow to here is lit. */
  readonly before: Values | null;
}

export function ProcessPictures({ model, now, before }: ProcessPicturesProps): VNode | null {
  const { answer, failure } = useAsked('processes', model, 300);
  if (failure !== null) return <p class="faint">{failure}</p>;
  if (answer === null) return null;
  return (
    <div class="processes">
      {answer.map((process) => {
        const here = numberOf(process, now);
        const was = before === null ? here : numberOf(process, before);
        const arrow = was === here || was === null || here === null ? [] : [`${was}->${here}`];
        return (
          <figure key={process.name} data-process={process.name}>
            <figcaption>{process.name}</figcaption>
            <Picture
              svg={process.svg}
              label={`process ${process.name}`}
              lit={{ here: [...(here === null ? [] : [String(here)]), ...arrow], maybe: [] }}
            />
          </figure>
        );
      })}
    </div>
  );
}

/** The location in which a process is, by its number. */
function numberOf({ name, locations }: ProcessView, values: Values): number | null {
  const found = locations.indexOf(String(values[name]));
  return found < 0 ? null : found;
}
