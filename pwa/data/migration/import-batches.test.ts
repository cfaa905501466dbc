import { expect, test } from 'vitest';
import type { ReadyDocument } from './check-file.ts';
import { toBatches } from './import-batches.ts';

async function* documents(): AsyncGenerator<ReadyDocument> {
  yield { document: { FBUID: 'a' }, updatedAt: '2026-03-02T00:00:00.000Z' };
  yield { document: { FBUID: 'b' }, updatedAt: undefined };
}

async function textsOf(options: Parameters<typeof toBatches>[1]): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { text } of toBatches(documents(), options)) texts.push(text);
  return texts;
}

test('[R-MIG-05] the time of the last change goes along where the newer one wins, and nowhere else', async () => {
  expect(await textsOf({ skipped: 0, isTimed: false })).toEqual(['{"FBUID":"a"}\n{"FBUID":"b"}\n']);
  expect(await textsOf({ skipped: 0, isTimed: true })).toEqual([
    '{"__updatedAt__":"2026-03-02T00:00:00.000Z","FBUID":"a"}\n{"FBUID":"b"}\n',
  ]);
});

test('[R-MIG-05] what was sent before is left out', async () => {
  expect(await textsOf({ skipped: 1, isTimed: false })).toEqual(['{"FBUID":"b"}\n']);
});
