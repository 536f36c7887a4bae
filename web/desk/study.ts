// What there is to know about a formula, and about two of them.
import {
  hierarchyClass,
  Languages,
  satisfyingWord,
  stutterWitness,
  violatingWord,
  wordAgainstImplication,
} from 'tegata/automata';
import { Stopwatch } from 'tegata/diagnostics';
import {
  type Formula,
  FormulaStore,
  parseFormula,
  printFormula,
  propositionsOf,
  simplify,
  subformulas,
  truthAlong,
} from 'tegata/formula';
import { findingsOf, sought } from './findings.ts';
import { truthAlongPrefix } from './prefix-truth.ts';
import type { Comparison, Facts, Study, StudyQuestion, TruthQuestion, TruthRow } from './protocol.ts';
import { toView, toWord } from './words.ts';

/** Seconds for each question about a formula. */
const PATIENCE = 4;
/** More subformulas than anybody reads. */
const MOST_ROWS = 80;

export function study({ formula: text, second }: StudyQuestion): Study {
  const store = new FormulaStore();
  const first = parseFormula(text, { store });
  const other = second.trim() === '' ? null : parseFormula(second, { store });
  const findings = findingsOf(first.diagnostics, text);
  const secondFindings = other === null ? [] : findingsOf(other.diagnostics, second);
  if (first.value === null) return { findings, secondFindings, facts: null, comparison: null };
  const formula = first.value;
  const rival = other?.value ?? null;
  return {
    findings,
    secondFindings,
    facts: factsAbout(formula),
    comparison: rival === null ? null : sought(() => compare(formula, rival)),
  };
}

const patience = (): { languages: Languages; limits: Stopwatch } => ({
  languages: new Languages(),
  limits: new Stopwatch({ seconds: PATIENCE, states: 200_000 }),
});

function factsAbout(formula: Formula): Facts {
  const simple = sought(() => simplify(formula, { limits: patience().limits }));
  const simplest = 'found' in simple ? simple.found : formula;
  return {
    printed: printFormula(formula),
    symbols: printFormula(formula, { syntax: 'unicode' }),
    simplified: printFormula(simplest),
    size: formula.size,
    propositions: propositionsOf(formula),
    hierarchy: sought(() => hierarchyClass(formula, patience())),
    stutter: sought(() => {
      const witness = stutterWitness(formula, patience());
      return witness === null ? null : { satisfying: toView(witness.satisfying), violating: toView(witness.violating) };
    }),
    satisfying: sought(() => viewOrNull(satisfyingWord(formula, patience()))),
    violating: sought(() => viewOrNull(violatingWord(formula, patience()))),
  };
}

function viewOrNull(word: ReturnType<typeof satisfyingWord>): ReturnType<typeof toView> | null {
  return word === null ? null : toView(word);
}

function compare(first: Formula, second: Formula): Comparison {
  const onlyFirst = viewOrNull(wordAgainstImplication(first, second, patience()));
  const onlySecond = viewOrNull(wordAgainstImplication(second, first, patience()));
  const relation =
    onlyFirst === null
      ? onlySecond === null
        ? 'equivalent'
        : 'implies'
      : onlySecond === null
        ? 'is implied by'
        : 'is unrelated to';
  return { relation, onlyFirst, onlySecond };
}

/** The truth of each subformula at each position of the word, the formula itself first. */
export function truthRows({ formula: text, word }: TruthQuestion): TruthRow[] {
  const formula = parseFormula(text).value;
  if (formula === null) return [];
  const isBegun = word.cycleStart >= word.letters.length;
  const truth: ReadonlyMap<Formula, readonly (boolean | null)[]> = isBegun
    ? truthAlongPrefix(toWord(word).prefix, formula)
    : truthAlong(toWord(word), formula);
  const depths = depthsIn(formula);
  return subformulas(formula)
    .filter(({ kind }) => kind !== 'true' && kind !== 'false')
    .sort((a, b) => depths.get(a)! - depths.get(b)! || b.size - a.size)
    .slice(0, MOST_ROWS)
    .map((part) => ({ text: printFormula(part), depth: depths.get(part)!, holds: truth.get(part)! }));
}

/** The least depth at which each part stands; breadth first, so that the first one found is the least. */
function depthsIn(formula: Formula): Map<Formula, number> {
  const depths = new Map([[formula, 0]]);
  for (const [part, depth] of depths) {
    for (const child of part.children) if (!depths.has(child)) depths.set(child, depth + 1);
  }
  return depths;
}
