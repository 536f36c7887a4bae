// The same question with a TGBA and with a TGTA, as the papers compare them: sizes of the automata and of the products.
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CheckJson } from 'tegata/report';
import type { ModelText } from '../desk/protocol.ts';
import { askWorker, inWords } from './run.ts';

const KINDS = ['tgba', 'tgta'] as const;
type Kind = (typeof KINDS)[number];

interface CompareProps {
  readonly model: ModelText;
  readonly property: string;
}

/** Nothing is reduced: the products differ by the automaton alone. */
const optionsFor = (automaton: Kind) =>
  ({
    engine: { kind: 'explicit', automaton },
    reductions: 'none',
    vacuity: 'skip',
    limits: { seconds: 120, memoryBytes: 2_000_000_000 },
  }) as const;

export function CompareProducts({ model, property }: CompareProps): VNode {
  const [found, setFound] = useState<Partial<Record<Kind, CheckJson>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  const [isRunning, setRunning] = useState(false);
  useEffect(() => {
    setFound({});
    setFailure(null);
    return () => stop.current?.abort();
  }, [model, property]);

  const compare = async (): Promise<void> => {
    const mine = new AbortController();
    stop.current?.abort();
    stop.current = mine;
    setFound({});
    setFailure(null);
    setRunning(true);
    try {
      for (const kind of KINDS) {
        const answer = await askWorker({ model, property }, optionsFor(kind), mine.signal);
        setFound((before) => ({ ...before, [kind]: answer }));
      }
    } catch (error) {
      if (!mine.signal.aborted) setFailure(inWords(error));
    } finally {
      if (stop.current === mine) setRunning(false);
    }
  };

  return (
    <section class="card" aria-label="TGBA against TGTA">
      <div class="row wrap">
        <h2>TGBA against TGTA</h2>
        <span class="faint">the same search with either, nothing reduced</span>
        <span class="spacer" />
        {isRunning ? (
          <button type="button" class="small" onClick={() => stop.current?.abort()}>
            cancel
          </button>
        ) : (
          <button type="button" class="small" onClick={() => void compare()}>
            compare
          </button>
        )}
      </div>
      {failure === null ? null : <p class="faint">{failure}</p>}
      {found.tgba === undefined ? null : <Table found={found} />}
    </section>
  );
}

const ROWS: readonly (readonly [string, string])[] = [
  ['automaton, states', 'automatonStates'],
  ['automaton, edges', 'automatonEdges'],
  ['product, states', 'productStates'],
  ['product, transitions', 'productTransitions'],
  ['passes', 'passes'],
];

function Table({ found }: { readonly found: Partial<Record<Kind, CheckJson>> }): VNode {
  const values = (key: string): (number | null)[] =>
    KINDS.map((kind) => {
      const value = found[kind]?.statistics[key];
      return value === undefined || value === null ? null : Number(value);
    });
  return (
    <table class="numbers" data-testid="products">
      <thead>
        <tr>
          <th scope="col">
            <span class="hidden">size</span>
          </th>
          {KINDS.map((kind) => (
            <th key={kind} scope="col">
              {kind.toUpperCase()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">verdict</th>
          {KINDS.map((kind) => (
            <td key={kind}>{found[kind]?.verdict ?? '…'}</td>
          ))}
        </tr>
        {ROWS.map(([name, key]) => {
          const row = values(key);
          const least = Math.min(...row.filter((value) => value !== null));
          const differ = row.every((value) => value !== null) && row[0] !== row[1];
          return (
            <tr key={key}>
              <th scope="row">{name}</th>
              {row.map((value, i) => (
                <td key={KINDS[i]} class={differ && value === least ? 'least' : ''}>
                  {value === null ? '…' : value.toLocaleString('en')}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
