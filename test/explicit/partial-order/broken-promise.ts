// What the tables of programs promise (docs/adr/015), looked at in every state of a small model: who goes together, who helps whom, who changes
// which proposition, who may have no value, what variables can be where another has a value. It asks the model alone what happens.
import { InputError } from '../../../src/diagnostics/diagnostic.ts';
import { makeAtom } from '../../../src/explicit/partial-order/atoms.ts';
import { isMet } from '../../../src/explicit/partial-order/comparison.ts';
import { findPlaceRanges } from '../../../src/explicit/partial-order/place-ranges.ts';
import { type PlaceRanges, programFacts } from '../../../src/explicit/partial-order/program-facts.ts';
import { programParts } from '../../../src/explicit/partial-order/program-tables.ts';
import type { Rows } from '../../../src/explicit/partial-order/stubborn-tables.ts';
import { type Expression, evaluate } from '../../../src/models/expression/expression.ts';
import type { Behaviour, Model } from '../../../src/models/model.ts';

interface State {
  readonly vector: Int32Array;
  /** By group, the successor. */
  readonly steps: ReadonlyMap<number, Int32Array>;
}

const ALWAYS_OPEN = -1;

function row({ starts, members }: Rows, number: number): Int32Array {
  return members.subarray(starts[number], starts[number + 1]);
}

function programsIn(model: Model): Extract<Behaviour, { kind: 'program' }>[] {
  return model.groups.flatMap(({ behaviour }) => (behaviour.kind === 'program' ? [behaviour] : []));
}

/** Whether the guard or an effect of the program has no value in the state. */
function hasFault({ guard, effects }: Extract<Behaviour, { kind: 'program' }>, vector: Int32Array): boolean {
  const state = vector.slice();
  try {
    if (evaluate(guard, state) === 0) return false;
    for (const effect of effects) {
      if ('required' in effect) {
        if (evaluate(effect.required, state) === 0) return false;
        continue;
      }
      const { target, value, width } = effect;
      const result = evaluate(value, state);
      evaluate(target, state);
      const at = target.kind === 'variable' ? target.variable : target.base + evaluate(target.index, state);
      state[at] = width === 'byte' ? result & 0xff : width === 'int16' ? (result << 16) >> 16 : result;
    }
    return false;
  } catch (error) {
    if (error instanceof InputError) return true;
    throw error;
  }
}

/** A variable that is not where it should be while another has its value; null where there is none. */
function outOfPlace(places: PlaceRanges, vector: Int32Array): string | null {
  for (const [place, value] of vector.entries()) {
    const ranges = places.at(place, value);
    if (ranges === null) return `variable ${place} is never said to be ${value}`;
    for (const [variable, { low, high }] of ranges ?? []) {
      if (vector[variable] < low || vector[variable] > high)
        return `variable ${variable} is not between ${low} and ${high}`;
    }
  }
  return null;
}

/** A promise that is broken in a state that is reached, in words; null where none is. `checked` counts what was looked at. */
export function brokenPromise(
  model: Model,
  predicates: readonly Expression[],
  {
    mostStates,
    checked,
  }: {
    readonly mostStates: number;
    readonly checked: { pairs: number; helped: number; faults: number; places: number };
  },
): string | null {
  const { tables: make, effects, faulty: mayFault } = programParts(model)!.exact;
  const tables = make();
  const list = (number: number): ReadonlySet<number> => new Set(row(tables.lists, number));
  const conflicts = model.groups.map((_, group) => new Set([...row(tables.harms, group)].flatMap((l) => [...list(l)])));
  const atoms = predicates.map((predicate) => makeAtom(predicate, effects));
  const said = (group: number): string => model.groups[group].name;
  const states = new Map<string, State>();
  const find = (vector: Int32Array): State | 'fault' => {
    const known = states.get(vector.join());
    if (known !== undefined) return known;
    const steps = new Map<number, Int32Array>();
    try {
      model.successors(vector, (target, group) => steps.set(group, target.slice()));
    } catch (error) {
      if (error instanceof InputError) return 'fault';
      throw error;
    }
    const found = { vector, steps };
    states.set(vector.join(), found);
    return found;
  };
  const programs = programsIn(model);
  const rough = programs.map((program) => programFacts(program, model.variables));
  const places = findPlaceRanges(model, programs, rough);
  for (const [place] of model.variables.entries()) {
    for (const value of new Set(model.initialStates().map((state) => state[place]))) {
      if ((places.at(place, value)?.size ?? 0) > 0) checked.places++;
    }
  }
  const waiting: Int32Array[] = model.initialStates().map((state) => state.slice());
  const seen = new Set(waiting.map((vector) => vector.join()));
  for (const vector of waiting.values()) {
    if (seen.size > mostStates) break;
    const state = find(vector);
    const misplaced = outOfPlace(places, vector);
    if (misplaced !== null) return `${misplaced} in ${vector.join()}`;
    if (state === 'fault') {
      checked.faults++;
      const faulty = programs.findIndex((program, group) => hasFault(program, vector) && !mayFault.includes(group));
      if (faulty >= 0) return `${said(faulty)} has a fault in ${vector.join()}, and is not known to`;
      if (mayFault.length === 0) return `a fault in ${vector.join()} that nobody may have`;
      continue;
    }
    for (const [s, after] of state.steps) {
      if (!seen.has(after.join())) {
        seen.add(after.join());
        waiting.push(after);
      }
      const there = find(after);
      if (there === 'fault') continue;
      for (const t of state.steps.keys()) {
        if (s === t || conflicts[s].has(t)) continue;
        checked.pairs++;
        if (!conflicts[t].has(s)) {
          const both = there.steps.get(t);
          if (both === undefined) return `${said(s)} ends ${said(t)} in ${vector.join()}`;
          const other = find(state.steps.get(t)!);
          if (other !== 'fault' && other.steps.get(s)?.join() !== both.join())
            return `${said(s)} and ${said(t)} do not commute in ${vector.join()}`;
        } else {
          return `${said(t)} conflicts with ${said(s)}, and not the other way round`;
        }
      }
      for (let t = 0; t < model.groups.length; t++) {
        let allHold = true;
        const words = row(tables.conditions, t);
        for (let i = 0; i < words.length; i += 3) {
          const [l, test, bound] = [words[i], words[i + 1], words[i + 2]];
          const rises =
            test === ALWAYS_OPEN
              ? allHold && !state.steps.has(t) && there.steps.has(t)
              : !isMet(test, bound, vector[test >> 2]) && isMet(test, bound, after[test >> 2]);
          if (test !== ALWAYS_OPEN && !isMet(test, bound, vector[test >> 2])) allHold = false;
          if (!rises) continue;
          checked.helped++;
          if (!list(l).has(s)) return `${said(s)} helps ${said(t)} in ${vector.join()}, and is not in the list`;
        }
        if (allHold && !state.steps.has(t) && there.steps.has(t) && !row(tables.conditions, t).includes(ALWAYS_OPEN))
          return `${said(t)} has no reason to be disabled in ${vector.join()}`;
        if (!allHold && state.steps.has(t))
          return `${said(t)} is enabled in ${vector.join()} though a condition does not hold`;
      }
      for (const [i, predicate] of predicates.entries()) {
        const [before, behind] = [evaluate(predicate, vector) !== 0, evaluate(predicate, after) !== 0];
        if (before === behind) continue;
        if (!(behind ? atoms[i].rising : atoms[i].falling).includes(s))
          return `${said(s)} changes proposition ${i} in ${vector.join()}, and is not known to`;
      }
    }
  }
  return null;
}
