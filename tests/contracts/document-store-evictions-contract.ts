import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Audience } from '#shared/access/decide-access.ts';
import type { CommitEvent, DocumentStore } from '#server/core/document-store.ts';
import type { StoreUnderTest } from './document-store-contract.ts';
import { put } from './document-store-writes.ts';

/** The eviction contract of every adapter of the store port: a document leaves the view of an audience. */
export function testStoreEvictions(name: string, open: () => StoreUnderTest | Promise<StoreUnderTest>): void {
  describe(name, () => {
    let world: StoreUnderTest;
    let store: DocumentStore;

    beforeEach(async () => {
      world = await open();
      store = world.store;
    });
    afterEach(() => world.dispose());

    const changes = (scope: readonly Audience[] | 'everything', after = 0, limit = 100) =>
      store.changesSince({ collection: 'contacts', scope, after, limit });

    test('[AC3] the former audience gets an eviction, the new audience the document', async () => {
      await put(store, { id: 'a', audience: 'device:d' });
      await put(store, { id: 'a', audience: 'account:e', writeId: 'moved' });
      const left = { collection: 'contacts', id: 'a', sequence: 2, audience: 'device:d', writeId: 'moved' };
      const page = await changes(['device:d'], 1);
      expect(page).toMatchObject({ documents: [], evictions: [left], newest: 2 });
      expect(page.evictions[0]?.at).toBe('2026-03-02T09:00:00.002Z');
      expect(await changes(['account:e'])).toMatchObject({ documents: [{ id: 'a' }], evictions: [] });
      for (const scope of [['device:d', 'account:e'], 'everything'] as const) {
        expect(await changes(scope)).toMatchObject({ documents: [{ id: 'a' }], evictions: [] });
      }
      expect((await changes(['device:d'], 2)).evictions).toEqual([]);
      expect((await changes(['device:other'])).evictions).toEqual([]);
    });

    test('[AC3] a document that came back is no longer evicted; a document deleted for another audience still is', async () => {
      await put(store, { id: 'back', audience: 'device:d' }, { id: 'gone', audience: 'device:d' });
      await put(store, { id: 'back', audience: 'staff' }, { id: 'gone', audience: 'staff' });
      await put(
        store,
        { id: 'back', audience: 'device:d' },
        { id: 'gone', audience: 'staff', deleted: true },
      );
      const page = await changes(['device:d']);
      expect(page.documents.map(({ id }) => id)).toEqual(['back']);
      expect(page.evictions.map(({ id }) => id)).toEqual(['gone']);
    });

    test('[AC3] [PL2] evictions and documents share a page, lowest sequences first', async () => {
      const ids = Array.from({ length: 12 }, (_, index) => `d${index}`);
      await put(store, ...ids.map((id) => ({ id, audience: 'device:d' as const })));
      for (const [index, id] of ids.entries()) {
        await put(store, { id, audience: index % 3 === 0 ? ('device:d' as const) : ('account:e' as const) });
      }
      const seen: (readonly [string, boolean])[] = [];
      let after = 12;
      for (;;) {
        const { documents, evictions } = await changes(['device:d'], after, 5);
        const rows = [...documents, ...evictions].sort((a, b) => a.sequence - b.sequence);
        seen.push(...rows.map((row) => [row.id, 'json' in row] as const));
        after = rows.at(-1)?.sequence ?? after;
        if (rows.length < 5) break;
      }
      expect(seen).toEqual(ids.map((id, index) => [id, index % 3 === 0]));
    });

    test('[AC3] [PU1] a failed commit leaves no eviction', async () => {
      await put(store, { id: 'a', audience: 'device:d', writeId: 'once' });
      const failing = put(store, { id: 'a', audience: 'staff' }, { id: 'b', writeId: 'once' });
      await expect(failing).rejects.toThrow();
      expect(await changes(['device:d'])).toMatchObject({
        documents: [{ id: 'a' }],
        evictions: [],
        newest: 1,
      });
    });

    test('[AC3] [ST1] the event of a commit includes the audience that lost a document', async () => {
      await put(store, { id: 'a', audience: 'device:d' });
      const received: CommitEvent[] = [];
      store.onCommit((event) => void received.push(event));
      await put(store, { id: 'a', audience: 'account:e' });
      const touched = (['account:e', 'device:d'] as const).map((audience) => ({
        collection: 'contacts',
        audience,
      }));
      expect(received).toEqual([{ sequence: 2, touched }]);
    });
  });
}
