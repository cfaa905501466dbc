import { afterEach, describe, expect, test } from 'vitest';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { FileRow, FileStore } from '#server/files/file-store.ts';
import { createSqliteFiles } from '#server/stores/sqlite/file-tables.ts';
import { createMemoryFiles } from '../support/memory-files.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { openTemporaryStore } from '../support/temporary-store.ts';
import { put } from './document-store-writes.ts';

const DAY_MS = 24 * 3_600_000;
const AT = Date.parse('2026-03-01T00:00:00.000Z');
const A = 'a'.repeat(32);
const B = 'b'.repeat(32);
const toRow = (id: string, more: Partial<FileRow> = {}): FileRow => ({
  id,
  bucket: 'product-pictures',
  state: 'stored',
  reason: null,
  bytes: 1000,
  width: 480,
  height: 320,
  by: 'ada',
  at: AT,
  storedAt: AT + 1,
  ...more,
});

let dispose: (() => Promise<void>) | undefined;
afterEach(async () => {
  await dispose?.();
  dispose = undefined;
});

interface World {
  readonly files: FileStore;
  readonly documents: DocumentStore;
}

function openMemory(): World {
  const files = createMemoryFiles();
  return { files, documents: files.follow(createMemoryStore()) };
}

function openSqlite(): World {
  const { database, store, dispose: close } = openTemporaryStore();
  dispose = close;
  return { files: createSqliteFiles(database.writer), documents: store };
}

describe.each([
  ['memory', openMemory],
  ['SQLite', openSqlite],
] as const)('files in %s', (_kind, open) => {
  const nameIn = (documents: DocumentStore, id: string, files: readonly string[], days = 0) =>
    put(documents, {
      collection: 'products',
      id,
      at: new Date(AT + days * DAY_MS).toISOString(),
      data: { FBUID: id, productImages: files.map((file) => ({ value: `/pictures/u/${file}.webp` })) },
    });

  test('[FI6] a row is added, replaced, listed in the order of sending, and removed', () => {
    const { files } = open();
    expect([files.find(A), files.list(), files.totalBytes()]).toEqual([undefined, [], 0]);
    const waiting = toRow(A, { state: 'received', width: null, height: null, storedAt: null, by: null });
    files.put(waiting);
    expect(files.find(A)).toEqual(waiting);
    files.put(toRow(A, { bytes: 5000 }));
    files.put(toRow(B, { at: AT - 1 }));
    expect(files.list()).toEqual([toRow(B, { at: AT - 1 }), toRow(A, { bytes: 5000 })]);
    files.put(toRow('c'.repeat(32), { bucket: 'profile-pictures', bytes: 7, at: AT + 1, by: 'ada' }));
    files.put({ ...waiting, id: 'd'.repeat(32) });
    expect([files.list('received').map(({ id }) => id), files.list('refused')]).toEqual([
      ['d'.repeat(32)],
      [],
    ]);
    files.remove('d'.repeat(32));
    expect([files.totalBytes(), files.totalBytes('profile-pictures')]).toEqual([6007, 7]);
    expect(['ada', 'bob'].map((by) => files.totalBytes('profile-pictures', by))).toEqual([7, 0]);
    expect(files.totalBytes('product-pictures', 'bob')).toBe(0);
    expect([files.remove(A), files.remove(A)]).toEqual([true, false]);
    expect(files.list().map(({ id }) => id)).toEqual([B, 'c'.repeat(32)]);
  });

  test('[FI8] a file is in use while a document names it, and for 180 days of its history', async () => {
    const { files, documents } = open();
    await nameIn(documents, 'p', [A, B]);
    await nameIn(documents, 'p', [A], 1);
    const of = { collection: 'products', documentId: 'p' };
    expect(files.uses(A)).toEqual([{ fileId: A, ...of, until: null }]);
    expect(files.uses(B)).toEqual([{ fileId: B, ...of, until: AT + 181 * DAY_MS }]);
    await nameIn(documents, 'p', [B], 2);
    expect(files.uses().toSorted((a, b) => (a.fileId < b.fileId ? -1 : 1))).toEqual([
      { fileId: A, ...of, until: AT + 182 * DAY_MS },
      { fileId: B, ...of, until: null },
    ]);
  });

  test('[FI8] a deleted document’s files, and those of other collections, are not in use', async () => {
    const { files, documents } = open();
    await nameIn(documents, 'p', [A]);
    await put(documents, {
      collection: 'products',
      id: 'p',
      deleted: true,
      at: new Date(AT).toISOString(),
      data: { FBUID: 'p', productImages: [{ value: `/pictures/u/${A}.webp` }] },
    });
    expect(files.uses(A)).toMatchObject([{ until: AT + 180 * DAY_MS }]);
    await put(documents, { id: 'c', data: { FBUID: 'c', contactMessage: `/pictures/u/${B}.webp` } });
    expect(files.uses(B)).toEqual([]);
  });

  test('[FI8] only files that nothing used and nobody sent since are removed, never one still to be made', async () => {
    const { files, documents } = open();
    const [C, D, E] = ['c', 'd', 'e'].map((digit) => digit.repeat(32)) as [string, string, string];
    for (const id of [A, B, C]) files.put(toRow(id));
    files.put(toRow(D, { at: AT + 200 * DAY_MS }));
    files.put(toRow(E, { state: 'received' }));
    await nameIn(documents, 'p', [A, B]);
    await nameIn(documents, 'p', [A]);
    expect(files.removeUnused(AT)).toEqual([C]);
    expect(files.removeUnused(AT + 180 * DAY_MS - 1)).toEqual([]);
    expect(files.removeUnused(AT + 180 * DAY_MS)).toEqual([B]);
    expect(files.uses()).toMatchObject([{ fileId: A }]);
    expect(files.list().map(({ id }) => id)).toEqual([A, E, D]);
  });
});
