import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSourceFiles } from './support/source-files.ts';
import { collectTitleIds, findTitledFiles } from './support/title-ids.ts';

const DOCUMENTS = ['sync-protocol', 'back-office']
  .map((name) => readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8'))
  .join('\n');
const ID = /\b(?:SQ|PU|PL|ST|CF|RJ|HI|DU|AC|RT|CL|FI|PB|TP|ML|AU|PR|PY|IN)\d+\b/g;

interface Rule {
  readonly id: string;
  readonly text: string;
}

/** The rules of both documents: list items such as `- **PU2** Every row gets its own verdict.`, which may span lines. */
const RULES: readonly Rule[] = [...DOCUMENTS.matchAll(/^- \*\*([A-Z]+\d+)\*\* (.*(?:\n {2}\S.*)*)$/gm)].map(
  ([, id = '', text = '']) => ({ id, text: text.replaceAll(/\s+/g, ' ') }),
);
const RULE_IDS = RULES.map(({ id }) => id);

const titled = findTitledFiles(readSourceFiles());

it('the rules are parsed from the documents', () => {
  expect(RULES.length).toBeGreaterThan(80);
});

it('rule ids are unique, and every id mentioned has a rule', () => {
  expect(RULE_IDS).toEqual([...new Set(RULE_IDS)]);
  expect([...new Set(DOCUMENTS.match(ID))].toSorted()).toEqual(RULE_IDS.toSorted());
});

it.each(RULES)('rule $id is one sentence', ({ text }) => {
  expect(text).toMatch(/^[^.!?]([^!?.]|\.(?=\S))*\.$/);
});

it.each(RULE_IDS)('rule %s has a test', (rule) => {
  const naming = titled.filter((file) => collectTitleIds(file).includes(rule));
  expect(
    naming.map(({ path }) => path),
    `no test title begins with ${rule} in brackets`,
  ).not.toEqual([]);
});

it('test titles name only rules of the documents', () => {
  const named = titled.flatMap(collectTitleIds).flatMap((id) => id.match(ID) ?? []);
  expect([...new Set(named)].filter((id) => !RULE_IDS.includes(id))).toEqual([]);
});
