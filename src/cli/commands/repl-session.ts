// What `tegata repl` knows between two lines, and the answer to one line: a formula, or a command that begins with a dot.
import {
  hierarchyClass,
  printHoa,
  printTestingHoa,
  satisfyingWord,
  stutterWitness,
  testingAutomatonFor,
  testingKinds,
  translate,
  violatingWord,
  wordTellingApart,
} from '../../automata/index.ts';
import { type CheckChoices, CheckSession, type EngineKind, engineKinds } from '../../check/index.ts';
import { didYouMean, InputError, inMessage, Stopwatch } from '../../diagnostics/index.ts';
import {
  type Formula,
  parseLtl,
  printFormula,
  printWord,
  propositionsOf,
  simplify,
  type Word,
} from '../../formula/index.ts';
import {
  type DeadlockReading,
  deadlockReadings,
  type Model,
  namedPropositions,
  summarize,
  watchExpressions,
} from '../../models/index.ts';
import { checkToJson, formatCheck } from '../../report/index.ts';

/** What is said about one line. */
export interface ReplAnswer {
  readonly lines: readonly string[];
  /** The same as data. */
  readonly json: object;
}

export const REPL_HELP = `  FORMULA               check it on the model; without a model, say what it means
  .model [MODEL]        load a model, or say which one is loaded; .model none forgets it
  .propositions         what formulas can name in the model
  .classify FORMULA     its class, and whether words satisfy or violate it
  .words FORMULA        a word that satisfies it, and one that violates it
  .simplify FORMULA     a shorter formula that means the same
  .compare φ ; ψ        whether they mean the same, or a word that tells them apart
  .translate [KIND] φ   its automaton: ${['tgba', 'ba', ...testingKinds].join(', ')}
  .watch [EXPRESSION]   show its value along counterexamples; without one, none any more
  .set [NAME VALUE]     timeout SECONDS, states COUNT, deadlock READING, engine ENGINE
  .help                 this list
  .quit                 (also Ctrl-D)`;

const COMMANDS = [
  '.model',
  '.propositions',
  '.classify',
  '.words',
  '.simplify',
  '.compare',
  '.translate',
  '.watch',
  '.set',
  '.help',
  '.quit',
] as const;

const OPERATORS = ['X', 'F', 'G', 'U', 'R', 'W', 'M', 'true', 'false'];

interface Settings {
  readonly timeout: number;
  readonly states?: number;
  readonly deadlock: DeadlockReading;
  readonly engine: EngineKind;
}

export class ReplSession {
  private readonly read: (name: string) => Promise<Model>;
  private settings: Settings;
  private model: Model | null = null;
  /** What the model was loaded by. */
  private name = '';
  private watched: readonly string[] = [];
  /** Keeps what was explored; made anew when a choice changes, or when a question was stopped in its middle. */
  private session: CheckSession | null = null;

  constructor(read: (name: string) => Promise<Model>, timeout: number) {
    this.read = read;
    this.settings = { timeout, deadlock: 'stutter', engine: 'explicit' };
  }

  get timeout(): number {
    return this.settings.timeout;
  }

  async load(name: string): Promise<ReplAnswer> {
    const model = await this.read(name);
    this.model = model;
    this.name = name;
    this.watched = [];
    this.session = null;
    return summaryOf(model);
  }

  /** Forgets what a question that was stopped may have left half done, in the model too. */
  async recover(): Promise<void> {
    this.session = null;
    if (this.model === null) return;
    this.model = null; // unless it can be read again
    this.model = await this.read(this.name);
  }

