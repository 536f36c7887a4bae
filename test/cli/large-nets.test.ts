// Large nets in little memory: the process may have a heap of this size, and ends with a crash where that is not enough.
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tegata } from '../helpers/tegata.ts';

const folder = mkdtempSync(join(tmpdir(), 'tegata-large-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const summary = (file: string, megabytes: number): unknown => {
  const { status, stdout, stderr } = tegata(['model', file, '--json'], '', {
    NODE_OPTIONS: `--max-old-space-size=${megabytes}`,
  });
  expect({ status, stderr: stderr.slice(0, 1000) }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
};

/** One place over five sorts of ten colours, all marked; a transition turns a token to the next colour of the first sort. */
function colouredNet(): string {
  const sorts = [0, 1, 2, 3, 4];
  const declarations = [
    ...sorts.map((i) => `<namedsort id="s${i}" name="S${i}"><finiteintrange start="0" end="9"/></namedsort>`),
    `<namedsort id="d" name="D"><productsort>${sorts.map((i) => `<usersort declaration="s${i}"/>`).join('')}</productsort></namedsort>`,
    ...sorts.map((i) => `<variabledecl id="x${i}" name="x${i}"><usersort declaration="s${i}"/></variabledecl>`),
  ];
  const variable = (i: number): string => `<subterm><variable refvariable="x${i}"/></subterm>`;
  const next = `<subterm><successor>${variable(0)}</successor></subterm>`;
  const arc = (id: string, ends: string, first: string): string =>
    `<arc id="${id}" ${ends}><hlinscription><structure><tuple>${first}${[1, 2, 3, 4].map(variable).join('')}</tuple></structure></hlinscription></arc>`;
  const sort = '<usersort declaration="d"/>';
  return `<pnml><net id="five" type="symmetricnet"><declaration><structure><declarations>${declarations.join('')}</declarations></structure></declaration>
    <page id="g"><place id="p"><type><structure>${sort}</structure></type><hlinitialMarking><structure><all>${sort}</all></structure></hlinitialMarking></place>
    <transition id="t"/>${arc('a', 'source="p" target="t"', variable(0))}${arc('b', 'source="t" target="p"', next)}</page></net></pnml>`;
}

/** A ring of `count` places and transitions, written piece by piece. */
function writeRing(file: string, count: number): void {
  const descriptor = openSync(file, 'w');
  const write = (part: (i: number) => string): void => {
    for (let start = 0; start < count; start += 5000) {
      writeSync(
        descriptor,
        Array.from({ length: Math.min(5000, count - start) }, (_, i) => part(start + i)).join('\n'),
      );
    }
  };
  writeSync(descriptor, '<pnml><net id="ring" type="ptnet"><page id="g">');
  write((i) => `<place id="place_number_${i}"><initialMarking><text>${i % 3}</text></initialMarking></place>`);
  write((i) => `<transition id="transition_${i}"><name><text>the transition number ${i}</text></name></transition>`);
  write(
    (i) => `<arc id="a${i}" source="place_number_${i}" target="transition_${i}"/>
      <arc id="b${i}" source="transition_${i}" target="place_number_${(i + 1) % count}"/>`,
  );
  writeSync(descriptor, '</page></net></pnml>');
  closeSync(descriptor);
}

describe('a net of many places', () => {
  it('is unfolded from 100,000 colours within 250 MB', () => {
    const file = join(folder, 'five.pnml');
    writeFileSync(file, colouredNet());
    expect(summary(file, 250)).toEqual({
      name: 'five',
      format: 'pnml',
      variables: 100_000,
      bounded: 100_000,
      widestRange: 11,
      groups: 100_000,
      initialStates: 1,
      arcs: 200_000,
      initialTokens: 100_000,
      oneSafe: 'maybe',
    });
  }, 120_000);

  it('is read from a file of 200,000 places within 300 MB', () => {
    const file = join(folder, 'ring.pnml');
    writeRing(file, 200_000);
    expect(summary(file, 300)).toMatchObject({
      variables: 200_000,
      groups: 200_000,
      arcs: 400_000,
      initialTokens: 199_999,
    });
  }, 120_000);
});
