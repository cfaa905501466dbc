import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentStore } from '#server/core/document-store.ts';
import type { FileRow, FileStore } from '#server/files/file-store.ts';
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

export interface FilesUnderTest {
  readonly files: FileStore;
  /** Whose commits keep the uses. */
  readonly documents: DocumentStore;
  dispose(): Promise<void>;
}

/** The contract of every store of files. */
export function testFiles(name: string, openWorld: () => FilesUnderTest | Promise<FilesUnderTest>): void {
  describe(name, () => {
    let world: FilesUnderTest;
    beforeEach(async () => void (world = await openWorld()));
    afterEach(() => world.dispose());

    const nameIn = (documents: DocumentStore, id: string, files: readonly string[], days = 0) =>
      put(documents, {
        collection: 'products',
        id,
        at: new Date(AT + days * DAY_MS).toISOString(),
        data: { FBUID: id, productImages: files.map((file) => ({ value: `/pictures/u/${file}.webp` })) },
      });

    test('[FI6] a row is added, replaced, counted, listed in the order of sending, and removed', async () => {
      const { files } = world;
      expect([await files.find(A), await files.list(), await files.totalBytes()]).toEqual([undefined, [], 0]);
      const waiting = toRow(A, { state: 'received', width: null, height: null, storedAt: null, by: null });
      await files.put(waiting);
      expect(await files.find(A)).toEqual(waiting);
      await files.put(toRow(A, { bytes: 5000 }));
      await files.put(toRow(B, { at: AT - 1 }));
      expect(await files.list()).toEqual([toRow(B, { at: AT - 1 }), toRow(A, { bytes: 5000 })]);
      await files.put(toRow('c'.repeat(32), { bucket: 'profile-pictures', bytes: 7, at: AT + 1, by: 'ada' }));
      await files.put({ ...waiting, id: 'd'.repeat(32) });
      expect([(await files.list('received')).map(({ id }) => id), await files.list('refused')]).toEqual([
        ['d'.repeat(32)],
        [],
      ]);
      const counts = (['received', 'stored', 'refused'] as const).map(files.count);
      expect(await Promise.all(counts)).toEqual([1, 3, 0]);
      await files.remove('d'.repeat(32));
      expect([await files.totalBytes(), await files.totalBytes('profile-pictures')]).toEqual([6007, 7]);
      const ofOwners = ['ada', 'bob'].map((by) => files.totalBytes('profile-pictures', by));
      expect(await Promise.all(ofOwners)).toEqual([7, 0]);
      expect(await files.totalBytes('product-pictures', 'bob')).toBe(0);
      await files.remove(A);
      await files.remove(A);
      expect((await files.list()).map(({ id }) => id)).toEqual([B, 'c'.repeat(32)]);
    });

    test('[FI6] changes of one row at once all count, and a row that is gone stays gone', async () => {
      const { files } = world;
      await files.put(toRow(A));
      const changes = [
        files.change(A, (row) => ({ ...row, bytes: row.bytes + 1 })),
        files.change(A, (row) => ({ ...row, bytes: row.bytes + 1 })),
      ];
      await Promise.all(changes);
      expect(await files.find(A)).toEqual(toRow(A, { bytes: 1002 }));
      await files.remove(A);
      expect([await files.change(A, (row) => row), await files.list()]).toEqual([undefined, []]);
    });

    test('[FI8] the row of a file that a document names is not removed with those of unnamed ones', async () => {
      const { files, documents } = world;
      for (const id of [A, B]) await files.put(toRow(id));
      await nameIn(documents, 'p', [A, B]);
      await nameIn(documents, 'p', [A], 1);
      expect([await files.removeUnnamed(A), await files.removeUnnamed(B)]).toEqual([false, true]);
      expect(await files.removeUnnamed(B)).toBe(false);
      expect((await files.list()).map(({ id }) => id)).toEqual([A]);
    });

    test('[FI8] a file is in use while a document names it, and for 180 days of its history', async () => {
      const { files, documents } = world;
      await nameIn(documents, 'p', [A, B]);
      await nameIn(documents, 'p', [A], 1);
      const of = { collection: 'products', documentId: 'p' };
      expect(await files.uses(A)).toEqual([{ fileId: A, ...of, until: null }]);
      expect(await files.uses(B)).toEqual([{ fileId: B, ...of, until: AT + 181 * DAY_MS }]);
      await nameIn(documents, 'p', [B], 2);
      expect((await files.uses()).toSorted((a, b) => (a.fileId < b.fileId ? -1 : 1))).toEqual([
        { fileId: A, ...of, until: AT + 182 * DAY_MS },
        { fileId: B, ...of, until: null },
      ]);
    });

    test('[FI8] a deleted document’s files, and those of other collections, are not in use', async () => {
      const { files, documents } = world;
      await nameIn(documents, 'p', [A]);
      await put(documents, {
        collection: 'products',
        id: 'p',
        deleted: true,
        at: new Date(AT).toISOString(),
        data: { FBUID: 'p', productImages: [{ value: `/pictures/u/${A}.webp` }] },
      });
      expect(await files.uses(A)).toMatchObject([{ until: AT + 180 * DAY_MS }]);
      await put(documents, { id: 'c', data: { FBUID: 'c', contactMessage: `/pictures/u/${B}.webp` } });
      expect(await files.uses(B)).toEqual([]);
    });

    test('[FI8] only files that nothing used and nobody sent since are removed, never one still to be made', async () => {
      const { files, documents } = world;
      const [C, D, E] = ['c', 'd', 'e'].map((digit) => digit.repeat(32)) as [string, string, string];
      for (const id of [A, B, C]) await files.put(toRow(id));
      await files.put(toRow(D, { at: AT + 200 * DAY_MS }));
      await files.put(toRow(E, { state: 'received' }));
      await nameIn(documents, 'p', [A, B]);
      await nameIn(documents, 'p', [A]);
      expect(await files.removeUnused(AT)).toEqual([C]);
      expect(await files.removeUnused(AT + 180 * DAY_MS - 1)).toEqual([]);
      expect(await files.removeUnused(AT + 180 * DAY_MS)).toEqual([B]);
      expect(await files.uses()).toMatchObject([{ fileId: A }]);
      expect((await files.list()).map(({ id }) => id)).toEqual([A, E, D]);
    });
  });
}
