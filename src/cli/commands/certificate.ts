// `tegata certificate`: what a certificate says. It is not verified here: that is for `tegata-verify`, which shares no code with Tegata.
import { Argument, type Command } from 'commander';
import { type CertificateHeader, type CertificateSummary, readCertificate } from '../../certificates/index.ts';
import { unwrap, visible } from '../../diagnostics/index.ts';
import { fileChunks, nameOf } from '../input/read-file.ts';
import { writeLine } from '../output/terminal.ts';

const HELP = `
Shows what a file says that tegata check --certificate has written: the verdict, the question, the sets of obligations and the sizes. Nothing is
believed or verified here; tegata-verify MODEL FORMULA CERTIFICATE does that.

Examples:
  tegata check net.pnml --ltl 'G F "p >= 1"' --certificate net.cert
  tegata certificate show net.cert
  tegata-verify net.pnml 'G F "p >= 1"' net.cert`;

/** Sets of obligations that are shown. */
const MOST_SETS = 20;

export function define(command: Command): void {
  command
    .addArgument(new Argument('<action>', 'what to do').choices(['show']))
    .argument('<file>', 'the certificate')
    .option('--json', 'the same as a JSON object')
    .addHelpText('after', HELP)
    .action((_: string, file: string) => {
      const summary = unwrap(readCertificate(nameOf(file), fileChunks(file)));
      if (command.opts<{ readonly json?: true }>().json) {
        const { header, ...sizes } = summary;
        writeLine(JSON.stringify({ ...header, ...sizes }));
      } else for (const line of linesOf(summary)) writeLine(visible(line));
    });
}

function* linesOf(summary: CertificateSummary): Iterable<string> {
  const { header, states, blocks, largestBlock, diagramNodes: nodes, bytes, headerBytes, recordBytes } = summary;
  const { verdict, formula, model, deadlock, variables, obligations = [] } = header;
  yield `${verdict}: ${formula}`;
  yield `  model: ${model.name}${model.sha256 === undefined ? '' : `, sha256 ${model.sha256}`}`;
  yield `  deadlock: ${deadlock}`;
  yield `  variables: ${variables.length}, ${variables.reduce((sum, [, , , bits]) => sum + bits, 0)} bits`;
  if (verdict === 'violated') yield `  lasso: ${states} states`;
  else {
    yield `  pairs: ${states} in ${blocks} blocks, at most ${largestBlock} in one`;
    if (nodes !== undefined) yield `  diagram: ${nodes} nodes; states are not listed`;
    yield `  obligations: ${obligations.length} sets`;
    const texts = formulasOf(header);
    for (const set of obligations.slice(0, MOST_SETS)) yield `    { ${set.map((node) => texts[node]).join(', ')} }`;
    if (obligations.length > MOST_SETS) yield `    and ${obligations.length - MOST_SETS} more`;
  }
  const each = nodes === undefined ? `, ${recordBytes} for each state` : '';
  yield `  bytes: ${bytes}, ${headerBytes} of them in the header${each}`;
}

const SIGNS: Readonly<Record<string, string>> = { and: ' & ', or: ' | ', until: ' U ', release: ' R ' };

/** The formulas of the header as texts, with parentheses around whatever has operands. */
function formulasOf({ nodes = [] }: CertificateHeader): string[] {
  const texts: string[] = [];
  for (const [kind, ...operands] of nodes) {
    const parts = operands.map((operand) => texts[Number(operand)] ?? '?');
    if (kind === 'atom') texts.push(`"${operands[0]}"`);
    else if (kind === 'not') texts.push(`!${parts[0]}`);
    else if (kind === 'next') texts.push(`X${parts[0]}`);
    else if (kind in SIGNS) texts.push(`(${parts.join(SIGNS[kind])})`);
    else texts.push(kind);
  }
  return texts;
}
