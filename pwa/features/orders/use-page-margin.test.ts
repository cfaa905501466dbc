import { expect, test } from 'vitest';
import { toPageRule } from './use-page-margin.ts';

test('[R-REV-03] the page margin text is escaped, so it may contain any character', () => {
  expect(toPageRule('PO-847512 · rev 2')).toContain('content: "PO-847512 · rev 2";');
  expect(toPageRule('a"b\\c\n}')).toContain('content: "a\\22 b\\5c c\\a \\7d ";');
});
