// A question to the desk as a component sees it: asked again whenever it changes, with the last answer kept until the next one is there.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Lane, Superseded } from './ask.ts';
import type { RequestKind, Requests } from './desk/protocol.ts';

export interface Asked<T> {
  readonly answer: T | null;
  readonly failure: string | null;
  /** Whether an answer to what is asked now is still awaited. */
  readonly isWaiting: boolean;
}

/** Milliseconds of quiet before a question is asked. */
const QUIET = 150;

/** Null asks nothing, and shows nothing. */
export function useAsked<K extends RequestKind>(
  kind: K,
  question: Requests[K]['question'] | null,
  quiet = QUIET,
): Asked<Requests[K]['answer']> {
  const lane = useRef<Lane | null>(null);
  const [asked, setAsked] = useState<Asked<Requests[K]['answer']>>({ answer: null, failure: null, isWaiting: true });
  const key = JSON.stringify(question);
  useEffect(() => {
    if (question === null) {
      setAsked({ answer: null, failure: null, isWaiting: false });
      return;
    }
    lane.current ??= new Lane();
    setAsked((before) => ({ ...before, isWaiting: true }));
    const timer = setTimeout(() => {
      lane.current!.ask(kind, question).then(
        (answer) => setAsked({ answer, failure: null, isWaiting: false }),
        (error: Error) => {
          if (!(error instanceof Superseded)) setAsked({ answer: null, failure: error.message, isWaiting: false });
        },
      );
    }, quiet);
    return () => clearTimeout(timer);
  }, [kind, key]);
  useEffect(() => () => lane.current?.drop(), []);
  return asked;
}
