import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { describeProgram } from '#cli/program.ts';
import { flattenTree } from '#cli/reference/command-tree.ts';
import { createCliWorld } from './support/cli-run.ts';

async function scriptFor(shell: string): Promise<string> {
  const { exitCode, out } = await createCliWorld().run(['completion', shell]);
  expect(exitCode).toBe(0);
  return out;
}

/** The completions of bash for the last of these words. */
function complete(script: string, words: readonly string[]): readonly string[] {
  const list = words.map((word) => `'${word}'`).join(' ');
  const steps = `COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _nankeen; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['--norc', '-c', `${script}\n${steps}`], { encoding: 'utf8' });
  return out.split('\n').filter((word) => word !== '');
}

describe('nankeen completion', () => {
  it.each([
    [['co'], ['collections', 'count', 'copy', 'completion']],
    [['--server', 'http://x', 'who'], ['whoami']],
    [['he'], ['help']],
    [
      ['jobs', ''],
      ['list', 'watch', 'cancel', 'resume'],
    ],
    [
      ['copy', 'a', 'b', '--on-c'],
      ['--on-conflict', '--on-collision'],
    ],
    [
      ['copy', 'a', 'b', '--mode', ''],
      ['insert', 'upsert', 'merge', 'replace-all'],
    ],
    [['copy', 'a', 'b', '--mode', '=', 'r'], ['replace-all']],
    [['copy', 'a', 'b', '--mode=r'], ['--mode=replace-all']],
    [['export', '--format=n'], ['--format=ndjson']],
    [['jobs', 'watch', '--j'], ['--json']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['export', 'products', '-o', 'x'], []],
    [['copy', ''], []],
  ])('[R-SHP-04] in bash, %j offers %j', async (words, expected) => {
    expect(complete(await scriptFor('bash'), ['nankeen', ...words])).toEqual(expected);
  });

  it.each(['zsh', 'fish'])(
    '[R-SHP-04] for %s contains every command and every long option',
    async (shell) => {
      const script = await scriptFor(shell);
      for (const { path, options } of flattenTree(describeProgram())) {
        expect(script).toContain(path.at(-1) ?? '');
        for (const { names } of options) {
          const [name = ''] = names;
          expect(script).toContain(shell === 'fish' ? ` -l ${name.slice(2)} ` : `'${name}:`);
        }
      }
    },
  );

  it('[R-SHP-04] refuses any other shell', async () => {
    expect(await createCliWorld().run(['completion', 'tcsh'])).toMatchObject({ exitCode: 2, out: '' });
  });
});
