import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommitEvent, CreatedTexts } from '#server/core/document-store.ts';
import type { StoreUnderTest } from './document-store-contract.ts';
import { photograph, put } from './document-store-writes.ts';

const AT = '2026-03-02T10:00:00.000Z';
const NOTHING = { history: [], documents: [], verdicts: [], rejections: [], evictions: [] };
const FIELDS = { text: 'größer „als“ 😀\u2028\\', list: [1, { a: null }], lone: '' };

/** What every adapter of the store port keeps to when it stores new documents as texts. */
export function testCreatedTexts(name: string, open: () => StoreUnderTest): void {
  describe(name, () => {
    let world: StoreUnderTest;
    let events: CommitEvent[];

    beforeEach(() => {
      world = open();
      events = [];
      world.store.onCommit((event) => events.push(event));
    });
    afterEach(() => world.dispose());

    const create = (ids: readonly string[]) =>
      world.store.commit({ documents: [], writeIds: [] }, ({ sequence }) => {
        const texts = ids.map((id) => ({
          id,
          writeId: `write of ${id}`,
          json: new TextEncoder().encode(JSON.stringify({ FBUID: id, ...FIELDS })),
        }));
        const created: CreatedTexts = {
          collection: 'notes',
          first: sequence + 1,
          owner: undefined,
          audience: 'staff',
          at: AT,
          updatedBy: 'admin@nankeen.example',
          device: 'device',
          texts,
        };
        return { ...NOTHING, created, result: undefined };
      });

    test('[R-MIG-05] each is there with its entry, as if it had been written by itself', async () => {
      await put(world.store, { id: 'before' });
      await create(['b', 'a', 'c']);
      const key = { collection: 'notes', id: 'a' };
      const common = { ...key, sequence: 3, writeId: 'write of a', data: { FBUID: 'a', ...FIELDS } };
      const updatedBy = 'admin@nankeen.example';
      expect(await world.store.read(key)).toEqual({
        ...common,
        deleted: false,
        owner: undefined,
        audience: 'staff',
        updatedAt: AT,
        updatedBy,
      });
      expect(await world.store.history(key, undefined, 5)).toEqual([
        { ...common, at: AT, madeAt: undefined, operation: 'create', updatedBy, device: 'device' },
      ]);
      const listed = await world.store.list({
        collection: 'notes',
        scope: 'everything',
        afterId: '',
        limit: 9,
      });
      expect(listed.map(({ json }) => json)).toEqual(
        ['a', 'b', 'c'].map((id) => JSON.stringify({ FBUID: id, ...FIELDS })),
      );
      expect(await world.store.newestSequence()).toBe(4);
      expect(events.at(-1)).toEqual({
        sequence: 4,
        touched: [{ collection: 'notes', audience: 'staff' }],
      });
    });

    test('[R-MIG-05] they go on from there like any other: changed, found by their write, and by audience', async () => {
      await create(['a', 'b']);
      await put(world.store, {
        collection: 'notes',
        id: 'a',
        audience: 'staff',
        data: { FBUID: 'a', text: 'new' },
      });
      const key = { collection: 'notes', id: 'a' };
      expect((await world.store.history(key, undefined, 5)).map(({ sequence }) => sequence)).toEqual([3, 1]);
      const changes = { collection: 'notes', after: 0, limit: 9 };
      const seen = await world.store.changesSince({ ...changes, scope: ['staff'] });
      expect(seen.documents.map(({ id }) => id)).toEqual(['b', 'a']);
      expect((await world.store.changesSince({ ...changes, scope: ['public'] })).documents).toEqual([]);
      await expect(create(['c', 'a'])).rejects.toThrow();
    });

    test('[PU1] one whose write stands in history already leaves nothing of the others', async () => {
      await create(['a']);
      const keys = ['a', 'b'].map((id) => ({ collection: 'notes', id }));
      const before = await photograph(world.store, keys);
      await expect(create(['b', 'a'])).rejects.toThrow();
      expect(await photograph(world.store, keys)).toEqual(before);
    });
  });
}
