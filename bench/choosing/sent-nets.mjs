// What the second thread of a check costs before it begins: a net that it reads for itself, as it did once, against one that it is sent.
//
//   node bench/choosing/sent-nets.mjs [--only NAME,…]
//
// Of the largest nets of `mcc-large` of the conformance data (TEGATA_SHARED), which are unpacked by `tar`, in one thread: the processor time of reading and
// analysing the file, and that of writing, copying and making the net from what is sent, both ends together.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { unwrap } from '../../dist/diagnostics/index.js';
import { analyse, fromSendableNet, loadModel, toSendableNet, transferablesOf } from '../../dist/models/index.js';
import { shared } from '../conformance/questions.mjs';

const LARGEST = [
  'BugTracking-PT-q8m004',
  'MultiCrashLeafsetExtension-PT-S24C08',
  'RERS17pb113-PT-2',
  'HypertorusGrid-PT-d5k3p2b10',
  'LeafsetExtension-PT-S64C3',
  'StigmergyElection-PT-07b',
  'GlobalResAllocation-COL-09',
];
const { values } = parseArgs({ options: { only: { type: 'string', default: LARGEST.join(',') } } });

function timed(work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1e6 };
}

const scratch = mkdtempSync(join(tmpdir(), 'tegata-sent-nets-'));
console.log('| net | places | transitions | read again | sent |\n| --- | --- | --- | --- | --- |');
try {
  for (const name of values.only.split(',')) {
    execFileSync('tar', ['xzf', join(shared, 'mcc-large', `${name}.tar.gz`), '-C', scratch]);
    const file = readFileSync(join(scratch, name, 'model.pnml'));
    const read = timed(() => analyse(unwrap(loadModel('model.pnml', [file], { bindings: 'distinct' }))));
    const sent = timed(() => {
      const data = toSendableNet(read.result);
      return fromSendableNet(structuredClone(data, { transfer: transferablesOf(data) }));
    });
    const { places, transitions } = sent.result.net;
    const cells = [name, places.length, transitions.length, read.seconds.toFixed(2), sent.seconds.toFixed(2)];
    console.log(`| ${cells.join(' | ')} |`);
    rmSync(join(scratch, name), { recursive: true });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
