import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RULE_TABLE } from './support/rule-table.ts';

it('[R-DOC-01] the documentation lists the codes and sentences of the table', () => {
  const text = readFileSync(new URL('../docs/document-rules.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `([\w-]+)` +\| (.*?) +\|$/gmu)].map(([, code, rule]) => [code, rule]);
  expect(rows).toEqual(Object.entries(RULE_TABLE));
});
