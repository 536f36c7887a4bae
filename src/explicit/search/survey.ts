// All markings of a small net, one by one: what is seen of them, and which transitions stay possible for ever. Plain on purpose: a table of
// markings, and the strongly connected components of the graph [Tar72]. Larger nets are for the other engines.
import { strongComponents } from '../../automata/scc.ts';
import { Int32List } from '../../base/growable.ts';
import { VectorTable } from '../../base/intern.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Model } from '../../models/model.ts';
import type { NetNode } from '../../models/petri/net-nodes.ts';
import type { NetSightings } from '../../models/petri/net-sightings.ts';

interface SurveyOptions {
  readonly stopwatch: Stopwatch;
  readonly maxStates: number;
  /** Where it begins: at the initial marking unless given. It must be reachable. */
  readonly from?: Int32Array;
}

/** All that can be reached from where the survey began. */
export interface Survey {
  readonly states: number;
  /** The first of these transitions that some marking leaves behind for ever; null where there is none. */
  lost(transitions: readonly NetNode[]): NetNode | null;
}

/** Goes through all markings; what is seen until a limit comes is noted in any case. Throws `LimitExceeded`. */
export function survey(model: Model, seen: NetSightings, options: SurveyOptions): Survey {
  const { stopwatch, maxStates, from } = options;
  const table = new VectorTable(model.variables.length);
  const starts = new Int32List();
  const targets = new Int32List();
  const groups = new Int32List();
  /** The edge by which each marking was found. */
  const found = new Int32List();
  for (const state of from === undefined ? model.initialStates() : [from]) table.intern(state);
  found.push(-1);
  const sources = new Int32List();
  const state = new Int32Array(model.variables.length);
  for (let id = 0; id < table.size; id++) {
    table.read(id, state);
    seen.note(state);
    starts.push(targets.length);
    model.successors(state, (target, group) => {
      stopwatch.tick();
      seen.noteFiring(group);
      const number = table.intern(target);
      if (number === found.length) {
        found.push(targets.length);
        sources.push(id);
      }
      targets.push(number);
      groups.push(group);
    });
    if (targets.length === starts.top() && seen.wayToDeadlock === null) {
      const way: number[] = [];
      for (let at = id; at !== 0; at = sources.get(at - 1)) way.push(groups.get(found.get(at)));
      seen.noteDeadlock(from === undefined ? way.reverse() : null);
    }
    stopwatch.tick();
    if (table.size > maxStates) throw new LimitExceeded('states', undefined, { value: maxStates });
  }
  starts.push(targets.length);
  const graph = { stateCount: table.size, edgeStart: starts.toArray(), edgeTarget: targets.toArray() };
  return { states: table.size, lost: (transitions) => lostIn(graph, groups, transitions) };
}

type Edges = Parameters<typeof strongComponents>[0];

/** In each component that is never left, every transition must fire. */
function lostIn(graph: Edges, groups: Int32List, transitions: readonly NetNode[]): NetNode | null {
  const { count, of, states, start } = strongComponents(graph, [0]);
  const nodeOf = new Map(transitions.flatMap((node) => node.members.map((member) => [member, node] as const)));
  for (let component = 0; component < count; component++) {
    const fired = new Set<NetNode>();
    let isLeft = false;
    for (let i = start[component]; i < start[component + 1] && !isLeft; i++) {
      for (let edge = graph.edgeStart[states[i]]; edge < graph.edgeStart[states[i] + 1]; edge++) {
        isLeft ||= of[graph.edgeTarget[edge]] !== component;
        const node = nodeOf.get(groups.get(edge));
        if (node !== undefined) fired.add(node);
      }
    }
    const lost = isLeft ? undefined : transitions.find((node) => !fired.has(node));
    if (lost !== undefined) return lost;
  }
  return null;
}
