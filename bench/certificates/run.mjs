// What a certificate costs: the check itself (explicit, without reductions), making and writing the certificate, and verifying it by the program
// that shares no code; the size of the file for each pair of a state and obligations. Seconds are those of the processor.
//
//     node bench/certificates/run.mjs [--large] [FILE FORMULA]…     --large: Kanban 5 and FMS 4 as well, which take minutes
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certify } from '../../dist/certificates/certificate.js';
import { check } from '../../dist/check/check.js';
import { loadModel } from '../../dist/models/formats/load.js';
import { generateNet } from '../../dist/models/library/index.js';
import { netTextLines } from '../../dist/models/petri/write-net.js';
import { readModel } from '../../dist/verifier/read-model.js';
import { verify } from '../../dist/verifier/verify.js';

const words = process.argv.slice(2).filter((word) => word !== '--large');
const isLarge = process.argv.includes('--large');
const cases = [
  ['kanban:2', 'G "tokens(Pm1, Pback1, Pout1, P1) <= 2"'],
  ['kanban:3', 'GF "P1<=2" | FG "P1>=3"'],
  ['kanban:4', 'GF "P1<=3" | FG "P1>=4"'],
  ['fms:2', 'G "P1 <= 2"'],
  ['fms:3', 'GF "P1<=2" | FG "P1>=3"'],
  ...(isLarge
    ? [
        ['kanban:5', 'GF "P1<=4" | FG "P1>=5"'],
        ['fms:4', 'G "P1 <= 4"'],
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
  return { file: 'model.net', text: [...netTextLines(generateNet(family, Number(size)).value)].join('\n') };
}

function measure(name, formula) {
  const { file, text } = textOf(name);
  const { value: model } = loadModel(file, [text]);
  const timed = (work) => {
    const begun = process.cpuUsage();
    const done = work();
    const { user, system } = process.cpuUsage(begun);
    return [done, (user + system) / 1e6];
  };
  const engine = { kind: 'explicit' };
  const [result, checkSeconds] = timed(() => check(model, formula, { engine, reductions: 'none', trace: 'lasso' }));
  const path = join(tmpdir(), 'tegata-bench.cert');
  const [made, seconds] = timed(() => {
    const certificate = certify(result);
    if ('none' in certificate) return certificate;
    const pieces = [];
    certificate.write((bytes) => pieces.push(bytes.slice()));
    writeFileSync(path, Buffer.concat(pieces));
    return certificate;
  });
  if ('none' in made) {
    console.log(`| ${name} | none: ${made.none} |`);
    return;
  }
  const bytes = readFileSync(path);
  const [, verifySeconds] = timed(() => verify(readModel(file, text), formula, [bytes]));
  const ratio = (seconds / checkSeconds).toFixed(1);
  const perPair = (bytes.length / made.states).toFixed(1);
  const times = `${checkSeconds.toFixed(2)} | ${seconds.toFixed(2)} | ${ratio} | ${perPair} | ${verifySeconds.toFixed(2)}`;
  console.log(`| ${name}, ${result.verdict.outcome} | ${made.states} | ${made.blocks} | ${times} |`);
}
