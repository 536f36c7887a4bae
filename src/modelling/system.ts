// Systems of processes: each has a state of its own, all see the shared variables, and one of them moves at a time.
//
// The state of the system is one plain object: the shared variables, and under the name of each process its local state.
// Every action is a transition `process.action`, so that fairness can be assumed of a process or of one of its actions.
import { UsageError } from '../diagnostics/diagnostic.ts';
import type { ValueModel } from '../models/typescript/definition.ts';
import type { SymmetricSet } from '../models/typescript/symmetry/symmetric-set.ts';
import { NumberedValueModel } from '../models/typescript/value-model.ts';
import type { ValueStates } from '../models/typescript/value-states.ts';
import { withStepParts } from './step-parts.ts';
import { type SystemChange, SystemStates } from './system-states.ts';

/** A new local state: for objects only what changes need be given. */
export type Update<L> = L extends readonly unknown[] ? L : L extends object ? Partial<L> : L;

/** What a step changes. */
export interface Outcome<L, G> {
  readonly self?: Update<L>;
  readonly shared?: Partial<G>;
}

/** One way to go on, several (the choice is open), or none: then the action cannot happen now. */
export type Outcomes<L, G> = Outcome<L, G> | Iterable<Outcome<L, G>> | false | null | undefined;

/** From the local state and the shared variables to what may happen. Must not change its arguments. */
export type Action<L, G> = (self: L, shared: G) => Outcomes<L, G>;

/** A process with local states `L` over shared variables that include `G`, and actions called `A`. */
export interface Process<L, G, A extends string = string> {
  readonly initial: L;
  readonly actions: Readonly<Record<A, Action<L, G>>>;
}

// Where something does not fit, the compiler tells why it does not fit one type of a union, property by property. So each union below has a
// type that nobody writes, and the missing property is all that is told (`RuleTo` in next.ts does the same).
declare const isGiven: unique symbol;

/** Shown by the compiler in place of what changes something else, or to something else. */
export interface OutcomeOf<L, G> extends Outcome<L, G> {
  readonly [isGiven]: true;
}

/** Shown by the compiler in place of a function that gives other things than outcomes. */
export interface ActionOf<L, G> {
  (self: L, shared: G): GivenOutcomes<NoInfer<L>, NoInfer<G>>;
  readonly [isGiven]: true;
}

/** Shown by the compiler in place of a process over other variables. */
export interface ProcessOf<L, G> extends ProcessDefinition<L, G> {
  readonly [isGiven]: true;
}

/** Shown by the compiler in place of several processes, such as those of `replicate`, over other variables. */
export type ProcessesOver<G, L> = {
  readonly [K in keyof NoInfer<L> | typeof isGiven]: K extends typeof isGiven ? G : never;
};

type GivenOutcomes<L, G> =
  | Outcome<L, G>
  | OutcomeOf<L, G>
  | readonly (Outcome<L, G> | OutcomeOf<L, G>)[]
  | Iterable<Outcome<L, G>>
  | false
  | null
  | undefined;

/** What is read as an action: its parameters tell what local states and variables are, its result does not. */
type GivenAction<L, G> = ActionOf<L, G> | ((self: L, shared: G) => GivenOutcomes<NoInfer<L>, NoInfer<G>>);

/** What is read as a process. */
export interface ProcessDefinition<L, G, A extends string = string> {
  readonly initial: L;
  readonly actions: Readonly<Record<A, GivenAction<L, G>>>;
}

/**
 * Processes with actions that are the keys of `A[process]`. That each is an action is said here again, where its name is known: then the compiler
 * complains about the one that is wrong, and not about the whole.
 */
type WithActions<A, L, G> = {
  readonly [K in keyof A]: {
    readonly actions: {
      readonly [N in keyof A[K]]: K extends keyof L ? GivenAction<NoInfer<L[K]>, NoInfer<G>> : unknown;
    };
  };
};

/** The names of the transitions, `process.action`. */
type ActionNames<A> = { readonly [K in keyof A & string]: `${K}.${keyof A[K] & string}` }[keyof A & string];

export interface SystemDefinition<
  G extends object,
  L extends Readonly<Record<string, unknown>>,
  P extends string,
  A = unknown,
> {
  readonly name?: string;
  /** Variables that all processes read and write, with their initial values. */
  readonly shared?: G;
  readonly processes:
    | ({
        readonly [K in keyof L]: ProcessDefinition<L[K], NoInfer<G>> | ProcessOf<L[K], NoInfer<G>>;
      } & WithActions<A, L, G>)
    | ProcessesOver<G, L>;
  /** The atomic propositions, over the shared variables and the local states by the names of the processes. */
  readonly propositions?: Readonly<Record<P, (state: NoInfer<G & L>) => boolean>>;
  /**
   * Processes that can change places, such as those that `replicate` made, by their names; as a set where shared variables have an entry for
   * each of them, or name them (docs/explicit.md).
   */
  readonly symmetric?: readonly (readonly (keyof L & string)[] | SymmetricProcesses<keyof L & string>)[];
}

