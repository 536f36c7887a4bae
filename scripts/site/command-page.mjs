// The reference of the command as Markdown, from its manual page, which is made from the definitions of the commands
// (`src/cli/start/man-page.ts`). Only the requests that stand there are known.

/** `source` in the language of `man`. */
export function commandPage(source) {
  const lines = source.slice(source.indexOf('.SH TEGATA ')).split('\n'); // what is before it speaks of the manual page
  const out = ['# The command', '', 'What `tegata COMMAND --help` says of each command; `man tegata` has it too.', ''];
  let rows = [];
  const endTable = () => {
    if (rows.length > 0) out.push('| | |', '| --- | --- |', ...rows, '');
    rows = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const [, request, rest = ''] = /^\.(\w+) ?(.*)$/.exec(lines[i]) ?? [];
    if (request === 'TP') {
      const term = /^\.[BI] (.*)$/.exec(lines[++i])[1];
      rows.push(`| ${inCode(plain(term)).replaceAll('|', '\\|')} | ${inText(plain(lines[++i]))} |`);
      continue;
    }
    endTable();
    if (request === 'SH') out.push(`## ${title(plain(rest))}`, '');
    else if (request === 'B' || request === 'I') out.push(inCode(plain(rest)), '');
    else if (request === 'nf') {
      const end = lines.indexOf('.fi', i);
      out.push('````text', ...lines.slice(i + 1, end).map(plain), '````', '');
      i = end;
    } else if (request === undefined && lines[i] !== '') out.push(inText(plain(lines[i])));
    else out.push('');
  }
  endTable();
  return `${out.join('\n').replaceAll(/\n{3,}/g, '\n\n')}\n`;
}

/** `TEGATA CHECK` is the section of `tegata check`. */
const title = (name) => (name.startsWith('TEGATA ') ? name.toLowerCase() : name[0] + name.slice(1).toLowerCase());

const inCode = (text) => `\`\` ${text} \`\``;

/** Text that is no markup. */
const inText = (text) => text.replaceAll(/[\\`*_[\]<>|{}#~]/g, (letter) => `\\${letter}`);

const LETTERS = { e: '\\', '-': '-', '&': '', '(aq': "'", '(ga': '`', '(ha': '^', '(ti': '~' };

/** A line without the escapes of `man`. */
function plain(line) {
  return line.replace(/\\(\[u([0-9A-F]+)\]|\[:u\]|\(..|[e&-])/g, (whole, name, code) => {
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    if (name === '[:u]') return 'ü';
    if (LETTERS[name] === undefined) throw new Error(`the manual page has an escape that is not known: ${whole}`);
    return LETTERS[name];
  });
}
