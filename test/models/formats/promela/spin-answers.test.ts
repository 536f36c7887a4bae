// Models of SPIN's distribution and of BEEM against the numbers of states that SPIN stores. In the long mode also the larger ones.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../../src/diagnostics/diagnostic.ts';
import { explore } from '../../../../src/models/explore.ts';
import { loadModel } from '../../../../src/models/formats/load.ts';
import { LEFT_OUT, longMode, sharedFolder } from '../../../helpers/shared.ts';

interface Answers {
  readonly all?: { readonly states: string; readonly complete: boolean } | null;
}

const folder = sharedFolder === null ? null : join(sharedFolder, 'promela');
const isThere = folder !== null && existsSync(join(folder, 'expected.json'));
const answers: Readonly<Record<string, Answers>> = isThere
  ? (JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<string, Answers>)
  : {};

/** Refused by name: traces, priorities that change. And a model that uses a channel that was never made, a fault for SPIN too. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['spin/leader_trace.pml', '`notrace` is not supported'],
  ['spin/priorities.pml', '`priority` in `run` is not supported'],
  ['spin/rtos1.pml', '`set_priority` is not supported'],
]);
const FAULTY = 'spin/wordcount.pml';

const MOST_STATES = longMode ? 400_000 : 3_000;
const counted = Object.entries(answers).flatMap(([name, { all }]) => {
  const isAsked = all?.complete === true && !REFUSED.has(name) && name !== FAULTY;
  return isAsked && Number(all.states) <= MOST_STATES ? [[name, Number(all.states)] as const] : [];
});

function read(name: string): ReturnType<typeof loadModel> {
  const path = join(folder!, name);
  const include = (file: string): string | null => {
    const beside = join(dirname(path), file);
    return existsSync(beside) ? readFileSync(beside, 'utf8') : null;
  };
  return loadModel(path, [readFileSync(path, 'utf8')], { include });
}

describe('models of SPIN and BEEM', () => {
  it.skipIf(isThere)(LEFT_OUT, () => {});

  it.skipIf(!isThere).each(counted)('%s has %i states', (name, states) => {
    expect(explore(unwrap(read(name))).states).toBe(states);
  });

  it.skipIf(!isThere)('are all read, but for those that are refused by name', () => {
    for (const name of Object.keys(answers)) {
      const { value, diagnostics } = read(name);
      if (REFUSED.has(name)) expect(diagnostics[0].message).toContain(REFUSED.get(name));
      else expect(value, `${name}: ${diagnostics[0]?.message}`).not.toBeNull();
    }
  });
});
