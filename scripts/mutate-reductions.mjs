// Breaks the conditions of the reduction rules one by one, and shows that the tests of the rules notice each.
//
//     node scripts/mutate-reductions.mjs [NUMBER …] [--list]
//
// Each mutant is a copy of the sources with one piece of text replaced, in a folder of its own; the cross-test runs on it and must fail.
// A mutant that survives, or a text that is no longer there, ends the script with 1.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const rule = (name) => `src/reductions/structural/${name}.ts`;
const colours = 'src/models/formats/pnml/colour-classes.ts';
const merged = 'src/reductions/colours/merged-net.ts';

/**
 * File, the text of the condition, what it becomes. Left out are conditions that only save work: that p is not visible, for agglomerations, because
 * one of the transitions around it, which must not be seen, changes it; and that each consumer of an
 * implicit place is asked about, because walks through small nets show all that matters.
 */
export const mutants = [
  [rule('constant-places'), 'for (const t of net.producers(place)) if (net.effect(t, place) !== 0) return false;', ''],
  [rule('constant-places'), 'for (const t of net.consumers(place)) if (net.effect(t, place) !== 0) return false;', ''],
  [rule('constant-places'), 'if (net.taken(t, place) > tokens) net.removeTransition(t)', ''],
  [rule('dead-transitions'), 'weight <= net.taken(t, place)', 'weight <= net.taken(t, place) + 1'],
  [
    rule('dead-transitions'),
    'if (net.marking[place] < weight) lacking[t]++',
    'if (net.marking[place] <= weight) lacking[t]++',
  ],
  [rule('dominated-transitions'), 'if (effect !== 0) key +=', 'if (effect > 0) key +='],
  [
    rule('dominated-transitions'),
    'weight <= weightOf(more, place)',
    'weight >= 0 && more.length + place >= 0 + weightOf(more, 0) * 0',
  ],
  [rule('sink-places'), 'net.visible[place] === 1 ||', ''],
  [rule('sink-places'), '|| net.consumers(place).size > 0', ''],
  [rule('implicit-places'), 'net.effect(t, place) < 0 ||', ''],
  [rule('implicit-places'), '|| net.taken(t, place) > net.marking[place]', ''],
  [rule('implicit-places'), "if (net.taken(t, place) > net.taken(t, other) + difference) return 'no';", ''],
  [rule('implicit-places'), "if (more < 0) return 'no';", ''],
  [rule('implicit-places'), "|| (found === 'lower' && net.visible[place] === 1)", ''],
  [rule('implicit-places'), "if (more > 0) found = 'lower';", ''],
  [
    rule('common-divisor'),
    'divisor = gcd(net.put(t, place), divisor);',
    'divisor = gcd(net.put(t, place) * 0, divisor);',
  ],
  [
    rule('common-divisor'),
    'divisor = gcd(net.taken(t, place), divisor);',
    'divisor = gcd(net.taken(t, place) * 0, divisor);',
  ],
  [rule('equal-futures'), 'if (net.taken(t, place) !== 1) return null;', ''],
  [rule('equal-futures'), 'net.visible[place] === 1 ||', ''],
  [rule('equal-futures'), 'textOf(others)', 'textOf([])'],
  [rule('equal-futures'), 'textOf(net.outputs(t))', 'textOf([])'],
  [rule('slicing'), 'net.inputs(t).length === 0 ||', ''],
  [rule('slicing'), 'net.visible[p] === 1 ||', ''],
  [
    rule('slicing'),
    'for (const p of inPlaces) kept.addPlace(p);\n      for (const t of inTransitions) kept.addTransition(t);',
    'if (inPlaces.length + inTransitions.length < 0) return 0;',
  ],
  [rule('slicing'), 'for (const t of this.net.producers(place)) this.addTransition(t);', ''],
  [rule('slicing'), 'for (const t of this.net.consumers(place)) this.addTransition(t);', ''],
  [rule('slicing'), 'for (const { place } of this.net.inputs(transition)) this.addPlace(place);', ''],
  [rule('free-components'), 'weight === 1 &&', 'weight > 0 &&'],
  [rule('free-components'), 'net.visible[place] === 0 &&', ''],
  [
    rule('free-components'),
    'if (inputs.length !== 1 || outputs.length !== 1 || !isFree',
    'if (inputs.length === 0 || outputs.length !== 1 || !isFree',
  ],
  [
    rule('free-components'),
    'if (inputs.length !== 1 || outputs.length !== 1 || !isFree',
    'if (inputs.length !== 1 || outputs.length === 0 || !isFree',
  ],
  [rule('free-components'), 'if (inside !== null && hasLoop.has(inside)) {', 'if (inside !== null) {'],
  [
    rule('free-components'),
    'for (const { to } of list) backwards.set(to, [...(backwards.get(to) ?? []), from]);',
    'for (const { to } of list) { backwards.set(to, [...(backwards.get(to) ?? []), from]); backwards.set(from, [...(backwards.get(from) ?? []), to]); }',
  ],
  [rule('post-agglomeration'), 'before.has(f) ||', ''],
  [rule('post-agglomeration'), 'net.inputs(f).length !== 1 ||', ''],
  [rule('post-agglomeration'), '|| net.isVisibleTransition(f)', ''],
  [
    rule('post-agglomeration'),
    'if (net.put(h, place) % unit !== 0) return false;',
    'if (net.put(h, place) < unit) return false;',
  ],
  [rule('post-agglomeration'), 'if (net.marking[place] !== 0) return false;', ''],
  [
    rule('post-agglomeration'),
    'if (net.taken(f, place) !== unit) return false;',
    'if (net.put(f, place) > 0) return false;',
  ],
  [rule('post-agglomeration'), 'for (const h of before) if (net.put(h, place) !== unit) return false;', ''],
  [rule('post-agglomeration'), '      if (ready > 0) {\n', '      if (ready > 1e9) {\n'],
  [rule('pre-agglomeration'), '|| net.marking[place] !== 0', ''],
  [rule('pre-agglomeration'), 'before.has(f) ||', ''],
  [rule('pre-agglomeration'), '|| net.taken(f, place) !== 1', ''],
  [rule('pre-agglomeration'), 'net.put(h, place) !== 1 ||', ''],
  [rule('pre-agglomeration'), '|| net.outputs(h).length !== 1', ''],
  [rule('pre-agglomeration'), 'net.inputs(h).length === 0 ||', ''],
  [rule('pre-agglomeration'), 'net.isVisibleTransition(h) ||', ''],
  [rule('pre-agglomeration'), 'if (!net.inputs(h).every((arc) => isOnlyTaker(net, h, arc.place))) return false;', ''],
  [rule('pre-agglomeration'), 't !== h && !net.isNeutral(t)', 't !== h && net.effect(t, place) !== 0'],
  ['src/reductions/lp/net-facts.ts', 'else if (isGone[arc.place] === 0) constraints', 'else constraints'],
  ['src/reductions/lp/net-facts.ts', 'atLeast: 1 - arc.weight', 'atLeast: 2 - arc.weight'],
  ['src/reductions/lp/net-facts.ts', 'if (!facts.excludes(needs, part)) continue;', ''],
  ['src/reductions/lp/net-facts.ts', '!(isDead[t] && isRemoved(t))', '!isDead[t]'],
  ['src/reductions/lp/net-facts.ts', 'if (net.places[place].capacity !== null || inhibits.has(place)) continue;', ''],
  ['src/reductions/reduce.ts', 'net.visible[place] === 1 ||', ''],
  ['src/reductions/net.ts', 'if (capacity !== null) special[p] = 1;', 'if (capacity === -1) special[p] = 1;'],
  [
    'src/reductions/net.ts',
    'for (const { inhibitors } of transitions) for (const { place } of inhibitors) special[place] = 1;',
    '',
  ],
  ['src/reductions/net.ts', 'for (const { place } of [...inputs, ...outputs, ...inhibitors]) held[place] = 1;', ''],
  [
    'src/reductions/rules.ts',
    'const rules = [',
    "const rules = [\n  { ...postAgglomeration, preserves: 'all' as const },",
  ],
  [
    'src/reductions/reduced-net.ts',
    'const rest = this.runOut(marking);',
    'const rest = marking.length < 0 ? this.runOut(marking) : [];',
  ],
  [colours, 'strict.has(slot) || taken[slot].length > 1', 'strict.has(slot)'],
  [colours, 'if (!isSingle) strict.add(slot);', ''],
  [colours, '(colour) => Number(colour === value)', '() => 0'],
  [colours, 'return Number(holds(guard, binding));', 'return 0;'],
  [colours, 'else for (const slot of slots) strict.add(slot);', ''],
  [colours, 'of inhibitors) {', 'of inhibitors.slice(0, 0)) {'],
  [colours, 'other[(colour + shift) % size]', '0 * other[(colour + shift) % size]'],
  [colours, 'const shift = at.offset - taken.offset + size;', 'const shift = size;'],
  [colours, '? partitions.tellApart(taken)', '? false'],
  [colours, 'waiting.add(reader)', 'waiting.has(reader)'],
  [colours, '(colour - at.offset + size) % size', 'colour'],
  [merged, 'textOf(taken)', 'textOf([])'],
  [merged, 'textOf(put)', 'textOf([])'],
  [merged, 'inhibited.map(', 'inhibited.slice(0, 0).map('],
];

