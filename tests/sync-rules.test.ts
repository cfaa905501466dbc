import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSourceFiles } from './support/source-files.ts';
import { collectTitleIds, findTitledFiles } from './support/title-ids.ts';

/** Rules of the sync protocol: each stands in front of at least one test's title. */
const PROTOCOL = readFileSync(new URL('../docs/sync-protocol.md', import.meta.url), 'utf8');
const RULES = new Set(PROTOCOL.match(/\b(?:SQ|PU|PL|ST|CF|RJ|HI|DU|AC|RT|CL)\d+\b/g));

const titled = findTitledFiles(readSourceFiles());

it('the protocol’s rules are found in its text', () => {
  expect(RULES.size).toBeGreaterThan(50);
});

it.each([...RULES])('the sync rule %s has a test', (rule) => {
  const naming = titled.filter((file) => collectTitleIds(file).includes(rule));
  expect(
    naming.map(({ path }) => path),
    `no test title begins with ${rule} in brackets`,
  ).not.toEqual([]);
});
