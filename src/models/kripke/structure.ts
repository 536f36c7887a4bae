// Explicit Kripke structures, and the builder that the three readers (text, JSON, HOA) share: states are declared once,
// and may be named before they are declared.
import { StringTable } from '../../base/intern.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Diagnostic, Parsed } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/nearest.ts';
import type { Source, Span } from '../../diagnostics/source.ts';

/** An edge; `step` is the number of its name in `KripkeStructure.steps`. */
interface KripkeEdge {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

export interface KripkeStructure {
  readonly states: readonly string[];
  readonly propositions: readonly string[];
  /** For each state the numbers of its propositions. */
  readonly labels: readonly ReadonlySet<number>[];
  readonly edges: readonly KripkeEdge[];
  /** Names of steps; steps that were given none are called `step`. */
  readonly steps: readonly string[];
  readonly initial: readonly number[];
}

/** The name of steps that were given none. */
const PLAIN_STEP = 'step';

const MAX_DIAGNOSTICS = 20;

export class KripkeBuilder {
  readonly source: Source;
  readonly diagnostics: Diagnostic[] = [];
  private readonly states = new StringTable();
  private readonly propositions = new StringTable();
  private readonly steps = new StringTable();
  private readonly labels: Set<number>[] = [];
  private readonly shown: (string | undefined)[] = [];
  private readonly wanted: { from: number; to: string; step: number; span: Span }[] = [];
  private readonly starts: { name: string; span: Span }[] = [];

  constructor(source: Source) {
    this.source = source;
  }

  /** Declares a proposition that need not hold anywhere. */
  proposition(name: string): number {
    return this.propositions.intern(name);
  }

  /** Declares a state and gives its number; complains about a second declaration. */
  state(name: string, span: Span): number {
    if (this.states.indexOf(name) !== -1) this.report('KRI502', `state \`${name}\` is declared twice`, span);
    const id = this.states.intern(name);
    this.labels[id] ??= new Set();
    return id;
  }

  /** Shows `state` under another name than the one by which edges refer to it, if such names tell all states apart. */
  show(state: number, name: string): void {
    this.shown[state] = name;
  }

  label(state: number, proposition: string): void {
    this.labels[state].add(this.propositions.intern(proposition));
  }

  edge(from: number, to: string, span: Span, step = PLAIN_STEP): void {
    this.wanted.push({ from, to, step: this.steps.intern(step), span });
  }

  initial(name: string, span: Span): void {
    this.starts.push({ name, span });
  }

  report(code: DiagnosticCode, message: string, span: Span, hint?: string): void {
    this.diagnostics.push({ code, message, span, source: this.source, hint });
  }

  /** The structure, once every state that is named is declared. */
  finish(): Parsed<KripkeStructure> {
    const resolve = (name: string, span: Span): number => {
      const id = this.states.indexOf(name);
      if (id === -1) {
        this.report('KRI503', `state \`${name}\` is not declared`, span, didYouMean(name, this.states.names));
      }
      return id;
    };
    const edges = this.wanted.map(({ from, to, step, span }) => ({ from, to: resolve(to, span), step }));
    const initial = [...new Set(this.starts.map(({ name, span }) => resolve(name, span)))];
    if (this.starts.length === 0 && this.diagnostics.length === 0) {
      const end = this.source.text.length;
      this.report('KRI504', 'the structure has no initial state', { start: end, end });
    }
    const diagnostics = this.diagnostics.slice(0, MAX_DIAGNOSTICS);
    if (diagnostics.length > 0) return { value: null, diagnostics };
    const { propositions, steps, labels } = this;
    const shown = this.states.names.map((name, id) => this.shown[id] ?? name);
    const states = new Set(shown).size === shown.length ? shown : this.states.names;
    return {
      value: { states, propositions: propositions.names, labels, edges, steps: steps.names, initial },
      diagnostics,
    };
  }
}
