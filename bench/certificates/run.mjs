// What a certificate costs: the check itself (without reductions), making and writing the certificate, and verifying it by the program that shares
// no code; the size of the file for each pair of a state and obligations. Seconds are those of the processor. Nets are certified once more with the
// rules by which certificates make them smaller, and with `--symbolic` by the symbolic engine: "diagram".
//
//     node bench/certificates/run.mjs [--symbolic] [--no-usual] [--large] [FILE FORMULA]…     --large: Kanban 5, FMS 4 and MAPK 8 as well
//
// The formula `-` stands for "infinitely often the first variable is not 0, or from some moment on it is 0": it always holds, and its certificates have
// levels.
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { certify } from '../../dist/certificates/certificate.js';
import { check } from '../../dist/check/check.js';
import { loadModel } from '../../dist/models/formats/load.js';
import { generateNet } from '../../dist/models/library/index.js';
import { pnmlLines } from '../../dist/models/petri/write-net.js';
import { readModel } from '../../dist/verifier/read-model.js';
import { verify } from '../../dist/verifier/verify.js';

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isLarge = process.argv.includes('--large');
const isSymbolic = process.argv.includes('--symbolic');
const cases = [
  ...(process.argv.includes('--no-usual')
    ? []
    : [
        ['kanban:3', 'GF "P1<=2" | FG "P1>=3"'],
        ['kanban:4', 'GF "P1<=3" | FG "P1>=4"'],
        ['fms:3', 'GF "P1<=2" | FG "P1>=3"'],
      ]),
  ...(isLarge
    ? [
        ['kanban:5', 'GF "P1<=4" | FG "P1>=5"'],
        ['fms:4', 'GF "P1<=3" | FG "P1>=4"'],
        ['mapk:8', '-'],
      ]
    : []),
];
for (let i = 0; i < words.length; i += 2) cases.push([words[i], words[i + 1]]);

console.log('| model | pairs | blocks | check s | certificate s | of the check | bytes per pair | verify s |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const [name, formula] of cases) measure(name, formula);

function textOf(name) {
  const [, family, size] = /^([a-z-]+):(\d+)$/.exec(name) ?? [];
  if (family === undefined) return { file: name, text: readFileSync(name, 'utf8') };
  return { file: 'model.pnml', text: [...pnmlLines(generateNet(family, Number(size)).value)].join('\n') };
}

function timed(work) {
  const begun = process.cpuUsage();
  const done = work();
  const { user, system } = process.cpuUsage(begun);
  return [done, (user + system) / 1e6];
}

function measure(name, asked) {
  const { file, text } = textOf(name);
  const { value: model } = loadModel(file, [text]);
  const first = model.variables[0].name;
  // Two propositions: of one, the translation would see that this is always true, and there would be nothing to check.
  const formula = asked === '-' ? `GF "'${first}' != 0" | FG "'${first}' = 0"` : asked;
  const all = { partialOrder: 'none', symmetry: 'none' }; // certificates are about all states
  const ask = (reductions, kind) => () =>
    check(model, formula, { engine: { kind, ...(kind === 'explicit' && all) }, reductions, trace: 'lasso' });
  const [result, seconds] = timed(ask('none', 'explicit'));
  const shown = /\.pnml$/.test(name) ? basename(join(name, '..')) : basename(name);
  certified(shown, result, seconds);
  if ('net' in model) certified(`${shown}, smaller`, ask('auto', 'explicit')(), seconds);
  if (isSymbolic) certified(`${shown}, diagram`, ...timed(ask('none', 'symbolic')));

  function certified(label, found, checkSeconds) {
    if (found.verdict.outcome !== 'holds') throw new Error(`${label}: ${found.verdict.outcome}`);
    const path = join(tmpdir(), 'tegata-bench.cert');
    const [made, madeSeconds] = timed(() => {
      const certificate = certify(found);
      if ('none' in certificate) return certificate;
      const pieces = [];
      certificate.write((bytes) => pieces.push(bytes.slice()));
      writeFileSync(path, Buffer.concat(pieces));
      return certificate;
    });
    if ('none' in made) {
      console.log(`| ${label} | none: ${made.none} |`);
      return;
    }
    const bytes = readFileSync(path);
    const [, verifySeconds] = timed(() => verify(readModel(file, text), formula, [bytes]));
    const ratio = (madeSeconds / checkSeconds).toFixed(1);
    const perPair = (bytes.length / made.states).toPrecision(2);
    const times = `${checkSeconds.toFixed(2)} | ${madeSeconds.toFixed(2)} | ${ratio} | ${perPair} | ${verifySeconds.toFixed(2)}`;
    console.log(`| ${label} | ${made.states.toLocaleString('en')} | ${made.blocks} | ${times} |`);
  }
}
