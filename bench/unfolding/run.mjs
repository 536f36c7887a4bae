// Unfolding coloured nets: seconds of processor time, places, transitions and peak memory, each net in a process of its own. The baseline is the
// plain unfolding: a place for every colour of every place, a transition for every combination of colours of every transition's variables (before its condition is asked).
// Reads the contest nets of the conformance data (`TEGATA_SHARED`, by default ../shared), and makes nets of one place over a product of five sorts.
// Usage: node bench/unfolding/run.mjs [NAME…] (after npm run build; only nets whose name contains one of the names)
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PnmlParser } from '../../dist/models/formats/pnml/parser.js';
import { netModel } from '../../dist/models/petri/net-model.js';

const figure = (number) => (number < 1e12 ? number.toLocaleString('en') : number.toExponential(1));
const MODES = ['all', 'distinct'];

if (process.argv[2] === '--job') {
  job(process.argv[3], process.argv[4]);
} else {
  run(process.argv.slice(2));
}

function run(wanted) {
  const scratch = mkdtempSync(join(tmpdir(), 'unfolding-'));
  try {
    const nets = [...netsOf(scratch)].filter(
      ([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
    );
    console.log('| net | plain: places, transitions | bindings | places | transitions | of plain | s | MB |');
    console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
    for (const [name, path] of nets) for (const mode of MODES) report(name, path, mode);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Names and files of the nets. */
function* netsOf(scratch) {
  const shared = resolve(process.env.TEGATA_SHARED ?? '../shared');
  const small = join(shared, 'mcc');
  const names = existsSync(small) ? readdirSync(small).filter((name) => name.includes('-COL-')) : [];
  for (const name of names) yield [name, join(small, name, 'model.pnml')];
  const large = join(shared, 'mcc-large');
  const archives = existsSync(large) ? readdirSync(large).filter((name) => name.includes('-COL-')) : [];
  for (const archive of archives) {
    execFileSync('tar', ['xzf', join(large, archive), '-C', scratch]);
    const name = archive.replace('.tar.gz', '');
    yield [name, join(scratch, name, 'model.pnml')];
  }
  if (names.length + archives.length === 0) console.log(`no conformance data in ${shared}: contest nets are left out`);
  for (const size of [4, 6, 8, 10]) {
    const path = join(scratch, `five-${size}.pnml`);
    writeFileSync(path, productNet(size));
    yield [`one place over ${size}^5 colours`, path];
  }
}

function productNet(size) {
  const sorts = [0, 1, 2, 3, 4];
  const use = (name) => `<usersort declaration="${name}"/>`;
  const structure = (name, xml) => `<${name}><structure>${xml}</structure></${name}>`;
  const declarations = sorts.map(
    (i) => `<namedsort id="S${i}" name="S${i}"><finiteintrange start="1" end="${size}"/></namedsort>
<variabledecl id="x${i}" name="x${i}">${use(`S${i}`)}</variabledecl>`,
  );
  const product = `<namedsort id="P" name="P"><productsort>${sorts.map((i) => use(`S${i}`)).join('')}</productsort></namedsort>`;
  const tuple = `<tuple>${sorts.map((i) => `<subterm><variable refvariable="x${i}"/></subterm>`).join('')}</tuple>`;
  return `<pnml><net id="n" type="symmetricnet"><declaration><structure><declarations>${product}${declarations.join('')}</declarations></structure></declaration>
<page id="g"><place id="p">${structure('type', use('P'))}${structure('hlinitialMarking', `<all>${use('P')}</all>`)}</place>
<transition id="t"/><arc id="a" source="p" target="t">${structure('hlinscription', tuple)}</arc></page></net></pnml>`;
}

function report(name, path, mode) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), '--job', path, mode],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) {
    console.log(
      `| ${name} | | ${mode} | ${stderr.split('\n').find((line) => line.includes('Error')) ?? 'failed'} | | | | |`,
    );
    return;
  }
  const { plainPlaces, plainTransitions, places, transitions, refused, seconds, megabytes } = JSON.parse(stdout);
  const plain = `${figure(plainPlaces)}, ${figure(plainTransitions)}`;
  const sizes =
    refused === undefined
      ? `${figure(places)} | ${figure(transitions)} | ${((100 * (places + transitions)) / (plainPlaces + plainTransitions)).toPrecision(2)} %`
      : `${refused} | | `;
  console.log(`| ${name} | ${plain} | ${mode} | ${sizes} | ${seconds.toFixed(2)} | ${megabytes.toFixed(0)} |`);
}

async function job(path, bindings) {
  const text = readFileSync(path, 'utf8');
  const before = process.cpuUsage();
  const parser = new PnmlParser(path, undefined, { bindings });
  parser.write(text);
  const { value, diagnostics } = parser.end();
  const model = value === null ? null : netModel(value, 'pnml');
  const { user, system } = process.cpuUsage(before);
  console.log(
    JSON.stringify({
      ...(await plainSize(path, text)),
      ...(model === null
        ? { refused: `${diagnostics[0].code}: ${diagnostics[0].message}` }
        : { places: model.variables.length, transitions: model.groups.length }),
      seconds: (user + system) / 1e6,
      megabytes: process.resourceUsage().maxRSS / 1024,
    }),
  );
}

async function plainSize(path, text) {
  const { PnmlReader } = await import('../../dist/models/formats/pnml/reader.js');
  const { readColouredNet } = await import('../../dist/models/formats/pnml/coloured-net.js');
  const { Problems } = await import('../../dist/models/formats/problems.js');
  const { Stopwatch } = await import('../../dist/diagnostics/stopwatch.js');
  const [problems, stopwatch] = [new Problems(path), new Stopwatch()];
  const reader = new PnmlReader(problems, stopwatch);
  reader.write(text);
  const net = readColouredNet(reader.end(), problems, stopwatch);
  const product = (sorts) => sorts.reduce((size, sort) => size * sort.size, 1);
  return {
    plainPlaces: net.places.reduce((sum, { domain }) => sum + product(domain), 0),
    plainTransitions: net.transitions.reduce((sum, { slots }) => sum + product(slots), 0),
  };
}