  /** Words that can stand at the end of the line. */
  complete(line: string): [string[], string] {
    const [, before, word] = /^(.*?)([^\s()!&|;"]*)$/.exec(line) ?? ['', '', line];
    if (before === '' && word.startsWith('.')) return [COMMANDS.filter((name) => name.startsWith(word)), word];
    if (before.trim() === '.translate')
      return [['tgba', 'ba', ...testingKinds].filter((kind) => kind.startsWith(word)), word];
    const names = this.model === null ? [] : namesIn(this.model);
    return [[...new Set([...names, ...OPERATORS])].filter((name) => name.startsWith(word)), word];
  }

  /** The answer to a line that is not about loading a model. Throws `InputError` and `LimitExceeded`. */
  answer(line: string): ReplAnswer {
    if (!line.startsWith('.')) return this.model === null ? this.meaning(line) : this.check(line);
    const [, name, rest] = /^(\S+)\s*([\s\S]*)$/.exec(line)!;
    switch (name) {
      case '.model':
        return this.model === null ? said('no model is loaded: .model FILE loads one') : summaryOf(this.model);
      case '.help':
        return { lines: REPL_HELP.split('\n'), json: { commands: COMMANDS } };
      case '.propositions':
        return this.propositions();
      case '.classify':
        return this.meaning(rest);
      case '.words':
        return this.words(rest);
      case '.simplify':
        return this.simplified(rest);
      case '.compare':
        return this.compare(rest);
      case '.translate':
        return this.translated(rest);
      case '.watch':
        return this.watch(rest);
      case '.set':
        return this.set(rest);
      default:
        throw wrong(`there is no command ${inMessage(name)}`, didYouMean(name, COMMANDS) ?? '.help lists the commands');
    }
  }

  forget(): ReplAnswer {
    this.model = null;
    this.session = null;
    this.watched = [];
    return said('no model is loaded');
  }

  private stopwatch(): Stopwatch {
    const { timeout, states } = this.settings;
    return new Stopwatch({ seconds: timeout, ...(states !== undefined && { states }) });
  }

  private check(text: string): ReplAnswer {
    const { deadlock, engine } = this.settings;
    const choices: CheckChoices = { engine, deadlock, vacuity: 'look', watch: this.watched };
    this.session ??= new CheckSession(this.model!, choices);
    const result = this.session.check(parseLtl(text), this.stopwatch());
    return { lines: formatCheck(result, { statistics: 'when-unknown' }).split('\n'), json: checkToJson(result) };
  }

  /** The class of a formula, and words on both sides of it. */
  private meaning(text: string): ReplAnswer {
    const formula = parseLtl(text);
    const limits = this.stopwatch();
    const place = hierarchyClass(formula, { limits });
    const isStutterInvariant = stutterWitness(formula, { limits }) === null;
    const { lines, json } = this.wordsOf(formula, limits);
    const stuttering = isStutterInvariant ? 'stutter-invariant' : 'not stutter-invariant';
    return {
      lines: [`${place}, ${stuttering}`, ...lines],
      json: { formula: printFormula(formula), class: place, stutterInvariant: isStutterInvariant, ...json },
    };
  }

  private words(text: string): ReplAnswer {
    const formula = parseLtl(text);
    const { lines, json } = this.wordsOf(formula, this.stopwatch());
    return { lines, json: { formula: printFormula(formula), ...json } };
  }

  private wordsOf(formula: Formula, limits: Stopwatch): ReplAnswer {
    const good = shown(satisfyingWord(formula, { limits }), formula);
    const bad = shown(violatingWord(formula, { limits }), formula);
    const lines = [
      good === null ? 'no word satisfies it' : `satisfied by  ${good}`,
      bad === null ? 'every word satisfies it' : `violated by   ${bad}`,
    ];
    return { lines, json: { satisfying: good, violating: bad } };
  }

  private simplified(text: string): ReplAnswer {
    const formula = printFormula(simplify(parseLtl(text), { limits: this.stopwatch() }));
    return { lines: [formula], json: { simplified: formula } };
  }

  private compare(text: string): ReplAnswer {
    const parts = text.split(';');
    if (parts.length !== 2) throw wrong('two formulas are compared', 'write .compare φ ; ψ');
    const [left, right] = parts.map((part) => parseLtl(part));
    const apart = wordTellingApart(left, right, { limits: this.stopwatch() });
    if (apart === null) return { lines: ['they mean the same'], json: { equivalent: true } };
    const word = shown(apart.word, left, right);
    const side = apart.satisfies === 'left' ? 'first' : 'second';
    return {
      lines: [`only the ${side} is satisfied by  ${word}`],
      json: { equivalent: false, word, satisfies: side },
    };
  }

  private translated(text: string): ReplAnswer {
    const [, kind = 'tgba', rest] = /^(?:([a-z]+)\s+(?=\S))?([\s\S]*)$/.exec(text)!;
    const isKind = kind === 'tgba' || kind === 'ba' || testingKinds.some((known) => known === kind);
    const formula = parseLtl(isKind ? rest : text);
    const limits = this.stopwatch();
    const testing = testingKinds.find((known) => known === kind);
    const hoa =
      testing !== undefined
        ? printTestingHoa(testingAutomatonFor(formula, testing, { limits }))
        : printHoa(translate(formula, { to: kind === 'ba' ? 'ba' : 'tgba', limits }));
    return {
      lines: hoa.trimEnd().split('\n'),
      json: { formula: printFormula(formula), automaton: isKind ? kind : 'tgba', hoa },
    };
  }

  private watch(text: string): ReplAnswer {
    const model = this.required();
    if (text !== '') watchExpressions(model, [text]);
    this.watched = text === '' ? [] : [...this.watched, text];
    this.session = null;
    const lines = this.watched.length === 0 ? ['nothing is watched'] : [`watched: ${this.watched.join('; ')}`];
    return { lines, json: { watched: this.watched } };
  }

  private propositions(): ReplAnswer {
    const named = [...namedPropositions(this.required())];
    const lines = named.map(({ text, kind }) =>
      kind === 'fireable' ? `fireable(${text})` : kind === 'truth' ? text : `${text} = …`,
    );
    return { lines, json: { propositions: named } };
  }

  private set(text: string): ReplAnswer {
    const [name = '', value = ''] = text.split(/\s+/);
    if (name !== '') this.settings = { ...this.settings, ...this.setting(name, value) };
    this.session = null;
    const lines = Object.entries(this.settings).map(([key, now]) => `${key} ${now}`);
    return { lines, json: { settings: this.settings } };
  }

  private setting(name: string, value: string): Partial<Settings> {
    const number = Number(value);
    switch (name) {
      case 'timeout':
        if (number > 0) return { timeout: number };
        throw wrong('a timeout is a number of seconds above 0');
      case 'states':
        if (/^\d+$/.test(value)) return { states: number };
        throw wrong('a number of states is a whole number');
      case 'deadlock':
        return { deadlock: oneOf(value, deadlockReadings) };
      case 'engine':
        return { engine: oneOf(value, engineKinds) };
      default: {
        const names = ['timeout', 'states', 'deadlock', 'engine'];
        throw wrong(
          `there is no setting ${inMessage(name)}`,
          didYouMean(name, names) ?? `it is one of ${names.join(', ')}`,
        );
      }
    }
  }

  private required(): Model {
    if (this.model !== null) return this.model;
    throw wrong('no model is loaded', '.model FILE loads one');
  }
}

/** What a formula can name by itself, or compare. */
function namesIn(model: Model): string[] {
  return [...namedPropositions(model)].flatMap(({ text, kind }) => (kind === 'fireable' ? [] : [text]));
}

function oneOf<T extends string>(value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  throw wrong(`${inMessage(value)} is none of ${allowed.join(', ')}`, didYouMean(value, allowed));
}

function wrong(message: string, hint?: string): InputError {
  return new InputError({ code: 'CMD001', message, ...(hint !== undefined && { hint }) });
}

function said(line: string): ReplAnswer {
  return { lines: [line], json: { note: line } };
}

function summaryOf(model: Model): ReplAnswer {
  const { name, format, variables, groups } = summarize(model);
  return {
    lines: [`${name} (${format}): ${variables} variables, ${groups} transitions`],
    json: { model: name, format, variables, transitions: groups },
  };
}

function shown(word: Word | null, ...formulas: readonly Formula[]): string | null {
  const names = new Set(formulas.flatMap((formula) => propositionsOf(formula)));
  return word === null ? null : printWord(word, [...names].sort());
}
