// Models in code: processor time beside a hand-written breadth-first search over the same objects with a Map, whose keys are made by a
// template, as one would who knows the fields. Models of realistic shape, each by `defineModel` and by `defineSystem`, and the five small
// counters of old. All ways run in turn in the same process; the best of several rounds of each counts. `next alone` is
// the time of `next` and of the proposition on all states, nothing else, on objects of the hand-written search, whose many layouts make them slow.
// With --apart each way has a process of its own, as a program has that checks one model: what one way makes slow (a call that has met two
// kinds of models) does not slow down the others. No collector is called there: the compiled code of a way refers to the shapes of objects of the
// round before, and is thrown away with them, so that each round would begin anew. `first` is the first round, which compiles.
// `functions twice` is the same search over functions of the user that do their work twice: what that takes longer is the time of these functions
// within the search, with the garbage that they make, and no tool that calls them once for each state is faster than that.
// Usage: node bench/native/run.mjs [--json] [--rounds N] [--apart] [--way WAY [--count STATES]] [MODEL...] (after npm run build)

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { exploreStatesSync } from '../../dist/explicit/search/explore-states.js';
import { check, parseLtl } from '../../dist/index.js';
import { coherence } from './models/coherence.mjs';
import { counters } from './models/counters.mjs';
import { election } from './models/election.mjs';
import { queue } from './models/queue.mjs';

const args = process.argv.slice(2);
const json = args.includes('--json');
const rounds = args.includes('--rounds') ? Number(args[args.indexOf('--rounds') + 1]) : 5;
const only = args.includes('--way') ? args[args.indexOf('--way') + 1] : null;
const told = args.includes('--count') ? Number(args[args.indexOf('--count') + 1]) : null;
const asked = args.filter((arg, i) => !arg.startsWith('--') && !['--rounds', '--way', '--count'].includes(args[i - 1]));

const safe = parseLtl('G !bad');
const recurs = parseLtl('G F done');
/** No answer may be missing because the machine is busy. */
const limits = { seconds: 600 };

/** The search that one writes in ten minutes; it evaluates the same proposition in each state. */
function handWritten({ initial, next, keyOf, isBad }) {
  const seen = new Map([[keyOf(initial), 0]]);
  const states = [initial];
  let bad = 0;
  for (let i = 0; i < states.length; i++) {
    if (isBad(states[i])) bad++;
    for (const target of next(states[i])) {
      const key = keyOf(target);
      if (seen.has(key)) continue;
      seen.set(key, states.length);
      states.push(target);
    }
  }
  if (bad > 0) throw new Error('a bad state');
  return states;
}

function nextAlone({ next, isBad }, states) {
  let targets = 0;
  for (const state of states) targets += next(state).length + (isBad(state) ? 1 : 0);
  if (targets === 0) throw new Error('no successors');
  return states.length;
}

function checked(model, formula, options) {
  const { verdict, statistics } = check(model, formula, { ...options, limits });
  if (verdict.outcome !== 'holds') throw new Error(verdict.outcome);
  return statistics.modelStates;
}

const TWICE = ', functions twice';
/** What nobody uses, so that no compiler leaves the call out. */
const unused = { result: null };
/** A function that is called twice wherever it is called once. */
const twice = (f) => (state) => {
  unused.result = f(state);
  return f(state);
};

