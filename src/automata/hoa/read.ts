// Reading the Hanoi omega-automata format, version 1 [BBD+15]. Everything
// is read but universal branching and more than 32 acceptance sets; complemented sets in acceptance conditions become
// sets of their own. What is wrong with an automaton is reported with its place; nothing that a file holds throws.
import type { Parsed } from '../../diagnostics/diagnostic.ts';
import type { Source } from '../../diagnostics/source.ts';
import type { Automaton, Properties } from '../automaton.ts';
import { hasStateAcceptance, isComplete, nondeterministicStates } from '../properties.ts';
import { readBody } from './body.ts';
import { HoaCursor, HoaStop } from './cursor.ts';
import { type HoaHeader, readHeader } from './header.ts';

/** How far the properties that a file claims are believed. */
export interface HoaOptions {
  /**
   * With `believe`, what the file says about its language (`stutter-invariant`, `unambiguous`) is taken over; with `ignore`
   * it is not. What can be decided by looking is never taken on trust. `believe` unless given.
   */
  readonly claims?: 'believe' | 'ignore';
}

/** Reads the one automaton that the source holds. */
export function readHoaAutomaton(source: Source, options: HoaOptions = {}): Parsed<Automaton> {
  const cursor = new HoaCursor(source);
  try {
    const automaton = read(cursor, options);
    const diagnostics = cursor.problems.list;
    return diagnostics.length === 0 ? { value: automaton, diagnostics } : { value: null, diagnostics };
  } catch (error) {
    if (!(error instanceof HoaStop)) throw error;
    return { value: null, diagnostics: cursor.problems.list };
  }
}

function read(cursor: HoaCursor, options: HoaOptions): Automaton | null {
  const header = readHeader(cursor);
  const { builder, stateNames } = readBody(cursor, header);
  cursor.advance();
  if (cursor.kind !== 'end') cursor.unexpected('nothing more after `--END--`');
  if (cursor.problems.list.length > 0) return null;
  const { name, acceptance } = header;
  const properties = options.claims === 'ignore' ? {} : claimedProperties(header);
  const automaton = builder.build(acceptance.acceptance, { name, properties, stateNames: stateNames ?? undefined });
  checkClaims(cursor, header, automaton);
  return automaton;
}

function claimedProperties({ claims }: HoaHeader): Partial<Properties> {
  return {
    ...(claims.has('stutter-invariant') ? { stutterInvariant: 'yes' } : {}),
    ...(claims.has('!stutter-invariant') ? { stutterInvariant: 'no' } : {}),
    ...(claims.has('unambiguous') ? { unambiguous: 'yes' } : {}),
    ...(claims.has('!unambiguous') ? { unambiguous: 'no' } : {}),
  };
}

/** Complains when the automaton plainly is not what its header says. */
function checkClaims(cursor: HoaCursor, { claims }: HoaHeader, automaton: Automaton): void {
  const contradict = (claim: string, holds: () => boolean, message: string): void => {
    const span = claims.get(claim);
    if (span !== undefined && !holds()) cursor.problems.add('AUT132', span, message, 'remove the property');
  };
  contradict(
    'deterministic',
    () => automaton.initial.length <= 1 && nondeterministicStates(automaton) === 0,
    'the automaton is not deterministic, as it says it is',
  );
  contradict('complete', () => isComplete(automaton), 'the automaton is not complete, as it says it is');
  contradict(
    'state-acc',
    () => hasStateAcceptance(automaton),
    'the marks are not the same on all edges of each state, as the header says',
  );
}