/** The sources with one condition broken, in a new folder. */
export function mutated([file, from, to]) {
  const folder = mkdtempSync(join(tmpdir(), 'tegata-mutant-'));
  for (const part of ['src', 'test', 'assembly', 'scripts', 'package.json', 'tsconfig.json', 'vitest.config.ts']) {
    cpSync(part, join(folder, part), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const text = readFileSync(join(folder, file), 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} has ${text.split(from).length - 1} times: ${from}`);
  writeFileSync(
    join(folder, file),
    text.replace(from, () => to),
  );
  return folder;
}

/** The quick test first. */
const TESTS = [
  'test/reductions/conditions.test.ts',
  'test/reductions/lp/net-facts.test.ts',
  'test/reductions/cross.test.ts',
];

const COLOUR_TESTS = ['test/reductions/colours.test.ts'];

function isCaught(mutant) {
  const folder = mutated(mutant);
  const tests = mutant[0] === colours || mutant[0] === merged ? COLOUR_TESTS : TESTS;
  try {
    for (const test of tests) execFileSync('npx', ['vitest', 'run', test], { cwd: folder, stdio: 'ignore' });
    return false;
  } catch {
    return true;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const numbers = process.argv
    .slice(2)
    .filter((word) => /^\d+$/.test(word))
    .map(Number);
  const chosen = numbers.length > 0 ? numbers : mutants.keys();
  let survivors = 0;
  for (const number of chosen) {
    const [file, from] = mutants[number];
    const state = process.argv.includes('--list') ? '' : isCaught(mutants[number]) ? 'caught: ' : 'SURVIVES: ';
    if (state.startsWith('S')) survivors++;
    console.log(`${String(number).padStart(2)} ${state}${file}: ${from.split('\n')[0].trim()}`);
  }
  if (survivors > 0) process.exitCode = 1;
}
