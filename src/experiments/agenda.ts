// What is still to do of a plan, given what is already recorded. The agenda is fed with records as they arrive, those of an earlier run
// first, and hands out tasks. Which formulas are chosen depends on nothing but the seed, so that a resumed run ends like an uninterrupted one.
//
// Formulas are selected in rounds: a few for every model of a set, then their checks, then those of the next set; then more. So a run that
// ends before its end, by its budget or by hand, has something of everything.
import type { SetName } from './formula-sets.ts';
import { setSeed } from './formula-sets.ts';
import type { Plan, SetPlan } from './plan.ts';
import { checkKey, type FormulaRecord, type ResultRecord } from './records.ts';
import type { SelectTask } from './select.ts';
import type { CheckTask, Task } from './tasks.ts';

/** How many formulas of each outcome there are after each round; after the last of these as many as are wanted. */
const ROUNDS: readonly number[] = [2, 5, 10, 25, 50];

interface Selection {
  readonly plan: SetPlan;
  readonly model: string;
  readonly found: FormulaRecord[];
  /** How many of them the plan wants to be checked. */
  wanted: number;
  next: number;
  /** Which round it is at. */
  round: number;
  state: 'open' | 'under-way' | 'complete';
}

interface NextCheck {
  readonly task: CheckTask;
  readonly round: { handedOut: number };
  /** Which round it is of. */
  readonly number: number;
}

/** Whether a selection is due before a check: one of the same set, or of an earlier round. */
function comesBefore({ plan, round }: Selection, check: NextCheck): boolean {
  return check.task.set === plan.set || round < check.number;
}

/** How many formulas of each outcome there are after a round. */
function goalOf({ perOutcome }: SetPlan, round: number): number {
  return Math.min(perOutcome, ROUNDS[round] ?? perOutcome);
}

export class Agenda {
  private readonly seed: number;
  private readonly seconds: number;
  private readonly selections: readonly Selection[];
  /** Those of each round, and how many of them were handed out or are done. */
  private readonly checks: { readonly tasks: CheckTask[]; handedOut: number }[] = [...ROUNDS, 0].map(() => ({
    tasks: [],
    handedOut: 0,
  }));
  private readonly done = new Set<string>();
  /** The checks of all formulas that the plan wants, done or not. */
  private readonly wanted = new Set<string>();
  /** The round that is under way. */
  private round = 0;
  private finished = 0;

  constructor(plan: Plan, seed: number) {
    this.seed = seed;
    this.seconds = plan.seconds;
    this.selections = plan.sets.flatMap((set) =>
      set.models.map(
        (model): Selection => ({ plan: set, model, found: [], wanted: 0, next: 0, round: 0, state: 'open' }),
      ),
    );
  }

  /** Takes in what is known; the formulas of a set become checks. */
  add(record: ResultRecord): void {
    if (record.kind === 'check') {
      const key = checkKey(record);
      if (this.wanted.has(key) && !this.done.has(key)) this.finished++;
      this.done.add(key);
    } else if (record.kind === 'formula') {
      const selection = this.selectionOf(record);
      if (selection === undefined) return;
      const { set, perOutcome, approaches } = selection.plan;
      const rank = selection.found.filter(({ outcome }) => outcome === record.outcome).length;
      selection.found.push(record);
      selection.next = Math.max(selection.next, record.candidate + 1);
      // results of a larger plan may have more than this one wants; those of a case study are all wanted
      if (set !== 'dedicated' && rank >= perOutcome) return;
      selection.wanted++;
      const round = ROUNDS.findIndex((goal) => rank < goal);
      for (const approach of approaches) {
        const task = { kind: 'check', model: record.model, set, formula: record.formula, approach } as const;
        this.checks.at(round)!.tasks.push(task);
        this.wanted.add(checkKey(task));
        if (this.done.has(checkKey(task))) this.finished++;
      }
    } else if (record.kind === 'selected') {
      const selection = this.selectionOf(record);
      const isWorthAnotherTry = record.givenUpAt !== undefined && record.givenUpAt < this.seconds;
      if (selection !== undefined && !isWorthAnotherTry) this.endRound(selection, record.candidates);
    }
  }

