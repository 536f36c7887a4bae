// Broken model files of our own: each ends in a diagnostic with its code and place. The table is written by hand in the
// sense that every line was judged; a changed place must be judged again.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Parsed } from '../../src/diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../../src/diagnostics/format.ts';
import { positionAt } from '../../src/diagnostics/source.ts';
import { readDve } from '../../src/models/formats/dve/model.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';

const folder = join(import.meta.dirname, 'corpus');

/** File, code and place of the first diagnostic. */
const BROKEN: readonly (readonly [string, string, string])[] = [
  ['dve/array-of-size-zero.dve', 'DVE306', '1:8'],
  ['dve/array-size-not-constant.dve', 'DVE306', '1:15'],
  ['dve/array-without-braces.dve', 'DVE302', '1:13'],
  ['dve/assignment-in-guard.dve', 'DVE302', '9:22'],
  ['dve/braces-for-scalar.dve', 'DVE302', '1:10'],
  ['dve/buffer-without-type.dve', 'DVE302', '1:10'],
  ['dve/channel-of-strange-type.dve', 'DVE302', '1:10'],
  ['dve/channel-twice.dve', 'DVE304', '1:12'],
  ['dve/channel-wrong-arity.dve', 'DVE307', '9:19'],
  ['dve/comparison-in-effect.dve', 'DVE302', '9:23'],
  ['dve/constant-assigned.dve', 'DVE305', '9:21'],
  ['dve/constant-division-by-zero.dve', 'DVE306', '1:15'],
  ['dve/constant-without-value.dve', 'DVE302', '1:13'],
  ['dve/deep-nesting.dve', 'DVE302', '9:2020'],
  ['dve/empty.dve', 'DVE302', '1:1'],
  ['dve/first-transition-without-source.dve', 'DVE302', '1:36'],
  ['dve/gigantic-array.dve', 'DVE309', '1:8'],
  ['dve/handshake-arity.dve', 'DVE307', '3:36'],
  ['dve/huge-number.dve', 'DVE302', '9:25'],
  ['dve/index-on-scalar.dve', 'DVE305', '9:21'],
  ['dve/keyword-as-name.dve', 'DVE302', '1:6'],
  ['dve/missing-comma.dve', 'DVE302', '10:5'],
  ['dve/missing-semicolon.dve', 'DVE302', '9:27'],
  ['dve/misspelt-variable.dve', 'DVE303', '6:20'],
  ['dve/no-initial-state.dve', 'DVE308', '1:9'],
  ['dve/no-processes.dve', 'DVE308', '1:1'],
  ['dve/no-states.dve', 'DVE308', '1:9'],
  ['dve/no-system.dve', 'DVE302', '2:1'],
  ['dve/number-with-letters.dve', 'DVE302', '9:25'],
  ['dve/only-a-property.dve', 'DVE308', '2:23'],
  ['dve/only-comment.dve', 'DVE302', '2:1'],
  ['dve/process-twice.dve', 'DVE304', '2:9'],
  ['dve/property-with-channel.dve', 'DVE305', '3:50'],
  ['dve/receive-into-expression.dve', 'DVE302', '9:23'],
  ['dve/state-twice.dve', 'DVE304', '1:25'],
  ['dve/strange-character.dve', 'DVE301', '9:27'],
  ['dve/system-without-kind.dve', 'DVE302', '2:7'],
  ['dve/ten-thousand-open-parentheses.dve', 'DVE302', '9:10021'],
  ['dve/text-after-system.dve', 'DVE302', '3:1'],
  ['dve/truncated-process.dve', 'DVE302', '5:28'],
  ['dve/truncated-transition.dve', 'DVE302', '11:1'],
  ['dve/two-syncs.dve', 'DVE302', '9:23'],
  ['dve/unbalanced-parentheses.dve', 'DVE302', '9:27'],
  ['dve/unclosed-comment.dve', 'DVE301', '2:1'],
  ['dve/unknown-accept-state.dve', 'DVE303', '1:37'],
  ['dve/unknown-assert-state.dve', 'DVE303', '1:37'],
  ['dve/unknown-channel.dve', 'DVE303', '9:19'],
  ['dve/unknown-commit-state.dve', 'DVE303', '1:37'],
  ['dve/unknown-initial-state.dve', 'DVE303', '1:27'],
  ['dve/unknown-process.dve', 'DVE303', '9:20'],
  ['dve/unknown-property.dve', 'DVE303', '2:23'],
  ['dve/unknown-remote-variable.dve', 'DVE303', '9:23'],
  ['dve/unknown-source-state.dve', 'DVE303', '9:5'],
  ['dve/unknown-state-of-process.dve', 'DVE303', '9:22'],
  ['dve/unknown-state.dve', 'DVE303', '9:10'],
  ['dve/unknown-variable.dve', 'DVE303', '9:21'],
  ['dve/variable-twice.dve', 'DVE304', '2:5'],
  ['dve/wrong-bracket.dve', 'DVE302', '9:26'],
  ['etf/bare-value.etf', 'ETF401', '10:1'],
  ['etf/declaration-without-sort.etf', 'ETF401', '2:1'],
  ['etf/empty-state.etf', 'ETF404', '5:1'],
  ['etf/escape-in-value.etf', 'MOD616', '10:1'],
  ['etf/empty.etf', 'ETF404', '3:1'],
  ['etf/gigantic-number.etf', 'ETF403', '14:3'],
  ['etf/index-outside-sort.etf', 'ETF403', '2:7'],
  ['etf/initial-not-a-number.etf', 'ETF403', '7:3'],
  ['etf/initial-outside-sort.etf', 'ETF403', '7:3'],
  ['etf/map-without-name.etf', 'ETF401', '9:1'],
  ['etf/map-without-value.etf', 'ETF402', '14:1'],
  ['etf/missing-edge-label.etf', 'ETF402', '11:1'],
  ['etf/missing-slash.etf', 'ETF401', '14:2'],
  ['etf/nested-begin.etf', 'ETF401', '8:1'],
  ['etf/no-init.etf', 'ETF404', '10:1'],
  ['etf/no-state.etf', 'ETF404', '3:1'],
  ['etf/not-a-number.etf', 'ETF401', '14:3'],
  ['etf/odd-hexadecimal.etf', 'ETF401', '10:1'],
  ['etf/sort-twice.etf', 'ETF405', '13:12'],
  ['etf/state-after-trans.etf', 'ETF404', '1:7'],
  ['etf/stray-text.etf', 'ETF401', '9:1'],
  ['etf/too-few-columns.etf', 'ETF402', '14:1'],
  ['etf/too-few-initial.etf', 'ETF402', '6:7'],
  ['etf/too-many-columns.etf', 'ETF402', '14:1'],
  ['etf/two-inits.etf', 'ETF404', '9:7'],
  ['etf/two-states.etf', 'ETF404', '6:7'],
  ['etf/unclosed-literal.etf', 'ETF401', '10:1'],
  ['etf/unclosed-section.etf', 'ETF401', '9:7'],
  ['etf/unknown-label-value.etf', 'ETF405', '14:5'],
  ['etf/unknown-section.etf', 'ETF401', '6:1'],
  ['etf/variable-twice.etf', 'ETF405', '2:7'],
  ['etf/wrong-end.etf', 'ETF401', '11:1'],
  ['kripke/escape-in-name.kripke', 'MOD616', '2:6'],
  ['kripke/escape-in-proposition.hoa', 'MOD616', '4:7'],
  ['kripke/line-break-in-label.json', 'MOD616', '1:49'],
  ['kripke/arrow-twice.kripke', 'KRI501', '2:8'],
  ['kripke/bad-escape.json', 'KRI501', '1:13'],
  ['kripke/beyond.hoa', 'KRI505', '8:1'],
  ['kripke/buchi.hoa', 'KRI505', '5:13'],
  ['kripke/contradictory-label.hoa', 'KRI505', '7:8'],
  ['kripke/deep.json', 'KRI501', '1:141'],
  ['kripke/disjunctive-label.hoa', 'KRI505', '7:10'],
  ['kripke/edge-labels.hoa', 'KRI505', '7:1'],
  ['kripke/empty.kripke', 'KRI504', '2:1'],
  ['kripke/initial-without-state.kripke', 'KRI501', '1:8'],
  ['kripke/missing-state.hoa', 'KRI503', '8:1'],
  ['kripke/no-initial.kripke', 'KRI504', '3:1'],
  ['kripke/no-states.json', 'KRI501', '1:1'],
  ['kripke/no-target-step.kripke', 'KRI501', '2:9'],
  ['kripke/not-an-object.json', 'KRI501', '1:1'],
  ['kripke/not-hoa.hoa', 'KRI505', '1:1'],
  ['kripke/number-as-label.json', 'KRI501', '1:46'],
  ['kripke/partial-label.hoa', 'KRI505', '7:8'],
  ['kripke/state-twice.json', 'KRI502', '1:38'],
  ['kripke/strange-character.kripke', 'KRI501', '2:6'],
  ['kripke/truncated.hoa', 'KRI505', '8:2'],
  ['kripke/truncated.json', 'KRI501', '1:47'],
  ['kripke/twice.kripke', 'KRI502', '3:1'],
  ['kripke/unclosed-quote.kripke', 'KRI501', '2:5'],
  ['kripke/unknown-initial.kripke', 'KRI503', '1:9'],
  ['kripke/unknown-state.json', 'KRI503', '1:44'],
  ['kripke/unknown-target.kripke', 'KRI503', '2:6'],
  ['kripke/wrong-member.json', 'KRI501', '1:35'],
];

