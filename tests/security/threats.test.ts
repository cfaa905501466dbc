import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSourceFiles } from '../support/source-files.ts';
import { collectTitleIds, findTitledFiles } from '../support/title-ids.ts';

const DOCUMENT = readFileSync(new URL('../../docs/threats.md', import.meta.url), 'utf8');
const ROWS = [...DOCUMENT.matchAll(/^\| (T\d+) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)].map(
  ([, id = '', threat = '', control = '', proof = '']) => ({ id, threat, control, proof }),
);
const IDS = Array.from({ length: 56 }, (_, index) => `T${String(index + 1).padStart(2, '0')}`);
const NAMED = new Set(findTitledFiles(readSourceFiles()).flatMap(collectTitleIds));

test('the table of threats lists each one once, in order', () => {
  expect(ROWS.map(({ id }) => id)).toEqual(IDS);
});

test.each(ROWS)(
  'the threat $id has a test, or a reason why it has none',
  ({ id, threat, control, proof }) => {
    expect(threat.length).toBeGreaterThan(10);
    expect(control.length).toBeGreaterThan(10);
    if (proof === 'tests') expect(NAMED, `no test title begins with [${id}]`).toContain(id);
    else expect(proof).toMatch(/^no test: .{20}/);
  },
);

test('test titles name only threats of the table', () => {
  expect([...NAMED].filter((id) => /^T\d+$/.test(id) && !IDS.includes(id))).toEqual([]);
});