  /** The next task, or null when there is none for now. In a round, each set has its selections first, then its checks. */
  take(): Task | null {
    for (;;) {
      this.skipFinishedRounds();
      const selection = this.selections.find(({ state, round }) => state === 'open' && round <= this.round);
      const check = this.nextCheck();
      if (selection !== undefined && (check === null || comesBefore(selection, check))) {
        selection.state = 'under-way';
        return this.selectTask(selection);
      }
      if (check !== null) {
        check.round.handedOut++;
        return check.task;
      }
      if (this.isSelecting() || !this.selections.some(({ state }) => state === 'open')) return null;
      this.round++;
    }
  }

  /** Rounds whose formulas are known need no selection: the results of another run may come without its records of them. */
  private skipFinishedRounds(): void {
    for (const selection of this.selections) {
      if (selection.state !== 'open' || selection.plan.set === 'dedicated') continue;
      const { plan, found } = selection;
      const count = (outcome: string): number => found.filter((record) => record.outcome === outcome).length;
      const least = Math.min(count('holds'), count('violated'));
      if (least >= plan.perOutcome) selection.state = 'complete';
      else while (least >= goalOf(plan, selection.round)) selection.round++;
    }
  }

  /** The first check that nobody has, nor is its result known: of formulas of the first round, then of the second. */
  private nextCheck(): NextCheck | null {
    for (const [number, round] of this.checks.entries()) {
      const { tasks } = round;
      while (round.handedOut < tasks.length && this.done.has(checkKey(tasks[round.handedOut]))) round.handedOut++;
      if (round.handedOut < tasks.length) return { task: tasks[round.handedOut], round, number };
    }
    return null;
  }

  private endRound(selection: Selection, candidates: number): void {
    const { plan, found } = selection;
    const isFull = (['holds', 'violated'] as const).every(
      (outcome) => found.filter((record) => record.outcome === outcome).length >= plan.perOutcome,
    );
    const isOver = isFull || plan.set === 'dedicated' || candidates >= plan.maxCandidates;
    selection.next = Math.max(selection.next, candidates);
    selection.round++;
    selection.state = isOver ? 'complete' : 'open';
  }

  /** Puts a selection back that ended before its end. */
  giveBack({ model, set }: SelectTask): void {
    const selection = this.selectionOf({ model, set });
    if (selection?.state === 'under-way') selection.state = 'open';
  }

  /** Does without the rest of a selection. */
  giveUp({ model, set }: SelectTask): void {
    const selection = this.selectionOf({ model, set });
    if (selection !== undefined) selection.state = 'complete';
  }

  /** Whether formulas may still come. */
  isSelecting(): boolean {
    return this.selections.some(({ state }) => state === 'under-way');
  }

  /** Of the checks that the plan wants those that are done, and all: those known, and the most that open selections may add. */
  progress(): { readonly done: number; readonly total: number } {
    let total = 0;
    for (const { plan, wanted, state } of this.selections) {
      const formulas = state === 'complete' ? wanted : plan.set === 'dedicated' ? 1 : 2 * plan.perOutcome;
      total += formulas * plan.approaches.length;
    }
    return { done: this.finished, total };
  }

  private selectionOf({ model, set }: { readonly model: string; readonly set: SetName }): Selection | undefined {
    return this.selections.find((selection) => selection.model === model && selection.plan.set === set);
  }

  private selectTask({ plan, model, found, next, round }: Selection): SelectTask {
    const goal = goalOf(plan, round);
    const missing = (outcome: string): number =>
      Math.max(0, goal - found.filter((record) => record.outcome === outcome).length);
    const { set, threshold, maxCandidates } = plan;
    return {
      kind: 'select',
      model,
      set,
      seed: setSeed(this.seed, model, set),
      from: next,
      wanted: { holds: missing('holds'), violated: missing('violated') },
      threshold,
      maxCandidates,
    };
  }
}
