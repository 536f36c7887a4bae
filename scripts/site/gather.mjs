// Puts everything that the site consists of into one folder, as VitePress wants it.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandPage } from './command-page.mjs';

/** The pages outside of `docs/` and `bench/`. */
const OTHERS = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'examples/README.md'];

/** `api`: whether the reference of the API is written, which takes the compiler. */
export function gather(home, { api }) {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(join(home, '.vitepress'), { recursive: true });
  const put = (file, text) => {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), text);
  };
  for (const file of [...OTHERS, ...pagesIn('docs'), ...pagesIn('bench')]) put(file, readFileSync(file, 'utf8'));
  put('index.md', readFileSync('site/index.md', 'utf8'));
  put('docs/adr/index.md', decisions());
  put('command.md', commandPage(readFileSync('dist/man/tegata.1', 'utf8')));
  if (api === 'whole') writeApi(join(home, 'docs/api'));
  else put('docs/api/README.md', '# The API\n\n`npm run site` writes its reference.\n');
  // files that pages link to stand where they are in the repository
  for (const folder of ['examples', 'docs/experiments']) copyFiles(folder, join(home, 'public', folder));
  for (const file of ['LICENSE']) cpSync(file, join(home, 'public', file));
  cpSync('web/public/mark.svg', join(home, 'public/mark.svg'));
  cpSync('dist/studio', join(home, 'public/studio'), { recursive: true });
  cpSync('docs/experiments', join(home, 'docs/experiments'), { recursive: true });
  const config = `import { settings } from '${upFrom(home)}/site/config.mjs';\nexport default settings(${JSON.stringify(titlesOf(home))});\n`;
  put('.vitepress/config.mjs', config);
  put('.vitepress/theme/index.mjs', `export { default } from '${upFrom(home)}/../site/theme/index.mjs';\n`);
}

/** From the folder `.vitepress` of `home` to the root. */
const upFrom = (home) => join(...home.split('/').map(() => '..'), '..');

function pagesIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  return files.filter((file) => file.endsWith('.md') && !file.startsWith('api/')).map((file) => `${folder}/${file}`);
}

function copyFiles(from, to) {
  cpSync(from, to, { recursive: true, filter: (file) => !/node_modules|\.md$/.test(file) });
}

const titleOf = (file) => /^# (.*)$/m.exec(readFileSync(file, 'utf8'))[1].replaceAll('`', '');

function decisions() {
  const files = readdirSync('docs/adr').filter((file) => file.endsWith('.md'));
  return `# Decisions\n\n${files.map((file) => `- [${titleOf(`docs/adr/${file}`)}](${file})`).join('\n')}\n`;
}

function titlesOf() {
  const pages = readdirSync('docs').filter((file) => file.endsWith('.md'));
  return Object.fromEntries(pages.map((page) => [page.replace(/\.md$/, ''), titleOf(`docs/${page}`)]));
}

function writeApi(out) {
  execFileSync(
    process.execPath,
    ['node_modules/typedoc/bin/typedoc', '--out', out, '--outputFileStrategy', 'modules', '--logLevel', 'Warn'],
    {
      stdio: 'inherit',
    },
  );
  if (!existsSync(join(out, 'README.md'))) throw new Error('typedoc has written no reference of the API');
}
