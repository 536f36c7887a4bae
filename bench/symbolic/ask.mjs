// One question to the symbolic engine, on diagrams that the benchmark has made.
import { completeSymbolic } from '../../dist/check/options.js';
import { FormulaQuestion } from '../../dist/check/question.js';
import { searchSymbolically } from '../../dist/check/symbolic-engine.js';
import { Stopwatch } from '../../dist/diagnostics/stopwatch.js';
import { observe } from '../../dist/models/observation.js';

/** The answer; its lasso is not confirmed. */
export function ask(explored, formula, { limits, deadlock = 'stutter', ...engine }) {
  return searchSymbolically({
    explored,
    deadlock,
    question: new FormulaQuestion(formula, observe(explored.model, formula)),
    engine: completeSymbolic({ ...engine, look: 'none' }),
    stopwatch: new Stopwatch(limits),
  });
}
