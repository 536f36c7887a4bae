// Reading the never claims of SPIN, as SPIN itself, ltl2ba, ltl3ba and Spot write them: states with labels, each an `if` or
// `do` of guarded gotos, or `skip`. The first state is initial; a state is accepting if one of its labels begins with
// `accept`. A claim that comes to its end, or that fails an assertion, is matched: from there every word is accepted.

import type { BddRef } from '../../dd/bdd.ts';
import type { Parsed } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/nearest.ts';
import type { Source } from '../../diagnostics/source.ts';
import { Problems } from '../../formula/syntax/problems.ts';
import { buchi } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder } from '../automaton.ts';
import { Guards } from './guard.ts';
import { ClaimLexer } from './lexer.ts';

/** Where an edge leads: a label, the state itself, the next state, or acceptance of all that follows. */
type Goal = { readonly label: string; readonly start: number; readonly end: number } | 'self' | 'next' | 'all';

interface ClaimEdge {
  /** Null for `else`. */
  readonly guard: BddRef | null;
  readonly goal: Goal;
}

interface ClaimState {
  readonly labels: readonly string[];
  readonly edges: ClaimEdge[];
  /** A `skip` that ends the claim when it is the last statement. */
  readonly isSkip: boolean;
}

/** Ends the reading; what is wrong has been recorded. Never leaves this file. */
class ClaimStop extends Error {}

/** Reads the one never claim that the source holds. */
export function readNeverClaim(source: Source): Parsed<Automaton> {
  const problems = new Problems(source);
  try {
    const automaton = new ClaimReader(problems).read();
    if (automaton !== null && problems.list.length === 0) return { value: automaton, diagnostics: [] };
  } catch (error) {
    if (!(error instanceof ClaimStop)) throw error;
  }
  return { value: null, diagnostics: problems.list };
}

class ClaimReader {
  private readonly problems: Problems;
  private readonly lexer: ClaimLexer;
  private readonly guards: Guards;
  private readonly states: ClaimState[] = [];
  private readonly labels = new Map<string, number>();

  constructor(problems: Problems) {
    this.problems = problems;
    this.lexer = new ClaimLexer(problems.source.text);
    this.guards = new Guards(problems);
  }

  read(): Automaton | null {
    const { lexer } = this;
    this.expect('never');
    if (lexer.isName()) lexer.advance();
    this.expect('{');
    while (!lexer.is('}')) this.state();
    lexer.advance();
    if (lexer.kind !== 'end') this.unexpected('nothing more after the claim');
    return this.build();
  }

  private state(): void {
    const { lexer } = this;
    const labels: string[] = [];
    while (lexer.isName() && lexer.nextIs(':')) {
      if (this.labels.has(lexer.lexeme)) this.complain('AUT141', `label \`${lexer.lexeme}\` is defined twice`);
      this.labels.set(lexer.lexeme, this.states.length);
      labels.push(lexer.lexeme);
      lexer.advance();
      lexer.advance();
    }
    this.states.push({ labels, ...this.statement() });
    while (lexer.is(';')) lexer.advance();
  }

  private statement(): { edges: ClaimEdge[]; isSkip: boolean } {
    const { lexer } = this;
    for (const [open, close, default_] of [
      ['if', 'fi', 'next'],
      ['do', 'od', 'self'],
    ] as const) {
      if (!lexer.is(open)) continue;
      lexer.advance();
      const edges: ClaimEdge[] = [];
      while (lexer.is('::')) edges.push(this.option(default_));
      if (!lexer.is(close)) this.unexpected(`\`::\` or \`${close}\``);
      lexer.advance();
      return { edges, isSkip: false };
    }
    if (lexer.is('skip')) {
      lexer.advance();
      return { edges: [{ guard: this.guards.bdd.true, goal: 'next' }], isSkip: true };
    }
    if (lexer.is('(') || lexer.is('true') || lexer.is('false') || lexer.is('1') || lexer.is('0')) {
      return { edges: [{ guard: this.guard(), goal: 'next' }], isSkip: false };
    }
    if (lexer.isName()) {
      const hint = 'a state is an `if` or `do` of guarded gotos, or `skip`';
      this.complain('AUT142', `\`${lexer.lexeme}\` is not supported here`, hint);
      throw new ClaimStop();
    }
    return this.unexpected('`if`, `do`, `skip` or a label');
  }

  private option(default_: 'next' | 'self'): ClaimEdge {
    const { lexer } = this;
    lexer.advance();
    if (!lexer.is('atomic')) return this.guarded(default_);
    lexer.advance();
    this.expect('{');
    const edge = this.guarded(default_);
    if (lexer.is(';')) lexer.advance();
    this.expect('}');
    return edge;
  }

