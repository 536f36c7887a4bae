// `tegata studio`: the page of the studio on this machine, with a model open in it. Whatever is asked there is computed in the browser.
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { UsageError, unwrap } from '../../diagnostics/index.ts';
import { generateNet, library, netTextLines } from '../../models/index.ts';
import { modelFile } from '../input/model-input.ts';
import { isFile, readText } from '../input/read-file.ts';
import { portNumber } from '../input/values.ts';
import { type OpenedModel, StudioServer } from '../output/studio-server.ts';
import { flush, writeLine } from '../output/terminal.ts';

const HELP = `
MODEL is a file that tegata check reads (DVE, Promela, PNML, .net, ETF, Kripke structures), a module in TypeScript or JavaScript that imports nothing but
tegata, or a net of the library such as kanban:2. The file is read again whenever the page is loaded.

The page is served to this machine alone (127.0.0.1), and asks no other server for anything. Ctrl-C ends it.

Examples:
  tegata studio
  tegata studio model.dve
  tegata studio model.dve 'G(request -> F grant)' --port 8080`;

interface Options {
  readonly port?: number;
}

export function define(command: Command): void {
  command
    .argument('[model]', 'the model that the page opens')
    .argument('[formula]', 'the formula beside it')
    .option('--port <number>', 'the port of the server (default: any that is free)', portNumber)
    .addHelpText('after', HELP)
    .action((model: string | undefined, formula: string | undefined) => run(model, formula, command.opts<Options>()));
}

async function run(argument: string | undefined, formula: string | undefined, { port }: Options): Promise<void> {
  const open = argument === undefined ? null : opener(argument, formula);
  open?.(); // what cannot be read is told here rather than in the page
  const folder = fileURLToPath(new URL('../../studio/', import.meta.url));
  const server = new StudioServer(folder, open);
  const address = await server.listen(port ?? 0);
  writeLine(`the studio is at ${address}${open === null ? '' : '#open'}`);
  writeLine('Ctrl-C ends it');
  flush();
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  server.close();
}

/** Reads the model, each time that it is asked. */
function opener(argument: string, property: string | undefined): () => OpenedModel {
  if (argument === '-') throw new UsageError('the studio opens files: it may read them more than once');
  return () => ({ tab: 'check', model: textOf(argument), ...(property === undefined ? {} : { property }) });
}

function textOf(argument: string): OpenedModel['model'] {
  const generated = /^([a-z-]+):(\d+)$/.exec(argument);
  if (generated !== null && !isFile(argument) && library.some(({ name }) => name === generated[1])) {
    const net = unwrap(generateNet(generated[1], Number(generated[2])));
    return { name: `${generated[1]}-${generated[2]}.net`, text: [...netTextLines(net)].join('\n') };
  }
  const file = modelFile(argument);
  return { name: file.split(/[\\/]/).at(-1) ?? file, text: readText(file) };
}
