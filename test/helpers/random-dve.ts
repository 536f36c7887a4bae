// Small random DVE systems in which much happens side by side: processes that go round or end, share variables, an array and channels with and
// without buffer, commit, and now and then do what has no value. Most have few states.
import type { Random } from '../../src/base/random.ts';

export interface RandomDve {
  readonly text: string;
  /** Propositions about it. */
  proposition(random: Random): string;
}

/** With `faults`, an index may be out of range and a divisor zero. */
export function randomDve(random: Random, { faults = false }: { readonly faults?: boolean } = {}): RandomDve {
  const names = random.chance(0.3) ? ODD_NAMES : PLAIN_NAMES;
  const globals = random.between(1, 3);
  const value = (): string => `${random.below(3)}`;
  const shared = (): string => names[random.below(globals)];
  const channels = random.chance(0.6) ? random.between(1, 2) : 0;
  const buffered = Array.from({ length: channels }, () => random.chance(0.4));
  const committed = random.chance(0.2);
  const processes = Array.from({ length: random.between(2, 4) }, (_, i) => process(i));

  function process(number: number): { readonly text: string; readonly states: number } {
    const states = random.between(2, 4);
    const local = random.chance(0.4);
    const mine = (): string => (local && random.chance(0.5) ? 'l' : shared());
    const place = (): string => random.pick([mine(), mine(), mine(), `a[${random.below(2)}]`, `a[${index()}]`]);
    const index = (): string => {
      if (faults && random.chance(0.3)) return mine();
      return random.pick(['0', '1', `${mine()} % 2`, `${mine()} & 1`]);
    };
    const condition = (): string => {
      const one = `${place()} ${random.pick(['==', '!=', '<', '>', '<=', '>='])} ${random.below(5) === 0 ? place() : value()}`;
      return random.pick([
        one,
        one,
        `not (${one})`,
        `(${one} or ${place()} == ${value()})`,
        `(${one} and ${mine()} < 2)`,
      ]);
    };
    const expression = (): string => {
      const divisor = faults && random.chance(0.3) ? mine() : '2';
      return random.pick([
        value(),
        value(),
        value(),
        mine(),
        `(${mine()} + 1) % 3`,
        `${place()} % ${divisor}`,
        `1 - ${place()} % 2`,
      ]);
    };
    const effect = (target: string): string => `${target} = ${expression()}`;
    const move = (from: number, to: number): string => {
      const guards = random.chance(0.4) ? [condition(), ...(random.chance(0.2) ? [condition()] : [])] : [];
      const effects: string[] = [];
      for (let more = random.pick([0, 0, 1, 1, 2]); more > 0; more--) effects.push(effect(place()));
      if (random.chance(0.05)) {
        const wraps = mine();
        effects.push(`${wraps} = ${wraps} + 128`);
      } else if (random.chance(0.25)) {
        const counter = mine();
        guards.push(`${counter} < 2`);
        effects.push(`${counter} = ${counter} + 1`);
      } else if (random.chance(0.2)) {
        const counter = mine();
        guards.push(`${counter} > 0`);
        effects.push(`${counter} = ${counter} - 1`);
      }
      const sync = channels > 0 && random.chance(0.35) ? synchronisation(mine) : '';
      return `q${from} -> q${to} { ${guards.length > 0 ? `guard ${guards.join(', ')}; ` : ''}${sync}${effects.length > 0 ? `effect ${effects.join(', ')}; ` : ''}}`;
    };
    const moves: string[] = [];
    for (let i = 0; i < states - 1; i++) moves.push(move(i, i + 1));
    if (random.chance(0.7)) moves.push(move(states - 1, 0));
    for (let more = random.below(3); more > 0; more--) moves.push(move(random.below(states), random.below(states)));
    const list = Array.from({ length: states }, (_, i) => `q${i}`).join(', ');
    const commit = committed && random.chance(0.4) ? `commit q${random.between(1, states - 1)};\n` : '';
    return {
      text: `process P${number} {\n${local ? 'byte l = 0;\n' : ''}state ${list};\n${commit}init q0;\ntrans\n  ${moves.join(',\n  ')};\n}\n`,
      states,
    };
  }

  function synchronisation(mine: () => string): string {
    const channel = random.below(channels);
    const isSend = random.chance(0.5);
    const content = buffered[channel] ? (isSend ? random.pick([value(), mine()]) : mine()) : '';
    return `sync c${channel}${isSend ? '!' : '?'}${content}; `;
  }

  const declarations = [
    ...Array.from(
      { length: globals },
      (_, i) => `${random.chance(0.2) ? 'int' : 'byte'} ${names[i]} = ${random.below(2)};`,
    ),
    'byte a[2];',
    ...buffered.map((isBuffered, i) =>
      isBuffered ? `channel {byte} c${i}[${random.between(1, 2)}];` : `channel c${i};`,
    ),
  ];
  const proposition = (chooser: Random): string => {
    const name = (): string => names[chooser.below(globals)];
    const at = chooser.below(processes.length);
    const place = `P${at}.q${chooser.below(processes[at].states)}`;
    const comparison = `${name()} ${chooser.pick(['==', '!=', '<', '>='])} ${chooser.below(3)}`;
    return chooser.pick([
      place,
      place,
      comparison,
      comparison,
      `a[${chooser.below(2)}] >= 1`,
      `${name()} < a[0]`,
      `${place} && ${comparison}`,
    ]);
  };
  return {
    text: `${declarations.join('\n')}\n${processes.map(({ text }) => text).join('')}system async;\n`,
    proposition,
  };
}

const PLAIN_NAMES = ['x', 'y', 'z'];
/** Words of formulas and of our own that are names in DVE. */
const ODD_NAMES = ['broken', 'taken', '__proto__'];
