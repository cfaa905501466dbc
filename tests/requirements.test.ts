import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSourceFiles, type SourceFile } from './support/source-files.ts';
import { findReached, reachesProgram } from './support/orphan-rules.ts';
import { collectTitleIds, findTitledFiles } from './support/title-ids.ts';

interface Requirement {
  readonly id: string;
  readonly text: string;
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const requirements = readJson('./requirements.json') as readonly Requirement[];
const { tested: floor } = readJson('./requirements-floor.json') as { readonly tested: number };
const known = new Set(requirements.map(({ id }) => id));

/** Requirement ids that open a test title, with their files. Only tests of code that a program reaches count. */
function findTested(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const reached = findReached(files);
  const tested = new Map<string, readonly string[]>();
  for (const file of findTitledFiles(files).filter((one) => reachesProgram(one, reached))) {
    for (const id of collectTitleIds(file).filter((one) => one.startsWith('R-'))) {
      tested.set(id, [...(tested.get(id) ?? []), file.path]);
    }
  }
  return tested;
}

describe('the requirements', () => {
  const tested = findTested(readSourceFiles());

  it('are 261 statements with unique ids and a text', () => {
    expect(requirements).toHaveLength(261);
    expect(known.size).toBe(261);
    for (const { id, text } of requirements) expect(`${id} ${text}`).toMatch(/^R-[A-Z]+-\d\d \S/);
  });

  it('include every id that test titles name', () => {
    const unknown = [...tested]
      .filter(([id]) => !known.has(id))
      .map(([id, files]) => `${id} in ${files.join(', ')}`);
    expect(unknown, unknown.join('\n')).toEqual([]);
  });

  it('have tests for at least as many as the recorded floor', () => {
    const missing = requirements.filter(({ id }) => !tested.has(id));
    const count = requirements.length - missing.length;
    console.log(`Requirements with a test: ${count} of ${requirements.length}`);
    const open = missing.map(({ id, text }) => `${id} ${text}`).join('\n');
    expect(count, `fewer than ${floor} have a test; without one:\n${open}`).toBeGreaterThanOrEqual(floor);
  });
});

describe('counting tested requirements', () => {
  it('counts only the ids at the front of a title, with any kind of quote', () => {
    const [open, close] = ['[R-', '] '];
    const text = [
      `it('${open}ONE-01${close}${open}ONE-02${close}[PL4] title ${open}NOT-01${close}', () => {});`,
      `it.each([1])(\`${open}TWO-01${close}title \${seed}\`, () => {});`,
      `test(\n  "${open}TWO-02${close}title", () => {});`,
      `// about ${open}NOT-02${close}`,
    ].join('\n');
    expect(collectTitleIds({ path: 'a.test.ts', text })).toEqual([
      'R-ONE-01',
      'R-ONE-02',
      'PL4',
      'R-TWO-01',
      'R-TWO-02',
    ]);
    expect([...findTested([{ path: 'a.ts', text }]).keys()]).toEqual([]);
    expect([...findTested([{ path: 'a.test.tsx', text }]).keys()]).toHaveLength(4);
  });

  it('ignores tests of files that no program reaches', () => {
    const subject = { path: 'shared/domain/a.ts', text: 'export const a = 1;' };
    const program = { path: 'cli/main.ts', text: "import { a } from '#shared/domain/a.ts';" };
    const text = `import { a } from './a.ts';\nit('${'['}R-ONE-01] title', () => {});`;
    const test = { path: 'shared/domain/a.test.ts', text };
    expect([...findTested([subject, test]).keys()]).toEqual([]);
    expect([...findTested([subject, program, test]).keys()]).toEqual(['R-ONE-01']);
  });

  it('counts a contract suite only when a test runs it, directly or through another suite', () => {
    const contract = { path: 'tests/a-contract.ts', text: `it('${'['}R-ONE-01] title', () => {});` };
    const outer = { path: 'tests/b-contract.ts', text: "import { a } from './a-contract.ts';" };
    const test = { path: 'tests/c.test.ts', text: "import { b } from './b-contract.ts';" };
    expect([...findTested([contract, outer]).keys()]).toEqual([]);
    expect([...findTested([contract, outer, test]).keys()]).toEqual(['R-ONE-01']);
  });
});