function waysOf(subject) {
  // The states are not kept: many objects that live on would make every collection of garbage slow, whoever caused it.
  // Nor is `next` called before a way that has a process of its own: what it was compiled for then, objects of other layouts, makes it slower for ever.
  const count = told ?? (only === null ? handWritten(subject).length : null);
  const ways = {
    'next alone': (states) => nextAlone(subject, states),
    'Map, template keys': () => handWritten(subject).length,
  };
  for (const [kind, make] of [
    ['defineModel', subject.model],
    ['defineSystem', subject.system],
  ]) {
    if (make === undefined) continue;
    ways[`${kind}: states`] = () => exploreStatesSync(make()).states;
    ways[`${kind}: check G !bad`] = () => checked(make(), safe);
  }
  ways[`defineModel: states${TWICE}`] = () => exploreStatesSync(subject.model(twice)).states;
  ways[`defineModel: check G !bad${TWICE}`] = () => checked(subject.model(twice), safe);
  if (subject.fairness !== undefined) {
    const fairness = { fairness: subject.fairness };
    ways['defineSystem: the same, fair'] = () => fair(subject, count);
    ways['defineSystem: check G F done'] = () => decided(subject.system(), recurs, {}, count);
    ways['defineSystem: G F done, fair'] = () => decided(subject.system(), recurs, fairness, count);
  }
  return { count, ways };
}

/** Under fairness the states of the model with what is remembered are counted. */
function fair(subject, count) {
  const searched = checked(subject.system(), safe, { fairness: subject.fairness });
  if (searched < count) throw new Error(`only ${searched} states`);
  return count;
}

/** A formula for which fairness matters. Where it is violated the search ends at the first lasso. */
function decided(model, formula, options, count) {
  const { verdict } = check(model, formula, { ...options, limits });
  if (verdict.outcome === 'unknown') throw new Error(verdict.outcome);
  return count;
}

function seconds(run, given) {
  globalThis.gc?.();
  const before = process.cpuUsage();
  const states = run(given);
  const { user, system } = process.cpuUsage(before);
  return { states, seconds: (user + system) / 1e6 };
}

/** What a process of its own says of one way. */
function apart(model, way, count) {
  const program = fileURLToPath(import.meta.url);
  const options = ['--json', '--rounds', String(rounds), '--count', String(count), '--way', way, model];
  return JSON.parse(execFileSync(process.execPath, [program, ...options], { encoding: 'utf8' }));
}

for (const subject of [counters, queue, election, coherence]) {
  if (asked.length > 0 && !asked.includes(subject.name)) continue;
  const { count, ways } = waysOf(subject);
  const best = new Map();
  const isApart = args.includes('--apart');
  for (const way of isApart ? Object.keys(ways) : []) best.set(way, apart(subject.name, way, count));
  for (let round = 0; round < (isApart ? 0 : rounds); round++) {
    for (const [way, run] of Object.entries(ways)) {
      if (only !== null && way !== only) continue;
      const measured = seconds(run, way === 'next alone' ? handWritten(subject) : undefined);
      if (count !== null && measured.states !== count)
        throw new Error(`${subject.name}, ${way}: ${measured.states} states, not ${count}`);
      const { first = measured.seconds, seconds: least = Number.POSITIVE_INFINITY } = best.get(way) ?? {};
      best.set(way, { ...measured, seconds: Math.min(least, measured.seconds), first });
    }
  }
  if (!json) console.log(`${subject.name}: ${count ?? 'some'} states`);
  const { seconds: reference = Number.NaN, first: atFirst = Number.NaN } = best.get('Map, template keys') ?? {};
  for (const [way, { states, seconds, first }] of best) {
    const rate = Math.round(states / seconds);
    const ratio = reference / seconds;
    if (json) console.log(JSON.stringify({ model: subject.name, way, states, seconds, first, rate, ratio }));
    else {
      const once = best.get(way.replace(TWICE, ''))?.seconds;
      const alone = way.endsWith(TWICE) ? seconds - once : null;
      if (alone !== null) {
        const [share, bound] = [((100 * alone) / once).toFixed(0), (reference / alone).toFixed(2)];
        console.log(`  ${way.padEnd(44)} the functions alone: ${share} % of the time; all else in no time: ${bound} ×`);
        continue;
      }
      const speed = `${String(Math.round(rate / 1000)).padStart(5)}k states/s`;
      console.log(
        `  ${way.padEnd(44)} ${speed}  ${ratio.toFixed(2)} × template keys, at first ${(atFirst / first).toFixed(2)}`,
      );
    }
  }
}