export interface SymmetricProcesses<N extends string = string> extends SymmetricSet {
  readonly members: readonly N[];
}

/**
 * A process that is defined by itself. Give the types where a variable holds one of several literals, which the type checker
 * would otherwise take for any string: `defineProcess<'idle' | 'busy', { timeout: Timer }>({ … })`.
 */
export function defineProcess<L, G = object, A extends string = string>(
  definition: ProcessDefinition<L, G, A>,
): Process<L, G, A> {
  return definition;
}

/** A process of the same kind for each of the names. */
export function replicate<const N extends string, L, G, A extends string>(
  names: readonly N[],
  make: (index: number, name: N) => ProcessDefinition<L, G, A>,
): Readonly<Record<N, Process<L, G, A>>> {
  const processes = names.map((name, i): [N, Process<L, G, A>] => [name, make(i, name)]);
  return Object.fromEntries(processes) as Record<N, Process<L, G, A>>;
}

/** The model of processes that interleave: in every step one action of one process happens. */
export function defineSystem<
  L extends Readonly<Record<string, unknown>>,
  // biome-ignore lint/complexity/noBannedTypes: the type of no variables at all
  G extends object = {},
  P extends string = string,
  A = Readonly<Record<keyof L, Readonly<Record<string, unknown>>>>,
>(definition: SystemDefinition<G, L, P, A>): ValueModel<G & L, P, ActionNames<A>> {
  const { name = 'model', shared = {} as G } = definition;
  const processes = definition.processes as unknown as Readonly<Record<string, Process<unknown, Values>>>;
  const propositions = (definition.propositions ?? {}) as Readonly<Record<P, (state: Values) => boolean>>;
  const rules: string[] = [];
  const parts = Object.entries(processes).map(([key, { initial, actions }]) => {
    if (key in shared) throw new UsageError(`defineSystem: \`${key}\` is a shared variable and a process`);
    if (/[./]/.test(key)) throw new UsageError(`defineSystem: the name of the process \`${key}\` has a \`.\` or \`/\``);
    const named = Object.entries(actions).map(([action, act]) => {
      rules.push(`${key}.${action}`);
      return { title: `the rule \`${key}.${action}\``, act: (self: unknown, seen: Values) => changes(act, self, seen) };
    });
    return { name: key, initial, actions: named };
  });
  const states = new SystemStates({
    shared: shared as Values,
    processes: parts,
    propositions: Object.values(propositions),
    rules: Object.entries(processes).flatMap(([key, { actions }]) =>
      Object.entries(actions).map(([action, act]) => ({
        title: `the rule \`${key}.${action}\``,
        next: wholeRule(key, Object.keys(shared), act),
      })),
    ),
  });
  const names = { name, rules, propositions: Object.keys(propositions) as P[] };
  const model = new NumberedValueModel<G & L, P>(names, states as unknown as ValueStates<G & L>, {
    sets: (definition.symmetric ?? []).map((set) => symmetricSet(set, processes)),
  });
  const described = withStepParts(model, { processes: Object.keys(processes), variables: Object.keys(shared) });
  return described as unknown as ValueModel<G & L, P, ActionNames<A>>;
}

function symmetricSet(
  given: readonly string[] | SymmetricProcesses,
  processes: Readonly<Record<string, unknown>>,
): SymmetricSet {
  const set: SymmetricSet = 'members' in given ? given : { members: given };
  const stranger = set.members?.find((name) => !Object.hasOwn(processes, name));
  if (stranger !== undefined)
    throw new UsageError(`defineSystem: \`symmetric\` names \`${stranger}\`, which is no process`);
  return set;
}

type Values = Record<string, unknown>;

/** What an action changes, in the terms of the store of states. */
function changes(act: Action<unknown, Values>, self: unknown, seen: Values): SystemChange[] {
  return listed(act(self, seen)).map(({ self: update, shared }) => ({
    shared: shared ?? {},
    self: update === undefined ? undefined : updated(self, update),
  }));
}

/** The action as a function of whole states. */
function wholeRule(
  key: string,
  variables: readonly string[],
  act: Action<unknown, Values>,
): (state: Values) => Values[] {
  return (state) => {
    const visible = Object.fromEntries(variables.map((variable) => [variable, state[variable]]));
    return listed(act(state[key], visible)).map((outcome) => applied(state, key, outcome));
  };
}

function listed<L, G>(outcomes: Outcomes<L, G>): Outcome<L, G>[] {
  if (outcomes === false || outcomes === null || outcomes === undefined) return [];
  return Symbol.iterator in outcomes ? [...outcomes] : [outcomes];
}

function applied<State extends object, G>(state: State, key: string, outcome: Outcome<unknown, G>): State {
  const { self, shared } = outcome;
  const next = { ...state, ...shared } as Record<string, unknown>;
  if (self !== undefined) next[key] = updated(next[key], self);
  return next as State;
}

/** The state after an update: plain objects keep what is not given, all else is replaced. */
export function updated<L>(state: L, update: Update<L> | L): L {
  return isRecord(state) && isRecord(update) ? { ...state, ...update } : (update as L);
}

function isRecord(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
