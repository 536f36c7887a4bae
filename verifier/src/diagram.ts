// A decision diagram that says the class of each state: from the top, each level looks at one variable, and the value leads to a node of the
// next level; from the last one to a class. What it says is believed in nothing: it must only say the same whenever it is asked.
import type { Bytes, Header } from './certificate.ts';
import type { Model, State } from './model.ts';

/** Nodes and values of edges as one number. */
const VALUES = 2 ** 31;

/** The class of a state; -1 where no edge leads on. */
export type Diagram = (state: State) => number;

/** For each level its nodes; for each node its edges: the value less the least one, and where it leads. Null where the certificate has none. */
export function readDiagram({ order, variables }: Header, model: Model, bytes: Bytes): Diagram | null {
  if (order === undefined) return null;
  const levels = order.map((number) => {
    const [name, least] = variables[number];
    const targets = new Map<number, number>();
    const nodes = bytes.number();
    for (let node = 0; node < nodes; node++) {
      for (let left = bytes.number(); left > 0; left--) targets.set(node * VALUES + bytes.number(), bytes.number());
    }
    return { place: model.variables.indexOf(name), least, targets };
  });
  return (state) => {
    // Once it is -1 it stays so: no key is negative.
    let node = 0;
    for (const { place, least, targets } of levels) node = targets.get(node * VALUES + state[place] - least) ?? -1;
    return node;
  };
}