  private guarded(default_: 'next' | 'self'): ClaimEdge {
    const { lexer } = this;
    let guard: BddRef | null = null;
    if (lexer.is('else')) lexer.advance();
    else guard = this.guard();
    if (!lexer.is('->') && !lexer.is(';')) return { guard, goal: default_ };
    lexer.advance();
    const goal = this.action(default_);
    while (lexer.is(';') && !lexer.nextIs('}')) lexer.advance();
    return { guard, goal };
  }

  private action(default_: 'next' | 'self'): Goal {
    const { lexer } = this;
    if (lexer.is('goto')) {
      lexer.advance();
      if (!lexer.isName()) this.unexpected('a label');
      const { lexeme: label, start, end } = lexer;
      lexer.advance();
      return { label, start, end };
    }
    if (lexer.is('break') && default_ === 'self') {
      lexer.advance();
      return 'next';
    }
    if (lexer.is('assert')) {
      lexer.advance();
      if (!lexer.is('(')) this.unexpected('`(`');
      lexer.skipExpression();
      return 'all';
    }
    if (lexer.is('::') || lexer.is('fi') || lexer.is('od') || lexer.is('}')) return default_;
    if (!lexer.isName()) this.unexpected('`goto` and a label');
    this.complain('AUT142', `\`${lexer.lexeme}\` is not supported after a guard`, 'write `goto` and a label');
    throw new ClaimStop();
  }

  private guard(): BddRef {
    const { lexer } = this;
    const { start } = lexer;
    if (lexer.kind === 'end') this.unexpected('a guard');
    const guard = this.guards.read(start, lexer.skipExpression());
    if (guard === null) throw new ClaimStop();
    return guard;
  }

  private build(): Automaton | null {
    const { guards, states } = this;
    if (states.length === 0) {
      this.problems.add('AUT140', { start: 0, end: 5 }, 'the claim has no state');
      return null;
    }
    const builder = new AutomatonBuilder(guards.propositions, guards.bdd);
    builder.addStates(states.length);
    builder.setInitial(0);
    const last = states.length - 1;
    let sink = states[last].isSkip ? last : -1;
    const all = (): number => {
      if (sink === -1) sink = builder.addState();
      return sink;
    };
    states.forEach(({ labels, edges, isSkip }, s) => {
      if (s === last && isSkip) return;
      const marks = labels.some((label) => label.startsWith('accept')) ? 1 : 0;
      for (const edge of edges) {
        if (edge.guard === guards.bdd.false) continue;
        const target = this.target(edge.goal, s) ?? all();
        builder.addEdge(s, edge.guard ?? this.elseGuard(edges), marks, target);
      }
    });
    if (sink !== -1) builder.addEdge(sink, guards.bdd.true, 1, sink);
    return this.problems.list.length > 0 ? null : builder.build(buchi(), { properties: { stateAcceptance: 'yes' } });
  }

  /** The state that the edge of state `s` leads to; null for acceptance of all that follows. */
  private target(goal: Goal, s: number): number | null {
    if (goal === 'all') return null;
    if (goal === 'self') return s;
    if (goal === 'next') return s + 1 < this.states.length ? s + 1 : null;
    const target = this.labels.get(goal.label);
    if (target !== undefined) return target;
    const hint = didYouMean(goal.label, this.labels.keys());
    this.problems.add('AUT141', goal, `there is no label \`${goal.label}\``, hint);
    return 0;
  }

  private elseGuard(edges: readonly ClaimEdge[]): BddRef {
    const { bdd } = this.guards;
    return bdd.not(bdd.orAll(edges.flatMap(({ guard }) => (guard === null ? [] : [guard]))));
  }

  private expect(lexeme: string): void {
    if (!this.lexer.is(lexeme)) this.unexpected(`\`${lexeme}\``);
    this.lexer.advance();
  }

  private unexpected(wanted: string): never {
    const { lexer } = this;
    if (lexer.kind === 'end')
      this.complain('AUT124', `expected ${wanted}, but the text ends here`, 'the file may be cut off');
    else this.complain('AUT140', `expected ${wanted}, not \`${lexer.lexeme}\``);
    throw new ClaimStop();
  }

  private complain(code: 'AUT124' | 'AUT140' | 'AUT141' | 'AUT142', message: string, hint?: string): void {
    this.problems.add(code, { start: this.lexer.start, end: this.lexer.end }, message, hint);
  }
}