function read(file: string): Parsed<Model> {
  const text = readFileSync(join(folder, file), 'utf8');
  // The loader has an answer of its own to an empty file.
  return file.endsWith('.dve') ? readDve({ name: file, text }) : loadModel(file, [text]);
}

describe('broken DVE, ETF and Kripke files', () => {
  it('are all in the table', () => {
    const files = ['dve', 'etf', 'kripke'].flatMap((kind) =>
      readdirSync(join(folder, kind)).map((file) => `${kind}/${file}`),
    );
    expect(files.sort()).toEqual(BROKEN.map(([file]) => file).sort());
  });

  it.each(BROKEN)('%s: %s at %s', (file, code, place) => {
    const { value, diagnostics } = read(file);
    expect(value).toBeNull();
    const [{ code: found, source, span }] = diagnostics;
    const position = source && span && positionAt(source, span.start);
    expect([found, `${position?.line}:${position?.column}`]).toEqual([code, place]);
    for (const diagnostic of diagnostics) expect(formatDiagnostic(diagnostic).length).toBeLessThan(1000);
  });

  it('are few complaints each, not an avalanche', () => {
    for (const [file] of BROKEN) expect(read(file).diagnostics.length, file).toBeLessThanOrEqual(3);
  });

  it('no prefix of a good file makes a reader throw', () => {
    const good = `const byte n = 2; byte a[n] = {1, 2}; channel {byte} c[1]; /* buffer */
process P { byte x; state s, t; init s; commit t; assert s: x < 2; trans s -> t { guard x == 0, !a[1]; sync c!{x + 1}; effect x = (x + 1) % 2; }, -> s {}; }
process N { state q; init q; accept q; trans q -> q { guard P.s imply P->x < 2; }; }
system async property N;`;
    expect(readDve({ name: 'good', text: good }).diagnostics).toEqual([]);
    for (let length = 0; length < good.length; length++) {
      expect(readDve({ name: 'cut', text: good.slice(0, length) }).value, good.slice(0, length)).toBeNull();
    }
  });
});
