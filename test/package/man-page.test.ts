import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { manPage } from '../../src/cli/start/man-page.ts';
import { commands } from '../../src/cli/start/registry.ts';

const { man } = JSON.parse(readFileSync('package.json', 'utf8')) as { man: string };

describe('the manual page', () => {
  it('is built into the file that the package names', async () => {
    expect(readFileSync(man, 'utf8')).toBe(await manPage());
  });

  it('has every command and every option, and what their help says', async () => {
    const page = (await manPage()).replaceAll('\\-', '-');
    for (const { name, load } of commands) {
      expect(page).toContain(`\n.SH TEGATA ${name.toUpperCase()}\n`);
      const command = new Command(name);
      (await load()).define(command);
      for (const { long } of command.options) expect(page, long).toContain(`${long}`);
    }
    expect(page).toContain('tegata check kanban:3 --never bad.hoa --shortest');
  });

  it('has no line that man would take for a request of its own', async () => {
    const requests = (await manPage()).split('\n').filter((line) => /^[.']/.test(line));
    for (const line of requests) expect(line).toMatch(/^\.(\\"|TH|SH|TP|PP|B|I|nf|fi)( |$)/);
  });

  const groff = spawnSync('groff', ['--version']).status === 0;
  it.skipIf(!groff)(`is read by groff without a warning${groff ? '' : ' (there is no groff here)'}`, async () => {
    const run = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-z'], { input: await manPage(), encoding: 'utf8' });
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
  });
});
