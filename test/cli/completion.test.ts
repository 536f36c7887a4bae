import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/start/registry.ts';
import { tegata } from '../helpers/tegata.ts';

const hasBash = spawnSync('bash', ['--version']).status === 0;

/** What bash offers after the given words of a command line, the last of which is being completed. */
function offered(...words: string[]): string[] {
  const script = `${tegata(['completion', 'bash']).stdout}
COMP_WORDS=(tegata "$@"); COMP_CWORD=$#; _tegata; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return spawnSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8', cwd: '/' })
    .stdout.trim()
    .split('\n');
}

describe.skipIf(!hasBash)('completion for bash', () => {
  it('offers commands, options and values', () => {
    expect(offered('form')).toEqual(['formula']);
    expect(offered('formula', '--stutter')).toEqual(['--stutter-invariant']);
    expect(offered('formula', '--to', 'u')).toEqual(['unicode']);
    expect(offered('completion', 'fi')).toEqual(['fish']);
  });
});

it.each(['bash', 'zsh', 'fish'])('completion for %s names every command', (shell) => {
  const { status, stdout } = tegata(['completion', shell]);
  expect(status).toBe(0);
  for (const { name } of commands) expect(stdout).toMatch(new RegExp(`\\b${name}\\b`));
  expect(stdout).toContain('full-parentheses');
});

it('knows no other shells', () => {
  expect(tegata(['completion', 'csh']).status).toBe(64);
});
