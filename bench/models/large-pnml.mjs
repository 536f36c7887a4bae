// Reading a large PNML file: processor time as a ratio to the bare XML parser on the same file, and peak memory. Each is a process of
// its own. Usage: node bench/models/large-pnml.mjs [MEGABYTES] (after npm run build; 100 by default)
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHUNK = 1 << 18;

/** A ring of transitions with pretty-printed XML as editors write it. */
function writeNet(path, bytes) {
  const file = openSync(path, 'w');
  let size = 0;
  let pending = '';
  const write = (text) => {
    pending += text;
    if (pending.length > 1 << 20) {
      size += writeSync(file, pending);
      pending = '';
    }
  };
  write('<?xml version="1.0"?>\n<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">\n');
  write('  <net id="large" type="http://www.pnml.org/version-2009/grammar/ptnet">\n    <page id="page0">\n');
  for (let i = 0; size < bytes; i++) {
    write(`      <place id="p${i}">\n        <name>\n          <graphics>\n            <offset x="0" y="0"/>\n          </graphics>
          <text>place number ${i}</text>\n        </name>\n        <graphics>\n          <position x="100" y="${i}"/>\n        </graphics>
        <initialMarking>\n          <text>${i % 3}</text>\n        </initialMarking>\n      </place>
      <transition id="t${i}">\n        <name>\n          <text>t${i}</text>\n        </name>\n      </transition>\n`);
    const ends = [
      [`p${i}`, `t${i}`],
      [`p${i >> 1}`, `t${i}`],
      [`t${i}`, `p${Math.max(0, i - 1)}`],
    ];
    for (const [source, target] of ends) {
      write(`      <arc id="${source}_${target}" source="${source}" target="${target}">\n        <inscription>
          <text>1</text>\n        </inscription>\n      </arc>\n`);
    }
  }
  write('    </page>\n  </net>\n</pnml>\n');
  writeSync(file, pending);
  closeSync(file);
}

function* chunks(path) {
  const file = openSync(path, 'r');
  const buffer = new Uint8Array(CHUNK);
  for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer))
    yield buffer.subarray(0, length);
  closeSync(file);
}

const tasks = {
  'bare parser': async (path) => {
    const { SaxesParser } = await import('saxes');
    const parser = new SaxesParser();
    for (const event of ['opentag', 'closetag', 'text']) parser.on(event, () => {});
    const decoder = new TextDecoder();
    for (const chunk of chunks(path)) parser.write(decoder.decode(chunk, { stream: true }));
    parser.close();
  },
  'net with its model': async (path) => {
    const { loadModel } = await import('../../dist/models/formats/load.js');
    const { value } = loadModel(path, chunks(path));
    if (value === null) throw new Error('the file was not read');
  },
  'the same with bounds': async (path) => {
    const { loadModel } = await import('../../dist/models/formats/load.js');
    const { analyse } = await import('../../dist/models/analysis/analyse.js');
    analyse(loadModel(path, chunks(path)).value);
  },
};

async function measure(task, path) {
  const start = performance.now();
  await tasks[task](path);
  const { user, system } = process.cpuUsage();
  const [wall, seconds] = [(performance.now() - start) / 1000, (user + system) / 1e6];
  process.stdout.write(JSON.stringify({ wall, seconds, megabytes: process.resourceUsage().maxRSS / 1024 }));
}

const self = fileURLToPath(import.meta.url);
if (process.argv[2] === '--task') await measure(process.argv[3], process.argv[4]);
else {
  const folder = mkdtempSync(join(tmpdir(), 'tegata-bench-'));
  const path = join(folder, 'large.pnml');
  writeNet(path, Number(process.argv[2] ?? 100) * 1e6);
  let base = 0;
  for (const task of Object.keys(tasks)) {
    const { wall, seconds, megabytes } = JSON.parse(
      spawnSync(process.execPath, [self, '--task', task, path], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      }).stdout,
    );
    base ||= seconds;
    const ratio = `×${(seconds / base).toFixed(2)}`;
    const times = `${seconds.toFixed(1)} s (${wall.toFixed(1)} s by the clock)`;
    console.log(`${task.padEnd(24)}${times}  ${ratio}  ${megabytes.toFixed(0)} MB`);
  }
  rmSync(folder, { recursive: true });
}
