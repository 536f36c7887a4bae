// The verdicts of the Model Checking Contest on nets that are small enough for a test: reader, unfolding, properties,
// translation, product and emptiness check together.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { FormulaStore } from '../../src/formula/formula.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { parseMccProperties } from '../../src/models/formats/mcc/properties.ts';
import { LEFT_OUT, longMode, sharedFolder } from '../helpers/shared.ts';

interface Known {
  readonly states: number | string | null;
  readonly ltlCardinality: readonly boolean[];
  readonly ltlFireability: readonly boolean[];
}

const folder = join(sharedFolder ?? '', 'mcc');
const known = sharedFolder
  ? (JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<string, Known>)
  : {};
const most = longMode ? 300_000 : 250;
const small = Object.entries(known).filter(([, { states }]) => typeof states === 'number' && states <= most);

describe.skipIf(!sharedFolder)('the verdicts of the contest', () => {
  it.each(small)('on %s are found', (name, { ltlCardinality, ltlFireability }) => {
    const read = (file: string): string => readFileSync(join(folder, name, file), 'utf8');
    const model = analyse(unwrap(loadModel(name, [read('model.pnml')], { format: 'pnml' })));
    const verdicts = (kind: string): Record<string, string> => {
      const options = { name: kind, store: new FormulaStore(), names: model.names };
      const properties = unwrap(parseMccProperties([read(`${kind}.xml`)], options));
      return Object.fromEntries(properties.map(({ id, formula }) => [id, check(model, formula).verdict.outcome]));
    };
    const expected = (kind: string, answers: readonly boolean[]): Record<string, string> =>
      Object.fromEntries(
        answers.map((holds, i) => [`${name}-${kind}-${String(i).padStart(2, '0')}`, holds ? 'holds' : 'violated']),
      );
    expect(verdicts('LTLCardinality')).toEqual(expected('LTLCardinality', ltlCardinality));
    expect(verdicts('LTLFireability')).toEqual(expected('LTLFireability', ltlFireability));
  });
});

describe.skipIf(sharedFolder)('the verdicts of the contest', () => {
  it.skip(LEFT_OUT, () => {});
});
