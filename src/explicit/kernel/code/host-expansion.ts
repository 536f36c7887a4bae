// Successors and labels by the model's own functions, for models that only they know (TypeScript models): the core's search
// calls back once per state. Faults of the model are kept and thrown when the slice is over.

import { LimitExceeded } from '../../../diagnostics/limit.ts';
import { evaluate } from '../../../models/expression/expression.ts';
import type { ModelFunctions } from '../core.ts';
import type { Layout } from '../layout.ts';
import { pack, strideBytes, unpack } from '../packing/packing.ts';
import { CONTROL_VALUE, CONTROL_VARIABLE, WIDEN } from '../protocol.ts';
import type { CompiledModel } from './compiled-model.ts';

/** The functions that the core imports, over the memory with the given words. */
export function hostExpansion(compiled: CompiledModel, layout: Layout, words: Uint32Array): ModelFunctions {
  const { model, packing, predicates } = compiled;
  const source = new Int32Array(model.variables.length);
  const labelled = new Int32Array(model.variables.length);
  const stride = strideBytes(packing) / 4;

  const expand = (state: number, out: number): number => {
    unpack(packing, words, (state >>> 0) / 4, source);
    let at = (out >>> 0) / 4;
    let n = 0;
    let misfit = -1;
    model.successors(source, (target) => {
      if (misfit >= 0) return;
      if (n === layout.bufferStates) throw new LimitExceeded('memory', `a state has more than ${n} successors`);
      misfit = pack(packing, target, words, at);
      if (misfit >= 0) {
        words[CONTROL_VARIABLE / 4] = misfit;
        words[CONTROL_VALUE / 4] = target[misfit];
        return;
      }
      at += stride;
      n++;
    });
    return misfit >= 0 ? WIDEN : n;
  };

  const isDead = (): boolean => {
    let dead = true;
    model.successors(labelled, () => {
      dead = false;
    });
    return dead;
  };

  const label = (state: number, target: number): void => {
    unpack(packing, words, (state >>> 0) / 4, labelled);
    const at = (target >>> 0) / 4;
    for (let i = 0; i < compiled.labelBytes / 4; i++) words[at + i] = 0;
    predicates.forEach((predicate, i) => {
      if (evaluate(predicate, labelled, isDead) !== 0) words[at + (i >>> 5)] |= 1 << (i & 31);
    });
  };

  return { expand, label };
}
