import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { parseLtl } from '../../../src/formula/parse.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { observe } from '../../../src/models/observation.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { type MomentLetters, RunFacts } from '../../../src/reductions/knowledge/run-facts.ts';

const builder = new NetBuilder();
builder.place('waiting', { initial: 3 });
builder.place('done');
builder.place('on', { initial: 1 });
builder.place('off');
builder.move('finish', ['waiting'], ['done']);
builder.move('down', ['on'], ['off']);
builder.move('up', ['off'], ['on']);
const model = netModel(builder.build('jobs'));

function facts(text: string, moments: readonly MomentLetters[] = []): string {
  const formula = parseLtl(text);
  return printFormula(new RunFacts(model).about(formula, observe(model, formula), moments));
}

describe('facts of all runs', () => {
  it('know which propositions stay as they are once they are so', () => {
    expect(facts('F "done >= 2"')).toBe(printFormula(parseLtl('G("done >= 2" -> G "done >= 2")')));
    expect(facts('F "waiting >= 2"')).toBe(printFormula(parseLtl('G(!"waiting >= 2" -> G !"waiting >= 2")')));
    expect(facts('F "on >= 1"')).toBe(printFormula(parseLtl('true')));
    expect(facts('F "done = 2"')).toBe(printFormula(parseLtl('true')));
  });

  it('tell the letters of a moment apart where they are few, and otherwise what they have in common', () => {
    const text = 'F("on >= 1" & "off >= 1")';
    const [first, second] = [
      [true, false],
      [false, true],
    ];
    const names = observe(model, parseLtl(text)).names;
    const either = `(${names[0]} & !${names[1]}) | (!${names[0]} & ${names[1]})`;
    const quoted = either.replaceAll(/(on|off) >= 1/g, '"$&"');
    expect(facts(text, [[first, second, first]])).toBe(printFormula(parseLtl(quoted)));
  });

  it('answer where no single one of them does', () => {
    const { verdict, simplified } = check(model, 'F G "done >= 2" | G F "done < 2"', { reductions: ['atoms', 'lp'] });
    expect(verdict.outcome).toBe('holds');
    expect(simplified?.formula.kind).toBe('true');
    const shorter = check(model, 'F("done >= 2" & X "done >= 2")', { reductions: ['lp'] });
    expect(shorter.verdict.outcome).toBe('violated');
    expect(shorter.simplified && printFormula(shorter.simplified.formula)).toBe(
      printFormula(parseLtl('F "done >= 2"')),
    );
  });
});
