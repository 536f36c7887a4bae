// All pairs of values of the options of `tegata check`, on models of four kinds: every verdict is that of the oracle, and what is refused is refused by
// the rules written down here, in the same words whatever else is asked for. The options are those that the command declares: a new one with
// fixed values joins by itself, and one with free values makes the first test fail until values for it are given in `VALUES`.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, type Option } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import { printHoa } from '../../src/automata/hoa/write.ts';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { define } from '../../src/cli/commands/check.ts';
import { strategyNames } from '../../src/cli/input/symbolic-settings.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { assumptionsOf, type FairnessScope } from '../../src/models/fairness.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';
import { defineModel } from '../../src/models/typescript/define.ts';
import { orderNames } from '../../src/symbolic/order/orders.ts';
import { coveringArray } from '../helpers/covering-array.ts';
import { acceptsFairly } from '../helpers/fair-oracle.ts';
import { FaultRunner } from '../helpers/faults/faults.ts';
import { naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tegata-options-'));
const runner = new FaultRunner(scratch);
afterAll(() => {
  runner.end();
  rmSync(scratch, { recursive: true, force: true });
});

const DEFINITION =
  'initial: { n: 0 }, *next({ n }) { if (n < 3) yield { n: n + 1 }; }, propositions: { full: ({ n }) => n === 3 }';
writeFileSync(join(scratch, 'counter.mjs'), `export default { ${DEFINITION} };\n`);
const counter = defineModel({
  initial: { n: 0 },
  *next({ n }: { n: number }) {
    if (n < 3) yield { n: n + 1 };
  },
  propositions: { full: ({ n }: { n: number }) => n === 3 },
});

function copied(name: string, example: string): Model {
  copyFileSync(resolve('examples', example), join(scratch, name));
  return loadModel(name, [readFileSync(join(scratch, name), 'utf8')]).value!;
}

/** Models with formulas that hold, that do not, and one with X, which is not stutter-invariant. */
const MODELS: readonly { readonly file: string; readonly model: Model; readonly formulas: readonly string[] }[] = [
  {
    file: 'lamp.kripke',
    model: copied('lamp.kripke', 'lamp/model.kripke'),
    formulas: ['F lit', 'GF lit', 'G(lit -> F !lit)', 'X lit & G(lit -> X !lit)'],
  },
  {
    file: 'buffer.net',
    model: copied('buffer.net', 'producer-consumer/model.net'),
    formulas: ['G(ready -> F full)', 'GF consuming', 'G(producing | ready)', 'X ready'],
  },
  {
    file: 'mutex.dve',
    model: copied('mutex.dve', 'starvation/model.dve'),
    formulas: ['G !(P0.critical & P1.critical)', 'G(P0.want -> F P0.critical)', 'F P1.want', 'X X !P0.critical'],
  },
  { file: 'counter.mjs', model: counter, formulas: ['F full', 'G !full', 'FG full', 'X X X full'] },
];
const QUESTIONS = 4;
const X_QUESTION = 3;

/** Values of the options that take any: they are tried like those of a fixed set. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  '--variables': ['race', ...orderNames.slice(0, process.env.TEGATA_LONG === '1' ? undefined : 2)],
  '--strategy': [...strategyNames, 'auto', 'search', 'random,diagrams'],
  '--reductions': ['auto', 'none', 'post,pre'], // facts (lp) may decide what an automaton would refuse
  '--property-level': ['top', 'bottom', '1', '0.5'],
  '--weak-fairness': ['processes'], // of each transition would be many assumptions, and take long
  '--strong-fairness': ['processes'],
  '--watch': ['dead()'],
  '--seed': ['7'],
  '--timeout': ['3600'],
  '--max-states': ['100000'],
  '--memory': ['1000G'],
  '--trace': ['out/run.json', 'out/run.svg', '-'],
  '--report': ['junit=out/report.xml', 'json=out/report.jsonl', 'github'],
};

/** Where the question comes from: one of these at a time. */
const SOURCES = ['argument', '--ltl', '--formula', '--file', '--properties', '--never'] as const;

interface Factor {
  readonly name: string;
  readonly values: readonly string[];
}

const ABSENT = '(absent)';
const command = new Command('check');
define(command);
// `--assertions` asks something of Promela models alone (test/cli/check-promela.test.ts), `--config` is for a check without a model, and
// `--certificate` is tested by itself (test/cli/certificate.test.ts); so is hashing, which never says `holds` (test/cli/hashing.test.ts).
// `--threads` has an effect on large models alone (docs/explicit.md, test/explicit/kernel/watched.test.ts).
const ELSEWHERE = ['--assertions', '--config', '--certificate', '--bitstate', '--hashes', '--compaction', '--threads'];
const others = command.options.filter(({ long }) => ![...ELSEWHERE, ...SOURCES].some((other) => other === long));

function factorOf(option: Option): Factor {
  const name = option.long!;
  const values = option.argChoices ?? VALUES[name] ?? (option.required ? [] : ['given']);
  return { name, values: [ABSENT, ...values] };
}

const FACTORS: readonly Factor[] = [
  { name: 'model', values: MODELS.map(({ file }) => file) },
  { name: 'question', values: Array.from({ length: QUESTIONS }, (_, i) => String(i)) },
  { name: 'source', values: SOURCES },
  ...others.map(factorOf),
];

/** What is chosen, by the name of the factor. */
type Row = Readonly<Record<string, string>>;

const EXPLICIT = ['--emptiness', '--order', '--shortest', '--full-product', '--partial-order', '--symmetry'];
const DIAGRAMS = [
  '--variables',
  '--strategy',
  '--no-saturation',
  '--clusters',
  '--hull',
  '--property-level',
  '--closure',
];
const NOT_HYBRID_OPTIONS = ['--hull', '--property-level', '--closure'];
const NOT_SYMBOLIC = ['ta', 'gta', 'sta', 'sgta', 'lazy-tgta'];
const STUTTERING = ['ta', 'gta', 'sta', 'sgta'];

interface Refusal {
  readonly status: 64 | 65;
  readonly words: string;
}

const usage = (words: string): Refusal => ({ status: 64, words: `error: ${words}` });
const input = (words: string): Refusal => ({ status: 65, words });

/** What the documents say about two choices that do not fit each other; null when they do. */
function refusalOf(row: Row): Refusal | null {
  const given = (names: readonly string[]): string | undefined =>
    names.find((name) => (row[name] ?? ABSENT) !== ABSENT);
  const explicit = given(EXPLICIT);
  const searching =
    (row['--strategy'] ?? ABSENT) !== ABSENT && !strategyNames.some((name) => name === row['--strategy']);
  const diagram = given(searching ? DIAGRAMS.filter((name) => name !== '--strategy') : DIAGRAMS);
  const look = given(['--no-look']);
  const engine = row['--engine'] ?? ABSENT;
  if (row['--json'] === 'given' && row['--trace'] === '-')
    return usage('--json and --trace - both want standard output');
  if (row.source === '--never' && given(['--weak-fairness', '--strong-fairness']) !== undefined)
    return usage('fairness cannot be assumed with --never: put it into the automaton');
  if (row['--no-saturation'] === 'given' && row['--strategy'] === 'saturation')
    return usage('--no-saturation and --strategy saturation contradict each other');
  if (searching && (explicit !== undefined || (engine !== ABSENT && engine !== 'auto')))
    return usage(`--strategy ${row['--strategy']} is for --engine auto`);
  if (engine === 'symbolic' || engine === 'hybrid') {
    if (explicit) return usage(`${explicit} is for the explicit engine: it means nothing with --engine ${engine}`);
    const unheard = engine === 'hybrid' ? given(NOT_HYBRID_OPTIONS) : undefined;
    if (unheard) return usage(`${unheard} is for the symbolic engine: it means nothing with --engine hybrid`);
    if (NOT_SYMBOLIC.includes(row['--automaton']) || (engine === 'hybrid' && row['--automaton'] === 'ba'))
      return input(`error[SYM910]: the ${engine} engine has no product with the automaton kind ${row['--automaton']}`);
  } else if (engine === 'explicit') {
    const unheard = diagram ?? look;
    if (unheard) return usage(`${unheard} is for the symbolic engine: it means nothing with --engine explicit`);
  } else {
    if (look) return usage('--no-look is for --engine symbolic');
    if (explicit && diagram)
      return usage(`${diagram} is for the symbolic engine: it means nothing with --engine explicit`);
  }
  if (row.source === '--never') {
    const kind = (row['--automaton'] ?? 'auto') === 'auto' ? undefined : given(['--automaton']);
    const inDiagrams = engine === 'symbolic' || engine === 'hybrid';
    const unheard = kind ?? (searching ? '--strategy' : inDiagrams ? look : diagram);
    if (unheard) return usage(`${unheard} is for formulas: it means nothing with --never alone`);
  }
  if (row.model === 'counter.mjs' && row['--deadlock'] === 'error')
    return input('error[CHK702]: the model has a deadlock: n = 3');
  if (row.question === String(X_QUESTION) && STUTTERING.includes(row['--automaton'])) return input('error[AUT160]: ');
  return null;
}

/** What cannot be asked: property files speak of nets, and SPIN has no names with dots. */
function canBeAsked(row: Row): boolean {
  if (row.source === '--properties' && row.model !== undefined && row.model !== 'buffer.net') return false;
  const isSpin = row['--syntax'] === 'spin' || row['--syntax'] === 'ltsmin';
  return !(isSpin && row.model === 'mutex.dve');
}

/** The smallest row with these choices: whatever else is asked for is left out. */
function pairRow(a: number, x: number, b: number, y: number): Row {
  return { [FACTORS[a].name]: FACTORS[a].values[x], [FACTORS[b].name]: FACTORS[b].values[y] };
}

/** Choices about diagrams fit an automaton only where the engine is named that has them: three choices, which no pair can tell. */
function settled(row: Row): Row {
  const isFit = row['--engine'] === 'symbolic' || row['--engine'] === 'hybrid';
  const aboutDiagrams = DIAGRAMS.some((name) => (row[name] ?? ABSENT) !== ABSENT);
  return row.source === '--never' && aboutDiagrams && !isFit ? { ...row, '--engine': 'symbolic' } : row;
}

/** Whether the pair is refused with every engine. */
function isRefused(pair: Row): boolean {
  if ('--engine' in pair) return refusalOf(pair) !== null;
  return [ABSENT, 'explicit', 'symbolic', 'hybrid'].every(
    (engine) => refusalOf({ ...pair, '--engine': engine }) !== null,
  );
}

function formulaOf(row: Row): Formula {
  const { formulas } = MODELS.find(({ file }) => file === (row.model ?? MODELS[0].file))!;
  return parseLtl(formulas[Number(row.question ?? 0)], { store: new FormulaStore() });
}

/** A formula as a file of properties has it; places stand for "marked". */
function xmlOf(formula: Formula): string {
  const tags: Readonly<Record<string, string>> = {
    not: 'negation',
    and: 'conjunction',
    or: 'disjunction',
    next: 'next',
    finally: 'finally',
    globally: 'globally',
  };
  if (formula.kind === 'proposition')
    return `<integer-le><integer-constant>1</integer-constant><tokens-count><place>${formula.name}</place></tokens-count></integer-le>`;
  if (formula.kind === 'implies')
    return `<disjunction><negation>${xmlOf(formula.children[0])}</negation>${xmlOf(formula.children[1])}</disjunction>`;
  return `<${tags[formula.kind]}>${formula.children.map(xmlOf).join('')}</${tags[formula.kind]}>`;
}

/** The words of the command line. */
function argumentsOf(row: Row): string[] {
  const formula = formulaOf(row);
  const syntax = row['--lbt'] === 'given' ? 'lbt' : (row['--syntax'] ?? ABSENT);
  const printed = syntax === 'lbt' ? 'lbt' : syntax === 'spin' || syntax === 'ltsmin' ? 'spin' : 'spot';
  const text = printFormula(formula, { syntax: printed });
  const write = (name: string, content: string): string => {
    writeFileSync(join(scratch, name), content);
    return name;
  };
  const property = `<property><id>p</id><description>d</description><formula><all-paths>${xmlOf(formula)}</all-paths></formula></property>`;
  const sources: Readonly<Record<(typeof SOURCES)[number], () => string[]>> = {
    argument: () => [text],
    '--ltl': () => ['--ltl', text],
    '--formula': () => ['--formula', text],
    '--file': () => ['--file', write('asked.ltl', `${text}\n`)],
    '--properties': () => [
      '--properties',
      write('asked.xml', `<property-set xmlns="http://mcc.lip6.fr/">${property}</property-set>`),
    ],
    '--never': () => ['--never', write('asked.hoa', printHoa(translate(formula.store.not(formula))))],
  };
  const options = others.flatMap(({ long }) => {
    const value = row[long!] ?? ABSENT;
    return value === ABSENT ? [] : value === 'given' ? [long!] : [long!, value];
  });
  return [
    'check',
    row.model ?? MODELS[0].file,
    ...sources[(row.source ?? 'argument') as (typeof SOURCES)[number]](),
    ...options,
  ];
}

/** The verdict of the oracle. */
function expectedOf(row: Row): 'holds' | 'violated' {
  const formula = formulaOf(row);
  const { model } = MODELS.find(({ file }) => file === row.model)!;
  const negation = translate(formula.store.not(formula), { to: 'tgba' });
  const deadlock = row['--deadlock'] === 'drop' ? 'drop' : 'stutter';
  const scope = (name: string): FairnessScope => (row[name] === ABSENT ? [] : (row[name] as FairnessScope));
  const assumptions = assumptionsOf(model, { weak: scope('--weak-fairness'), strong: scope('--strong-fairness') });
  const isViolated =
    assumptions.length === 0
      ? naivelyAccepts(naiveKripke(model, { names: negation.propositions, deadlock, maxStates: 1000 })!, negation)
      : acceptsFairly(model, negation, {
          assumptions: assumptions.map(({ kind, groups }) => ({ kind, groups: [...groups] })),
          deadlock,
          maxStates: 1000,
        });
  return isViolated ? 'violated' : 'holds';
}

const shown = (row: Row): string => argumentsOf(row).join(' ');

/** Checks a row that is not refused; what is wrong with its outcome, or null. */
async function problemWith(row: Row): Promise<string | null> {
  const { status, stdout, stderr, crash } = await runner.run(argumentsOf(row));
  if (crash !== null) return crash;
  if (/^error\[CHK710\]/.test(stderr) && row['--emptiness'] !== ABSENT) {
    const other = /hint: these can: ([\w-]+)/.exec(stderr)?.[1];
    return other === undefined ? stderr : problemWith({ ...row, '--emptiness': other });
  }
  const expected = expectedOf(row);
  if (status !== (expected === 'holds' ? 0 : 10)) return `${status} instead of ${expected}: ${stdout}${stderr}`;
  const text = row['--trace'] === '-' ? stderr : stdout;
  const verdict =
    row['--json'] === 'given' ? (JSON.parse(stdout) as { verdict: string }).verdict : /^\w+/.exec(text)?.[0];
  return verdict === expected ? null : `${verdict} instead of ${expected}: ${stdout}${stderr}`;
}

describe('the options of tegata check', () => {
  it('all have values that are tried', () => {
    const unknown = FACTORS.filter(({ values }) => values.length < 2).map(({ name }) => name);
    expect(unknown, 'give some values of these options in VALUES').toEqual([]);
    const stale = Object.keys(VALUES).filter((name) => !others.some(({ long }) => long === name));
    expect(stale, 'VALUES has options that the command does not have').toEqual([]);
  });

  const counts = FACTORS.map(({ values }) => values.length);

  it('agree in pairs with the oracle', { timeout: 1_200_000 }, async () => {
    const rows = coveringArray(
      counts,
      (a, x, b, y) => {
        const pair = pairRow(a, x, b, y);
        return canBeAsked(pair) && !isRefused(pair);
      },
      17,
    ).map((values) => settled(Object.fromEntries(FACTORS.map(({ name, values: all }, i) => [name, all[values[i]]]))));
    const problems: string[] = [];
    for (const row of rows) {
      expect(refusalOf(row), shown(row)).toBeNull();
      const problem = await problemWith(row);
      if (problem !== null) problems.push(`${shown(row)}: ${problem}`);
    }
    process.stdout.write(`${rows.length} rows of options\n`);
    expect(problems).toEqual([]);
  });

  it('refuse what does not fit in the same words, whatever else is asked for', { timeout: 1_200_000 }, async () => {
    const random = new Random(23);
    const problems: string[] = [];
    let pairs = 0;
    for (const pair of refusedPairs()) {
      for (const engine of '--engine' in pair ? [pair['--engine']] : [ABSENT, 'explicit', 'symbolic', 'hybrid']) {
        pairs++;
        const small = { ...pair, '--engine': engine };
        for (const row of [small, withMore(small, random)]) {
          const { status, words } = refusalOf(row)!;
          const { status: found, stdout, stderr } = await runner.run(argumentsOf(row));
          if (found !== status || !stderr.startsWith(words) || stdout !== '')
            problems.push(`${shown(row)}: ${found} instead of ${status}, ${words}: ${stdout}${stderr}`);
        }
      }
    }
    process.stdout.write(`${pairs} refused combinations\n`);
    expect(problems).toEqual([]);
  });

  /** Pairs that are refused with every engine; one value of an option stands for the others where only its name matters. */
  function refusedPairs(): Row[] {
    const found = new Map<string, Row>();
    for (let a = 0; a < counts.length; a++)
      for (let b = a + 1; b < counts.length; b++)
        for (let x = 0; x < counts[a]; x++)
          for (let y = 0; y < counts[b]; y++) {
            const pair = pairRow(a, x, b, y);
            if (!canBeAsked(pair) || !isRefused(pair)) continue;
            const words = [ABSENT, 'explicit', 'symbolic'].map(
              (engine) => refusalOf({ '--engine': engine, ...pair })!.words,
            );
            const key = `${a} ${b} ${words.join()}`;
            if (!found.has(key)) found.set(key, pair);
          }
    return [...found.values()];
  }

  /** The row with some more choices that leave its refusal as it is. */
  function withMore(row: Row, random: Random): Row {
    const { words } = refusalOf(row)!;
    let more = row;
    for (const { name, values } of FACTORS) {
      if (name in row) continue;
      const next = { ...more, [name]: random.pick(values) };
      if (canBeAsked(next) && refusalOf(next)?.words === words) more = next;
    }
    return more;
  }
});
