import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { examplesOf } from '#cli/commands/command-help.ts';
import { describeProgram } from '#cli/program.ts';
import { flattenTree } from '#cli/reference/command-tree.ts';
import { createReference, REFERENCE_FILE } from '../../scripts/cli-reference.ts';

describe('the command line reference', () => {
  it('[R-SHP-04] is up to date; otherwise run `npm run reference`', async () => {
    expect(readFileSync(REFERENCE_FILE, 'utf8')).toBe(await createReference());
  });

  it('[R-SHP-04] every command has a summary, a description and its own example', () => {
    const nodes = flattenTree(describeProgram()).slice(1);
    expect(nodes.length).toBeGreaterThan(20);
    for (const { path, summary, description, command } of nodes) {
      const name = ['nankeen', ...path].join(' ');
      expect({ name, summary, description }).not.toMatchObject({ summary: '' });
      expect({ name, description }).not.toMatchObject({ description: '' });
      const own = examplesOf(command).filter(({ line }) => ` ${line} `.includes(`${name} `));
      expect({ name, examples: own.length }).not.toMatchObject({ examples: 0 });
    }
  });
});
